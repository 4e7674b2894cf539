//! Which keys the tables cannot have, so that a new key is not looked for in them.
//!
//! Nearly every step has a new key, and to look for it in the file costs more than anything else that is checked. A Bloom filter
//! in memory, two bytes for a key, says of all but one in a hundred new keys that they are not there; of a key that is there it
//! never says so.

use rusqlite::Connection;
use tercet_sqlite::failure;
use tercet_store::Failure;

/// How many keys the first layer has room for; each one after it has room for four times as many.
const FIRST: usize = 65_536;

/// Keys for which there are 64 bits.
const TO_A_WORD: usize = 4;

/// The hashes of all keys in the tables, and of a few more.
#[derive(Debug, Default)]
pub(crate) struct Filter(Vec<Layer>);

#[derive(Debug)]
struct Layer {
    words: Vec<u64>,
    /// How many keys more it takes.
    room: usize,
}

impl Filter {
    /// The keys that the tables have.
    pub(crate) fn of(connection: &Connection) -> Result<Filter, Failure> {
        let mut filter = Filter::default();
        let sql = |error: rusqlite::Error| failure(&error);
        let count: i64 =
            connection.query_row("SELECT count(*) FROM key", [], |row| row.get(0)).map_err(sql)?;
        // All in one layer, and as many to come.
        filter.layer(usize::try_from(count).unwrap_or(0).saturating_mul(2).max(FIRST));
        let mut all = connection.prepare("SELECT hash FROM key").map_err(sql)?;
        let mut rows = all.query([]).map_err(sql)?;
        while let Some(row) = rows.next().map_err(sql)? {
            filter.add(row.get(0).map_err(sql)?);
        }
        Ok(filter)
    }

    fn layer(&mut self, room: usize) {
        self.0.push(Layer { words: vec![0; room.div_ceil(TO_A_WORD)], room });
    }

    /// Notes a key that the tables have by now.
    pub(crate) fn add(&mut self, hash: i64) {
        if self.0.last().is_none_or(|layer| layer.room == 0) {
            self.layer(self.0.last().map_or(FIRST, |layer| layer.words.len() * TO_A_WORD * 4));
        }
        if let Some(Layer { words, room }) = self.0.last_mut() {
            let (word, bits) = place(hash, words.len());
            words[word] |= bits;
            *room -= 1;
        }
    }

    /// Whether the tables may have a key with this hash.
    pub(crate) fn may_have(&self, hash: i64) -> bool {
        self.0.iter().any(|Layer { words, .. }| {
            let (word, bits) = place(hash, words.len());
            words[word] & bits == bits
        })
    }
}

/// Which of so many words a hash falls into, and its four bits there.
fn place(hash: i64, words: usize) -> (usize, u64) {
    let hash = hash.cast_unsigned();
    let bits = [0, 6, 12, 18].into_iter().fold(0, |bits, at| bits | 1 << (hash >> at & 63));
    // The rest of it, 40 bits, as a part of all words.
    let word = (u128::from(hash >> 24) * words as u128) >> 40;
    (usize::try_from(word).unwrap_or(0), bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tercet_ledger::Hash;

    /// Every key that was added is found again, over several layers, and few others.
    #[test]
    fn what_was_added_is_never_missed() {
        let hash = |number: u64| {
            let Hash([a, b, c, d, e, f, g, h, ..]) = Hash::of(&[&number.to_be_bytes()]);
            i64::from_be_bytes([a, b, c, d, e, f, g, h])
        };
        let mut filter = Filter::default();
        assert!(!filter.may_have(hash(0)));
        let many = 6 * FIRST as u64;
        (0..many).for_each(|number| filter.add(hash(number)));
        assert_eq!(filter.0.len(), 3);
        assert!((0..many).all(|number| filter.may_have(hash(number))));
        let falsely = (many..2 * many).filter(|number| filter.may_have(hash(*number))).count() as u64;
        assert!(falsely * 50 < many, "{falsely} of {many}");
        for hash in [0, -1, i64::MAX, i64::MIN] {
            filter.add(hash);
            assert!(filter.may_have(hash));
        }
    }
}
