//! Lines and pays that are not there, and would be under another reading of a ruling: a remark names the ruling,
//! since what is missing is what a player disputes.

use super::hands::Hands;
use super::{Deal, Line, Remark, line};
use crate::game::{Bonus, Game, LineOf};
use crate::ids::{Cites, RulingId};
use crate::reading::{Due, OnFold, Posting};
use crate::record::CheckedSpot;
use alloc::format;
use alloc::vec::Vec;

/// A remark that something is not paid, by this ruling.
pub(super) fn remark(what: &str, ruling: &RulingId) -> Remark {
    let text = format!("No {what}; another reading pays it");
    Remark { text, cites: Cites { rule: None, ruling: Some(ruling.clone()) } }
}

/// The bonuses that a spot does not get and would get under another reading of one ruling, each with that ruling.
/// Sources: rulings R2, R4, R13, R15.
pub(super) fn bonuses(
    deal: &Deal<'_>,
    other: Option<&(Deal<'_>, &RulingId)>,
    spot: &CheckedSpot,
    hands: &Hands,
    lines: &[Line],
) -> Vec<Remark> {
    let game = deal.game;
    let mut remarks = Vec::new();
    for (i, bonus) in game.bonuses.iter().enumerate() {
        let of = LineOf::Bonus(i);
        if spot.stakes[bonus.on.index()].is_none() || lines.iter().any(|line| line.of == of) {
            continue;
        }
        let there = deal.seen_by_lines(spot, hands, |lines| switches(game, bonus, lines, of));
        // The ace makes another hand of the same cards.
        let by_ace = other.and_then(|(other, ruling)| {
            let lines = other.lines(spot, &Hands::of(other, spot));
            lines.iter().any(|line| line.of == of).then_some(*ruling)
        });
        remarks.extend(there.into_iter().chain(by_ace).map(|ruling| remark(&bonus.name, ruling)));
    }
    remarks
}

/// The rulings of which another reading would pay a bonus that is not paid.
fn switches<'a>(game: &'a Game, bonus: &'a Bonus, spot: &line::Spot<'_>, of: LineOf) -> Vec<&'a RulingId> {
    let in_force = line::Switches::of(bonus);
    let mut found = Vec::new();
    let mut ask = |cites: &'a Cites, switches: line::Switches| {
        found.extend(cites.ruling.as_ref().filter(|_| spot.bonus(of, bonus, switches).is_some()));
    };
    if spot.folded && bonus.on_fold.0 == OnFold::Forfeit {
        for on_fold in game.other_readings(bonus.on_fold.0, &bonus.on_fold.1) {
            ask(&bonus.on_fold.1, line::Switches { on_fold, ..in_force });
        }
    }
    if !spot.qualifies && bonus.due.0 == Due::DealerQualifies {
        for due in game.other_readings(bonus.due.0, &bonus.due.1) {
            ask(&bonus.due.1, line::Switches { due, ..in_force });
        }
    }
    if let Some(posted) = bonus.table.posted.as_ref().filter(|_| bonus.table.closed) {
        for _ in
            game.other_readings(Posting::Unset, posted).filter(|posting| *posting == Posting::HouseTables)
        {
            let closed = bonus.table.rows.is_empty();
            ask(posted, line::Switches { closed, ..in_force });
        }
    }
    found
}
