//! The end of the journal that the tables do not know yet, and what follows from it.

use crate::failure::{failure, signed, unsigned};
use rusqlite::Connection;
use std::collections::{BTreeMap, BTreeSet};
use tercet_ledger::{Account, Hash, Key, Name, Record, Transaction};
use tercet_rules::Money;
use tercet_store::{Failure, Receipt};

/// What follows from the records that are not posted to the tables yet.
///
/// A step is written as one record. The tables by which things are looked up are brought up to the journal from time to
/// time, many records at once ([`post`](crate::post)); until then whoever writes or reads has the difference here.
#[derive(Debug, Default)]
pub(crate) struct Tail {
    /// How many records the tables know of.
    pub(crate) posted: u64,
    /// The record that comes next.
    pub(crate) next: u64,
    /// What was asked under each key, and where it was written.
    pub(crate) keys: BTreeMap<Key, (Hash, Receipt)>,
    /// The record that has the events of a stream from a version on.
    pub(crate) parts: BTreeMap<(Name, u64), u64>,
    /// How many events each of these streams has.
    pub(crate) versions: BTreeMap<Name, u64>,
    /// By how much each account holds more than the tables say, in the smallest unit.
    pub(crate) changes: BTreeMap<Account, i128>,
    /// The players whose wallets were touched, each with the record.
    pub(crate) moved: BTreeSet<(Name, u64)>,
}

impl Tail {
    /// How many records are not posted.
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Takes everything that was written since; from the start if the tables were brought up meanwhile.
    ///
    /// What is read belongs together only within a transaction of the connection.
    pub(crate) fn catch_up(&mut self, connection: &Connection) -> Result<(), Failure> {
        let posted = posted(connection)?;
        if posted != self.posted || self.next < posted {
            *self = Tail { posted, next: posted, ..Tail::default() };
        }
        let sql = "SELECT bytes FROM record WHERE seq >= ?1 ORDER BY seq";
        let mut ask = connection.prepare_cached(sql).map_err(|error| failure(&error))?;
        let mut rows = ask.query([signed(self.next)]).map_err(|error| failure(&error))?;
        while let Some(row) = rows.next().map_err(|error| failure(&error))? {
            let bytes =
                row.get_ref(0).and_then(|bytes| Ok(bytes.as_blob()?)).map_err(|error| failure(&error))?;
            let record = crate::read::record(bytes)?;
            if record.seq != self.next {
                return Err(Failure::Corrupt(format!("record {} stands in place {}", record.seq, self.next)));
            }
            self.take(&record);
        }
        Ok(())
    }

    /// Takes the next record.
    pub(crate) fn take(&mut self, record: &Record) {
        let seq = record.seq;
        self.next = seq + 1;
        let receipt = Receipt { seq, at_ms: record.at_ms, again: true };
        self.keys.insert(record.key.clone(), (record.request, receipt));
        for part in &record.parts {
            // A part without events only says which version it was worked out from.
            if part.events.is_empty() {
                continue;
            }
            self.parts.insert((part.stream.clone(), part.version), seq);
            self.versions.insert(part.stream.clone(), part.version + part.events.len() as u64);
        }
        for posting in record.transactions.iter().flat_map(Transaction::postings) {
            let amount = i128::from(posting.amount.units());
            for (account, change) in [(&posting.from, -amount), (&posting.to, amount)] {
                if let Some(changed) = self.changes.get_mut(account) {
                    *changed += change;
                } else {
                    self.changes.insert(account.clone(), change);
                }
                if let Account::Wallet(player) = account {
                    self.moved.insert((player.clone(), seq));
                }
            }
        }
    }

    /// What an account holds, of which the tables say this.
    pub(crate) fn holds(&self, account: &Account, units: i64) -> Result<Money, Failure> {
        let holds = i128::from(units) + self.changes.get(account).copied().unwrap_or(0);
        let holds = i64::try_from(holds).map_err(|_| Failure::Corrupt(format!("{account} holds {holds}")))?;
        Ok(Money::from_units(holds))
    }
}

/// How many records the tables know of.
pub(crate) fn posted(connection: &Connection) -> Result<u64, Failure> {
    let mut ask = connection.prepare_cached("SELECT records FROM posted").map_err(|error| failure(&error))?;
    let records = ask.query_row([], |row| row.get(0)).map_err(|error| failure(&error))?;
    unsigned(records, "the number of records that are posted")
}
