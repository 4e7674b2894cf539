//! Answers: a settlement, or why there is none.

use super::incoming::Id;
use super::problem::Problem;
use crate::json::Out;
use tercet_rules::{
    Cites, EnvyLine, Game, Line, Money, Outcome, Reads, RuleId, RulingId, Settlement, SpotSettlement,
};

/// A settlement with what its answer names beside it.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    /// The id of the round, echoed.
    pub id: Option<&'a Id<'a>>,
    /// The game it was settled by.
    pub game: &'a Game,
    /// The hash of that game's rules: `sha256:…`.
    pub rules: &'a str,
    /// The settlement.
    pub settlement: &'a Settlement,
    /// The other readings that would change it, where somebody asked for them.
    pub readings: Option<&'a [Reread<'a>]>,
}

/// What another reading of a ruling would change in a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reread<'a> {
    /// The ruling.
    pub ruling: &'a RulingId,
    /// The name of the other reading.
    pub reading: &'a str,
    /// The net of each spot that would come to something else; or why the round could not have been played so.
    pub comes_to: Result<Vec<(u8, Money)>, &'a Problem>,
}

/// Writes the answer to a round that is settled, and a line end.
pub fn write_settlement(buffer: &mut Vec<u8>, answer: &Answer<'_>) {
    let settlement = answer.settlement;
    let mut out = Out(buffer);
    out.whole_object(|o| {
        id(o, answer.id);
        o.text("game", answer.game.id.as_str());
        o.text("rules", answer.rules);
        o.object_field("dealer", |o| {
            o.cards("cards", &settlement.dealer.cards);
            o.plain("hand", settlement.dealer.rank);
            o.flag("qualifies", settlement.dealer.qualifies);
        });
        o.list_field("spots", |o| {
            for each in &settlement.spots {
                o.object(|o| spot(o, answer.game, each));
            }
        });
        if let Some(meter) = settlement.meter {
            o.object_field("meter", |o| {
                o.whole("before", meter.before.units());
                o.whole("paid", meter.paid.units());
                o.whole("after", meter.after.units());
            });
        }
        if let Some(readings) = answer.readings {
            o.list_field("readings", |o| readings.iter().for_each(|each| o.object(|o| reread(o, each))));
        }
    });
    buffer.push(b'\n');
}

/// Writes the answer to a line that is not settled, and a line end; lines are counted from 1.
pub fn write_refusal(buffer: &mut Vec<u8>, of: Option<&Id<'_>>, line: u64, problem: &Problem) {
    let mut out = Out(buffer);
    out.whole_object(|o| {
        id(o, of);
        o.whole("line", i64::try_from(line).unwrap_or(i64::MAX));
        error(o, problem);
    });
    buffer.push(b'\n');
}

fn error(o: &mut Out<'_>, problem: &Problem) {
    o.object_field("error", |o| {
        o.text("code", problem.reason.as_str());
        o.text("at", &problem.at);
        o.text("message", &problem.message);
    });
}

fn reread(o: &mut Out<'_>, reread: &Reread<'_>) {
    o.text("ruling", reread.ruling.as_str());
    o.text("reading", reread.reading);
    match &reread.comes_to {
        Ok(spots) => o.list_field("spots", |o| {
            for (spot, net) in spots {
                o.object(|o| {
                    o.whole("spot", i64::from(*spot));
                    o.whole("net", net.units());
                });
            }
        }),
        Err(problem) => error(o, problem),
    }
}

fn id(o: &mut Out<'_>, id: Option<&Id<'_>>) {
    if let Some(id) = id {
        o.raw("id", &id.json());
    }
}

fn spot(o: &mut Out<'_>, game: &Game, spot: &SpotSettlement) {
    o.whole("spot", i64::from(spot.spot));
    o.text("player", &spot.player);
    o.cards("cards", &spot.cards);
    o.plain("hand", spot.rank);
    if spot.cards.len() > spot.playing.len() {
        o.cards("playing", &spot.playing);
    }
    if let Some(both) = spot.both
        && spot.lines.iter().any(|line| game.table(line.of).reads == Reads::BothHands)
    {
        o.plain("six_cards", both);
    }
    o.list_field("lines", |o| {
        for each in &spot.lines {
            o.object(|o| line(o, each));
        }
    });
    if !spot.envy.is_empty() {
        o.list_field("envy", |o| {
            for each in &spot.envy {
                o.object(|o| envy(o, each));
            }
        });
    }
    o.whole("staked", spot.staked.units());
    o.whole("won", spot.won.units());
    o.whole("returned", spot.returned.units());
    o.whole("net", spot.net().units());
    if !spot.remarks.is_empty() {
        o.list_field("remarks", |o| {
            for remark in &spot.remarks {
                o.object(|o| {
                    o.text("text", &remark.text);
                    grounds(o, remark.cites.rule.as_ref(), remark.cites.ruling.as_slice());
                });
            }
        });
    }
}

fn line(o: &mut Out<'_>, line: &Line) {
    o.text("wager", line.id.as_str());
    o.whole("stake", line.stake.units());
    o.text("outcome", line.outcome.as_str());
    if let (Outcome::Win, Some(pays)) = (line.outcome, line.pays) {
        o.plain("pays", pays);
    }
    o.whole("won", line.won.units());
    o.whole("returned", line.returned.units());
    o.whole("net", line.net().units());
    grounds(o, line.rule.as_ref(), &line.rulings);
    if let Some(limited) = &line.limited {
        o.text("limited_by", name(&limited.cites, "aggregate"));
        o.whole("cut", limited.cut.units());
    }
    if let Some(cites) = &line.rounded {
        o.text("rounded", name(cites, "rounding"));
    }
}

fn envy(o: &mut Out<'_>, envy: &EnvyLine) {
    o.whole("spot", i64::from(envy.spot));
    o.whole("won", envy.won.units());
    grounds(o, envy.rule.as_ref(), &envy.rulings);
}

/// The rule something stands on, the ruling that decided, and all rulings where there are several.
fn grounds(o: &mut Out<'_>, rule: Option<&RuleId>, rulings: &[RulingId]) {
    if let Some(rule) = rule {
        o.text("rule", rule.as_str());
    }
    if let Some(first) = rulings.first() {
        o.text("ruling", first.as_str());
    }
    if rulings.len() > 1 {
        o.list_field("rulings", |o| rulings.iter().for_each(|ruling| o.text_element(ruling.as_str())));
    }
}

/// The rule, else the ruling; a house's own game may have neither.
fn name<'a>(cites: &'a Cites, otherwise: &'a str) -> &'a str {
    let ruling = cites.ruling.as_ref().map(RulingId::as_str);
    cites.rule.as_ref().map(RuleId::as_str).or(ruling).unwrap_or(otherwise)
}
