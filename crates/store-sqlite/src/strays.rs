//! Rows of the tables that follow from no record.
//!
//! That every record has its rows is seen by whoever asks for them. The other way round takes a look at every row: the journal and
//! the tables are gone through side by side, in the order of the records.

use crate::failure::{failure, signed, unsigned};
use crate::schema;
use crate::tail::posted;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, Rows};
use std::cell::RefCell;
use std::collections::BTreeSet;
use tercet_ledger::{Account, Record, Transaction};
use tercet_store::{Failure, Stray, StrayOf};

/// Calls for each of them. What is read belongs together only within a transaction of the caller's.
pub(crate) fn find(connection: &Connection, found: &mut dyn FnMut(Stray)) -> Result<(), Failure> {
    let stray = &RefCell::new(|of, what: String| found(Stray { of, what }));
    let stray = &|of, what| (stray.borrow_mut())(of, what);
    whole(connection, stray)?;
    let posted = posted(connection)?;
    let end = unsigned(
        number(connection, "SELECT coalesce(max(seq) + 1, 0) FROM record WHERE seq >= 0")?,
        "a record",
    )?;
    if posted > end {
        let what = format!("the tables of the store know of {posted} records; the journal has {end}");
        stray(StrayOf::Store, what);
    }
    beside(connection, posted, stray)
}

/// What is in the file besides the tables, and rows that can have no place in them.
fn whole(connection: &Connection, stray: &dyn Fn(StrayOf, String)) -> Result<(), Failure> {
    let (has, expected) = (schema::objects(connection)?, schema::new_objects()?);
    for (name, _) in has.difference(&expected) {
        stray(StrayOf::Store, format!("the file has the {name}, or has it otherwise than a store does"));
    }
    for (name, _) in expected.difference(&has).filter(|(name, _)| !has.iter().any(|(other, _)| other == name))
    {
        stray(StrayOf::Store, format!("the file has not the {name} of a store"));
    }
    let rows = number(connection, "SELECT count(*) FROM posted")?;
    if rows != 1 || number(connection, "SELECT one FROM posted")? != 1 {
        let what = format!("how many records the tables know of stands there {rows} times, or not in row 1");
        stray(StrayOf::Store, what);
    }
    let mut ask =
        connection.prepare("SELECT seq FROM record WHERE seq < 0").map_err(|error| failure(&error))?;
    let mut rows = ask.query([]).map_err(|error| failure(&error))?;
    while let Some(row) = rows.next().map_err(|error| failure(&error))? {
        let seq: i64 = row.get(0).map_err(|error| failure(&error))?;
        stray(StrayOf::Record, format!("the store keeps a record under number {seq}, before the first"));
    }
    Ok(())
}

/// Goes through the journal and the tables side by side.
fn beside(connection: &Connection, posted: u64, stray: &dyn Fn(StrayOf, String)) -> Result<(), Failure> {
    let sql = |error: rusqlite::Error| failure(&error);
    let mut keys = connection.prepare("SELECT seq, key FROM key ORDER BY seq").map_err(sql)?;
    let mut keys = Side::new(keys.query([]).map_err(sql)?, |row| Ok((bytes(row, 1)?, Vec::new())));
    let mut parts = connection.prepare("SELECT seq, stream, version FROM part ORDER BY seq").map_err(sql)?;
    let mut parts = Side::new(parts.query([]).map_err(sql)?, |row| {
        Ok((bytes(row, 1)?, row.get::<_, i64>(2)?.to_string().into_bytes()))
    });
    let mut moves = connection.prepare("SELECT seq, player FROM moved ORDER BY seq").map_err(sql)?;
    let mut moves = Side::new(moves.query([]).map_err(sql)?, |row| Ok((bytes(row, 1)?, Vec::new())));
    let [mut streams, mut accounts] = [BTreeSet::new(), BTreeSet::new()];
    let key = |seq: i64, _: &Entry| {
        let what = format!("the store lists a key with record {seq}, which has another, or is not there");
        stray(StrayOf::Key, what);
    };
    let part = |seq: i64, (stream, version): &Entry| {
        let (stream, version) = (text(stream), text(version));
        let what = format!(
            "the store lists record {seq} with event {version} of {stream}, with which no part of it begins"
        );
        stray(StrayOf::Stream, what);
    };
    let moved = |seq: i64, (player, _): &Entry| {
        let player = text(player);
        let what =
            format!("the store lists record {seq} for the wallet of {player}, which it does not touch");
        stray(StrayOf::Move, what);
    };
    let records = "SELECT seq, bytes FROM record WHERE seq >= 0 AND seq < ?1 ORDER BY seq";
    let mut records = connection.prepare(records).map_err(sql)?;
    let mut rows = records.query([signed(posted)]).map_err(sql)?;
    while let Some(row) = rows.next().map_err(sql)? {
        let seq: i64 = row.get(0).map_err(sql)?;
        // What an unreadable record would say of the rows is not known.
        let record = row
            .get_ref(1)
            .ok()
            .and_then(|bytes| bytes.as_blob().ok())
            .and_then(|bytes| Record::decode(bytes).ok());
        let has = record.as_ref().map(|record| Has::new(record, &mut streams, &mut accounts));
        keys.up_to(seq, has.as_ref().map(|has| &has.keys), &key)?;
        parts.up_to(seq, has.as_ref().map(|has| &has.parts), &part)?;
        moves.up_to(seq, has.as_ref().map(|has| &has.moves), &moved)?;
    }
    keys.rest(&key)?;
    parts.rest(&part)?;
    moves.rest(&moved)?;
    for (sql, known, of, what) in [
        ("SELECT stream FROM stream", &streams, StrayOf::Stream, "the store has a stream"),
        ("SELECT account FROM balance", &accounts, StrayOf::Balance, "the store keeps a balance of"),
    ] {
        let mut ask = connection.prepare(sql).map_err(|error| failure(&error))?;
        let mut rows = ask.query([]).map_err(|error| failure(&error))?;
        while let Some(row) = rows.next().map_err(|error| failure(&error))? {
            let name = bytes(row, 0).map_err(|error| failure(&error))?;
            if !known.contains(&name) {
                stray(of, format!("{what} {}, of which the journal has nothing", text(&name)));
            }
        }
    }
    Ok(())
}

