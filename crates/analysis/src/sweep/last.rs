//! The pays of the last axis: sums for each of them from one look at the deals.

use super::Sums;
use super::bundles::Bundles;

/// Deals in which the last axis decides, by what they come to without it.
#[derive(Default)]
pub(super) struct Last {
    /// By slot of the last axis.
    slots: Vec<Summed>,
    /// Deals in which the player is up with some of the pays only: the slot, what the rest is up or down, how many.
    unsure: Vec<(usize, i64, u64)>,
}

/// Deals in which one slot decides.
#[derive(Clone, Copy, Default)]
struct Summed {
    slot: usize,
    deals: u64,
    /// What the rest of each deal is up or down.
    rest: i128,
    /// The squares of that.
    squares: i128,
    /// Deals in which the player is up with every pay.
    wins: u64,
}

impl Last {
    /// Forgets all deals.
    pub(super) fn clear(&mut self) {
        self.slots.clear();
        self.unsure.clear();
    }

    /// Adds deals in which a slot of the last axis decides, and the rest comes to this.
    pub(super) fn add(&mut self, bundles: &Bundles, slot: usize, rest: i64, deals: u64) {
        let at = self.slots.iter().position(|one| one.slot == slot).unwrap_or_else(|| {
            self.slots.push(Summed { slot, ..Summed::default() });
            self.slots.len() - 1
        });
        let summed = &mut self.slots[at];
        let sum = i128::from(rest) * i128::from(deals);
        summed.deals += deals;
        summed.rest += sum;
        summed.squares += sum * i128::from(rest);
        let (least, most) = bundles.slots[slot].range();
        if rest + least > 0 {
            summed.wins += deals;
        } else if rest + most > 0 {
            self.unsure.push((slot, rest, deals));
        }
    }

    /// The sums with one of the pays.
    pub(super) fn with(&self, bundles: &Bundles, pay: usize, before: Sums) -> Sums {
        let mut sums = before;
        for one in &self.slots {
            let net = i128::from(bundles.slots[one.slot].nets[pay]);
            let all = net * i128::from(one.deals);
            sums.net += one.rest + all;
            sums.squares += one.squares + net * (2 * one.rest + all);
            sums.wins += u128::from(one.wins);
        }
        for (slot, rest, deals) in &self.unsure {
            if rest + bundles.slots[*slot].nets[pay] > 0 {
                sums.wins += u128::from(*deals);
            }
        }
        sums
    }
}
