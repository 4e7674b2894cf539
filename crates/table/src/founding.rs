//! The tables of a house: which there are.

use crate::encode::name;
use crate::stream::Stream;
use tercet_ledger::{BadBytes, Name, Reader, Writer};

/// Says that a house has a table from now on: [`Stream::House`] has one for each, in the order in which they were founded.
///
/// A table that is no longer wanted is closed, never forgotten: its rounds are in the books.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Founding {
    /// The table.
    pub table: Name,
    /// Who founded it.
    pub by: Name,
}

/// The version of the encoding.
const VERSION: u8 = 1;

impl Founding {
    /// The stream in which they stand.
    #[must_use]
    pub fn stream() -> Name {
        Stream::House.name().expect("five letters")
    }

    /// The bytes: version of the encoding, the fields in their order.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let mut to = Writer::new();
        to.u8(VERSION);
        to.text(self.table.as_str());
        to.text(self.by.as_str());
        to.done()
    }

    /// Reads what [`bytes`](Founding::bytes) writes.
    ///
    /// # Errors
    ///
    /// If the bytes are not exactly that.
    pub fn read(bytes: &[u8]) -> Result<Founding, BadBytes> {
        let from = &mut Reader::new(bytes);
        if from.u8()? != VERSION {
            return from.bad("version 1 of a founding");
        }
        let founding = Founding { table: name(from)?, by: name(from)? };
        from.clone().end()?;
        Ok(founding)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_founding_reads_back_and_nothing_else_does() {
        let founding =
            Founding { table: Name::new("t1").expect("a name"), by: Name::new("flo").expect("a name") };
        let bytes = founding.bytes();
        assert_eq!(Founding::read(&bytes), Ok(founding));
        for cut in 0..bytes.len() {
            assert!(Founding::read(&bytes[..cut]).is_err(), "{cut}");
        }
        let longer = [bytes.as_slice(), &[0]].concat();
        assert!(Founding::read(&longer).is_err());
        let other = [&[2], &bytes[1..]].concat();
        assert!(Founding::read(&other).is_err());
    }
}
