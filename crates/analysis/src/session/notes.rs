//! What must be known beside the figures of a session.

use super::ERROR;
use crate::report::{Ask, stakes_not_taken};
use tercet_rules::{Money, Pay, WagerId};

/// What must be known beside the figures of a session of this bet, in sentences; `stakes` are all stakes of a round before the deal.
#[must_use]
pub fn notes(ask: &Ask<'_>, stakes: &[(WagerId, Money)]) -> Vec<String> {
    let game = ask.game;
    let mut notes = stakes_not_taken(game, stakes);
    let staked = || game.wagers.iter().filter(|wager| stakes.iter().any(|(id, _)| *id == wager.id));
    let of_meter = |pay: Pay| matches!(pay, Pay::Meter(_));
    if let Some(rule) = &game.meter
        && staked().any(|wager| wager.table.rows.iter().any(|row| of_meter(row.pays)))
    {
        let meter = ask.meter.unwrap_or(rule.start);
        notes.push(format!(
            "The meter stands at {meter} in every round: it neither grows nor is it emptied by a hit."
        ));
    }
    if game.envy.as_ref().is_some_and(|envy| stakes.iter().any(|(id, _)| *id == game.wager(envy.wager).id)) {
        notes.push("Envy is left out.".into());
    }
    if game.play_times().len() > 1 {
        notes.push("A round may cost the greatest stake that the strategy ever makes.".into());
    }
    notes.push(format!(
        "Chances are computed from the exact law of one round; none is off by more than {ERROR:e}."
    ));
    notes
}
