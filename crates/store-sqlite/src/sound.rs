//! Whether what is in the file can be what was written, as far as that is quickly found out.
//!
//! SQLite says whether its pages hang together. Then the ends are compared: the last records follow one another by their hashes and
//! are in the tables, there are as many keys as records, and the balances come to nothing. Whether *every* record is what was
//! written, and every balance what the records make, takes a reading of the whole journal: that is for an audit.

use crate::tail::{Tail, posted};
use crate::{key, lists, read};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, ToSql, params};
use tercet_ledger::{Account, Chain, Record, Transaction};
use tercet_sqlite::{failure, signed, unsigned};
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
    let end = read::end(connection)?;
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
    let there = |what: &str, found: bool| match found {
        true => Ok(()),
        false => wrong(format!("{what} of record {} is not where it was", record.seq)),
    };
    let mut look_up = connection.prepare_cached(key::LOOK_UP).map_err(|error| failure(&error))?;
    let listed = key::records(&mut look_up, key::hash(&record.key))?;
    there("the key", listed.contains(&record.seq))?;
    for part in record.parts.iter().filter(|part| !part.events.is_empty()) {
        let sql = "SELECT list FROM part WHERE stream = ?1 AND version <= ?2 ORDER BY version DESC LIMIT 1";
        let list = list::<2>(connection, sql, part.stream.as_str(), part.version)?;
        there("a part", list.contains(&[part.version, record.seq]))?;
    }
    for posting in record.transactions.iter().flat_map(Transaction::postings) {
        for account in [&posting.from, &posting.to] {
            if let Account::Wallet(player) = account {
                let sql = "SELECT list FROM moved WHERE player = ?1 AND seq <= ?2 ORDER BY seq DESC LIMIT 1";
                let list = list::<1>(connection, sql, player.as_str(), record.seq)?;
                there("a move", list.contains(&[record.seq]))?;
            }
        }
    }
    Ok(())
}

/// The list that has a number of somebody's, if any has.
fn list<const WIDTH: usize>(
    connection: &Connection,
    sql: &str,
    whose: &str,
    number: u64,
) -> Result<Vec<[u64; WIDTH]>, Failure> {
    let mut ask = connection.prepare_cached(sql).map_err(|error| failure(&error))?;
    let mut rows = ask.query(params![whose, signed(number)]).map_err(|error| failure(&error))?;
    match rows.next().map_err(|error| failure(&error))? {
        Some(row) => lists::read(row.get_ref(0).map_err(|error| failure(&error))?),
        None => Ok(Vec::new()),
    }
}

/// Whether each stream ends where its last part does.
fn streams(connection: &Connection) -> Result<(), Failure> {
    let sql = "SELECT stream, events, (SELECT list FROM part WHERE part.stream = stream.stream \
               ORDER BY version DESC LIMIT 1) FROM stream";
    let mut ask = connection.prepare_cached(sql).map_err(|error| failure(&error))?;
    let mut rows = ask.query([]).map_err(|error| failure(&error))?;
    while let Some(row) = rows.next().map_err(|error| failure(&error))? {
        let read = || Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?, row.get_ref(2)?));
        let (stream, events, list) = read().map_err(|error: rusqlite::Error| failure(&error))?;
        let list = if list == ValueRef::Null { Vec::new() } else { lists::read::<2>(list)? };
        let Some([_, seq]) = list.last() else {
            return wrong(format!("{stream} has {events} events, and none is found"));
        };
        let record = read::record_at(connection, *seq)?;
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
