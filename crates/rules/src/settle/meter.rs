//! Shares of the progressive meter, once it is known which spots hit.

use super::{Line, MeterMove, SpotSettlement, paying_order};
use crate::game::Game;
use crate::money::Money;
use crate::pay::{Pay, Percent};
use crate::reading::MeterHits;
use alloc::vec::Vec;

/// Fills in what the lines of all spots win from the meter, in reconcile order.
pub(super) fn pay(game: &Game, before: Option<Money>, spots: &mut [SpotSettlement]) -> Option<MeterMove> {
    let order = paying_order(game, spots.iter().map(|spot| spot.spot));
    let mut lines: Vec<(usize, &mut Line)> = Vec::new();
    for (i, spot) in spots.iter_mut().enumerate() {
        let turn = order.iter().position(|place| *place == i).unwrap_or(i);
        lines.extend(spot.lines.iter_mut().map(|line| (turn, line)));
    }
    lines.sort_by_key(|(turn, _)| *turn);
    pay_lines(game, before, &mut lines.into_iter().map(|(_, line)| line).collect::<Vec<_>>())
}

/// Fills in what lines, in the order given, win from the meter. Sources: rulings R19, R21 and R22.
pub(super) fn pay_lines(game: &Game, before: Option<Money>, lines: &mut [&mut Line]) -> Option<MeterMove> {
    let (before, meter) = (before?, game.meter.as_ref()?);
    let share_of = |line: &Line| match line.pays {
        Some(Pay::Meter(share)) => Some(share),
        Some(Pay::Lose | Pay::Push | Pay::Odds(_) | Pay::Fixed(..)) | None => None,
    };
    let mut hits: Vec<(&mut Line, Percent)> =
        lines.iter_mut().filter_map(|line| share_of(line).map(|share| (&mut **line, share))).collect();
    let several = hits.len() > 1;
    let all: u64 = hits.iter().map(|(_, share)| u64::from(share.hundredths())).sum();
    let whole = u64::from(Percent::WHOLE.hundredths());
    let (mut holds, mut paid) = (before, Money::ZERO);
    for (line, share) in &mut hits {
        let (won, rounded) = match meter.hits.0 {
            MeterHits::InOrder => share.of(holds, game.rounding.0),
            MeterHits::Shared => before.times(u64::from(share.hundredths()), all.max(whole), game.rounding.0),
        };
        // Rounding up must not pay more than there is.
        let won = won.min(holds);
        holds -= won;
        paid += won;
        // Paid in full, it starts again at once; the next in order takes from there (R20, R21).
        if meter.hits.0 == MeterHits::InOrder && *share == Percent::WHOLE {
            holds = meter.start;
        }
        line.won = won;
        if several {
            line.stand_on(meter.hits.1.ruling.as_ref());
        }
        line.stand_on(meter.cites.ruling.as_ref());
        if rounded {
            line.rounded = Some(game.rounding.1.clone());
            line.stand_on(game.rounding.1.ruling.as_ref());
        }
    }
    if meter.hits.0 == MeterHits::Shared && hits.iter().any(|(_, share)| *share == Percent::WHOLE) {
        holds = meter.start;
    }
    Some(MeterMove { before, paid, after: holds })
}
