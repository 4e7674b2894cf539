//! What follows from a difference that was named: it is not named again.
//!
//! A posting that was changed leaves an account with more or less than everybody who looked at it later knew of. That is one thing that
//! is wrong, and it is named where it was written. But it may show elsewhere before: the money of a round is compared once its seed is
//! told, and other tables look at a meter meanwhile. So such a finding waits until the end, and is dropped if a difference that was named
//! by then explains it.

use crate::finding::Finding;
use std::collections::BTreeMap;
use tercet_ledger::Account;

/// How many differences are remembered, and how many findings wait: whatever is beyond that explains nothing, or does not wait.
const MOST: usize = 1_000;

/// The differences that were named, and what may follow from them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Adrift {
    /// By account: the records in which other money was written than follows, and how much more, in the smallest unit.
    named: BTreeMap<Account, Vec<(u64, i128)>>,
    count: usize,
    waiting: Vec<Waiting>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Waiting {
    finding: Finding,
    account: Account,
    until: u64,
    by: By,
}

/// By which difference of its account something is explained, in the smallest unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum By {
    /// By one of these.
    One(Vec<i128>),
    /// By so much, or less: without it the account would not be overdrawn.
    AtMost(i128),
}

impl Adrift {
    /// Notes what was named: in this record so much more was written than follows.
    pub(crate) fn name(&mut self, account: &Account, record: u64, more: i128) {
        if self.count < MOST {
            self.count += 1;
            self.named.entry(account.clone()).or_default().push((record, more));
        }
    }

    /// How much more was written of an account up to a record than follows, as far as that was named.
    pub(crate) fn of(&self, account: &Account, until: u64) -> i128 {
        let named = self.named.get(account).into_iter().flatten();
        named.filter(|(record, _)| *record <= until).map(|(_, more)| more).sum()
    }

    /// Lets a finding wait for what explains it: what was written of an account up to a record. Gives it back if too many wait.
    pub(crate) fn wait(
        &mut self,
        finding: Finding,
        account: &Account,
        until: u64,
        by: By,
    ) -> Option<Finding> {
        if self.waiting.len() >= MOST {
            return Some(finding);
        }
        self.waiting.push(Waiting { finding, account: account.clone(), until, by });
        None
    }

    /// The findings that waited and are explained by nothing.
    pub(crate) fn unexplained(&mut self) -> Vec<Finding> {
        let waiting = std::mem::take(&mut self.waiting);
        let unexplained = waiting.into_iter().filter(|one| {
            let named = self.of(&one.account, one.until);
            !match &one.by {
                By::One(all) => named != 0 && all.contains(&named),
                By::AtMost(most) => named <= *most,
            }
        });
        unexplained.map(|one| one.finding).collect()
    }
}
