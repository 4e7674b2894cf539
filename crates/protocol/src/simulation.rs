//! What a simulation came to: what `tercet simulate GAME --json` answers; and tests of shuffles.
//!
//! Sums are whole numbers of the smallest unit, as texts, so that those of other chunks can be added to them; every other amount
//! is in dollars. `docs/SIMULATION.md` defines each figure.

use crate::json::Out;
use crate::odds::{QUANTILES, slug};
use tercet_rules::{Game, Money};
use tercet_sim::exact::{Edge, Figures, LineFigures, RARE};
use tercet_sim::shuffle::{Shuffles, Test};
use tercet_sim::{Bins, Sessions, Tally, meter_step};

/// A simulation with what was asked.
#[derive(Clone, Copy, Debug)]
pub struct SimulationAnswer<'a> {
    /// The game.
    pub game: &'a Game,
    /// The hash of the rules: `sha256:…`.
    pub rules: &'a str,
    /// The command, to be typed again.
    pub command: &'a str,
    /// What the cards followed from.
    pub seed: &'a str,
    /// `fast` or `reference`.
    pub engine: &'a str,
    /// The first chunk that was played.
    pub first_chunk: u64,
    /// Rounds in a chunk.
    pub chunk: u64,
    /// Tables on one meter.
    pub tables: u32,
    /// Who plays, in words, in order of the spots.
    pub seats: &'a [String],
    /// What it came to.
    pub tally: &'a Tally,
    /// It beside the exact figures.
    pub figures: &'a Figures,
    /// Rounds that one table deals in an hour.
    pub rounds_per_hour: f64,
    /// All sessions together, if there were any, and how their results were told apart.
    pub sessions: Option<(&'a Sessions, Bins)>,
    /// What must be known beside the figures.
    pub notes: &'a [String],
}

/// Writes the answer and a line end.
pub fn write_simulation(buffer: &mut Vec<u8>, answer: &SimulationAnswer<'_>) {
    let (tally, figures) = (answer.tally, answer.figures);
    let mut out = Out(buffer);
    out.whole_object(|o| {
        o.text("game", answer.game.id.as_str());
        o.text("rules", answer.rules);
        o.text("command", answer.command);
        o.text("seed", answer.seed);
        o.text("engine", answer.engine);
        o.plain("first_chunk", answer.first_chunk);
        o.plain("chunk", answer.chunk);
        o.whole("tables", i64::from(answer.tables));
        o.list_field("seats", |o| answer.seats.iter().for_each(|seat| o.text_element(seat)));
        o.plain("rounds", tally.rounds);
        o.flag("beyond_chance", figures.far);
        if let Some(total) = &figures.total {
            o.object_field("total", |o| edge(o, total));
        }
        o.list_field("lines", |o| {
            figures.lines.iter().for_each(|each| o.object(|o| line(o, answer.game, each)))
        });
        if let Some((mean, deviation)) = figures.per_round {
            let tables = f64::from(answer.tables);
            o.object_field("hourly", |o| {
                number(o, "rounds", answer.rounds_per_hour * tables);
                number(o, "win", mean / 100.0 * answer.rounds_per_hour * tables);
                number(o, "standard_deviation", deviation / 100.0 * (answer.rounds_per_hour * tables).sqrt());
            });
        }
        if let Some((all, bins)) = answer.sessions {
            o.object_field("sessions", |o| sessions(o, all, bins));
        }
        if answer.game.meter.is_some() && tally.meter.highest > 0 {
            o.object_field("meter", |o| meter(o, answer));
        }
        o.list_field("notes", |o| answer.notes.iter().for_each(|note| o.text_element(note)));
    });
    buffer.push(b'\n');
}

/// Writes what tests of decks came to, and a line end: what `tercet shuffle-test --json` answers.
pub fn write_shuffle_test(
    buffer: &mut Vec<u8>,
    decks_of: &str,
    command: &str,
    shuffles: &Shuffles,
    tests: &[Test],
) {
    let mut out = Out(buffer);
    out.whole_object(|o| {
        o.text("of", decks_of);
        o.text("command", command);
        o.plain("decks", shuffles.decks());
        o.flag("beyond_chance", tests.iter().any(|test| test.chance < RARE));
        o.list_field("tests", |o| {
            for test in tests {
                o.object(|o| {
                    o.text("test", test.id);
                    number(o, "statistic", test.statistic);
                    if let Some(degrees) = test.degrees {
                        o.whole("degrees", i64::from(degrees));
                    }
                    number(o, "chance", test.chance);
                });
            }
        });
    });
    buffer.push(b'\n');
}

