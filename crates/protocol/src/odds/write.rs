//! The answer about one game.

use super::conditions::{Conditions, conditions};
use super::number::{decimal, dollars, number, slug};
use crate::json::Out;
use tercet_analysis::report::{
    self, Ask, Change, Exposed, Figured, LineReport, Loses, Progressive, Report, RowReport, State,
    StrategyReport, Total, WagerReport, Worth, changes, gain,
};
use tercet_analysis::{Decks, Figures, Fraction, Known, OneDeckOnly, Play};
use tercet_rules::{Cites, Game, Money, ReadingWords, Ruling, WagerId};

/// The figures of a game with what was asked.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    /// What was asked.
    pub ask: &'a Ask<'a>,
    /// The hash of the rules: `sha256:…`.
    pub rules: &'a str,
    /// Under which conditions it was figured.
    pub conditions: Conditions<'a>,
    /// The figures.
    pub report: &'a Report,
    /// What the known cards are worth, if there are any.
    pub worth: Option<&'a Worth>,
    /// What exposed cards of the dealer's are worth, if that was asked.
    pub exposed: Option<&'a Exposed>,
    /// The other readings of the rulings, if they were asked about.
    pub readings: Option<&'a [OtherReading<'a>]>,
    /// The bet of several wagers that other readings are compared with: the one that was asked about, or every wager at
    /// the table maximum where a limit on what is paid together may bite.
    pub compared: Option<&'a Total>,
}

/// The same game under another reading of one ruling.
#[derive(Clone, Copy, Debug)]
pub struct OtherReading<'a> {
    /// The ruling, with the reading in force.
    pub ruling: &'a Ruling,
    /// The other reading.
    pub reading: &'a ReadingWords,
    /// Its figures; or why there are none.
    pub report: Result<&'a Report, &'a str>,
    /// The bet of several wagers under it, to be compared with [`Answer::compared`].
    pub total: Option<&'a Total>,
}

/// Writes the answer and a line end.
pub fn write_odds(buffer: &mut Vec<u8>, answer: &Answer<'_>) {
    let report = answer.report;
    let mut out = Out(buffer);
    out.whole_object(|o| {
        o.text("game", answer.ask.game.id.as_str());
        o.text("rules", answer.rules);
        what_if(o, answer.ask.game, answer.ask.decks);
        conditions(o, &answer.conditions);
        o.object_field("wagers", |o| {
            for each in &report.wagers {
                named(o, each.id.as_str(), |o| wager(o, answer.ask, each));
            }
        });
        if let Some(each) = &report.strategy {
            o.object_field("strategy", |o| strategy(o, each));
        }
        if let Some(each) = &report.total {
            o.object_field("total", |o| total(o, answer.ask, each));
            o.object_field("covariance", |o| covariance(o, each));
        }
        o.object_field("dealer", |o| {
            o.plain("qualifies", report.qualifying.0);
            o.plain("hands", report.qualifying.1);
        });
        if let Some(worth) = answer.worth {
            o.object_field("known", |o| known(o, answer.ask, worth));
        }
        if let Some(each) = answer.exposed {
            o.object_field("dealer_exposed", |o| exposed(o, each));
        }
        if let Some(readings) = answer.readings {
            o.list_field("readings", |o| {
                for each in readings {
                    o.object(|o| reading(o, answer, each));
                }
            });
        }
    });
    buffer.push(b'\n');
}

/// Known cards, and what it is worth to know them.
fn known(o: &mut Out<'_>, ask: &Ask<'_>, worth: &Worth) {
    known_cards(o, &ask.known);
    o.raw("unit", &dollars(worth.unit));
    o.plain("expectation", worth.known);
    o.raw("house_edge", &number(-worth.known.value()));
    if let Some(ignored) = worth.ignored {
        o.plain("ignored", ignored);
    }
    o.plain("before", worth.before);
}

