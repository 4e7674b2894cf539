//! Postings and transactions: money that moves, and why.

use crate::account::Account;
use alloc::vec::Vec;
use core::fmt;
use tercet_rules::{Money, WagerId};

/// Why money moves.
///
/// The order of the variants is part of the byte layout of the journal: it never changes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Why {
    /// A player bought in, from the world.
    CashIn,
    /// A player cashed out, to the world.
    CashOut,
    /// The house brought or took away money of its own.
    HouseFunds,
    /// A wager was made or raised.
    Stake(WagerId),
    /// A wager was lowered, taken back, sent back by the table, or returned by a void round.
    StakeBack(WagerId),
    /// Held for the Play wager that this wager may require.
    Hold(WagerId),
    /// No longer held for it.
    Release(WagerId),
    /// A part of this wager goes to the meter (R19).
    Contribution(WagerId),
    /// A part of this wager goes to the reserve of the meter (R19).
    ToReserve(WagerId),
    /// The house took the stake.
    Take(WagerId),
    /// The stake went back at the settlement.
    Return(WagerId),
    /// The house paid the wager or bonus.
    Pay(WagerId),
    /// The meter paid the wager.
    Award(WagerId),
    /// Envy, for the hand at this spot.
    Envy(u8),
    /// A meter was started, or started again after it was paid in full.
    MeterStart,
    /// What a limit or rounding kept of a share of the meter.
    Breakage,
}

impl Why {
    /// The wager or bonus it is about, if it is about one.
    #[must_use]
    pub const fn wager(&self) -> Option<&WagerId> {
        match self {
            Why::Stake(id)
            | Why::StakeBack(id)
            | Why::Hold(id)
            | Why::Release(id)
            | Why::Contribution(id)
            | Why::ToReserve(id)
            | Why::Take(id)
            | Why::Return(id)
            | Why::Pay(id)
            | Why::Award(id) => Some(id),
            Why::CashIn | Why::CashOut | Why::HouseFunds | Why::Envy(_) | Why::MeterStart | Why::Breakage => {
                None
            }
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::CashIn => f.write_str("cash in"),
            Why::CashOut => f.write_str("cash out"),
            Why::HouseFunds => f.write_str("house funds"),
            Why::Stake(id) => write!(f, "stake {id}"),
            Why::StakeBack(id) => write!(f, "stake back {id}"),
            Why::Hold(id) => write!(f, "hold for play on {id}"),
            Why::Release(id) => write!(f, "release from play on {id}"),
            Why::Contribution(id) => write!(f, "contribution {id}"),
            Why::ToReserve(id) => write!(f, "reserve {id}"),
            Why::Take(id) => write!(f, "take {id}"),
            Why::Return(id) => write!(f, "return {id}"),
            Why::Pay(id) => write!(f, "pay {id}"),
            Why::Award(id) => write!(f, "award {id}"),
            Why::Envy(spot) => write!(f, "envy for spot {spot}"),
            Why::MeterStart => f.write_str("meter start"),
            Why::Breakage => f.write_str("breakage"),
        }
    }
}

/// Money that moves from one account to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Posting {
    /// Where it was.
    pub from: Account,
    /// Where it is.
    pub to: Account,
    /// How much; more than nothing.
    pub amount: Money,
    /// Why.
    pub why: Why,
}

impl fmt::Display for Posting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -> {} {} ({})", self.from, self.to, self.amount, self.why)
    }
}

/// Postings that happen together or not at all.
///
/// It balances by construction: what a posting gives to one account it takes from another. A correction is another
/// transaction; none is ever changed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Transaction {
    postings: Vec<Posting>,
}

impl Transaction {
    /// No postings yet.
    #[must_use]
    pub const fn new() -> Transaction {
        Transaction { postings: Vec::new() }
    }

    /// Adds a posting; nothing at all if the amount is nothing.
    ///
    /// # Panics
    ///
    /// If the amount is negative or the accounts are the same: whoever posts knows which way the money goes.
    pub fn post(&mut self, from: Account, to: Account, amount: Money, why: Why) {
        assert!(amount >= Money::ZERO, "a posting of {amount}: turn it round");
        assert!(from != to, "a posting from {from} to itself");
        if amount > Money::ZERO {
            self.postings.push(Posting { from, to, amount, why });
        }
    }

    /// The postings, in the order in which they were made.
    #[must_use]
    pub fn postings(&self) -> &[Posting] {
        &self.postings
    }

    /// Whether no money moves.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.postings.is_empty()
    }

    /// How much more (or less) each account holds afterwards, in the smallest unit: in the order of the accounts, each once, also if it
    /// comes to nothing.
    #[must_use]
    pub fn changes(&self) -> Vec<(&Account, i128)> {
        merged(self.postings.iter().flat_map(|Posting { from, to, amount, .. }| {
            let amount = i128::from(amount.units());
            [(from, -amount), (to, amount)]
        }))
    }

    /// The same, of a transaction that is not needed any more.
    #[must_use]
    pub fn into_changes(self) -> Vec<(Account, i128)> {
        merged(self.postings.into_iter().flat_map(|Posting { from, to, amount, .. }| {
            let amount = i128::from(amount.units());
            [(from, -amount), (to, amount)]
        }))
    }

    /// The transaction that undoes this one.
    #[must_use]
    pub fn reversed(&self) -> Transaction {
        let turned = |posting: &Posting| Posting {
            from: posting.to.clone(),
            to: posting.from.clone(),
            amount: posting.amount,
            why: posting.why.clone(),
        };
        Transaction { postings: self.postings.iter().rev().map(turned).collect() }
    }
}

/// Changes of accounts in their order, those of each together.
fn merged<A: Ord>(changes: impl Iterator<Item = (A, i128)>) -> Vec<(A, i128)> {
    let mut changes: Vec<_> = changes.collect();
    changes.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    changes.dedup_by(|(account, change), (kept, sum)| {
        let same = account == kept;
        if same {
            *sum += *change;
        }
        same
    });
    changes
}
