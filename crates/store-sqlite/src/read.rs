//! What is read: from the tables, and from the end of the journal that they do not know yet.

use crate::tail::{Tail, sorted};
use crate::{key, lists};
use rusqlite::{CachedStatement, Connection, OptionalExtension as _, params};
use std::collections::BTreeMap;
use tercet_ledger::{Account, Balances, Chain, Hash, Key, Name, Record};
use tercet_rules::Money;
use tercet_sqlite::{failure, signed, unsigned};
use tercet_store::{Failure, Receipt, Stored};

fn prepared<'c>(connection: &'c Connection, sql: &str) -> Result<CachedStatement<'c>, Failure> {
    connection.prepare_cached(sql).map_err(|error| failure(&error))
}

pub(crate) fn record(bytes: &[u8]) -> Result<Record, Failure> {
    Record::decode(bytes).map_err(|bad| Failure::Corrupt(format!("a record cannot be read: {bad}")))
}

/// The bytes of records, from this one on.
pub(crate) fn records(connection: &Connection, from: u64, most: usize) -> Result<Vec<Vec<u8>>, Failure> {
    Ok(rows(connection, from, most)?.into_iter().map(|(_, bytes)| bytes).collect())
}

/// The same, each with the number of its row.
pub(crate) fn rows(connection: &Connection, from: u64, most: usize) -> Result<Vec<(u64, Vec<u8>)>, Failure> {
    // Beyond what SQLite can number there is nothing.
    let Ok(from) = i64::try_from(from) else { return Ok(Vec::new()) };
    let sql = "SELECT seq, bytes FROM record WHERE seq >= ?1 ORDER BY seq LIMIT ?2";
    let mut ask = prepared(connection, sql)?;
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let rows = ask.query_map([from, most], |row| Ok((row.get::<_, i64>(0)?, row.get(1)?)));
    let rows = rows.map_err(|error| failure(&error))?;
    rows.map(|row| {
        let (seq, bytes) = row.map_err(|error| failure(&error))?;
        Ok((unsigned(seq, "a record")?, bytes))
    })
    .collect()
}

/// How many records there are by the number of the last; those under a number below 0 do not count.
pub(crate) fn end(connection: &Connection) -> Result<u64, Failure> {
    // One more is added here: SQLite has no whole number behind its last.
    let sql = "SELECT max(seq) FROM record WHERE seq >= 0";
    let last: Option<i64> =
        connection.query_row(sql, [], |row| row.get(0)).map_err(|error| failure(&error))?;
    last.map_or(Ok(0), |last| Ok(unsigned(last, "a record")?.saturating_add(1)))
}

/// The record of which a table says that it is there.
pub(crate) fn record_at(connection: &Connection, seq: u64) -> Result<Record, Failure> {
    let found = records(connection, seq, 1)?.first().map(|bytes| record(bytes)).transpose()?;
    found
        .filter(|record| record.seq == seq)
        .ok_or_else(|| Failure::Corrupt(format!("record {seq} is not there")))
}