fn exposed(o: &mut Out<'_>, exposed: &Exposed) {
    o.whole("cards", i64::from(exposed.cards));
    o.raw("unit", &dollars(exposed.unit));
    o.plain("deals", exposed.deals);
    o.plain("expectation", exposed.expectation);
    o.raw("house_edge", &number(-exposed.expectation.value()));
    o.plain("before", exposed.before);
    o.list_field("shown", |o| {
        for shown in &exposed.shown {
            o.object(|o| {
                o.cards("cards", &shown.cards);
                o.plain("ways", shown.ways);
                o.plain("expectation", shown.expectation);
                o.raw("house_edge", &number(-shown.expectation.value()));
                if let Some(strategy) = &shown.strategy {
                    o.text("strategy", &strategy.text);
                    o.plain("plays", strategy.plays());
                    o.plain("hands", strategy.all());
                }
            });
        }
    });
}

/// A field that is an object and named by an id of the game.
fn named(o: &mut Out<'_>, name: &str, members: impl FnOnce(&mut Out<'_>)) {
    o.text_element(name);
    o.0.extend_from_slice(b":{");
    members(o);
    o.0.push(b'}');
}

/// A field that is a number and named by an id of the game.
pub(super) fn named_number(o: &mut Out<'_>, name: &str, number: &str) {
    o.text_element(name);
    o.0.push(b':');
    o.0.extend_from_slice(number.as_bytes());
}

/// A field that is a text and named by an id of the game.
pub(super) fn named_text(o: &mut Out<'_>, name: &str, text: &str) {
    o.text_element(name);
    o.0.push(b':');
    o.quoted(text);
}

fn wager(o: &mut Out<'_>, ask: &Ask<'_>, wager: &WagerReport) {
    match &wager.state {
        State::Closed(cites) => closed(o, cites),
        State::OneDeck(why) => one_deck(o, ask.game, *why),
        State::Open(of) => figured(o, ask, wager, of),
    }
}

/// That the figures are for several decks, which the rules do not allow; nothing for one.
pub(super) fn what_if(o: &mut Out<'_>, game: &Game, decks: Decks) {
    if let Some(words) = report::what_if(game, decks) {
        o.object_field("what_if", |o| {
            o.whole("decks", i64::from(decks.count()));
            if let Some(rule) = &game.pack.rule {
                o.text("rule", rule.as_str());
            }
            o.text("words", &words);
        });
    }
}

/// The cards that are known beside the player's own, as far as there are any.
pub(super) fn known_cards(o: &mut Out<'_>, known: &Known) {
    let sets = [("dealer", known.dealer), ("dead", known.dead)];
    for (name, set) in sets.into_iter().filter(|(_, set)| !set.is_empty()) {
        o.cards(name, &set.descending().collect::<Vec<_>>());
    }
}

/// A wager that has no figures from several decks.
pub(super) fn one_deck(o: &mut Out<'_>, game: &Game, why: OneDeckOnly) {
    o.flag("one_deck_only", true);
    o.text("why", &why.words(game));
}

fn closed(o: &mut Out<'_>, cites: &Cites) {
    o.flag("closed", true);
    if let Some(rule) = &cites.rule {
        o.text("rule", rule.as_str());
    }
    if let Some(ruling) = &cites.ruling {
        o.text("ruling", ruling.as_str());
    }
}

fn figured(o: &mut Out<'_>, ask: &Ask<'_>, wager: &WagerReport, of: &Figured) {
    let figures = &of.figures;
    o.raw("stake", &dollars(of.stake));
    o.plain("deals", figures.deals);
    o.plain("expectation", of.expectation());
    o.raw("house_edge", &number(of.house_edge()));
    if wager.wagers.len() > 1 {
        o.raw("element_of_risk", &number(of.element_of_risk()));
    }
    spread(o, figures);
    if let [only] = of.lines.as_slice() {
        o.list_field("rows", |o| only.rows.iter().for_each(|each| row(o, each)));
    } else {
        o.object_field("lines", |o| of.lines.iter().for_each(|each| line(o, each)));
    }
    outcomes(o, figures);
    if let Some(parts) = &of.progressive {
        progressive(o, parts);
    }
    if let Some(within) = &of.within {
        o.object_field("within", |o| stakes(o, within));
    }
    if let Some(added) = &of.added {
        o.object_field("added_to_main", |o| {
            o.plain("expectation", added.expectation);
            o.raw("house_edge", &number(-added.expectation.value()));
            if let Some(strategy) = &added.strategy {
                o.text("strategy", strategy);
            }
        });
    }
    let notes = wager.notes(ask.game, ask.policy);
    if !notes.is_empty() {
        o.list_field("notes", |o| notes.iter().for_each(|note| o.text_element(note)));
    }
}

