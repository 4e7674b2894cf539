//! What a simulation came to: what `tercet simulate GAME --json` answers; and tests of shuffles.
//!
//! Sums are whole numbers of the smallest unit, as texts; every other amount is in dollars. `sums` has all of them, so that an answer
//! can be read again ([`Part`]) and its chunks be added to others. `docs/SIMULATION.md` defines each figure.

mod part;

pub use part::Part;

use crate::json::Out;
use crate::odds::{QUANTILES, slug};
use tercet_rules::{Game, Money};
use tercet_sim::exact::{Edge, Fate, Figures, LineFigures};
use tercet_sim::shuffle::{Shuffles, Test};
use tercet_sim::{Bins, Sessions, Sum, Tally, meter_step};

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
    /// Who plays what, as a digest: 64 hexadecimal digits.
    pub setup: &'a str,
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
    /// The most rounds of a session.
    pub session: u32,
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
        o.list_field("chunks", |o| {
            for range in &tally.chunks {
                o.object(|o| {
                    o.plain("first", range.start);
                    o.plain("count", range.end - range.start);
                });
            }
        });
        o.plain("chunk", answer.chunk);
        o.whole("tables", i64::from(answer.tables));
        o.text("setup", answer.setup);
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
            o.object_field("sessions", |o| sessions(o, all, bins, answer.session));
        }
        if !figures.fates.is_empty() {
            o.list_field("exact_sessions", |o| {
                figures.fates.iter().for_each(|each| o.object(|o| fate(o, each)))
            });
        }
        if answer.game.meter.is_some() && tally.meter.highest > 0 {
            o.object_field("meter", |o| meter(o, answer));
        }
        o.list_field("notes", |o| answer.notes.iter().for_each(|note| o.text_element(note)));
        o.object_field("sums", |o| sums(o, tally));
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
        o.flag("beyond_chance", tests.iter().any(Test::is_far));
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
                    if fall.too_often {
                        o.flag("beyond_chance", true);
                    }
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

/// The sessions of one spot beside the exact chances, or why there are none.
fn fate(o: &mut Out<'_>, fate: &Fate) {
    o.whole("spot", i64::from(fate.spot));
    o.plain("sessions", fate.sessions);
    match &fate.beside {
        Err(why) => o.text("not_figured", &why.to_string()),
        Ok(ends) => {
            for share in &ends.shares {
                o.object_field(share.end.id(), |o| {
                    number(o, "share", share.played);
                    number(o, "exact", share.exact);
                    if let Some(distance) = share.distance {
                        number(o, "distance", distance);
                    }
                    number(o, "chance", share.chance);
                });
            }
            if let Some(rounds) = &ends.rounds {
                o.object_field("rounds", |o| {
                    number(o, "mean", rounds.played);
                    number(o, "exact", rounds.exact);
                    if let Some(distance) = rounds.distance {
                        number(o, "distance", distance);
                    }
                });
            }
        }
    }
}

/// Everything that can be added: a count or an amount is its digits; counts of many things are `place:count` where there are any.
fn sums(o: &mut Out<'_>, tally: &Tally) {
    for (name, sum) in tally.clone().sums() {
        match sum {
            Sum::Count(count) => o.named(&name, *count),
            Sum::Units(units) => o.named(&name, *units),
            Sum::Most(most) => o.named(&name, *most),
            Sum::Highest(extreme) | Sum::Lowest(extreme) => {
                extreme.iter().for_each(|units| o.named(&name, units));
            }
            Sum::Counts(counts) => {
                let here = (0..).zip(counts).filter(|(_, count)| **count > 0);
                let here: Vec<String> =
                    here.map(|(place, count): (u32, _)| format!("{place}:{count}")).collect();
                o.named(&name, here.join(" "));
            }
        }
    }
}

/// Sums for people: extremes in dollars, and counts of many things as the figures that follow from them.
fn told(o: &mut Out<'_>, sums: Vec<(&'static str, Sum<'_>)>) {
    for (name, sum) in sums {
        match sum {
            Sum::Count(count) => o.plain(name, count),
            Sum::Units(units) => o.plain(name, units),
            Sum::Most(most) => dollars(o, name, *most),
            Sum::Highest(extreme) | Sum::Lowest(extreme) => {
                extreme.iter().for_each(|units| dollars(o, name, *units));
            }
            Sum::Counts(_) => {}
        }
    }
}

fn sessions(o: &mut Out<'_>, all: &Sessions, bins: Bins, session: u32) {
    told(o, all.clone().sums());
    dollars(o, "bin", bins.width);
    o.list_field("drawdown_quantiles", |o| {
        for share in QUANTILES {
            let Some(down) = all.drawdown_quantile(share, bins) else { continue };
            o.object(|o| {
                number(o, "share", share);
                dollars(o, "drawdown", down);
            });
        }
    });
    o.list_field("ruin_quantiles", |o| {
        for share in QUANTILES {
            let Some(round) = all.ruin_quantile(share, session) else { continue };
            o.object(|o| {
                number(o, "share", share);
                o.plain("round", round);
            });
        }
    });
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
    told(o, meter.clone().sums());
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
