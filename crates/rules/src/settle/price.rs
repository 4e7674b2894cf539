//! The price of one spot when it is already known which rows decide: for those who count deals instead of
//! dealing them.

use super::line::Spot;
use super::{Line, MeterMove, limit, meter};
use crate::game::{Game, LineOf};
use crate::money::Money;
use alloc::vec::Vec;

/// What decides at one spot.
#[derive(Clone, Copy)]
pub struct Priced<'a> {
    /// The stakes by wager number, the Play wager included.
    pub stakes: &'a [Option<Money>],
    /// Whether the player folded.
    pub folded: bool,
    /// Whether the dealer qualifies.
    pub qualifies: bool,
    /// The meter at the deal; a share of it is paid to this spot alone.
    pub meter: Option<Money>,
}

/// The lines of one spot when each table gives the row that `row` says (none: no row fits).
///
/// The same money as [`settle`](super::settle) for any cards that give those rows, with aggregate limits and
/// rounding, on the assumption that no other spot hits the meter.
#[must_use]
pub fn price(game: &Game, spot: &Priced<'_>, row: &dyn Fn(LineOf) -> Option<usize>) -> Vec<Line> {
    price_and_meter(game, spot, row).0
}

/// The same, and what the meter did if it was given.
#[must_use]
pub fn price_and_meter(
    game: &Game,
    spot: &Priced<'_>,
    row: &dyn Fn(LineOf) -> Option<usize>,
) -> (Vec<Line>, Option<MeterMove>) {
    let lines = Spot {
        game,
        stakes: spot.stakes,
        folded: spot.folded,
        qualifies: spot.qualifies,
        irregular: &[],
        row,
    };
    let mut lines = lines.lines();
    let moved = meter::pay_lines(game, spot.meter, &mut lines.iter_mut().collect::<Vec<_>>());
    limit::cut(game, &mut lines);
    (lines, moved)
}