/// How results are spread.
fn spread(o: &mut Out<'_>, figures: &Figures) {
    o.raw("hit_frequency", &number(figures.hit_frequency()));
    o.raw("variance", &decimal(figures.variance()));
    o.raw("standard_deviation", &number(figures.standard_deviation()));
}

fn line(o: &mut Out<'_>, line: &LineReport) {
    named(o, line.id.as_str(), |o| {
        o.plain("expectation", line.expectation);
        o.list_field("rows", |o| line.rows.iter().for_each(|each| row(o, each)));
    });
}

fn row(o: &mut Out<'_>, row: &RowReport) {
    o.object(|o| {
        o.text("hand", &slug(&row.hand));
        o.plain("ways", row.ways);
        if let Some(pays) = row.pays {
            o.plain("pays", pays);
        }
        o.raw("contribution", &decimal(row.contribution));
    });
}

/// Deals by what the player is up, per unit of what figures are per.
pub(super) fn outcomes(o: &mut Out<'_>, figures: &Figures) {
    let unit = i128::from(figures.stake.units());
    o.list_field("outcomes", |o| {
        for (net, ways) in &figures.outcomes {
            o.object(|o| {
                o.raw("net", &decimal(Fraction::new(i128::from(net.units()), unit)));
                o.plain("ways", ways);
            });
        }
    });
}

fn progressive(o: &mut Out<'_>, parts: &Progressive) {
    o.plain("fixed", parts.fixed);
    o.plain("per_meter_unit", parts.per_meter_unit);
    if let Some(each) = parts.per_other_player {
        o.plain("per_other_player", each);
    }
    if let Some(even) = parts.break_even_meter {
        o.raw("break_even_meter", &decimal(even));
    }
    if let Some(meter) = parts.meter {
        o.raw("meter", &dollars(meter));
    }
    o.whole("players", i64::from(parts.players));
}

pub(super) fn stakes(o: &mut Out<'_>, stakes: &[(WagerId, Money)]) {
    for (id, stake) in stakes {
        named_number(o, id.as_str(), &dollars(*stake));
    }
}

fn strategy(o: &mut Out<'_>, strategy: &StrategyReport) {
    o.text("text", &strategy.text);
    o.plain("plays", strategy.plays());
    o.plain("folds", strategy.folds());
    o.plain("hands", strategy.all());
    if let Some(cards) = &strategy.weakest_play {
        o.cards("weakest_play", cards);
    }
    if let Some(cards) = &strategy.strongest_fold {
        o.cards("strongest_fold", cards);
    }
    if strategy.hands.iter().any(|(play, _)| matches!(play, Play::Times(2..))) {
        o.object_field("decisions", |o| {
            for (play, hands) in &strategy.hands {
                named_number(o, &decision(*play), &format!("\"{hands}\""));
            }
        });
    }
    o.raw("unit", &dollars(strategy.unit));
    o.flag("threshold", strategy.apart.is_none());
    if let Some(apart) = &strategy.apart {
        o.object_field("besides", |o| {
            o.plain("hands", apart.hands);
            if let Some(cost) = apart.cost {
                o.plain("cost", cost);
            }
            o.list_field("kinds", |o| {
                for (cards, play) in &apart.kinds {
                    o.object(|o| {
                        o.cards("hand", cards);
                        o.text("decision", &decision(*play));
                    });
                }
            });
        });
    }
    if let Some(each) = &strategy.loses {
        o.object_field("loses", |o| loses(o, each));
    }
}

fn loses(o: &mut Out<'_>, loses: &Loses) {
    o.plain("hands", loses.hands);
    o.plain("cost", loses.cost);
    o.list_field("kinds", |o| {
        for lost in &loses.kinds {
            o.object(|o| {
                o.cards("hand", &lost.cards);
                o.text("decision", &decision(lost.play));
                o.text("best", &decision(lost.best));
                o.plain("hands", lost.hands);
                o.plain("cost", lost.cost);
            });
        }
    });
}

