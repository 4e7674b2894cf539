//! Shares of the progressive meter, once it is known which spots hit.

use super::{MeterMove, SpotSettlement, paying_order};
use crate::game::Game;
use crate::money::Money;
use crate::pay::{Pay, Percent};
use crate::reading::MeterHits;
use alloc::vec::Vec;

/// Fills in what lines win from the meter. Sources: rulings R19, R21 and R22.
pub(super) fn pay(game: &Game, before: Option<Money>, spots: &mut [SpotSettlement]) -> Option<MeterMove> {
    let (before, meter) = (before?, game.meter.as_ref()?);
    let order = paying_order(game, spots.iter().map(|spot| spot.spot));
    let mut hits: Vec<(usize, usize, Percent)> = Vec::new();
    for &i in &order {
        for (j, line) in spots[i].lines.iter().enumerate() {
            if let Some(Pay::Meter(share)) = line.pays {
                hits.push((i, j, share));
            }
        }
    }
    let all: u64 = hits.iter().map(|(_, _, share)| u64::from(share.hundredths())).sum();
    let whole = u64::from(Percent::WHOLE.hundredths());
    let (mut holds, mut paid) = (before, Money::ZERO);
    for &(i, j, share) in &hits {
        let (won, rounded) = match meter.hits.0 {
            MeterHits::InOrder => share.of(holds, game.rounding.0),
            MeterHits::Shared => before.times(u64::from(share.hundredths()), all.max(whole), game.rounding.0),
        };
        // Rounding up must not pay more than there is.
        let won = won.min(holds);
        holds -= won;
        paid += won;
        // Paid in full, it starts again at once; the next in order takes from there (R20, R21).
        if meter.hits.0 == MeterHits::InOrder && share == Percent::WHOLE {
            holds = meter.start;
        }
        let line = &mut spots[i].lines[j];
        line.won = won;
        if hits.len() > 1 {
            line.stand_on(meter.hits.1.ruling.as_ref());
        }
        line.stand_on(meter.cites.ruling.as_ref());
        if rounded {
            line.rounded = Some(game.rounding.1.clone());
            line.stand_on(game.rounding.1.ruling.as_ref());
        }
    }
    if meter.hits.0 == MeterHits::Shared && hits.iter().any(|(_, _, share)| *share == Percent::WHOLE) {
        holds = meter.start;
    }
    Some(MeterMove { before, paid, after: holds })
}
