//! What follows from the records: keys, versions, balances, and the end of the chain.

use crate::append::{Append, Expected, Receipt, Refused};
use std::collections::BTreeMap;
use tercet_ledger::{Account, Balances, Chain, Hash, Key, Name, Part, Record, Transaction};

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
    /// In which records money came to the wallet of each player, or left it.
    pub moves: BTreeMap<Name, Vec<u64>>,
}

impl Default for State {
    fn default() -> State {
        State::new()
    }
}

/// What a step comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Something to write.
    New(Checked),
    /// It is written already.
    Again(Receipt),
}

/// A record that may be written next, and what the accounts that it touches hold then.
///
/// Only [`State::check`] makes one, and it is good for that state as it was then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    record: Record,
    holds: Balances,
}

impl Checked {
    /// The record.
    #[must_use]
    pub const fn record(&self) -> &Record {
        &self.record
    }
}

/// What is held against a state, whether somebody asks for it or a journal has it next.
struct Asked<'a> {
    key: &'a Key,
    request: &'a Hash,
    parts: &'a [Part],
    transactions: &'a [Transaction],
    expects: &'a [Expected],
}

/// What that comes to.
enum Outcome {
    /// It was done, here.
    Again(Receipt),
    /// It may be done, and the accounts that it touches hold this then.
    Holds(Balances),
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
            moves: BTreeMap::new(),
        }
    }

    /// What a step would come to; changes nothing.
    ///
    /// # Errors
    ///
    /// The first reason in the order of [`Refused`] why it may not be written.
    pub fn check(&self, append: Append) -> Result<Step, Refused> {
        let Append { key, request, at_ms, parts, transactions, expects } = append;
        let asked = Asked {
            key: &key,
            request: &request,
            parts: &parts,
            transactions: &transactions,
            expects: &expects,
        };
        let holds = match self.outcome(&asked)? {
            Outcome::Again(receipt) => return Ok(Step::Again(receipt)),
            Outcome::Holds(holds) => holds,
        };
        let Chain { size: seq, head: prev } = self.chain;
        Ok(Step::New(Checked {
            record: Record { seq, prev, at_ms, key, request, parts, transactions },
            holds,
        }))
    }

    /// Takes what [`check`](State::check) gave for this very state; `hash` is that of the record's bytes. Gives the record
    /// back with its receipt.
    ///
    /// # Panics
    ///
    /// If something was taken since.
    pub fn apply(&mut self, checked: Checked, hash: Hash) -> (Record, Receipt) {
        let Checked { record, holds } = checked;
        let after = Chain { size: record.seq, head: record.prev };
        assert!(after == self.chain, "record {} was checked after another one", record.seq);
        let receipt = self.note(&record, &holds, hash);
        (record, receipt)
    }

    /// How many events a stream has.
    #[must_use]
    pub fn version(&self, stream: &Name) -> u64 {
        self.versions.get(stream).copied().unwrap_or(0)
    }

    /// Takes a record that a journal has next; `hash` is that of its bytes.
    ///
    /// # Errors
    ///
    /// If it does not follow: not in place, a key twice, versions that leave a gap, or an account that would owe what
    /// it may not. Nothing has changed.
    pub fn take(&mut self, record: &Record, hash: Hash) -> Result<Receipt, Refused> {
        let Record { key, request, parts, transactions, .. } = record;
        let holds = match self.outcome(&Asked { key, request, parts, transactions, expects: &[] })? {
            Outcome::Again(receipt) => return Err(Refused::KeyUsed { key: key.clone(), seq: receipt.seq }),
            Outcome::Holds(holds) => holds,
        };
        if (Chain { size: record.seq, head: record.prev }) != self.chain {
            return Err(Refused::OutOfPlace { expected: self.chain.size });
        }
        Ok(self.note(record, &holds, hash))
    }

    fn outcome(&self, asked: &Asked<'_>) -> Result<Outcome, Refused> {
        if let Some((request, receipt)) = self.keys.get(asked.key) {
            return if request == asked.request {
                Ok(Outcome::Again(Receipt { again: true, ..*receipt }))
            } else {
                Err(Refused::KeyUsed { key: asked.key.clone(), seq: receipt.seq })
            };
        }
        let mut versions = BTreeMap::new();
        for part in asked.parts {
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
        for expected in asked.expects {
            let holds = self.balances.of(&expected.account);
            if holds != expected.holds {
                return Err(Refused::Changed { expected: expected.clone(), holds });
            }
        }
        let mut holds = Balances::new();
        touched(asked.transactions).for_each(|account| holds.set(account, self.balances.of(account)));
        for transaction in asked.transactions {
            holds.apply(transaction)?;
        }
        Ok(Outcome::Holds(holds))
    }

    /// Makes it so.
    fn note(&mut self, record: &Record, holds: &Balances, hash: Hash) -> Receipt {
        for account in touched(&record.transactions) {
            self.balances.set(account, holds.of(account));
            if let Account::Wallet(player) = account {
                self.note_move(player, record.seq);
            }
        }
        for part in &record.parts {
            let events = part.events.len() as u64;
            if let Some(has) = self.versions.get_mut(&part.stream) {
                *has += events;
            } else {
                self.versions.insert(part.stream.clone(), events);
            }
        }
        let receipt = Receipt { seq: record.seq, at_ms: record.at_ms, again: false };
        self.keys.insert(record.key.clone(), (record.request, receipt));
        self.chain = Chain { size: record.seq + 1, head: hash };
        receipt
    }

    fn note_move(&mut self, player: &Name, seq: u64) {
        match self.moves.get_mut(player) {
            Some(moves) if moves.last() == Some(&seq) => {}
            Some(moves) => moves.push(seq),
            None => drop(self.moves.insert(player.clone(), vec![seq])),
        }
    }
}

/// The accounts that money moves from and to, some of them more than once.
fn touched(transactions: &[Transaction]) -> impl Iterator<Item = &Account> {
    let postings = transactions.iter().flat_map(Transaction::postings);
    postings.flat_map(|posting| [&posting.from, &posting.to])
}
