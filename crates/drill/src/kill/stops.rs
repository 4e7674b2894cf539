//! A store that stops dead before or after a step, so that whoever watches can end the process there.

use crate::flaky::When;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tercet_ledger::{Account, Balances, Chain, Hash, Key, Name};
use tercet_rules::Money;
use tercet_store::{Append, AppendError, Failure, Receipt, Store, Stored};
use tercet_store_sqlite::Sqlite;

/// The store of the table: it stops at one of its steps, if it is told to.
#[derive(Debug)]
pub(super) struct Stops {
    pub(super) store: Arc<Sqlite>,
    at: Option<(u64, When)>,
    steps: AtomicU64,
}

impl Stops {
    pub(super) fn new(store: Arc<Sqlite>, at: Option<(u64, When)>) -> Stops {
        Stops { store, at, steps: AtomicU64::new(0) }
    }

    /// Says that it is here, and does nothing any more.
    fn stop_if(&self, step: u64, when: When) {
        if self.at == Some((step, when)) {
            super::child::say("here");
            loop {
                std::thread::park();
            }
        }
    }
}

impl Store for Stops {
    fn append(&self, append: &Append) -> Result<Receipt, AppendError> {
        let step = self.steps.fetch_add(1, Ordering::Relaxed);
        self.stop_if(step, When::Before);
        let receipt = self.store.append(append);
        self.stop_if(step, When::After);
        receipt
    }

    fn receipt(&self, key: &Key) -> Result<Option<(Hash, Receipt)>, Failure> {
        self.store.receipt(key)
    }

    fn version(&self, stream: &Name) -> Result<u64, Failure> {
        self.store.version(stream)
    }

    fn events(&self, stream: &Name, from: u64, most: usize) -> Result<Vec<Stored>, Failure> {
        self.store.events(stream, from, most)
    }

    fn moves(&self, player: &Name, from: u64, most: usize) -> Result<Vec<u64>, Failure> {
        self.store.moves(player, from, most)
    }

    fn balance(&self, account: &Account) -> Result<Money, Failure> {
        self.store.balance(account)
    }

    fn balances(&self) -> Result<Balances, Failure> {
        self.store.balances()
    }

    fn chain(&self) -> Result<Chain, Failure> {
        self.store.chain()
    }

    fn records(&self, from: u64, most: usize) -> Result<Vec<Vec<u8>>, Failure> {
        self.store.records(from, most)
    }
}
