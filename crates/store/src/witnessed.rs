//! A store beside which somebody stands and sees each step go in and come back.

use crate::{Append, AppendError, Done, Receipt, Store, handed_on};

/// Who sees each step that is handed in to a store.
pub trait Witness: Send + Sync {
    /// What is kept of a step until it is written or refused.
    type Seen: Send + 'static;

    /// A step is about to be handed in.
    fn before(&self) -> Self::Seen;

    /// It is written or refused, and nobody was told yet.
    fn after(seen: Self::Seen, result: &Result<Receipt, AppendError>);
}

/// A store and its witness. Whatever is asked goes to the store as it is.
#[derive(Debug)]
pub struct Witnessed<S, W> {
    store: S,
    witness: W,
}

impl<S, W> Witnessed<S, W> {
    /// The store with a witness.
    pub const fn new(store: S, witness: W) -> Witnessed<S, W> {
        Witnessed { store, witness }
    }
}

impl<S: Store, W: Witness> Store for Witnessed<S, W> {
    fn append(&self, append: &Append) -> Result<Receipt, AppendError> {
        let seen = self.witness.before();
        let result = self.store.append(append);
        W::after(seen, &result);
        result
    }

    fn submit(&self, append: Append, done: Done) {
        let seen = self.witness.before();
        let told = move |result| {
            W::after(seen, &result);
            done(result);
        };
        self.store.submit(append, Box::new(told));
    }

    handed_on! { it => it.store; receipt, version, events, moves, moves_before, balance, balances, chain, records, rows, strays }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Memory;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use tercet_ledger::{Hash, Key};

    /// How many steps went in, and how many came back.
    #[derive(Clone, Default)]
    struct Counts(Arc<[AtomicUsize; 2]>);

    impl Witness for Counts {
        type Seen = Counts;

        fn before(&self) -> Counts {
            self.0[0].fetch_add(1, Ordering::Relaxed);
            self.clone()
        }

        fn after(seen: Counts, _: &Result<Receipt, AppendError>) {
            seen.0[1].fetch_add(1, Ordering::Relaxed);
        }
    }

    /// A witness changes nothing, and sees each step on both ways, whichever way it was handed in.
    #[test]
    fn a_witness_sees_every_step_and_changes_nothing() {
        crate::contract::all(|| Witnessed::new(Memory::new(), Counts::default()));
        let counts = Counts::default();
        let store = Witnessed::new(Memory::new(), counts.clone());
        let step = |key: &[u8]| Append::new(Key::new(key).unwrap(), Hash::ZERO, 0);
        store.append(&step(b"one")).unwrap();
        let (sender, told) = std::sync::mpsc::channel();
        let seen = counts.clone();
        let done = move |_| sender.send(seen.0[1].load(Ordering::Relaxed)).unwrap();
        store.submit(step(b"two"), Box::new(done));
        // It was seen before anybody was told.
        assert_eq!(told.recv().unwrap(), 2);
        assert_eq!(counts.0[0].load(Ordering::Relaxed), 2);
    }
}
