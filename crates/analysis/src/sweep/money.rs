//! What a varied row is worth: money by pay, for each amount it is paid on.

use super::axes::{Axis, Placed};
use crate::law::Outcome;
use tercet_rules::{Game, Line, LineOf, Money, Odds, Pay, net_of};

/// A varied row on one amount.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Slot {
    /// The axis.
    pub(super) axis: usize,
    /// The stake of the line; nothing for a bonus.
    stake: Money,
    /// The amount that odds multiply.
    base: Money,
    /// By pay of the axis: what the line is up or down, in units of money.
    pub(super) nets: Vec<i64>,
}

impl Slot {
    /// The least and the most that the line may be up.
    pub(super) fn range(&self) -> (i64, i64) {
        let least = self.nets.iter().min().copied().unwrap_or(0);
        (least, self.nets.iter().max().copied().unwrap_or(0))
    }
}

/// Everything that is needed to price lines whose rows are varied.
pub(super) struct Pricing<'a> {
    pub(super) game: &'a Game,
    pub(super) axes: &'a [Axis],
    pub(super) placed: &'a [Placed],
}

impl Pricing<'_> {
    /// The axis of the row that decides a line.
    pub(super) fn axis(&self, line: &Line) -> Option<usize> {
        let row = line.row?;
        self.placed.iter().position(|placed| placed.of == line.of && placed.row == Some(row))
    }

    /// The slot of a line on an axis.
    pub(super) fn slot(&self, axis: usize, line: &Line, outcome: &Outcome) -> Slot {
        let base = self.base(line, outcome);
        let net = |odds: &Odds| self.net(*odds, line.stake, base).units();
        Slot { axis, stake: line.stake, base, nets: self.axes[axis].pays.iter().map(net).collect() }
    }

    /// The amount that odds multiply: the stake, or that of the wager a bonus is paid on.
    fn base(&self, line: &Line, outcome: &Outcome) -> Money {
        let on = LineOf::Wager(self.game.wager_of(line.of));
        outcome.lines.iter().find(|line| line.of == on).map_or(Money::ZERO, |line| line.stake)
    }

    /// What a row that pays so much is up or down.
    fn net(&self, odds: Odds, stake: Money, base: Money) -> Money {
        net_of(Pay::Odds(odds), stake, base, self.game.rounding.0)
    }

    /// Whether a limit might cut what an outcome pays together under some of the pays.
    pub(super) fn may_be_cut(&self, outcome: &Outcome) -> bool {
        let most = |line: &Line| match self.axis(line) {
            None => line.won + cut(line),
            Some(axis) => {
                let base = self.base(line, outcome);
                let most = self.axes[axis].pays.iter().map(|odds| self.net(*odds, Money::ZERO, base)).max();
                most.unwrap_or(line.won)
            }
        };
        self.game.aggregates.iter().any(|limit| {
            let counted = || outcome.lines.iter().filter(|line| limit.lines.contains(&line.of));
            let won: Money = counted().map(most).sum();
            let returned: Money = counted().map(|line| line.returned).sum();
            won > limit.room(returned)
        })
    }
}

/// What a limit kept from a line under the pays of the file.
pub(super) fn cut(line: &Line) -> Money {
    line.limited.as_ref().map_or(Money::ZERO, |limited| limited.cut)
}
