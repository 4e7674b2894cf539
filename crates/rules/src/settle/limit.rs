//! Aggregate limits: what several lines of one spot win together.

use super::{Limited, Line};
use crate::game::{Aggregate, Game};
use crate::money::{Money, Rounding};
use crate::reading::Cut;
use alloc::vec::Vec;

/// Shortens lines that together win more than a limit. Sources: 004.aggregate, rulings R16 and R23.
pub(super) fn cut(game: &Game, lines: &mut [Line]) {
    for (place, limit) in game.aggregates.iter().enumerate() {
        let mut counted: Vec<&mut Line> =
            lines.iter_mut().filter(|line| limit.lines.contains(&line.of)).collect();
        let sums = Sums::of(&counted);
        // Within the limit whatever counts, as almost every round is.
        if sums.won + sums.returned <= limit.most {
            continue;
        }
        let won: Vec<Money> = counted.iter().map(|line| line.won).collect();
        let paid = sums.paid(limit, &won);
        // What has other readings is named where one of them changes the line.
        let only = game.other_readings(limit.cut, &limit.cites).next().is_none();
        for (i, line) in counted.iter_mut().enumerate() {
            shorten(place, limit, line, paid[i]);
            if only && paid[i] != won[i] {
                line.stand_on(limit.cites.ruling.as_ref());
            }
        }
    }
}

impl Aggregate {
    /// What the lines it counts may win together, if this much of their stakes comes back. Source: ruling R16.
    #[must_use]
    pub fn room(&self, returned: Money) -> Money {
        match self.cut {
            Cut::InOrder | Cut::Proportional => self.most,
            Cut::InOrderWithStakes | Cut::ProportionalWithStakes => (self.most - returned).max(Money::ZERO),
        }
    }
}

/// What the lines that a limit counts come to together.
struct Sums {
    won: Money,
    returned: Money,
}

impl Sums {
    fn of(lines: &[&mut Line]) -> Sums {
        Sums {
            won: lines.iter().map(|line| line.won).sum(),
            returned: lines.iter().map(|line| line.returned).sum(),
        }
    }

    /// What is left of each win.
    fn paid(&self, limit: &Aggregate, won: &[Money]) -> Vec<Money> {
        let room = limit.room(self.returned);
        if self.won <= room {
            return won.to_vec();
        }
        match limit.cut {
            Cut::InOrder | Cut::InOrderWithStakes => in_order(won, room),
            Cut::Proportional | Cut::ProportionalWithStakes => in_proportion(won, room, self.won),
        }
    }
}

/// The first lines are paid in full; the last are shortened.
fn in_order(won: &[Money], mut room: Money) -> Vec<Money> {
    let pay = |won: &Money| {
        let pay = (*won).min(room);
        room -= pay;
        pay
    };
    won.iter().map(pay).collect()
}

/// Every line is shortened alike; whole units left over go to the lines one by one, in reconcile order.
fn in_proportion(won: &[Money], room: Money, all: Money) -> Vec<Money> {
    let units = |money: Money| u64::try_from(money.units()).expect("winnings are not negative");
    let mut paid: Vec<Money> =
        won.iter().map(|won| room.times(units(*won), units(all), Rounding::Down).0).collect();
    let mut left = room - paid.iter().copied().sum();
    for (paid, won) in paid.iter_mut().zip(won) {
        if left > Money::ZERO && *paid < *won {
            *paid += Money::from_units(1);
            left -= Money::from_units(1);
        }
    }
    paid
}

fn shorten(place: usize, limit: &Aggregate, line: &mut Line, pay: Money) {
    let cut = line.won - pay;
    if cut == Money::ZERO {
        return;
    }
    line.won = pay;
    let (before, mut by) = line.limited.take().map_or((Money::ZERO, Vec::new()), |was| (was.cut, was.by));
    by.push(place);
    line.limited = Some(Limited { cut: before + cut, most: limit.most, by, cites: limit.cites.clone() });
}
