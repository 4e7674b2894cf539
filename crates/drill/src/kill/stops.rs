//! A store that stops dead before or after a step of the tables, so that whoever watches can end the process there.

use crate::flaky::When;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tercet_ledger::{Account, Balances, Chain, Hash, Key, Name};
use tercet_rules::Money;
use tercet_store::{Append, AppendError, Done, Failure, Receipt, Store, Stored};
use tercet_store_sqlite::Sqlite;

/// The store of the tables: it stops at one of their steps, if it is told to.
#[derive(Debug)]
pub(super) struct Stops {
    store: Arc<Sqlite>,
    at: Option<(u64, When)>,
    steps: AtomicU64,
}

impl Stops {
    pub(super) fn new(store: Arc<Sqlite>, at: Option<(u64, When)>) -> Stops {
        Stops { store, at, steps: AtomicU64::new(0) }
    }

    /// The number of the step that begins.
    fn begins(&self) -> u64 {
        self.steps.fetch_add(1, Ordering::Relaxed)
    }
}

/// Says that it is here, and does nothing any more, if it is to stop there.
fn stop_if(at: Option<(u64, When)>, step: u64, when: When) {
    if at == Some((step, when)) {
        super::child::say("here");
        loop {
            std::thread::park();
        }
    }
}

impl Store for Stops {
    fn append(&self, append: &Append) -> Result<Receipt, AppendError> {
        let step = self.begins();
        stop_if(self.at, step, When::Before);
        let receipt = self.store.append(append);
        stop_if(self.at, step, When::After);
        receipt
    }

    /// Stops whoever hands the step in; or, once it is written, the thread that writes, before anybody is told.
    fn submit(&self, append: Append, done: Done) {
        let (at, step) = (self.at, self.begins());
        stop_if(at, step, When::Before);
        let written = move |result| {
            stop_if(at, step, When::After);
            done(result);
        };
        self.store.submit(append, Box::new(written));
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
