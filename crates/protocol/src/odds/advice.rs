//! What each decision is worth to one hand.

use super::number::{dollars, number};
use super::write::{decision, outcomes, stakes};
use crate::json::Out;
use tercet_analysis::report::{Advice, Ask};

/// Writes the advice and a line end.
pub fn write_advice(buffer: &mut Vec<u8>, ask: &Ask<'_>, rules: &str, advice: &Advice) {
    let mut out = Out(buffer);
    out.whole_object(|o| {
        o.text("game", ask.game.id.as_str());
        o.text("rules", rules);
        o.cards("cards", &advice.cards);
        let known = [("dealer", ask.known.dealer), ("dead", ask.known.dead)];
        for (name, set) in known.into_iter().filter(|(_, set)| !set.is_empty()) {
            o.cards(name, &set.descending().collect::<Vec<_>>());
        }
        o.object_field("stakes", |o| stakes(o, &advice.stakes));
        o.raw("unit", &dollars(advice.unit));
        o.plain("deals", advice.deals);
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
