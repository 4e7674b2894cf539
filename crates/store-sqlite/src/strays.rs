//! Rows of the tables that follow from no record.
//!
//! That every record has its rows is seen by whoever asks for them. The other way round takes a look at every row, and at the record that
//! it names.

use crate::tail::posted;
use crate::{key, lists, read, schema};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, Rows};
use std::cell::RefCell;
use std::collections::BTreeSet;
use tercet_ledger::{Account, Part, Record, Transaction};
use tercet_sqlite::{failure, signed, unsigned};
use tercet_store::{Failure, Stray, StrayOf};

/// Whoever is called for each: what it says something of, the record that it names, and what it is.
type Call<'c> = dyn Fn(StrayOf, Option<u64>, String) + 'c;

/// Calls for each of them. What is read belongs together only within a transaction of the caller's.
pub(crate) fn find(connection: &Connection, found: &mut dyn FnMut(Stray)) -> Result<(), Failure> {
    let stray = &RefCell::new(|of, record, what: String| found(Stray { of, record, what }));
    let stray = &|of, record, what| (stray.borrow_mut())(of, record, what);
    whole(connection, stray)?;
    let posted = posted(connection)?;
    let end = read::end(connection)?;
    if posted > end {
        let what = format!("the tables of the store know of {posted} records; the journal has {end}");
        stray(StrayOf::Store, None, what);
    }
    beside(connection, posted, stray)
}

/// What is in the file besides the tables, and rows that can have no place in them.
fn whole(connection: &Connection, stray: &Call<'_>) -> Result<(), Failure> {
    let (has, expected) = (schema::objects(connection)?, schema::new_objects()?);
    for (name, _) in has.difference(&expected) {
        stray(
            StrayOf::Store,
            None,
            format!("the file has the {name}, or has it otherwise than a store does"),
        );
    }
    for (name, _) in expected.difference(&has).filter(|(name, _)| !has.iter().any(|(other, _)| other == name))
    {
        stray(StrayOf::Store, None, format!("the file has not the {name} of a store"));
    }
    let more = schema::steps_too_many(connection)?;
    if more > 0 {
        stray(StrayOf::Store, None, format!("the file notes {more} steps of its schema that it never made"));
    }
    let rows = number(connection, "SELECT count(*) FROM posted")?;
    if rows != 1 || number(connection, "SELECT one FROM posted")? != 1 {
        let what = format!("how many records the tables know of stands there {rows} times, or not in row 1");
        stray(StrayOf::Store, None, what);
    }
    let mut ask =
        connection.prepare("SELECT seq FROM record WHERE seq < 0").map_err(|error| failure(&error))?;
    let mut rows = ask.query([]).map_err(|error| failure(&error))?;
    while let Some(row) = rows.next().map_err(|error| failure(&error))? {
        let seq: i64 = row.get(0).map_err(|error| failure(&error))?;
        stray(
            StrayOf::Record,
            None,
            format!("the store keeps a record under number {seq}, before the first"),
        );
    }
    Ok(())
}

/// Goes through the journal, and through the tables for what it does not have.
fn beside(connection: &Connection, posted: u64, stray: &Call<'_>) -> Result<(), Failure> {
    let [mut streams, mut accounts] = [BTreeSet::new(), BTreeSet::new()];
    let mut keys = connection.prepare("SELECT seq, hash FROM key ORDER BY seq").map_err(sql)?;
    let mut keys = Keys { rows: keys.query([]).map_err(sql)?, next: None };
    let records = "SELECT seq, bytes FROM record WHERE seq >= 0 AND seq < ?1 ORDER BY seq";
    let mut records = connection.prepare(records).map_err(sql)?;
    let mut rows = records.query([signed(posted)]).map_err(sql)?;
    while let Some(row) = rows.next().map_err(sql)? {
        let seq: i64 = row.get(0).map_err(sql)?;
        let record = decoded(row, 1);
        keys.up_to(seq, record.as_ref().map(|record| key::hash(&record.key)), stray)?;
        let Some(record) = record else { continue };
        for part in record.parts.iter().filter(|part| !part.events.is_empty()) {
            insert(&mut streams, part.stream.as_str());
        }
        for posting in record.transactions.iter().flat_map(Transaction::postings) {
            for account in [&posting.from, &posting.to] {
                insert(&mut accounts, &account.to_string());
            }
        }
    }
    keys.up_to(i64::MAX, None, stray)?;
    listed(
        connection,
        "SELECT stream, version, list FROM part ORDER BY stream, version",
        &mut |row| match row {
            Listed::Broken { of } => stray(StrayOf::Stream, None, broken("the stream", of)),
            Listed::Record { of, entry: [version, seq], record } => {
                let of = text(of);
                let begins = |part: &Part| {
                    part.stream.as_str() == of && part.version == version && !part.events.is_empty()
                };
                if seq >= posted || !record.is_some_and(|record| record.parts.iter().any(begins)) {
                    let what = format!(
                        "the store lists record {seq} with event {version} of {of}, with which no part of it begins"
                    );
                    stray(StrayOf::Stream, Some(seq), what);
                }
            }
        },
    )?;
    listed(connection, "SELECT player, seq, list FROM moved ORDER BY player, seq", &mut |row| match row {
        Listed::Broken { of } => stray(StrayOf::Move, None, broken("the wallet of", of)),
        Listed::Record { of, entry: [seq], record } => {
            let of = text(of);
            let touches =
                |account: &Account| matches!(account, Account::Wallet(player) if player.as_str() == of);
            let touched = |record: &Record| {
                let mut postings = record.transactions.iter().flat_map(Transaction::postings);
                postings.any(|posting| touches(&posting.from) || touches(&posting.to))
            };
            if seq >= posted || !record.is_some_and(touched) {
                let what =
                    format!("the store lists record {seq} for the wallet of {of}, which it does not touch");
                stray(StrayOf::Move, Some(seq), what);
            }
        }
    })?;
    for (ask, known, of, what) in [
        ("SELECT stream FROM stream", &streams, StrayOf::Stream, "the store has a stream"),
        ("SELECT account FROM balance", &accounts, StrayOf::Balance, "the store keeps a balance of"),
    ] {
        let mut ask = connection.prepare(ask).map_err(sql)?;
        let mut rows = ask.query([]).map_err(sql)?;
        while let Some(row) = rows.next().map_err(sql)? {
            let name = bytes(row, 0).map_err(sql)?;
            if !known.contains(&name) {
                stray(of, None, format!("{what} {}, of which the journal has nothing", text(&name)));
            }
        }
    }
    Ok(())
}

