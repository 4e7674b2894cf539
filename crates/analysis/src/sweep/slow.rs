//! Every table as a game of its own.

use super::axes::{checked, exceeds, set};
use super::{Prepared, Sums, SweepError};
use crate::figures::Figures;
use crate::held::{HandClass, Held};
use crate::law::{Play, Spot, Strategy};
use crate::report::{self, Ask, meter};
use std::collections::BTreeMap;

/// Calls back with every table until it returns false.
pub(super) fn each(
    prepared: &Prepared<'_>,
    each: &mut dyn FnMut(&[u32], Sums) -> bool,
) -> Result<(), SweepError> {
    let axes = prepared.sweep.axes;
    let mut chosen = vec![0_u32; axes.len()];
    loop {
        if falls(prepared, &chosen) && !each(&chosen, one(prepared, &chosen)?) {
            return Ok(());
        }
        // The last axis turns first.
        let Some(turn) = (0..axes.len()).rev().find(|i| chosen[*i] as usize + 1 < axes[*i].pays.len()) else {
            return Ok(());
        };
        chosen[turn] += 1;
        chosen[turn + 1..].fill(0);
    }
}

fn falls(prepared: &Prepared<'_>, chosen: &[u32]) -> bool {
    let pay = |axis: usize| prepared.sweep.axes[axis].pays[chosen[axis] as usize];
    let rises = |(axis, placed): (usize, &super::axes::Placed)| {
        placed.below.is_some_and(|before| exceeds(pay(axis), pay(before)))
    };
    !prepared.sweep.falling || !prepared.placed.iter().enumerate().any(rises)
}

/// The sums of one table.
pub(super) fn one(prepared: &Prepared<'_>, chosen: &[u32]) -> Result<Sums, SweepError> {
    let sweep = &prepared.sweep;
    let mut doc = sweep.doc.clone();
    for (axis, place) in sweep.axes.iter().zip(chosen) {
        set(&mut doc, axis, axis.pays[*place as usize]);
    }
    let game = checked(&doc)?;
    let ask = Ask { game: &game, ..*sweep.ask };
    let bet = &prepared.subject.bet;
    let law = if sweep.fixed && prepared.law.plays.len() > 1 {
        let taken: BTreeMap<Held, Play> =
            prepared.law.decided().map(|one| (one.class.cards, one.play)).collect();
        let rule = |class: &HandClass, plays: &[Play], _: &[i128]| {
            let play = taken.get(&class.cards);
            let place = plays.iter().position(|one| Some(one) == play);
            place.expect("pays do not tell hands apart: the same classes")
        };
        report::law_under(&ask, &Spot { game: &game, bet, meter: meter(&ask) }, Strategy::By(&rule))
    } else {
        report::law_of(&ask, bet)
    };
    let lines = &prepared.subject.lines;
    let figures = Figures::of(&law, prepared.subject.stake, |line| lines.contains(&line));
    let squares = i128::try_from(figures.squares).map_err(|_| SweepError::TooLarge)?;
    Ok(Sums { net: figures.net, squares, wins: figures.wins })
}
