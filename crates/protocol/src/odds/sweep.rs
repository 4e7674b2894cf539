//! The answer about many pay tables.

use super::conditions::{Conditions, conditions};
use super::number::{decimal, dollars, number};
use super::write::{known_cards, what_if};
use crate::json::Out;
use tercet_analysis::Fraction;
use tercet_analysis::report::Ask;
use tercet_analysis::sweep::{Axis, Prepared, Selected};
use tercet_rules::Odds;

/// Pay tables with what was asked.
#[derive(Clone, Copy, Debug)]
pub struct SweepAnswer<'a> {
    /// The question.
    pub ask: &'a Ask<'a>,
    /// The hash of the rules as they are before pays are varied: `sha256:…`.
    pub rules: &'a str,
    /// Under which conditions it was figured.
    pub conditions: Conditions<'a>,
    /// What was varied.
    pub prepared: &'a Prepared<'a>,
    /// How many tables fit, of which `tables` may be the first ones; or how many more come as near.
    pub found: u64,
    /// The tables in order.
    pub tables: &'a [Selected],
    /// The target, if tables near one were asked for.
    pub target: Option<Fraction>,
    /// The lowest and the highest house edge of all tables, where the target lies beyond them.
    pub beyond: Option<(Fraction, Fraction)>,
    /// What must be known beside the figures.
    pub notes: &'a [String],
}

/// `40`, `3/2`
#[must_use]
pub fn pay_text(odds: Odds) -> String {
    if odds.den() == 1 { odds.num().to_string() } else { format!("{}/{}", odds.num(), odds.den()) }
}

/// Every table of a choice of pays, as `--pay` takes them: `("pair-plus", "40-30-6-4-1")`.
#[must_use]
pub fn pays<'a>(axes: &'a [Axis], chosen: &[u32]) -> Vec<(&'a str, String)> {
    let mut all: Vec<(&str, String)> = Vec::new();
    for (axis, place) in axes.iter().zip(chosen) {
        let pay = pay_text(axis.pays[*place as usize]);
        match all.last_mut().filter(|(table, _)| *table == axis.table.as_str()) {
            Some((_, text)) => *text = format!("{text}-{pay}"),
            None => all.push((axis.table.as_str(), pay)),
        }
    }
    all
}

/// Writes the answer and a line end. There may be millions of tables: `written` is told after each how many are.
pub fn write_sweep(buffer: &mut Vec<u8>, answer: &SweepAnswer<'_>, written: &mut dyn FnMut(u64)) {
    let prepared = answer.prepared;
    let mut out = Out(buffer);
    out.whole_object(|o| {
        o.text("game", answer.ask.game.id.as_str());
        o.text("rules", answer.rules);
        what_if(o, answer.ask.game, answer.ask.decks);
        known_cards(o, &answer.ask.known);
        conditions(o, &answer.conditions);
        o.list_field("wagers", |o| prepared.wagers().iter().for_each(|id| o.text_element(id.as_str())));
        o.object_field("stakes", |o| super::write::stakes(o, &prepared.stakes()));
        o.raw("stake", &dollars(prepared.stake()));
        o.plain("deals", prepared.deals());
        o.flag("best_play_for_each", prepared.decides_again());
        o.plain("figured", prepared.tables());
        match answer.target {
            None => o.plain("found", answer.found),
            Some(target) => {
                o.plain("target", target);
                if let Some((least, most)) = answer.beyond {
                    o.object_field("out_of_reach", |o| {
                        o.raw("least", &decimal(least));
                        o.raw("most", &decimal(most));
                    });
                }
                o.plain("as_near_as_the_last", answer.found);
            }
        }
        if !answer.notes.is_empty() {
            o.list_field("notes", |o| answer.notes.iter().for_each(|note| o.text_element(note)));
        }
        o.list_field("tables", |o| {
            for (done, one) in (1..).zip(answer.tables) {
                table(o, answer, one);
                written(done);
            }
        });
    });
    buffer.push(b'\n');
}

fn table(o: &mut Out<'_>, answer: &SweepAnswer<'_>, one: &Selected) {
    let prepared = answer.prepared;
    o.object(|o| {
        o.object_field("pays", |o| {
            for (table, pays) in pays(prepared.axes(), &one.chosen) {
                super::write::named_text(o, table, &pays);
            }
        });
        let expectation = prepared.expectation(&one.sums);
        o.plain("expectation", expectation);
        o.raw("house_edge", &number(-expectation.value()));
        o.raw("hit_frequency", &decimal(prepared.hit_frequency(&one.sums)));
        let variance = prepared.variance(&one.sums).value();
        o.raw("variance", &number(variance));
        o.raw("standard_deviation", &number(variance.sqrt()));
    });
}