fn broken(what: &str, of: &[u8]) -> String {
    let of = text(of);
    format!(
        "a list of records for {what} {of} is not one that the store writes: each number once, in their order"
    )
}

/// One thing that a list says.
enum Listed<'l, const WIDTH: usize> {
    /// It is no list, or its numbers do not rise, or do not go on after those of the list before it.
    Broken { of: &'l [u8] },
    /// An entry of it, the last number of which is that of a record; and this record, if there is one.
    Record { of: &'l [u8], entry: [u64; WIDTH], record: Option<&'l Record> },
}

/// Calls for each entry of each list. A record that cannot be read is passed over: what it would say is not known.
fn listed<const WIDTH: usize>(
    connection: &Connection,
    ask: &str,
    call: &mut dyn FnMut(Listed<'_, WIDTH>),
) -> Result<(), Failure> {
    let mut ask = connection.prepare(ask).map_err(sql)?;
    let mut look_up = connection.prepare("SELECT bytes FROM record WHERE seq = ?1").map_err(sql)?;
    let mut rows = ask.query([]).map_err(sql)?;
    let mut last: Option<(Vec<u8>, [u64; WIDTH])> = None;
    while let Some(row) = rows.next().map_err(sql)? {
        let of = bytes(row, 0).map_err(sql)?;
        let first: i64 = row.get(1).map_err(sql)?;
        let list = row.get_ref(2).map_err(sql).and_then(lists::read::<WIDTH>);
        let list =
            list.ok().filter(|list| unsigned(first, "a number").is_ok_and(|first| list[0][0] == first));
        let Some(list) = list else {
            call(Listed::Broken { of: &of });
            continue;
        };
        for entry in list {
            let rises = last.as_ref().is_none_or(|(whose, last)| {
                // One record can have several parts of a stream.
                *whose != of || (last[0] < entry[0] && last[WIDTH - 1] <= entry[WIDTH - 1])
            });
            if !rises {
                call(Listed::Broken { of: &of });
            }
            last = Some((of.clone(), entry));
            let seq = i64::try_from(entry[WIDTH - 1]).unwrap_or(-1);
            let mut found = look_up.query([seq]).map_err(sql)?;
            match found.next().map_err(sql)?.map(|row| decoded(row, 0)) {
                None => call(Listed::Record { of: &of, entry, record: None }),
                Some(Some(record)) => call(Listed::Record { of: &of, entry, record: Some(&record) }),
                Some(None) => {}
            }
        }
    }
    Ok(())
}

/// The record in a column, if it can be read.
fn decoded(row: &Row<'_>, at: usize) -> Option<Record> {
    row.get_ref(at).ok().and_then(|bytes| bytes.as_blob().ok()).and_then(|bytes| Record::decode(bytes).ok())
}

fn insert(known: &mut BTreeSet<Vec<u8>>, name: &str) {
    if !known.contains(name.as_bytes()) {
        known.insert(name.as_bytes().to_vec());
    }
}

/// The table of keys in the order of the records that it names.
struct Keys<'r> {
    rows: Rows<'r>,
    next: Option<(i64, i64)>,
}

impl Keys<'_> {
    fn peek(&mut self) -> Result<Option<i64>, Failure> {
        if self.next.is_none()
            && let Some(row) = self.rows.next().map_err(sql)?
        {
            self.next = Some((row.get(0).map_err(sql)?, row.get(1).map_err(sql)?));
        }
        Ok(self.next.map(|(seq, _)| seq))
    }

    /// Names each row of a record before this one, and those of this that are not of its key.
    fn up_to(&mut self, seq: i64, hash: Option<i64>, stray: &Call<'_>) -> Result<(), Failure> {
        while self.peek()?.is_some_and(|next| next <= seq) {
            if let Some((at, listed)) = self.next.take()
                && (at < seq || seq == i64::MAX || hash.is_some_and(|hash| hash != listed))
            {
                let what =
                    format!("the store lists a key with record {at}, which has another, or is not there");
                stray(StrayOf::Key, u64::try_from(at).ok(), what);
            }
        }
        Ok(())
    }
}

#[expect(clippy::needless_pass_by_value, reason = "this is how `map_err` hands it over")]
fn sql(error: rusqlite::Error) -> Failure {
    failure(&error)
}

fn bytes(row: &Row<'_>, at: usize) -> rusqlite::Result<Vec<u8>> {
    Ok(match row.get_ref(at)? {
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => bytes.to_vec(),
        ValueRef::Null => Vec::new(),
        ValueRef::Integer(number) => number.to_string().into_bytes(),
        ValueRef::Real(number) => number.to_string().into_bytes(),
    })
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn number(connection: &Connection, sql: &str) -> Result<i64, Failure> {
    connection.query_row(sql, [], |row| row.get(0)).map_err(|error| failure(&error))
}
