//! A store that fails when it should not.

use crate::dice::Dice;
use std::sync::{Arc, Mutex, PoisonError};
use tercet_ledger::{Account, Balances, Chain, Hash, Key, Name};
use tercet_rules::Money;
use tercet_store::{Append, AppendError, Failure, Memory, Receipt, Store, Stored};

/// When a store fails.
#[derive(Debug)]
pub enum Failing {
    /// Never.
    Never,
    /// One call in so many, as the dice fall: half of them before anything is done, half of them after.
    OneIn(u64, Box<Dice>),
    /// At this call, from 0, and no other.
    At(u64, When),
}

/// When in a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Nothing is done.
    Before,
    /// All is done, and nobody is told.
    After,
    /// Nothing is done, and all is well, it says: what no store may do. A drill that does not notice is none.
    Lies,
}

/// A store in memory that fails before or after any call, as if the power were gone.
#[derive(Clone, Debug)]
pub struct Flaky {
    /// What is written, which survives.
    pub kept: Arc<Memory>,
    plan: Arc<Mutex<(Failing, u64)>>,
}

impl Flaky {
    /// An empty store.
    #[must_use]
    pub fn new(failing: Failing) -> Flaky {
        Flaky { kept: Arc::new(Memory::new()), plan: Arc::new(Mutex::new((failing, 0))) }
    }

    /// It fails so from now on.
    pub fn fails(&self, failing: Failing) {
        self.plan.lock().unwrap_or_else(PoisonError::into_inner).0 = failing;
    }

    /// How many calls there were.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.plan.lock().unwrap_or_else(PoisonError::into_inner).1
    }

    fn call<T, E: From<Failure>>(&self, call: impl FnOnce(&Memory) -> Result<T, E>) -> Result<T, E> {
        let fails = {
            let (failing, calls) = &mut *self.plan.lock().unwrap_or_else(PoisonError::into_inner);
            *calls += 1;
            match failing {
                Failing::Never => None,
                Failing::OneIn(bound, dice) => {
                    dice.one_in(*bound).then(|| if dice.one_in(2) { When::Before } else { When::After })
                }
                Failing::At(at, when) => (*calls - 1 == *at).then_some(*when),
            }
        };
        let gone = || E::from(Failure::Io("the power is gone".into()));
        match fails {
            None => call(&self.kept),
            Some(When::Before | When::Lies) => Err(gone()),
            // What it refuses it does not say either.
            Some(When::After) => {
                let _ = call(&self.kept);
                Err(gone())
            }
        }
    }
}

impl Store for Flaky {
    fn append(&self, append: &Append) -> Result<Receipt, AppendError> {
        let came = self.call(|kept| kept.append(append));
        let (failing, calls) = &*self.plan.lock().unwrap_or_else(PoisonError::into_inner);
        match failing {
            Failing::At(at, When::Lies) if *at == *calls - 1 => {
                let seq = self.kept.chain()?.size;
                Ok(Receipt { seq, at_ms: append.at_ms, again: false })
            }
            Failing::At(..) | Failing::OneIn(..) | Failing::Never => came,
        }
    }

    fn receipt(&self, key: &Key) -> Result<Option<(Hash, Receipt)>, Failure> {
        self.call(|kept| kept.receipt(key))
    }

    fn version(&self, stream: &Name) -> Result<u64, Failure> {
        self.call(|kept| kept.version(stream))
    }

    fn events(&self, stream: &Name, from: u64, most: usize) -> Result<Vec<Stored>, Failure> {
        self.call(|kept| kept.events(stream, from, most))
    }

    fn moves(&self, player: &Name, from: u64, most: usize) -> Result<Vec<u64>, Failure> {
        self.call(|kept| kept.moves(player, from, most))
    }

    fn balance(&self, account: &Account) -> Result<Money, Failure> {
        self.call(|kept| kept.balance(account))
    }

    fn balances(&self) -> Result<Balances, Failure> {
        self.call(Memory::balances)
    }

    fn chain(&self) -> Result<Chain, Failure> {
        self.call(Memory::chain)
    }

    fn records(&self, from: u64, most: usize) -> Result<Vec<Vec<u8>>, Failure> {
        self.call(|kept| kept.records(from, most))
    }
}
