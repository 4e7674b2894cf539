//! Two games side by side.

use super::conditions::{Conditions, conditions};
use super::number::{decimal, dollars, number};
use super::write::{one_deck, stakes, what_if};
use crate::json::Out;
use tercet_analysis::Decks;
use tercet_analysis::report::{State, Total, gain};
use tercet_rules::{Game, WagerId};

/// One of two games.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// It.
    pub game: &'a Game,
    /// The decks that it is figured for.
    pub decks: Decks,
    /// The hash of its rules: `sha256:…`.
    pub rules: &'a str,
    /// Under which conditions it is figured.
    pub conditions: Conditions<'a>,
    /// The bet as a whole, if one was asked about.
    pub total: Option<&'a Total>,
}

/// Something that is said of both games and differs; nothing where one of them does not have it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// What is compared: `dealer qualifies`, `pair-plus: straight`, `R1`.
    pub what: String,
    /// In the first.
    pub a: Option<String>,
    /// In the second.
    pub b: Option<String>,
}

/// What differs between two games.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    /// The first.
    pub a: Side<'a>,
    /// The second.
    pub b: Side<'a>,
    /// Settings: what is dealt, bet and limited.
    pub settings: &'a [Difference],
    /// Rows of pay tables.
    pub rows: &'a [Difference],
    /// Readings in force.
    pub rulings: &'a [Difference],
    /// The wagers that answer each other, with their figures where they are open.
    pub figures: &'a [Pair<'a>],
}

/// A wager of each game; none where nothing answers it.
pub type Pair<'a> = (Option<Wager<'a>>, Option<Wager<'a>>);

/// A wager with its figures, or why there are none.
pub type Wager<'a> = (&'a WagerId, &'a State);

/// Writes the comparison and a line end.
pub fn write_comparison(buffer: &mut Vec<u8>, comparison: &Comparison<'_>) {
    let mut out = Out(buffer);
    out.whole_object(|o| {
        for (name, side) in [("a", &comparison.a), ("b", &comparison.b)] {
            o.object_field(name, |o| {
                o.text("game", side.game.id.as_str());
                o.text("rules", side.rules);
                what_if(o, side.game, side.decks);
                conditions(o, &side.conditions);
            });
        }
        for (name, list) in
            [("settings", comparison.settings), ("rows", comparison.rows), ("rulings", comparison.rulings)]
        {
            o.list_field(name, |o| list.iter().for_each(|each| difference(o, each)));
        }
        if let (Some(a), Some(b)) = (comparison.a.total, comparison.b.total) {
            o.object_field("total", |o| {
                for (name, one) in [("a", a), ("b", b)] {
                    o.object_field(name, |o| total(o, one));
                }
                o.raw("change", &decimal(a.gain(b)));
            });
        }
        o.list_field("figures", |o| comparison.figures.iter().for_each(|each| pair(o, comparison, each)));
    });
    buffer.push(b'\n');
}

fn difference(o: &mut Out<'_>, difference: &Difference) {
    o.object(|o| {
        o.text("what", &difference.what);
        for (name, side) in [("a", &difference.a), ("b", &difference.b)] {
            match side {
                Some(text) => o.text(name, text),
                None => o.raw(name, "null"),
            }
        }
    });
}

/// The bet as a whole in one of the games: in dollars, and per dollar staked before the deal.
fn total(o: &mut Out<'_>, total: &Total) {
    o.object_field("stakes", |o| stakes(o, &total.stakes));
    o.raw("stake", &dollars(total.staked_before_the_deal()));
    o.plain("expectation", total.expectation());
    o.raw("house_edge", &number(total.house_edge()));
    o.raw("element_of_risk", &number(total.element_of_risk()));
    o.raw("hit_frequency", &number(total.figures.hit_frequency()));
    o.raw("standard_deviation", &number(total.figures.standard_deviation()));
}

fn pair<'a>(o: &mut Out<'_>, comparison: &Comparison<'_>, (a, b): &Pair<'a>) {
    o.object(|o| {
        for (name, side, of) in [("a", a, &comparison.a), ("b", b, &comparison.b)] {
            let Some((id, state)) = side else {
                o.raw(name, "null");
                continue;
            };
            o.object_field(name, |o| {
                o.text("wager", id.as_str());
                match state {
                    State::Closed(_) => o.flag("closed", true),
                    State::OneDeck(why) => one_deck(o, of.game, *why),
                    State::Open(figured) => {
                        o.plain("expectation", figured.expectation());
                        o.raw("house_edge", &number(figured.house_edge()));
                        o.raw("element_of_risk", &number(figured.element_of_risk()));
                        o.raw("hit_frequency", &number(figured.figures.hit_frequency()));
                        o.raw("standard_deviation", &number(figured.figures.standard_deviation()));
                    }
                }
            });
        }
        let figured = |side: &Option<Wager<'a>>| match side {
            Some((_, State::Open(figured))) => Some(&**figured),
            Some((_, State::Closed(_) | State::OneDeck(_))) | None => None,
        };
        if let (Some(a), Some(b)) = (figured(a), figured(b)) {
            o.raw("change", &decimal(gain(a, b)));
        }
    });
}
