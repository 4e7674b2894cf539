//! What is written in one step, and what may be wrong with it.

use core::fmt;
use tercet_ledger::{Account, Hash, Key, Name, NotApplied, Overdraft, Part, Transaction};
use tercet_rules::Money;

/// One step: everything in it is written together, or nothing is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    /// The key under which it is asked for.
    pub key: Key,
    /// The hash of what is asked, so that a key used again for something else is found out.
    pub request: Hash,
    /// When, in milliseconds since 1970-01-01 UTC.
    pub at_ms: u64,
    /// What happens in which stream, after which version of it.
    pub parts: Vec<Part>,
    /// The money that moves.
    pub transactions: Vec<Transaction>,
    /// What it was worked out from: accounts that must still hold this.
    pub expects: Vec<Expected>,
}

impl Append {
    /// A step in which nothing happens yet.
    #[must_use]
    pub const fn new(key: Key, request: Hash, at_ms: u64) -> Append {
        Append { key, request, at_ms, parts: Vec::new(), transactions: Vec::new(), expects: Vec::new() }
    }

    /// The step with events of a stream that has so many already.
    #[must_use]
    pub fn happening(mut self, stream: Name, version: u64, events: Vec<Vec<u8>>) -> Append {
        self.parts.push(Part { stream, version, events });
        self
    }

    /// The step with money that moves.
    #[must_use]
    pub fn moving(mut self, transaction: Transaction) -> Append {
        if !transaction.is_empty() {
            self.transactions.push(transaction);
        }
        self
    }

    /// The step only if this account still holds this.
    #[must_use]
    pub fn expecting(mut self, account: Account, holds: Money) -> Append {
        self.expects.push(Expected { account, holds });
        self
    }
}

/// What an account must still hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expected {
    /// The account.
    pub account: Account,
    /// What it must hold.
    pub holds: Money,
}

/// Says that a step is written, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Receipt {
    /// The place of its record in the journal.
    pub seq: u64,
    /// When it was written first, in milliseconds since 1970-01-01 UTC.
    pub at_ms: u64,
    /// Whether it was there already, under this key.
    pub again: bool,
}

/// Why a step was not written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AppendError {
    /// It may not be: the asker's news.
    Refused(Refused),
    /// It could not be: the operator's.
    Failed(Failure),
}

/// Why a step may not be written, in the order in which it is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The key was used for something else.
    KeyUsed {
        /// The key.
        key: Key,
        /// The record that has it.
        seq: u64,
    },
    /// More (or less) has happened in a stream than was thought.
    Version {
        /// Which stream.
        stream: Name,
        /// How many events were expected.
        expected: u64,
        /// How many it has.
        has: u64,
    },
    /// An account holds something else than was thought.
    Changed {
        /// What was expected.
        expected: Expected,
        /// What it holds.
        holds: Money,
    },
    /// An account does not hold what is taken from it.
    Overdraft(Overdraft),
    /// An account would hold more than can be counted.
    TooMuch {
        /// Which.
        account: Account,
    },
    /// A record does not stand where it says, or does not follow the one before; only when records are taken again.
    OutOfPlace {
        /// The place that it should have.
        expected: u64,
    },
}

/// Why a store could not read or write: what the system said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The disk is full.
    Full(String),
    /// Somebody else has the store open.
    Busy(String),
    /// The store may not be opened, or may be read only.
    Denied(String),
    /// The step is more than the store takes.
    TooBig(String),
    /// There is too little memory.
    Memory(String),
    /// Reading or writing failed.
    Io(String),
    /// What is stored is not what was written.
    Corrupt(String),
}

impl Failure {
    /// The same failure, of this file: its name stands before what was said.
    #[must_use]
    pub fn of(self, file: impl fmt::Display) -> Failure {
        let named = |said: String| format!("{file}: {said}");
        match self {
            Failure::Full(said) => Failure::Full(named(said)),
            Failure::Busy(said) => Failure::Busy(named(said)),
            Failure::Denied(said) => Failure::Denied(named(said)),
            Failure::TooBig(said) => Failure::TooBig(named(said)),
            Failure::Memory(said) => Failure::Memory(named(said)),
            Failure::Io(said) => Failure::Io(named(said)),
            Failure::Corrupt(said) => Failure::Corrupt(named(said)),
        }
    }
}

impl fmt::Display for AppendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AppendError::Refused(refused) => refused.fmt(f),
            AppendError::Failed(failure) => failure.fmt(f),
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::KeyUsed { key, seq } => {
                write!(f, "the key {key} was used for something else, in record {seq}")
            }
            Refused::Version { stream, expected, has } => {
                write!(f, "{stream} has {has} events by now, not {expected}")
            }
            Refused::Changed { expected: Expected { account, holds: thought }, holds } => {
                write!(f, "{account} holds {holds} by now, not {thought}")
            }
            Refused::Overdraft(overdraft) => overdraft.fmt(f),
            Refused::TooMuch { account } => write!(f, "{account} would hold more than can be counted"),
            Refused::OutOfPlace { expected } => write!(f, "this is not record {expected} of the journal"),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Full(said) => write!(f, "the disk is full: {said}"),
            Failure::Busy(said) => write!(f, "the store is in use: {said}"),
            Failure::Denied(said) => write!(f, "the store may not be used so: {said}"),
            Failure::TooBig(said) => write!(f, "this is more than the store takes in one step: {said}"),
            Failure::Memory(said) => write!(f, "there is too little memory: {said}"),
            Failure::Io(said) => write!(f, "the store cannot be read or written: {said}"),
            Failure::Corrupt(said) => write!(f, "the store is damaged: {said}"),
        }
    }
}

impl std::error::Error for AppendError {}
impl std::error::Error for Refused {}
impl std::error::Error for Failure {}

impl From<NotApplied> for Refused {
    fn from(not: NotApplied) -> Refused {
        match not {
            NotApplied::Overdraft(overdraft) => Refused::Overdraft(overdraft),
            NotApplied::TooMuch { account } => Refused::TooMuch { account },
        }
    }
}

impl From<Refused> for AppendError {
    fn from(refused: Refused) -> AppendError {
        AppendError::Refused(refused)
    }
}

impl From<Failure> for AppendError {
    fn from(failure: Failure) -> AppendError {
        AppendError::Failed(failure)
    }
}
