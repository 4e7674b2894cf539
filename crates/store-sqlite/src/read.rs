//! Reading, beside the thread that writes.

use crate::failure::{failure, signed, unsigned};
use crate::open;
use rusqlite::{Connection, OptionalExtension as _, params};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tercet_ledger::{Account, Balances, Chain, Hash, Key, Name, Record};
use tercet_rules::Money;
use tercet_store::{Failure, Receipt, Stored};

/// A connection that only reads, for one at a time.
#[derive(Debug)]
pub(crate) struct Reads(Mutex<Connection>);

impl Reads {
    pub(crate) fn open(path: &Path) -> Result<Reads, Failure> {
        open::for_reading(path).map(Reads::of)
    }

    pub(crate) fn of(connection: Connection) -> Reads {
        Reads(Mutex::new(connection))
    }

    /// A read that panicked has changed nothing.
    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn receipt(&self, key: &Key) -> Result<Option<(Hash, Receipt)>, Failure> {
        receipt(&self.connection(), key)
    }

    pub(crate) fn version(&self, stream: &Name) -> Result<u64, Failure> {
        version(&self.connection(), stream)
    }

    pub(crate) fn events(&self, stream: &Name, from: u64, most: usize) -> Result<Vec<Stored>, Failure> {
        let connection = self.connection();
        let sql = "SELECT bytes FROM part JOIN record USING (seq) WHERE stream = ?1 AND version >= \
                   (SELECT coalesce(max(version), 0) FROM part WHERE stream = ?1 AND version <= ?2) ORDER BY version";
        let mut ask = prepared(&connection, sql)?;
        let rows = ask.query_map(params![stream.as_str(), signed(from)], |row| row.get::<_, Vec<u8>>(0));
        let mut events: Vec<Stored> = Vec::new();
        for bytes in rows.map_err(|error| failure(&error))? {
            let record = record(&bytes.map_err(|error| failure(&error))?)?;
            // Two parts of one record are two rows with the same record: it is read once.
            if events.last().is_some_and(|last| last.seq == record.seq) {
                continue;
            }
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

    pub(crate) fn balance(&self, account: &Account) -> Result<Money, Failure> {
        balance(&self.connection(), account)
    }

    pub(crate) fn balances(&self) -> Result<Balances, Failure> {
        let connection = self.connection();
        let mut ask = prepared(&connection, "SELECT account, units FROM balance")?;
        let rows = ask.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get(1)?)));
        let rows = rows.map_err(|error| failure(&error))?;
        rows.map(|row| {
            let (account, units) = row.map_err(|error| failure(&error))?;
            let account = account.parse::<Account>().map_err(|error| Failure::Corrupt(error.to_string()))?;
            Ok((account, Money::from_units(units)))
        })
        .collect()
    }

    pub(crate) fn chain(&self) -> Result<Chain, Failure> {
        chain(&self.connection())
    }

    pub(crate) fn records(&self, from: u64, most: usize) -> Result<Vec<Vec<u8>>, Failure> {
        let connection = self.connection();
        let mut ask =
            prepared(&connection, "SELECT bytes FROM record WHERE seq >= ?1 ORDER BY seq LIMIT ?2")?;
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let rows = ask.query_map([signed(from), most], |row| row.get(0)).map_err(|error| failure(&error))?;
        rows.collect::<Result<_, _>>().map_err(|error| failure(&error))
    }
}

fn prepared<'c>(connection: &'c Connection, sql: &str) -> Result<rusqlite::CachedStatement<'c>, Failure> {
    connection.prepare_cached(sql).map_err(|error| failure(&error))
}

pub(crate) fn record(bytes: &[u8]) -> Result<Record, Failure> {
    Record::decode(bytes).map_err(|bad| Failure::Corrupt(format!("a record cannot be read: {bad}")))
}

/// What was asked under a key, and the receipt for it.
pub(crate) fn receipt(connection: &Connection, key: &Key) -> Result<Option<(Hash, Receipt)>, Failure> {
    let mut ask = prepared(connection, "SELECT request, seq, at_ms FROM key WHERE key = ?1")?;
    let row = ask.query_row([key.as_bytes()], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).optional();
    let Some((request, seq, at_ms)) = row.map_err(|error| failure(&error))? else { return Ok(None) };
    let receipt = Receipt { seq: unsigned(seq, "a record")?, at_ms: unsigned(at_ms, "a time")?, again: true };
    Ok(Some((Hash(request), receipt)))
}

/// How many events a stream has.
pub(crate) fn version(connection: &Connection, stream: &Name) -> Result<u64, Failure> {
    let mut ask = prepared(connection, "SELECT events FROM stream WHERE stream = ?1")?;
    let events =
        ask.query_row([stream.as_str()], |row| row.get(0)).optional().map_err(|error| failure(&error))?;
    unsigned(events.unwrap_or(0), "the length of a stream")
}

/// What an account holds.
pub(crate) fn balance(connection: &Connection, account: &Account) -> Result<Money, Failure> {
    let mut ask = prepared(connection, "SELECT units FROM balance WHERE account = ?1")?;
    let units =
        ask.query_row([account.to_string()], |row| row.get(0)).optional().map_err(|error| failure(&error))?;
    Ok(units.map_or(Money::ZERO, Money::from_units))
}

/// The end of the journal.
pub(crate) fn chain(connection: &Connection) -> Result<Chain, Failure> {
    let mut ask = prepared(connection, "SELECT bytes FROM record ORDER BY seq DESC LIMIT 1")?;
    let last: Option<Vec<u8>> =
        ask.query_row([], |row| row.get(0)).optional().map_err(|error| failure(&error))?;
    let Some(bytes) = last else { return Ok(Chain::EMPTY) };
    Ok(Chain { size: record(&bytes)?.seq + 1, head: Record::hash(&bytes) })
}