/// The name of a decision.
pub(super) fn decision(play: Play) -> String {
    match play {
        Play::Nothing => "none".into(),
        Play::Fold => "fold".into(),
        Play::Times(times) => format!("play-{times}x"),
    }
}

fn total(o: &mut Out<'_>, ask: &Ask<'_>, total: &Total) {
    let figures = &total.figures;
    o.object_field("stakes", |o| stakes(o, &total.stakes));
    o.plain("deals", figures.deals);
    o.plain("expectation", total.expectation());
    o.raw("average_stake", &decimal(total.average_stake()));
    o.raw("element_of_risk", &number(total.element_of_risk()));
    spread(o, figures);
    if let Some(envy) = total.envy {
        o.plain("envy", envy);
        o.whole("players", i64::from(ask.players));
    }
    if total.limited > 0 {
        o.plain("limited", total.limited);
    }
    if total.rounded > 0 {
        o.plain("rounded", total.rounded);
    }
    outcomes(o, figures);
}

fn covariance(o: &mut Out<'_>, total: &Total) {
    let mut rest = total.covariances.as_slice();
    while let Some((first, ..)) = rest.first() {
        let (same, others) = rest.split_at(rest.iter().take_while(|(a, ..)| a == first).count());
        named(o, first.as_str(), |o| {
            for (_, other, together) in same {
                named_number(o, other.as_str(), &decimal(*together));
            }
        });
        rest = others;
    }
}

fn reading(o: &mut Out<'_>, answer: &Answer<'_>, other: &OtherReading<'_>) {
    let here = answer.report;
    o.text("ruling", other.ruling.id.as_str());
    o.text("question", &other.ruling.question);
    o.text("in_force", &other.ruling.chosen);
    o.text("reading", &other.reading.name);
    o.text("words", &other.reading.words);
    match other.report {
        Err(why) => o.text("no_figures", why),
        Ok(there) => {
            o.object_field("moves", |o| {
                for change in changes(here, there).iter().filter(|change| change.moves()) {
                    moved(o, answer.ask.game, change);
                }
            });
            let text = |report: &Report| report.strategy.as_ref().map(|strategy| strategy.text.clone());
            if let Some(text) = text(there).filter(|there| text(here).as_ref() != Some(there)) {
                o.text("strategy", &text);
            }
        }
    }
    if let (Some(before), Some(after)) = (answer.compared, other.total)
        && before.moves(after)
    {
        o.object_field("total", |o| {
            o.object_field("stakes", |o| stakes(o, &after.stakes));
            o.plain("expectation", after.expectation());
            o.plain("instead_of", before.expectation());
            o.raw("change", &decimal(before.gain(after)));
            o.raw("standard_deviation", &number(after.figures.standard_deviation()));
        });
    }
}

/// A wager after a change of the rules, with what its house edge gains.
fn moved(o: &mut Out<'_>, game: &Game, change: &Change<'_>) {
    let Some(id) = change.after.or(change.before).map(|wager| &wager.id) else { return };
    named(o, id.as_str(), |o| match (change.open(), change.after.map(|wager| &wager.state)) {
        (Some((before, after)), _) => {
            o.plain("expectation", after.expectation());
            o.raw("house_edge", &number(after.house_edge()));
            o.raw("change", &decimal(gain(before, after)));
            o.raw("standard_deviation", &number(after.figures.standard_deviation()));
            if let Some(each) = after.progressive.as_ref().and_then(|parts| parts.per_other_player) {
                o.plain("per_other_player", each);
            }
            if let Some(added) = &after.added {
                o.plain("added_to_main", added.expectation);
            }
        }
        (None, Some(State::Open(after))) => {
            o.plain("expectation", after.expectation());
            o.raw("house_edge", &number(after.house_edge()));
        }
        (None, Some(State::Closed(cites))) => closed(o, cites),
        (None, Some(State::OneDeck(why))) => one_deck(o, game, *why),
        (None, None) => {}
    });
}
