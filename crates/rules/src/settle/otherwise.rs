//! Rulings that a line stands on because another reading would change what other lines leave of a limit or a meter.
//!
//! Such a reading may be about any line of the round, so nothing is reasoned here: the round is settled under each other
//! reading, and what comes out is compared. That is seldom needed, as few rounds come near a limit or hit a meter.

use super::{Line, SpotSettlement, line, settle};
use crate::game::{Aggregate, Game};
use crate::money::Money;
use crate::pay::Pay;
use crate::record::{CheckedRound, CheckedSpot};

/// Lets the lines name each ruling of which another reading would change them, where lines take from each other.
/// Sources: rulings R16, R21, R22 and R23, and whatever rulings the other lines stand on.
pub(super) fn name(round: &CheckedRound<'_>, spots: &mut [SpotSettlement]) {
    let others = round.game.otherwise();
    if others.is_empty() || !takes_from_each_other(round, spots) {
        return;
    }
    for other in others {
        let Some(there) = round.read_as(&other.game).map(|round| settle(&round)) else { continue };
        for (spot, there) in spots.iter_mut().zip(&there.spots) {
            for line in &mut spot.lines {
                if !there.lines.iter().any(|there| there.of == line.of && alike(line, there)) {
                    line.stand_on(Some(&other.ruling));
                }
            }
        }
    }
}

/// Whether two lines say the same of their money.
fn alike(a: &Line, b: &Line) -> bool {
    (a.outcome, a.returned, a.won, a.cut()) == (b.outcome, b.returned, b.won, b.cut())
}

/// Whether a line is paid from the meter, or a limit might cut one under any reading.
fn takes_from_each_other(round: &CheckedRound<'_>, spots: &[SpotSettlement]) -> bool {
    let game = round.game;
    let hit = |line: &Line| matches!(line.pays, Some(Pay::Meter(_)));
    if spots.iter().flat_map(|spot| &spot.lines).any(hit) {
        return true;
    }
    let irregular = !round.irregular.is_empty();
    let near = |(checked, spot): (&CheckedSpot, &SpotSettlement)| {
        game.aggregates.iter().any(|limit| irregular || near(game, limit, checked, &spot.lines))
    };
    round.spots.iter().zip(spots).any(near)
}

/// Whether the lines that a limit counts might come to more than it under some reading.
fn near(game: &Game, limit: &Aggregate, spot: &CheckedSpot, lines: &[Line]) -> bool {
    let mut most = Money::ZERO;
    for of in &limit.lines {
        let Some(base) = spot.stake(game.wager_of(*of)) else { continue };
        let here = lines.iter().find(|line| line.of == *of);
        let here = here.map_or(Money::ZERO, |line| line.won + line.cut() + line.returned);
        let swing = game.swings().iter().find(|swing| swing.of == *of);
        let there = match swing {
            // What the meter holds is no bound for a pay of it.
            Some(swing) if swing.pays.iter().any(|pay| matches!(pay, Pay::Meter(_))) => return true,
            Some(swing) => {
                base + swing.pays.iter().map(|pay| line::most(*pay, base)).max().unwrap_or(Money::ZERO)
            }
            None => Money::ZERO,
        };
        // Another rounding changes it by less than one unit (R22).
        most += here.max(there) + Money::from_units(1);
    }
    most > limit.most
}
