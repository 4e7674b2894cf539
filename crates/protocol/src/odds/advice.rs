//! What each decision is worth to one hand.

use super::conditions::{Conditions, conditions};
use super::number::{dollars, number};
use super::write::{decision, known_cards, outcomes, stakes, what_if};
use crate::json::Out;
use tercet_analysis::report::{Advice, Ask};

/// Writes the advice and a line end.
pub fn write_advice(
    buffer: &mut Vec<u8>,
    ask: &Ask<'_>,
    rules: &str,
    made: &Conditions<'_>,
    advice: &Advice,
) {
    let mut out = Out(buffer);
    out.whole_object(|o| {
        o.text("game", ask.game.id.as_str());
        o.text("rules", rules);
        what_if(o, ask.game, ask.decks);
        o.cards("cards", &advice.cards);
        known_cards(o, &ask.known);
        conditions(o, made);
        o.object_field("stakes", |o| stakes(o, &advice.stakes));
        o.raw("unit", &dollars(advice.unit));
        o.plain("deals", advice.deals);
        if !advice.notes.is_empty() {
            o.list_field("notes", |o| advice.notes.iter().for_each(|note| o.text_element(note)));
        }
        o.text("best", &decision(advice.decisions[advice.best].play));
        o.list_field("decisions", |o| {
            for each in &advice.decisions {
                o.object(|o| {
                    o.text("decision", &decision(each.play));
                    o.plain("expectation", each.expectation());
                    o.raw("value", &number(each.expectation().value()));
                    outcomes(o, &each.figures);
                });
            }
        });
    });
    buffer.push(b'\n');
}