/// A row of a table that names a record: what it says of it.
type Entry = (Vec<u8>, Vec<u8>);

/// What the tables have of one record.
struct Has {
    keys: BTreeSet<Entry>,
    parts: BTreeSet<Entry>,
    moves: BTreeSet<Entry>,
}

impl Has {
    fn new(record: &Record, streams: &mut BTreeSet<Vec<u8>>, accounts: &mut BTreeSet<Vec<u8>>) -> Has {
        let mut has = Has {
            keys: [(record.key.as_bytes().to_vec(), Vec::new())].into(),
            parts: BTreeSet::new(),
            moves: BTreeSet::new(),
        };
        for part in record.parts.iter().filter(|part| !part.events.is_empty()) {
            let stream = part.stream.as_str().as_bytes();
            has.parts.insert((stream.to_vec(), part.version.to_string().into_bytes()));
            if !streams.contains(stream) {
                streams.insert(stream.to_vec());
            }
        }
        for posting in record.transactions.iter().flat_map(Transaction::postings) {
            for account in [&posting.from, &posting.to] {
                if let Account::Wallet(player) = account {
                    has.moves.insert((player.as_str().as_bytes().to_vec(), Vec::new()));
                }
                accounts.insert(account.to_string().into_bytes());
            }
        }
        has
    }
}

/// The rows of one table in the order of the records that they name.
struct Side<'r, F> {
    rows: Rows<'r>,
    read: F,
    next: Option<(i64, Entry)>,
}

impl<'r, F: Fn(&Row<'_>) -> rusqlite::Result<Entry>> Side<'r, F> {
    fn new(rows: Rows<'r>, read: F) -> Side<'r, F> {
        Side { rows, read, next: None }
    }

    fn peek(&mut self) -> Result<Option<i64>, Failure> {
        if self.next.is_none()
            && let Some(row) = self.rows.next().map_err(|error| failure(&error))?
        {
            let seq = row.get(0).map_err(|error| failure(&error))?;
            self.next = Some((seq, (self.read)(row).map_err(|error| failure(&error))?));
        }
        Ok(self.next.as_ref().map(|(seq, _)| *seq))
    }

    /// Calls for each row of a record before this one, and for those of this that it does not have.
    fn up_to(
        &mut self,
        seq: i64,
        has: Option<&BTreeSet<Entry>>,
        stray: &dyn Fn(i64, &Entry),
    ) -> Result<(), Failure> {
        while self.peek()?.is_some_and(|next| next <= seq) {
            if let Some((at, entry)) = self.next.take()
                && (at < seq || has.is_some_and(|has| !has.contains(&entry)))
            {
                stray(at, &entry);
            }
        }
        Ok(())
    }

    /// Calls for each row that is left.
    fn rest(&mut self, stray: &dyn Fn(i64, &Entry)) -> Result<(), Failure> {
        while self.peek()?.is_some() {
            if let Some((at, entry)) = self.next.take() {
                stray(at, &entry);
            }
        }
        Ok(())
    }
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
