//! Whether what is in the file can be what was written, as far as that is quickly found out.
//!
//! SQLite says whether its pages hang together. Then the ends are compared: the last records follow one another by their hashes and
//! are in the tables, there are as many keys as records, and the balances come to nothing. Whether *every* record is what was
//! written, and every balance what the records make, takes a reading of the whole journal: that is for an audit.

use crate::failure::{failure, signed, unsigned};
use crate::key;
use crate::read;
use crate::tail::{Tail, posted};
use rusqlite::{Connection, OptionalExtension as _, ToSql, params};
use tercet_ledger::{Account, Chain, Record, Transaction};
use tercet_store::Failure;

/// How many of the last records that the tables know of are looked at.
const LAST: u64 = 256;

/// Whether SQLite finds the file whole.
pub(crate) fn whole(connection: &Connection) -> Result<(), Failure> {
    let said: String = connection
        .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
        .map_err(|error| failure(&error))?;
    if said == "ok" { Ok(()) } else { Err(Failure::Corrupt(said)) }
}

/// Whether the tables can be those of the journal. What is read belongs together only within a transaction of the caller's.
pub(crate) fn sound(connection: &Connection) -> Result<(), Failure> {
    let posted = posted(connection)?;
    let records = number(connection, "SELECT count(*) FROM record", &[])?;
    let end = number(connection, "SELECT coalesce(max(seq) + 1, 0) FROM record", &[])?;
    if records != end {
        return wrong(format!("the last record is {end}, counted from 1, and there are {records}"));
    }
    if posted > records {
        return wrong(format!("there are {records} records, and the tables know of {posted}"));
    }
    let keys = number(connection, "SELECT count(*) FROM key", &[])?;
    if keys != posted {
        return wrong(format!("the tables know of {posted} records, and of {keys} keys"));
    }
    let sum = read::balances(connection, &Tail::default())?.sum();
    if sum != 0 {
        return wrong(format!("the balances come to {sum} of the smallest unit, and must come to nothing"));
    }
    last_records(connection, posted)?;
    streams(connection)
}

/// Whether the last records follow one another, and stand in the tables as far as these know of them.
fn last_records(connection: &Connection, posted: u64) -> Result<(), Failure> {
    let first = posted.saturating_sub(LAST);
    let mut before = Chain { size: first, ..Chain::EMPTY };
    if first > 0 {
        let bytes = read::records(connection, first - 1, 1)?;
        before.head = bytes.first().map(|bytes| Record::hash(bytes)).unwrap_or(before.head);
    }
    for bytes in read::records(connection, first, usize::MAX)? {
        let record = before.follow(&bytes).map_err(|broken| Failure::Corrupt(broken.to_string()))?;
        if record.seq < posted {
            in_the_tables(connection, &record)?;
        }
    }
    Ok(())
}

fn in_the_tables(connection: &Connection, record: &Record) -> Result<(), Failure> {
    let at = |what: &str, sql: &str, params: &[&dyn ToSql]| {
        let found = connection
            .prepare_cached(sql)
            .and_then(|mut ask| ask.query_row(params, |row| row.get::<_, i64>(0)).optional())
            .map_err(|error| failure(&error))?;
        if found == Some(signed(record.seq)) {
            return Ok(());
        }
        wrong(format!("{what} of record {} is not where it was", record.seq))
    };
    let sql = "SELECT seq FROM key WHERE hash = ?1 AND seq = ?2";
    at("the key", sql, params![key::hash(&record.key), signed(record.seq)])?;
    for part in record.parts.iter().filter(|part| !part.events.is_empty()) {
        let sql = "SELECT seq FROM part WHERE stream = ?1 AND version = ?2";
        at("a part", sql, params![part.stream.as_str(), signed(part.version)])?;
    }
    for posting in record.transactions.iter().flat_map(Transaction::postings) {
        for account in [&posting.from, &posting.to] {
            if let Account::Wallet(player) = account {
                let sql = "SELECT seq FROM moved WHERE player = ?1 AND seq = ?2";
                at("a move", sql, params![player.as_str(), signed(record.seq)])?;
            }
        }
    }
    Ok(())
}

/// Whether each stream ends where its last part does.
fn streams(connection: &Connection) -> Result<(), Failure> {
    let sql = "SELECT stream, events, (SELECT seq FROM part WHERE part.stream = stream.stream \
               ORDER BY version DESC LIMIT 1) FROM stream";
    let mut ask = connection.prepare_cached(sql).map_err(|error| failure(&error))?;
    let mut rows = ask.query([]).map_err(|error| failure(&error))?;
    while let Some(row) = rows.next().map_err(|error| failure(&error))? {
        let read = || Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?, row.get::<_, Option<i64>>(2)?));
        let (stream, events, seq) = read().map_err(|error: rusqlite::Error| failure(&error))?;
        let Some(seq) = seq else { return wrong(format!("{stream} has {events} events, and none is found")) };
        let record = read::record_at(connection, unsigned(seq, "a record")?)?;
        let last =
            record.parts.iter().rfind(|part| part.stream.as_str() == stream && !part.events.is_empty());
        let end = last.map(|part| signed(part.version + part.events.len() as u64));
        if end != Some(events) {
            return wrong(format!("{stream} has {events} events, and its last record {seq} says otherwise"));
        }
    }
    Ok(())
}

fn number(connection: &Connection, sql: &str, params: &[&dyn ToSql]) -> Result<u64, Failure> {
    let number = connection.query_row(sql, params, |row| row.get(0)).map_err(|error| failure(&error))?;
    unsigned(number, "a count")
}

fn wrong<T>(what: String) -> Result<T, Failure> {
    Err(Failure::Corrupt(what))
}
