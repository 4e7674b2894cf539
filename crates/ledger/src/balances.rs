//! What every account holds.

use crate::account::Account;
use crate::posting::Transaction;
use alloc::collections::BTreeMap;
use core::fmt;
use tercet_rules::Money;

/// What every account holds; nothing where none is named.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Balances(BTreeMap<Account, Money>);

impl Balances {
    /// Empty books.
    #[must_use]
    pub const fn new() -> Balances {
        Balances(BTreeMap::new())
    }

    /// What an account holds.
    #[must_use]
    pub fn of(&self, account: &Account) -> Money {
        self.0.get(account).copied().unwrap_or(Money::ZERO)
    }

    /// Notes what an account holds by what somebody else kept, such as a file.
    pub fn set(&mut self, account: &Account, holds: Money) {
        if holds == Money::ZERO {
            self.0.remove(account);
        } else {
            self.0.insert(account.clone(), holds);
        }
    }

    /// Every account that holds (or owes) something, in order.
    pub fn all(&self) -> impl Iterator<Item = (&Account, Money)> {
        self.0.iter().map(|(account, money)| (account, *money))
    }

    /// Makes all postings of a transaction, or none.
    ///
    /// Only what is there afterwards counts: within a transaction an account may lend to itself, as a meter does that
    /// is paid in full, started again and hit once more in the same round.
    ///
    /// # Errors
    ///
    /// The first account, in their order, that would hold less than nothing and may not. Nothing has changed.
    pub fn apply(&mut self, transaction: &Transaction) -> Result<(), Overdraft> {
        let change = Balances::change(transaction);
        for (account, change) in &change.0 {
            let has = self.of(account);
            if has + *change < Money::ZERO && *change < Money::ZERO && !account.may_be_negative() {
                return Err(Overdraft { account: account.clone(), has, needs: Money::ZERO - *change });
            }
        }
        for (account, change) in change.0 {
            self.add(&account, change);
        }
        Ok(())
    }

    /// What a transaction changes, account by account.
    #[must_use]
    pub fn change(transaction: &Transaction) -> Balances {
        let mut change = Balances::new();
        for posting in transaction.postings() {
            change.add(&posting.from, Money::ZERO - posting.amount);
            change.add(&posting.to, posting.amount);
        }
        change
    }

    /// The sum over all accounts: nothing, always, or an account was changed by something that is no transaction.
    #[must_use]
    pub fn sum(&self) -> Money {
        self.0.values().copied().sum()
    }

    fn add(&mut self, account: &Account, change: Money) {
        self.set(account, self.of(account) + change);
    }
}

impl FromIterator<(Account, Money)> for Balances {
    fn from_iter<I: IntoIterator<Item = (Account, Money)>>(balances: I) -> Balances {
        let mut all = Balances::new();
        balances.into_iter().for_each(|(account, money)| all.add(&account, money));
        all
    }
}

/// Says that an account does not hold what a transaction takes from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Overdraft {
    /// Which.
    pub account: Account,
    /// What it holds.
    pub has: Money,
    /// What is taken from it, all in all.
    pub needs: Money,
}

impl fmt::Display for Overdraft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} holds {}, and {} is needed", self.account, self.has, self.needs)
    }
}

impl core::error::Error for Overdraft {}