/// What was asked under a key, and the receipt for it.
pub(crate) fn receipt(
    connection: &Connection,
    key: &Key,
    tail: &Tail,
) -> Result<Option<(Hash, Receipt)>, Failure> {
    if let Some(known) = tail.keys.get(key) {
        return Ok(Some(*known));
    }
    let hash = key::hash(key);
    for seq in key::records(&mut *prepared(connection, key::LOOK_UP)?, hash)? {
        if let Some(found) = key::of_record(connection, seq, key, hash)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// How many events a stream has.
pub(crate) fn version(connection: &Connection, stream: &Name, tail: &Tail) -> Result<u64, Failure> {
    if let Some(grown) = tail.streams.get(stream) {
        return Ok(grown.events);
    }
    posted_version(connection, stream)
}

/// How many events of a stream the tables know of.
pub(crate) fn posted_version(connection: &Connection, stream: &Name) -> Result<u64, Failure> {
    let mut ask = prepared(connection, "SELECT events FROM stream WHERE stream = ?1")?;
    let events =
        ask.query_row([stream.as_str()], |row| row.get(0)).optional().map_err(|error| failure(&error))?;
    unsigned(events.unwrap_or(0), "the length of a stream")
}

/// The events of a stream from a version on.
pub(crate) fn events(
    connection: &Connection,
    stream: &Name,
    from: u64,
    most: usize,
    tail: &Tail,
) -> Result<Vec<Stored>, Failure> {
    let mut events: Vec<Stored> = Vec::new();
    for seq in records_of(connection, stream, from, most, tail)? {
        let record = record_at(connection, seq)?;
        for part in record.parts.into_iter().filter(|part| part.stream == *stream) {
            let all = (part.version..).zip(part.events).map(|(version, event)| Stored {
                version,
                seq: record.seq,
                at_ms: record.at_ms,
                event,
            });
            events.extend(all.filter(|stored| stored.version >= from));
        }
        if events.len() >= most {
            break;
        }
    }
    events.truncate(most);
    Ok(events)
}

/// The records that have events of a stream from a version on, in their order, enough for so many events.
fn records_of(
    connection: &Connection,
    stream: &Name,
    from: u64,
    most: usize,
    tail: &Tail,
) -> Result<Vec<u64>, Failure> {
    let sql = "SELECT list FROM part WHERE stream = ?1 AND version >= \
               (SELECT coalesce(max(version), 0) FROM part WHERE stream = ?1 AND version <= ?2) ORDER BY version";
    let mut ask = prepared(connection, sql)?;
    let mut rows = ask.query(params![stream.as_str(), signed(from)]).map_err(|error| failure(&error))?;
    let mut parts: Vec<[u64; 2]> = Vec::new();
    // The last part that begins before may have events from there on.
    let first = |parts: &[[u64; 2]]| parts.partition_point(|[version, _]| *version <= from).saturating_sub(1);
    while parts.len() - first(&parts) <= most
        && let Some(row) = rows.next().map_err(|error| failure(&error))?
    {
        parts.extend(lists::read::<2>(row.get_ref(0).map_err(|error| failure(&error))?)?);
    }
    parts.extend(tail.streams.get(stream).map_or(&[][..], |grown| &grown.parts));
    let mut seqs: Vec<_> = parts[first(&parts)..].iter().map(|[_, seq]| *seq).collect();
    // Two parts of one record are two entries with the same record: it is read once.
    seqs.dedup();
    Ok(seqs)
}

/// What an account holds.
pub(crate) fn balance(connection: &Connection, account: &Account, tail: &Tail) -> Result<Money, Failure> {
    tail.holds(account, posted_balance(connection, account)?)
}

/// What an account holds by the tables, in the smallest unit.
pub(crate) fn posted_balance(connection: &Connection, account: &Account) -> Result<i64, Failure> {
    let mut ask = prepared(connection, "SELECT units FROM balance WHERE account = ?1")?;
    let units =
        ask.query_row([account.to_string()], |row| row.get(0)).optional().map_err(|error| failure(&error))?;
    Ok(units.unwrap_or(0))
}

/// What every account holds.
pub(crate) fn balances(connection: &Connection, tail: &Tail) -> Result<Balances, Failure> {
    let mut ask = prepared(connection, "SELECT account, units FROM balance")?;
    let rows = ask.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)));
    let mut posted = BTreeMap::new();
    for row in rows.map_err(|error| failure(&error))? {
        let (account, units) = row.map_err(|error| failure(&error))?;
        let account = account.parse::<Account>().map_err(|error| Failure::Corrupt(error.to_string()))?;
        posted.insert(account, units);
    }
    for (account, _) in sorted(&tail.changes) {
        posted.entry(account.clone()).or_insert(0);
    }
    posted
        .into_iter()
        .map(|(account, units)| tail.holds(&account, units).map(|holds| (account, holds)))
        .collect()
}

/// The records in which the wallet of a player was touched, from this one on.
pub(crate) fn moves(
    connection: &Connection,
    player: &Name,
    from: u64,
    most: usize,
    tail: &Tail,
) -> Result<Vec<u64>, Failure> {
    let sql = "SELECT list FROM moved WHERE player = ?1 AND seq >= \
               (SELECT coalesce(max(seq), 0) FROM moved WHERE player = ?1 AND seq <= ?2) ORDER BY seq";
    let mut ask = prepared(connection, sql)?;
    let mut rows = ask.query(params![player.as_str(), signed(from)]).map_err(|error| failure(&error))?;
    let mut seqs = Vec::new();
    while seqs.len() < most
        && let Some(row) = rows.next().map_err(|error| failure(&error))?
    {
        let list = lists::read::<1>(row.get_ref(0).map_err(|error| failure(&error))?)?;
        seqs.extend(list.into_iter().flatten().filter(|seq| *seq >= from));
    }
    let since = tail.moves.get(player).map_or(&[][..], Vec::as_slice);
    seqs.extend(&since[since.partition_point(|seq| *seq < from)..]);
    seqs.truncate(most);
    Ok(seqs)
}

/// The same backwards, from before this record.
pub(crate) fn moves_before(
    connection: &Connection,
    player: &Name,
    before: u64,
    most: usize,
    tail: &Tail,
) -> Result<Vec<u64>, Failure> {
    let since = tail.moves.get(player).map_or(&[][..], Vec::as_slice);
    let since = &since[..since.partition_point(|seq| *seq < before)];
    let mut seqs: Vec<u64> = since.iter().rev().take(most).copied().collect();
    let sql = "SELECT list FROM moved WHERE player = ?1 AND seq < ?2 ORDER BY seq DESC";
    let mut ask = prepared(connection, sql)?;
    let mut rows = ask.query(params![player.as_str(), signed(before)]).map_err(|error| failure(&error))?;
    while seqs.len() < most
        && let Some(row) = rows.next().map_err(|error| failure(&error))?
    {
        let list = lists::read::<1>(row.get_ref(0).map_err(|error| failure(&error))?)?;
        seqs.extend(list.into_iter().flatten().rev().filter(|seq| *seq < before));
    }
    seqs.truncate(most);
    Ok(seqs)
}

/// The end of the journal.
pub(crate) fn chain(connection: &Connection) -> Result<Chain, Failure> {
    let mut ask = prepared(connection, "SELECT bytes FROM record ORDER BY seq DESC LIMIT 1")?;
    let last: Option<Vec<u8>> =
        ask.query_row([], |row| row.get(0)).optional().map_err(|error| failure(&error))?;
    let Some(bytes) = last else { return Ok(Chain::EMPTY) };
    Ok(Chain { size: record(&bytes)?.seq + 1, head: Record::hash(&bytes) })
}