fn edge(o: &mut Out<'_>, edge: &Edge) {
    number(o, "house_edge", edge.played);
    if let Some(error) = edge.error {
        number(o, "standard_error", error);
    }
    if let Some((low, high)) = edge.bounds() {
        number(o, "low", low);
        number(o, "high", high);
    }
    if let Some(exact) = edge.exact {
        number(o, "exact", exact);
    }
    if let Some(distance) = edge.distance() {
        number(o, "distance", distance);
    }
}

fn line(o: &mut Out<'_>, game: &Game, line: &LineFigures) {
    o.text("line", line.of.map_or("envy", |of| game.line_id(of).as_str()));
    o.plain("staked", line.staked);
    o.plain("won", line.won);
    o.plain("returned", line.returned);
    o.plain("hold", line.hold());
    if let Some(figures) = &line.edge {
        edge(o, figures);
    }
    if let Some(of) = line.of {
        o.list_field("rows", |o| {
            for fall in &line.falls {
                o.object(|o| {
                    o.text("hand", &slug(&fall.what.words(game, of)));
                    o.plain("hits", fall.hits);
                    number(o, "expected", fall.expected);
                });
            }
        });
    }
    if let Some(fit) = &line.fit {
        o.object_field("chi_square", |o| {
            // JSON knows no infinity: something impossible was seen.
            if fit.statistic.is_finite() {
                number(o, "statistic", fit.statistic);
            }
            o.whole("degrees", i64::from(fit.degrees));
            number(o, "chance", fit.chance);
        });
    }
}

fn sessions(o: &mut Out<'_>, all: &Sessions, bins: Bins) {
    o.plain("count", all.count);
    o.plain("ahead", all.ahead);
    o.plain("even", all.even);
    o.plain("ruined", all.ruined);
    o.plain("reached", all.reached);
    o.plain("rounds", all.rounds);
    o.plain("rounds_to_ruin", all.rounds_to_ruin);
    o.plain("net", all.net);
    o.plain("net_squared", all.net_squared);
    o.plain("drawdown", all.drawdown);
    dollars(o, "worst_drawdown", all.worst_drawdown);
    for (key, net) in [("best", all.best), ("worst", all.worst)] {
        if let Some(net) = net {
            dollars(o, key, net);
        }
    }
    dollars(o, "bin", bins.width);
    o.list_field("quantiles", |o| {
        for share in QUANTILES {
            let Some(net) = all.quantile(share, bins) else { continue };
            o.object(|o| {
                number(o, "share", share);
                dollars(o, "net", net);
            });
        }
    });
}

fn meter(o: &mut Out<'_>, answer: &SimulationAnswer<'_>) {
    let meter = &answer.tally.meter;
    o.plain("hits", meter.hits);
    o.plain("at_hit", meter.at_hit);
    o.plain("paid", meter.paid);
    o.plain("added", meter.added);
    dollars(o, "highest", meter.highest);
    for (key, held) in [("lowest_hit", meter.lowest_hit), ("highest_hit", meter.highest_hit)] {
        if let Some(held) = held {
            dollars(o, key, held);
        }
    }
    let start = answer.game.meter.as_ref().map_or(Money::ZERO, |meter| meter.start);
    o.list_field("held", |o| {
        for (place, hits) in (0..).zip(&meter.held).filter(|(_, hits)| **hits > 0) {
            o.object(|o| {
                dollars(o, "from", start.units() + place * meter_step(start));
                o.plain("hits", *hits);
            });
        }
    });
}

fn number(o: &mut Out<'_>, key: &'static str, value: f64) {
    if value.is_finite() {
        o.raw(key, &crate::odds::number(value));
    } else {
        o.raw(key, "null");
    }
}

fn dollars(o: &mut Out<'_>, key: &'static str, units: i64) {
    o.raw(key, &crate::odds::dollars(Money::from_units(units)));
}
