//! The answer about a session.

use super::conditions::{Conditions, conditions};
use super::number::{decimal, dollars, number};
use crate::json::Out;
use tercet_analysis::Decks;
use tercet_analysis::session::{Chances, ERROR, Ruin, Session};
use tercet_rules::{Game, Money, WagerId};

/// A session with what was asked.
#[derive(Clone, Copy, Debug)]
pub struct SessionAnswer<'a> {
    /// The game.
    pub game: &'a Game,
    /// The decks that it is figured for.
    pub decks: Decks,
    /// The hash of the rules: `sha256:…`.
    pub rules: &'a str,
    /// Under which conditions it was figured.
    pub conditions: Conditions<'a>,
    /// All stakes of a round before the deal.
    pub stakes: &'a [(WagerId, Money)],
    /// The session.
    pub session: &'a Session,
    /// How the results spread on the way: the chances after some numbers of rounds, rising; none where nobody asked.
    pub curve: &'a [(u32, Chances)],
    /// What must be known beside the figures.
    pub notes: &'a [String],
}

/// The shares of sessions that are asked for their results.
pub const QUANTILES: [f64; 9] = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99];

/// A chance in twelve decimals: no more of them are certain.
#[must_use]
pub fn to_twelve_places(chance: f64) -> f64 {
    (chance * 1e12).round() / 1e12
}

fn chance(chance: f64) -> String {
    number(to_twelve_places(chance))
}

/// Writes the answer and a line end.
pub fn write_session(buffer: &mut Vec<u8>, answer: &SessionAnswer<'_>) {
    let session = answer.session;
    let mut out = Out(buffer);
    out.whole_object(|o| {
        o.text("game", answer.game.id.as_str());
        o.text("rules", answer.rules);
        super::write::what_if(o, answer.game, answer.decks);
        conditions(o, &answer.conditions);
        o.object_field("stakes", |o| super::write::stakes(o, answer.stakes));
        o.whole("rounds", i64::from(session.rounds));
        o.object_field("round", |o| {
            o.plain("deals", session.round.deals);
            o.plain("expectation", session.round.expectation());
            o.raw("standard_deviation", &number(session.round.standard_deviation()));
            o.raw("costs", &dollars(session.cost));
        });
        o.raw("mean", &decimal(session.mean()));
        o.raw("standard_deviation", &number(session.standard_deviation()));
        o.raw("ahead", &chance(session.chances.above(Money::ZERO)));
        o.raw("even", &chance(session.chances.at(Money::ZERO)));
        o.raw("behind", &chance(session.chances.below(Money::ZERO)));
        quantiles(o, &session.chances);
        if !answer.curve.is_empty() {
            o.list_field("curve", |o| {
                for (rounds, chances) in answer.curve {
                    o.object(|o| {
                        o.whole("rounds", i64::from(*rounds));
                        quantiles(o, chances);
                    });
                }
            });
        }
        if let Some(fate) = &session.bankroll {
            o.object_field("bankroll", |o| {
                o.raw("start", &dollars(fate.asked.start));
                o.raw("loses_more", &chance(fate.loses_more));
                ruin(o, "without_goal", fate.ruin.as_ref(), None);
                if let Some(with_goal) = &fate.with_goal {
                    ruin(o, "with_goal", with_goal.as_ref(), fate.asked.goal);
                }
            });
        }
        o.raw("error", &format!("{ERROR:e}"));
        o.list_field("notes", |o| answer.notes.iter().for_each(|note| o.text_element(note)));
    });
    buffer.push(b'\n');
}

fn quantiles(o: &mut Out<'_>, chances: &Chances) {
    o.list_field("quantiles", |o| {
        for share in QUANTILES {
            o.object(|o| {
                o.raw("share", &number(share));
                o.raw("net", &dollars(chances.quantile(share)));
            });
        }
    });
}

fn ruin(o: &mut Out<'_>, key: &'static str, ruin: Option<&Ruin>, goal: Option<Money>) {
    let Some(ruin) = ruin else {
        o.raw(key, "null");
        return;
    };
    o.object_field(key, |o| {
        if let Some(goal) = goal {
            o.raw("goal", &dollars(goal));
            o.raw("reached", &chance(ruin.goal));
        }
        o.raw("ruin", &chance(ruin.ruin));
        o.raw("rounds", &number((ruin.rounds * 1e6).round() / 1e6));
    });
}
