//! The end of the journal that the tables do not know yet, and what follows from it.

use rusqlite::Connection;
use tercet_ledger::{Account, Hash, Key, Name, Record, Transaction};
use tercet_rules::Money;
use tercet_sqlite::{failure, signed, unsigned};
use tercet_store::{Failure, Receipt};

/// What is looked up and never gone through in its own order: a million accounts cost no more than a few. The hash is keyed by
/// chance, so that nobody can choose names that fall together.
#[expect(clippy::disallowed_types, reason = "whoever goes through it sorts it first")]
pub(crate) type Map<K, V> = std::collections::HashMap<K, V, ahash::RandomState>;

/// All of it in the order of the keys.
pub(crate) fn sorted<'m, K: Ord, V>(all: impl IntoIterator<Item = (&'m K, &'m V)>) -> Vec<(&'m K, &'m V)> {
    let mut all: Vec<_> = all.into_iter().collect();
    all.sort_unstable_by_key(|(key, _)| *key);
    all
}

/// What a stream has grown by.
#[derive(Debug, Default)]
pub(crate) struct Grown {
    /// The version from which a record has events, and the record, in order.
    pub(crate) parts: Vec<[u64; 2]>,
    /// How many events it has in all.
    pub(crate) events: u64,
}

/// What follows from the records that are not posted to the tables yet.
///
/// A step is written as one record. The tables by which things are looked up are brought up to the journal from time to
/// time, many records at once ([`post`](crate::post)); until then whoever reads has the difference here, and whoever writes in
/// its [`Books`](crate::books::Books).
#[derive(Debug, Default)]
pub(crate) struct Tail {
    /// How many records the tables know of.
    pub(crate) posted: u64,
    /// The record that comes next.
    pub(crate) next: u64,
    /// What was asked under each key, and where it was written.
    pub(crate) keys: Map<Key, (Hash, Receipt)>,
    /// What each stream has grown by.
    pub(crate) streams: Map<Name, Grown>,
    /// By how much each account holds more than the tables say, in the smallest unit.
    pub(crate) changes: Map<Account, i128>,
    /// The records in which the wallet of each player was touched, in order.
    pub(crate) moves: Map<Name, Vec<u64>>,
}

impl Tail {
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
        let receipt = Receipt { seq, at_ms: record.at_ms, again: true };
        self.keys.insert(record.key.clone(), (record.request, receipt));
        for part in &record.parts {
            // A part without events only says which version it was worked out from.
            if part.events.is_empty() {
                continue;
            }
            change(&mut self.streams, &part.stream, |grown| {
                grown.parts.push([part.version, seq]);
                grown.events = part.version + part.events.len() as u64;
            });
        }
        for posting in record.transactions.iter().flat_map(Transaction::postings) {
            let amount = i128::from(posting.amount.units());
            for (account, by) in [(&posting.from, -amount), (&posting.to, amount)] {
                change(&mut self.changes, account, |changed| *changed += by);
                if let Account::Wallet(player) = account {
                    change(&mut self.moves, player, |moves| {
                        if moves.last() != Some(&seq) {
                            moves.push(seq);
                        }
                    });
                }
            }
        }
        self.next = seq + 1;
    }

    /// What an account holds, of which the tables say this.
    pub(crate) fn holds(&self, account: &Account, units: i64) -> Result<Money, Failure> {
        let holds = i128::from(units) + self.changes.get(account).copied().unwrap_or(0);
        let holds = i64::try_from(holds).map_err(|_| Failure::Corrupt(format!("{account} holds {holds}")))?;
        Ok(Money::from_units(holds))
    }
}

/// Changes what stands under a key, which is copied only if nothing does.
fn change<K: Clone + Eq + std::hash::Hash, V: Default>(
    map: &mut Map<K, V>,
    key: &K,
    how: impl FnOnce(&mut V),
) {
    if let Some(value) = map.get_mut(key) {
        return how(value);
    }
    let mut value = V::default();
    how(&mut value);
    map.insert(key.clone(), value);
}

/// How many records the tables know of.
pub(crate) fn posted(connection: &Connection) -> Result<u64, Failure> {
    let mut ask = connection.prepare_cached("SELECT records FROM posted").map_err(|error| failure(&error))?;
    let records = ask.query_row([], |row| row.get(0)).map_err(|error| failure(&error))?;
    unsigned(records, "the number of records that are posted")
}
