//! One at a time for each account: between a look at what somebody has or may do and what follows from it, nothing comes that would change the answer.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use tercet_ledger::Name;
use tokio::sync::OwnedMutexGuard;
use tokio::time::timeout;

/// The locks of the accounts about which something is going on. Nobody waits for what is done about another.
#[derive(Default)]
pub(crate) struct Alone(Mutex<BTreeMap<Name, Weak<tokio::sync::Mutex<()>>>>);

/// That nobody else does something about an account, until it is dropped.
#[must_use]
pub(crate) struct Turn {
    _held: OwnedMutexGuard<()>,
}

impl Alone {
    /// Waits until nobody else does anything about this account.
    pub(crate) async fn turn(&self, account: &Name) -> Turn {
        let lock = {
            let mut locks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            // Those whom nobody holds or waits for any more; few are held at a time.
            locks.retain(|_, lock| lock.strong_count() > 0);
            let there = locks.get(account).and_then(Weak::upgrade);
            there.unwrap_or_else(|| {
                let new = Arc::default();
                locks.insert(account.clone(), Arc::downgrade(&new));
                new
            })
        };
        Turn { _held: lock.lock_owned().await }
    }

    /// The same of several accounts, in an order that is the same for everybody.
    pub(crate) async fn turns(&self, accounts: impl IntoIterator<Item = &Name>) -> Vec<Turn> {
        let mut turns = Vec::new();
        for account in accounts.into_iter().collect::<BTreeSet<_>>() {
            turns.push(self.turn(account).await);
        }
        turns
    }

    /// The same for what cannot wait for long: no turn after this time.
    pub(crate) async fn turn_within(&self, account: &Name, patience: Duration) -> Option<Turn> {
        timeout(patience, self.turn(account)).await.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt as _;

    fn name(text: &str) -> Name {
        Name::new(text).unwrap()
    }

    /// Until what is done about an account is at its end nothing else is; about others it is.
    #[tokio::test]
    async fn one_at_a_time_for_each_account() {
        let (alone, ann) = (Alone::default(), name("ann"));
        let turn = alone.turn(&ann).await;
        assert!(alone.turn(&ann).now_or_never().is_none());
        assert!(alone.turn_within(&ann, Duration::ZERO).await.is_none());
        assert!(alone.turn(&name("bea")).now_or_never().is_some(), "others need not wait");
        drop(turn);
        assert!(alone.turn(&ann).now_or_never().is_some());
    }

    /// Those who need two accounts wait for neither for ever, in whichever order they name them, nor for themselves.
    #[tokio::test]
    async fn two_accounts_are_taken_in_one_order() {
        let (alone, ann, bea) = (Alone::default(), name("ann"), name("bea"));
        let both = alone.turns([&ann, &bea]).await;
        assert_eq!(both.len(), 2);
        assert!(alone.turns([&bea, &ann]).now_or_never().is_none());
        drop(both);
        assert_eq!(alone.turns([&bea, &ann, &bea]).await.len(), 2);
    }

    /// Those who went through leave nothing behind, whether they had their turn or gave it up.
    #[tokio::test]
    async fn nothing_is_kept_of_accounts_about_which_nothing_goes_on() {
        let alone = Alone::default();
        let held = alone.turn(&name("ann")).await;
        assert!(alone.turn(&name("ann")).now_or_never().is_none());
        drop(held);
        for n in 0..100 {
            drop(alone.turn(&name(&format!("p{n}"))).await);
        }
        assert_eq!(alone.0.lock().unwrap().len(), 1, "the last, until the next comes");
    }
}
