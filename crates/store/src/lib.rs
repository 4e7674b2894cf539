//! The store of live tables: one small trait, a store in memory, and the cases that every store passes.
//!
//! A store keeps the journal. [`Store::append`] writes what happened and the money that moved with it in one step, under
//! a key, or writes nothing. Everything else a store knows, what each account holds and which events a stream has, follows
//! from the records and can be made again from them.
//!
//! ```
//! use tercet_ledger::{Account, Hash, Key, Name, Transaction, Why};
//! use tercet_rules::Money;
//! use tercet_store::{Append, Memory, Store as _};
//!
//! let store = Memory::new();
//! let ann = Account::Wallet(Name::new("ann")?);
//! let mut buys_in = Transaction::new();
//! buys_in.post(Account::World, ann.clone(), "$100".parse()?, Why::CashIn);
//! let append = Append::new(Key::new(b"ann-1").expect("a short key"), Hash::of(&[b"buy in 100"]), 0).moving(buys_in);
//! assert!(!store.append(&append)?.again);
//! // The line was lost before the answer came, and Ann asks again: it is done once.
//! assert!(store.append(&append)?.again);
//! assert_eq!(store.balance(&ann)?, Money::from_units(100_00));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod append;
mod check;
#[cfg(any(test, feature = "contract"))]
pub mod contract;
mod handed_on;
mod memory;
mod state;
mod witnessed;

pub use append::{Append, AppendError, Expected, Failure, Receipt, Refused};
pub use check::{Asked, Growth, Known, Outcome, check};
pub use memory::Memory;
pub use state::State;
pub use witnessed::{Witness, Witnessed};

use std::sync::Arc;
use tercet_ledger::{Account, Balances, Chain, Hash, Key, Name};
use tercet_rules::Money;

/// What is called when a step is written or refused.
pub type Done = Box<dyn FnOnce(Result<Receipt, AppendError>) + Send>;

/// A store of live tables.
///
/// Everything is written for good when [`append`](Store::append) returns: a store that loses power right after it still has
/// it when it starts again. Reading sees what was appended before, all of it.
pub trait Store: Send + Sync {
    /// Writes one step, or nothing.
    ///
    /// Asked again under the same key for the same thing, it writes nothing and gives the receipt of the first time.
    ///
    /// # Errors
    ///
    /// [`AppendError::Refused`] if it may not be written, for the first reason in the order of [`Refused`];
    /// [`AppendError::Failed`] if the store could not write it. Either way nothing has changed.
    fn append(&self, append: &Append) -> Result<Receipt, AppendError>;

    /// Hands in a step and need not wait: `done` is called once it is written for good, or refused.
    ///
    /// `done` must be quick and must not ask the store: others may wait for it.
    fn submit(&self, append: Append, done: Done) {
        done(self.append(&append));
    }

    /// What was asked under a key, as a hash, and the receipt for it.
    ///
    /// # Errors
    ///
    /// If the store cannot read; so for all that follow.
    fn receipt(&self, key: &Key) -> Result<Option<(Hash, Receipt)>, Failure>;

    /// How many events a stream has.
    ///
    /// # Errors
    ///
    /// See [`Store::receipt`].
    fn version(&self, stream: &Name) -> Result<u64, Failure>;

    /// The events of a stream from this one on, as many as asked for or as there are, in order, each with the record that it
    /// came with.
    ///
    /// # Errors
    ///
    /// See [`Store::receipt`].
    fn events(&self, stream: &Name, from: u64, most: usize) -> Result<Vec<Stored>, Failure>;

    /// The places of the records in which money came to the wallet of a player or left it, in order, from this record on, as
    /// many as asked for or as there are. Every round that the player bet in has one.
    ///
    /// # Errors
    ///
    /// See [`Store::receipt`].
    fn moves(&self, player: &Name, from: u64, most: usize) -> Result<Vec<u64>, Failure>;

    /// The same backwards: those before this record, the last one first. A store that need not go through all of them for it says so itself.
    ///
    /// # Errors
    ///
    /// See [`Store::receipt`].
    fn moves_before(&self, player: &Name, before: u64, most: usize) -> Result<Vec<u64>, Failure> {
        let mut moves = self.moves(player, 0, usize::MAX)?;
        moves.truncate(moves.partition_point(|seq| *seq < before));
        Ok(moves.into_iter().rev().take(most).collect())
    }

    /// What an account holds.
    ///
    /// # Errors
    ///
    /// See [`Store::receipt`].
    fn balance(&self, account: &Account) -> Result<Money, Failure>;

    /// What every account holds.
    ///
    /// # Errors
    ///
    /// See [`Store::receipt`].
    fn balances(&self) -> Result<Balances, Failure>;

    /// The end of the journal.
    ///
    /// # Errors
    ///
    /// See [`Store::receipt`].
    fn chain(&self) -> Result<Chain, Failure>;

    /// The bytes of records, from this one on, as many as asked for or as there are.
    ///
    /// # Errors
    ///
    /// See [`Store::receipt`].
    fn records(&self, from: u64, most: usize) -> Result<Vec<Vec<u8>>, Failure>;

    /// The same, each with the place under which it is kept, for whoever does not trust that it is the record's own.
    ///
    /// # Errors
    ///
    /// See [`Store::receipt`].
    fn rows(&self, from: u64, most: usize) -> Result<Vec<(u64, Vec<u8>)>, Failure> {
        Ok((from..).zip(self.records(from, most)?).collect())
    }

    /// Calls for everything that the store keeps and that follows from no record; a store that keeps nothing of its own has none.
    ///
    /// # Errors
    ///
    /// See [`Store::receipt`].
    fn strays(&self, _found: &mut dyn FnMut(Stray)) -> Result<(), Failure> {
        Ok(())
    }
}

/// Something that a store keeps and that follows from no record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stray {
    /// What it says something of.
    pub of: StrayOf,
    /// The record that it names, if it names one that a journal can have.
    pub record: Option<u64>,
    /// What it is, as a sentence.
    pub what: String,
}

/// What a store says something of that follows from no record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StrayOf {
    /// A record that has no place.
    Record,
    /// The record of a key.
    Key,
    /// A stream, or an event of one.
    Stream,
    /// A record of a wallet.
    Move,
    /// What an account holds.
    Balance,
    /// Something else.
    Store,
}

/// An event of a stream, as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// Its place in the stream, from 0.
    pub version: u64,
    /// The record that it came with.
    pub seq: u64,
    /// When that was written, in milliseconds since 1970-01-01 UTC.
    pub at_ms: u64,
    /// What happened.
    pub event: Vec<u8>,
}

impl<S: Store + ?Sized> Store for Arc<S> {
    handed_on! { it => **it; append, submit, receipt, version, events, moves, moves_before, balance, balances, chain, records, rows, strays }
}
