//! What the irregularities of a round do to a wager. Source: R25.

use crate::game::{Game, WagerNo};
use crate::ids::{Cites, RuleId, RulingId};
use crate::reading::Irregular;
use alloc::vec::Vec;

/// What the irregularities of a round do to a wager, and what that stands on.
pub(super) struct Policy<'a> {
    pub(super) action: Irregular,
    pub(super) rule: Option<&'a RuleId>,
    /// The rulings of which another reading would do something else, the deciding one first.
    pub(super) rulings: Vec<&'a RulingId>,
}

/// The policy for a wager; `irregular` are places in the game's list.
pub(super) fn policy<'a>(game: &'a Game, irregular: &[usize], no: WagerNo) -> Policy<'a> {
    let each: Vec<&(Irregular, Cites)> =
        irregular.iter().map(|rule| &game.irregular[*rule].wagers[no.index()]).collect();
    let action = severest(each.iter().map(|(action, _)| *action));
    let deciding = each.iter().find(|(other, _)| *other == action);
    let mut policy =
        Policy { action, rule: deciding.and_then(|(_, cites)| cites.rule.as_ref()), rulings: Vec::new() };
    for (value, cites) in deciding.into_iter().chain(&each) {
        let Some(ruling) = cites.ruling.as_ref().filter(|ruling| !policy.rulings.contains(ruling)) else {
            continue;
        };
        let under = |reading: Irregular| {
            let read = |(action, cites): &&(Irregular, Cites)| {
                if cites.ruling.as_ref() == Some(ruling) { reading } else { *action }
            };
            severest(each.iter().map(read))
        };
        if game.other_readings(*value, cites).any(|reading| under(reading) != action) {
            policy.rulings.push(ruling);
        }
    }
    policy
}

/// What the irregularities of a round do to a wager.
pub(crate) fn action(game: &Game, irregular: &[usize], no: WagerNo) -> Irregular {
    severest(irregular.iter().map(|rule| game.irregular[*rule].wagers[no.index()].0))
}

/// A void goes before a forfeit, a forfeit before a settlement, and that before going on.
fn severest(actions: impl Iterator<Item = Irregular>) -> Irregular {
    let weight = |action: &Irregular| match action {
        Irregular::Void => 3,
        Irregular::Forfeit => 2,
        Irregular::Settle => 1,
        Irregular::Continue => 0,
    };
    actions.max_by_key(weight).unwrap_or(Irregular::Continue)
}
