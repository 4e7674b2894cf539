//! Keys, found by a hash of them: a number of eight bytes takes less room and is found sooner than up to 64 bytes of text.
//!
//! Whoever tries long enough finds two keys with the same hash. So a hash only says which records to look at; which of
//! them has the key is read from the record.

use crate::read;
use rusqlite::{Connection, Statement};
use tercet_ledger::{Hash, Key};
use tercet_sqlite::{failure, unsigned};
use tercet_store::{Failure, Receipt};

/// The records whose key has a hash.
pub(crate) const LOOK_UP: &str = "SELECT seq FROM key WHERE hash = ?1";

/// The first eight bytes of the SHA-256 of a key, the highest first.
pub(crate) fn hash(key: &Key) -> i64 {
    let Hash([a, b, c, d, e, f, g, h, ..]) = Hash::of(&[key.as_bytes()]);
    let hash = i64::from_be_bytes([a, b, c, d, e, f, g, h]);
    // Nobody finds two keys with the same hash for a test.
    if cfg!(test) { hash & 0xff } else { hash }
}

/// The records that the tables have under a hash.
pub(crate) fn records(look_up: &mut Statement<'_>, hash: i64) -> Result<Vec<u64>, Failure> {
    let mut rows = look_up.query([hash]).map_err(|error| failure(&error))?;
    let mut seqs = Vec::new();
    while let Some(row) = rows.next().map_err(|error| failure(&error))? {
        seqs.push(unsigned(row.get(0).map_err(|error| failure(&error))?, "a record")?);
    }
    Ok(seqs)
}

/// What was asked in a record that is listed under a hash, and the receipt for it; none if it has another key.
pub(crate) fn of_record(
    connection: &Connection,
    seq: u64,
    key: &Key,
    listed: i64,
) -> Result<Option<(Hash, Receipt)>, Failure> {
    let record = read::record_at(connection, seq)?;
    if record.key == *key {
        return Ok(Some((record.request, Receipt { seq, at_ms: record.at_ms, again: true })));
    }
    if hash(&record.key) == listed {
        return Ok(None);
    }
    Err(Failure::Corrupt(format!("record {seq} is listed under another key than its own")))
}
