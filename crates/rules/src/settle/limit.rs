//! Aggregate limits: what several lines of one spot win together.

use super::{Limited, Line};
use crate::game::{Aggregate, Game};
use crate::money::{Money, Rounding};
use crate::reading::Cut;
use alloc::vec::Vec;

/// Shortens lines that together win more than a limit. Sources: 004.aggregate, ruling R16.
pub(super) fn cut(game: &Game, lines: &mut [Line]) {
    for limit in &game.aggregates {
        let mut counted: Vec<&mut Line> =
            lines.iter_mut().filter(|line| limit.lines.contains(&line.of)).collect();
        let won: Money = counted.iter().map(|line| line.won).sum();
        let returned: Money = counted.iter().map(|line| line.returned).sum();
        let room = match limit.cut {
            Cut::InOrder | Cut::Proportional => limit.most,
            Cut::InOrderWithStakes | Cut::ProportionalWithStakes => (limit.most - returned).max(Money::ZERO),
        };
        if won <= room {
            continue;
        }
        match limit.cut {
            Cut::InOrder | Cut::InOrderWithStakes => in_order(limit, &mut counted, room),
            Cut::Proportional | Cut::ProportionalWithStakes => in_proportion(limit, &mut counted, room, won),
        }
    }
}

/// The first lines are paid in full; the last are shortened.
fn in_order(limit: &Aggregate, lines: &mut [&mut Line], mut room: Money) {
    for line in lines {
        let pay = line.won.min(room);
        room -= pay;
        shorten(limit, line, pay);
    }
}

/// Every line is shortened alike; whole units left over go to the lines one by one, in reconcile order.
fn in_proportion(limit: &Aggregate, lines: &mut [&mut Line], room: Money, won: Money) {
    let share = |line: &Line| {
        let parts = u64::try_from(line.won.units()).expect("winnings are not negative");
        let all = u64::try_from(won.units()).expect("winnings are not negative");
        room.times(parts, all, Rounding::Down).0
    };
    let mut left = room - lines.iter().map(|line| share(line)).sum();
    for line in lines {
        let mut pay = share(line);
        if left > Money::ZERO && pay < line.won {
            pay += Money::from_units(1);
            left -= Money::from_units(1);
        }
        shorten(limit, line, pay);
    }
}

fn shorten(limit: &Aggregate, line: &mut Line, pay: Money) {
    let cut = line.won - pay;
    if cut == Money::ZERO {
        return;
    }
    line.won = pay;
    let before = line.limited.as_ref().map_or(Money::ZERO, |limited| limited.cut);
    line.limited = Some(Limited { cut: before + cut, most: limit.most, cites: limit.cites.clone() });
    line.stand_on(limit.cites.ruling.as_ref());
}
