//! What every account holds.

use crate::account::Account;
use crate::posting::Transaction;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;
use tercet_rules::Money;

/// The most that an account can hold or owe: more than any house has, a number that every reader of JSON reads exactly, and so
/// far below what 64 bits count that a thousand balances can be added. No meter can be seen to hold more.
pub const MOST_HELD: Money = Money::from_units(1 << 53);

impl Account {
    /// What the account holds after a change, in the smallest unit.
    ///
    /// # Errors
    ///
    /// If that is less than nothing, by this change, and may not be; or more than can be counted ([`MOST_HELD`]), before or after.
    pub fn after(&self, has: Money, change: i128) -> Result<Money, NotApplied> {
        let counted = |units: &i64| units.unsigned_abs() <= MOST_HELD.units().unsigned_abs();
        let holds = i64::try_from(i128::from(has.units()) + change).ok().filter(counted);
        let Some(holds) = holds.filter(|_| counted(&has.units())).map(Money::from_units) else {
            return Err(NotApplied::TooMuch { account: self.clone() });
        };
        if holds < Money::ZERO && change < 0 && !self.may_be_negative() {
            let overdraft = Overdraft { account: self.clone(), has, needs: has - holds };
            return Err(NotApplied::Overdraft(overdraft));
        }
        Ok(holds)
    }
}

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
    /// The first account, in their order, that would hold less than nothing and may not, or more than can be counted.
    /// Nothing has changed.
    pub fn apply(&mut self, transaction: &Transaction) -> Result<(), NotApplied> {
        let changes = transaction.changes().into_iter();
        let after = changes.map(|(account, change)| Ok((account, account.after(self.of(account), change)?)));
        let after = after.collect::<Result<Vec<_>, NotApplied>>()?;
        after.into_iter().for_each(|(account, holds)| self.set(account, holds));
        Ok(())
    }

    /// The sum over all accounts in the smallest unit: nothing, always, or an account was changed by something that is no
    /// transaction.
    #[must_use]
    pub fn sum(&self) -> i128 {
        self.0.values().map(|money| i128::from(money.units())).sum()
    }
}

impl FromIterator<(Account, Money)> for Balances {
    fn from_iter<I: IntoIterator<Item = (Account, Money)>>(balances: I) -> Balances {
        let mut all = Balances::new();
        balances.into_iter().for_each(|(account, holds)| all.set(&account, holds));
        all
    }
}

/// Why a transaction is not made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotApplied {
    /// An account does not hold what is taken from it.
    Overdraft(Overdraft),
    /// An account would hold (or owe) more than can be counted.
    TooMuch {
        /// Which.
        account: Account,
    },
}

impl fmt::Display for NotApplied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotApplied::Overdraft(overdraft) => overdraft.fmt(f),
            NotApplied::TooMuch { account } => write!(f, "{account} would hold more than can be counted"),
        }
    }
}

impl core::error::Error for NotApplied {}

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
        // Whose wallet it is is known to whoever is told, and by its name in the books to nobody.
        if let Account::Wallet(_) = &self.account {
            f.write_str("the wallet")?;
        } else {
            self.account.fmt(f)?;
        }
        write!(f, " holds {}, and {} is needed", self.has, self.needs)
    }
}

impl core::error::Error for Overdraft {}
