//! A store whose writing is measured.

use crate::metrics::Metrics;
use std::sync::Arc;
use tercet_ledger::{Account, Balances, Chain, Hash, Key, Name};
use tercet_rules::Money;
use tercet_store::{Append, AppendError, Done, Failure, Receipt, Store, Stored, Stray};
use tokio::time::Instant;

/// A store, and what is told of each step that it writes.
pub(crate) struct Watched<S> {
    store: S,
    metrics: Arc<Metrics>,
}

impl<S> Watched<S> {
    pub(crate) fn new(store: S, metrics: Arc<Metrics>) -> Watched<S> {
        Watched { store, metrics }
    }
}

impl<S: Store> Store for Watched<S> {
    fn append(&self, append: &Append) -> Result<Receipt, AppendError> {
        let began = Instant::now();
        let result = self.store.append(append);
        self.metrics.written(&result, began.elapsed());
        result
    }

    fn submit(&self, append: Append, done: Done) {
        let (began, metrics) = (Instant::now(), Arc::clone(&self.metrics));
        self.store.submit(
            append,
            Box::new(move |result| {
                metrics.written(&result, began.elapsed());
                done(result);
            }),
        );
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

    fn moves_before(&self, player: &Name, before: u64, most: usize) -> Result<Vec<u64>, Failure> {
        self.store.moves_before(player, before, most)
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

    fn rows(&self, from: u64, most: usize) -> Result<Vec<(u64, Vec<u8>)>, Failure> {
        self.store.rows(from, most)
    }

    fn strays(&self, found: &mut dyn FnMut(Stray)) -> Result<(), Failure> {
        self.store.strays(found)
    }
}
