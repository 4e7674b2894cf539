//! Under which conditions figures were made: the same fields in every answer.

use super::number::dollars;
use crate::json::Out;
use tercet_analysis::{Decks, Known};
use tercet_rules::Money;

/// Under which conditions figures were made. Each answer says them alike, beside the game and the hash of its rules.
#[derive(Clone, Copy, Debug)]
pub struct Conditions<'a> {
    /// Players at the table.
    pub players: u8,
    /// The meter at the deal, if the game has one.
    pub meter: Option<Money>,
    /// Cards that were known before the decision.
    pub known: Known,
    /// How the player decides, if that is not what was asked: `best`, `play-all`, `mimic-dealer`, a path.
    pub strategy: Option<&'a str>,
    /// How many decks.
    pub decks: Decks,
    /// The command, to be typed again.
    pub command: &'a str,
}

/// Writes them as a field.
pub(super) fn conditions(o: &mut Out<'_>, conditions: &Conditions<'_>) {
    o.object_field("conditions", |o| {
        o.whole("players", i64::from(conditions.players));
        if let Some(meter) = conditions.meter {
            o.raw("meter", &dollars(meter));
        }
        if !conditions.known.is_nothing() {
            o.text("known", &conditions.known.to_string());
        }
        if let Some(strategy) = conditions.strategy {
            o.text("strategy", strategy);
        }
        o.whole("decks", i64::from(conditions.decks.count()));
        o.text("command", conditions.command);
    });
}
