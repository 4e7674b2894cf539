//! Awards: what a meter keeps of each time that it paid.

use tercet_ledger::{BadBytes, Name, Reader, Writer};

/// A time that a meter paid, whoever got how much of it: one event of its stream, [`Stream::Meter`](crate::Stream).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Award {
    /// At which table.
    pub table: Name,
    /// In which round of it.
    pub round: u64,
}

/// The version of the encoding.
const VERSION: u8 = 1;

impl Award {
    /// The bytes: version of the encoding, the table, the round.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let mut to = Writer::new();
        to.u8(VERSION);
        to.text(self.table.as_str());
        to.u64(self.round);
        to.done()
    }

    /// Reads what [`bytes`](Award::bytes) writes.
    ///
    /// # Errors
    ///
    /// If the bytes are not exactly that.
    pub fn read(bytes: &[u8]) -> Result<Award, BadBytes> {
        let from = &mut Reader::new(bytes);
        if from.u8()? != VERSION {
            return from.bad("version 1 of an award");
        }
        let Ok(table) = Name::new(&from.text()?) else { return from.bad("the name of a table") };
        let round = from.u64()?;
        from.clone().end()?;
        Ok(Award { table, round })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_award_reads_back_and_nothing_else_does() {
        let award = Award { table: Name::new("t1").expect("a name"), round: 7 };
        let bytes = award.bytes();
        assert_eq!(bytes, [1, 0, 0, 0, 2, b't', b'1', 0, 0, 0, 0, 0, 0, 0, 7], "frozen");
        assert_eq!(Award::read(&bytes), Ok(award));
        for cut in 0..bytes.len() {
            assert!(Award::read(&bytes[..cut]).is_err());
        }
        assert!(Award::read(&[&bytes[..], &[0]].concat()).is_err());
    }
}
