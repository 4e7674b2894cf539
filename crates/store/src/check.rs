//! The rules for appending: they stand here once, whatever a store keeps its books in.

use crate::append::{Expected, Receipt, Refused};
use tercet_ledger::{Account, Hash, Key, Name, Part, Record, Transaction};
use tercet_rules::Money;

/// What a step is held against.
pub trait Known {
    /// Why something is not known, or a step is refused.
    type Error: From<Refused>;

    /// What was asked under a key, and where it was written.
    ///
    /// # Errors
    ///
    /// If it cannot be looked up; so for all that follow.
    fn receipt(&mut self, key: &Key) -> Result<Option<(Hash, Receipt)>, Self::Error>;

    /// How many events a stream has.
    ///
    /// # Errors
    ///
    /// See [`Known::receipt`].
    fn version(&mut self, stream: &Name) -> Result<u64, Self::Error>;

    /// What an account holds.
    ///
    /// # Errors
    ///
    /// See [`Known::receipt`].
    fn holds(&mut self, account: &Account) -> Result<Money, Self::Error>;
}

/// What is held against the books: of a step, or of a record that a journal has next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// The key under which it is asked for.
    pub key: Key,
    /// The hash of what is asked.
    pub request: Hash,
    /// When.
    pub at_ms: u64,
    /// By how much which stream grows.
    pub parts: Vec<Growth>,
    /// By how much each transaction changes which accounts: [`Transaction::changes`].
    pub transactions: Vec<Vec<(Account, i128)>>,
    /// What it was worked out from.
    pub expects: Vec<Expected>,
}

/// By how much a stream grows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Growth {
    /// Which.
    pub stream: Name,
    /// How many events it has before.
    pub version: u64,
    /// How many come.
    pub events: u64,
}

impl Growth {
    /// How many events the stream has then.
    #[must_use]
    pub const fn end(&self) -> u64 {
        self.version + self.events
    }
}

impl From<Record> for Asked {
    /// What a record asks of the books before it.
    fn from(record: Record) -> Asked {
        let Record { at_ms, key, request, parts, transactions, .. } = record;
        let growth =
            |Part { stream, version, events }| Growth { stream, version, events: events.len() as u64 };
        Asked {
            key,
            request,
            at_ms,
            parts: parts.into_iter().map(growth).collect(),
            transactions: transactions.into_iter().map(Transaction::into_changes).collect(),
            expects: Vec::new(),
        }
    }
}

/// What a step comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome<'a> {
    /// It is written already.
    Again(Receipt),
    /// It may be written next, and then the accounts that it touches hold this: in the order of the accounts, each once.
    New(Vec<(&'a Account, Money)>),
}

/// What a step would come to; changes nothing.
///
/// # Errors
///
/// The first reason in the order of [`Refused`] why it may not be written; or what was asked for and is not known.
pub fn check<'a, K: Known>(known: &mut K, asked: &'a Asked) -> Result<Outcome<'a>, K::Error> {
    if let Some((request, receipt)) = known.receipt(&asked.key)? {
        return if request == asked.request {
            Ok(Outcome::Again(Receipt { again: true, ..receipt }))
        } else {
            Err(Refused::KeyUsed { key: asked.key.clone(), seq: receipt.seq }.into())
        };
    }
    for (at, part) in asked.parts.iter().enumerate() {
        let has = match asked.parts[..at].iter().rfind(|before| before.stream == part.stream) {
            // It stands, or this would not be asked.
            Some(before) => before.end(),
            None => known.version(&part.stream)?,
        };
        if has != part.version {
            let Growth { stream, version: expected, .. } = part.clone();
            return Err(Refused::Version { stream, expected, has }.into());
        }
    }
    for expected in &asked.expects {
        let holds = known.holds(&expected.account)?;
        if holds != expected.holds {
            return Err(Refused::Changed { expected: expected.clone(), holds }.into());
        }
    }
    let mut after: Vec<(&Account, Money)> =
        Vec::with_capacity(asked.transactions.first().map_or(0, Vec::len));
    for transaction in &asked.transactions {
        for (account, change) in transaction {
            let place = after.binary_search_by(|(other, _)| (*other).cmp(account));
            let has = match place {
                Ok(at) => after[at].1,
                Err(_) => known.holds(account)?,
            };
            let holds = account.after(has, *change).map_err(Refused::from)?;
            match place {
                Ok(at) => after[at].1 = holds,
                Err(at) => after.insert(at, (account, holds)),
            }
        }
    }
    Ok(Outcome::New(after))
}
