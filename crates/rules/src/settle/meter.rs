//! Shares of the progressive meter, once it is known which spots hit.

use super::{Line, MeterMove, SpotSettlement};
use crate::game::{Game, Meter};
use crate::money::{Money, Rounding};
use crate::pay::{Pay, Percent};
use crate::reading::MeterHits;
use alloc::vec::Vec;

/// Fills in what the lines of all spots win from the meter, in reconcile order.
pub(super) fn pay(game: &Game, before: Option<Money>, spots: &mut [SpotSettlement]) -> Option<MeterMove> {
    let order = game.reconcile.order(spots.iter().map(|spot| spot.spot));
    let mut lines: Vec<(usize, &mut Line)> = Vec::new();
    for (i, spot) in spots.iter_mut().enumerate() {
        let turn = order.iter().position(|place| *place == i).unwrap_or(i);
        lines.extend(spot.lines.iter_mut().map(|line| (turn, line)));
    }
    lines.sort_by_key(|(turn, _)| *turn);
    pay_lines(game, before, &mut lines.into_iter().map(|(_, line)| line).collect::<Vec<_>>())
}

/// Fills in what lines, in the order given, win from the meter. Sources: rulings R19, R21, R22 and R23.
pub(super) fn pay_lines(game: &Game, before: Option<Money>, lines: &mut [&mut Line]) -> Option<MeterMove> {
    let (before, meter) = (before?, game.meter.as_ref()?);
    let share_of = |line: &Line| match line.pays {
        Some(Pay::Meter(share)) => Some(share),
        Some(Pay::Lose | Pay::Push | Pay::Odds(_) | Pay::Fixed(..)) | None => None,
    };
    let hits: Vec<(&mut Line, Percent)> =
        lines.iter_mut().filter_map(|line| share_of(line).map(|share| (&mut **line, share))).collect();
    if hits.is_empty() {
        return Some(MeterMove { before, paid: Money::ZERO, after: before });
    }
    let shares: Vec<Percent> = hits.iter().map(|(_, share)| *share).collect();
    let in_force = Shares { meter, before, hits: meter.hits.0, rounding: game.rounding.0 };
    let (paid, after) = in_force.pay(&shares);
    for (i, (line, _)) in hits.into_iter().enumerate() {
        line.won = paid[i].won;
        if paid[i].rounded {
            line.rounded = Some(game.rounding.1.clone());
        }
        line.stand_on(meter.cites.ruling.as_ref());
    }
    Some(MeterMove { before, paid: paid.iter().map(|paid| paid.won).sum(), after })
}

/// One meter and how it is shared.
#[derive(Clone, Copy)]
struct Shares<'a> {
    meter: &'a Meter,
    before: Money,
    hits: MeterHits,
    rounding: Rounding,
}

/// What one hit is paid.
struct Paid {
    won: Money,
    rounded: bool,
}

impl Shares<'_> {
    /// What each hit is paid, and what the meter holds afterwards.
    fn pay(&self, shares: &[Percent]) -> (Vec<Paid>, Money) {
        let all: u64 = shares.iter().map(|share| u64::from(share.hundredths())).sum();
        let whole = u64::from(Percent::WHOLE.hundredths());
        let mut holds = self.before;
        let mut paid = Vec::new();
        for share in shares {
            let (won, rounded) = match self.hits {
                MeterHits::InOrder => share.of(holds, self.rounding),
                MeterHits::Shared => {
                    self.before.times(u64::from(share.hundredths()), all.max(whole), self.rounding)
                }
            };
            // Rounding up must not pay more than there is.
            let won = won.min(holds);
            holds -= won;
            paid.push(Paid { won, rounded });
            // Empty, it starts again at once; the next in order takes from there (R20, R21).
            if self.hits == MeterHits::InOrder && holds == Money::ZERO {
                holds = self.meter.start;
            }
        }
        // Shares of more than the meter are cut down to it; what rounding leaves stays with the house (R22).
        if self.hits == MeterHits::Shared && all >= whole {
            holds = self.meter.start;
        }
        (paid, holds)
    }
}
