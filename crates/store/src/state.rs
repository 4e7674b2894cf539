//! What follows from the records: keys, versions, balances, and the end of the chain.

use crate::append::{Append, Receipt, Refused};
use std::collections::BTreeMap;
use tercet_ledger::{Balances, Chain, Hash, Key, Name, Record};

/// Everything that a step is checked against.
///
/// The rules for appending stand here once: [`Memory`](crate::Memory) keeps a whole state, and a store on disk fills in
/// what a step asks for and checks it by the same function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The end of the journal.
    pub chain: Chain,
    /// What each account holds.
    pub balances: Balances,
    /// How many events each stream has.
    pub versions: BTreeMap<Name, u64>,
    /// What was asked under each key, and where it was written.
    pub keys: BTreeMap<Key, (Hash, Receipt)>,
}

impl Default for State {
    fn default() -> State {
        State::new()
    }
}

/// What a step comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// A record to write.
    New(Record),
    /// It is written already.
    Again(Receipt),
}

impl State {
    /// A journal without a record.
    #[must_use]
    pub const fn new() -> State {
        State {
            chain: Chain::EMPTY,
            balances: Balances::new(),
            versions: BTreeMap::new(),
            keys: BTreeMap::new(),
        }
    }

    /// What a step would come to; changes nothing.
    ///
    /// # Errors
    ///
    /// The first reason in the order of [`Refused`] why it may not be written.
    pub fn check(&self, append: &Append) -> Result<Step, Refused> {
        if let Some((request, receipt)) = self.keys.get(&append.key) {
            return if *request == append.request {
                Ok(Step::Again(Receipt { again: true, ..*receipt }))
            } else {
                Err(Refused::KeyUsed { key: append.key.clone(), seq: receipt.seq })
            };
        }
        let mut versions = BTreeMap::new();
        for part in &append.parts {
            let has = versions.entry(&part.stream).or_insert_with(|| self.version(&part.stream));
            if *has != part.version {
                return Err(Refused::Version {
                    stream: part.stream.clone(),
                    expected: part.version,
                    has: *has,
                });
            }
            *has += part.events.len() as u64;
        }
        for expected in &append.expects {
            let holds = self.balances.of(&expected.account);
            if holds != expected.holds {
                return Err(Refused::Changed { expected: expected.clone(), holds });
            }
        }
        let change = append.transactions.iter().flat_map(|transaction| {
            transaction.postings().iter().flat_map(|posting| [&posting.from, &posting.to])
        });
        let mut balances: Balances = change
            .map(|account| (account.clone(), self.balances.of(account)))
            .collect::<BTreeMap<_, _>>()
            .into_iter()
            .collect();
        for transaction in &append.transactions {
            balances.apply(transaction)?;
        }
        Ok(Step::New(Record {
            seq: self.chain.size,
            prev: self.chain.head,
            at_ms: append.at_ms,
            key: append.key.clone(),
            request: append.request,
            parts: append.parts.clone(),
            transactions: append.transactions.clone(),
        }))
    }

    /// How many events a stream has.
    #[must_use]
    pub fn version(&self, stream: &Name) -> u64 {
        self.versions.get(stream).copied().unwrap_or(0)
    }

    /// Takes a record that [`check`](State::check) gave, or that a journal has next; `hash` is that of its bytes.
    ///
    /// # Errors
    ///
    /// If it does not follow: not in place, a key twice, versions that leave a gap, or an account that would owe what
    /// it may not. Nothing has changed.
    pub fn take(&mut self, record: &Record, hash: Hash) -> Result<Receipt, Refused> {
        let append = Append {
            key: record.key.clone(),
            request: record.request,
            at_ms: record.at_ms,
            parts: record.parts.clone(),
            transactions: record.transactions.clone(),
            expects: Vec::new(),
        };
        match self.check(&append)? {
            Step::Again(receipt) => return Err(Refused::KeyUsed { key: append.key, seq: receipt.seq }),
            Step::New(expected) if expected == *record => {}
            Step::New(expected) => return Err(Refused::OutOfPlace { expected: expected.seq }),
        }
        for transaction in &record.transactions {
            self.balances.apply(transaction).expect("checked on a copy");
        }
        for part in &record.parts {
            *self.versions.entry(part.stream.clone()).or_insert(0) += part.events.len() as u64;
        }
        let receipt = Receipt { seq: record.seq, at_ms: record.at_ms, again: false };
        self.keys.insert(record.key.clone(), (record.request, receipt));
        self.chain = Chain { size: record.seq + 1, head: hash };
        Ok(receipt)
    }
}
