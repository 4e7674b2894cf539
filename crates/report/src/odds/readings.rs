//! The same question under every other reading of the rulings that the game depends on.

use crate::answer::Steps;
use tercet_analysis::report::{Ask, Report, Total, report};
use tercet_games::Loaded;
use tercet_games::variant::set_ruling;
use tercet_protocol::odds::OtherReading;
use tercet_rules::{Amount, Game, GameDoc, Money, ReadingWords, Rules, Ruling, Stage, Wager, WagerId};

/// What every other reading comes to, in the order of the file.
#[derive(Debug)]
pub struct OtherReadings {
    all: Vec<One>,
    /// The bet of several wagers here, if there is one to compare.
    total: Option<Total>,
}

#[derive(Debug)]
struct One {
    ruling: Ruling,
    reading: ReadingWords,
    report: Result<(Report, Option<Total>), String>,
}

impl OtherReadings {
    /// Asks again under each reading that is not in force; `here` is what the ones in force come to.
    pub fn of(loaded: &Loaded, ask: &Ask<'_>, here: &Report, steps: Steps<'_>) -> OtherReadings {
        let most = if ask.bets.is_empty() { most(&loaded.game) } else { Vec::new() };
        let total = |ask: &Ask<'_>, here: &Report| match most.as_slice() {
            [] => here.total.clone(),
            bets => report(&Ask { bets, stake: None, ..*ask }).ok().and_then(|report| report.total),
        };
        let here_total = total(ask, here);
        let rulings = loaded.game.rulings.iter().filter(|ruling| loaded.doc.depends_on(&ruling.id));
        let others: Vec<(&Ruling, &ReadingWords)> = rulings
            .flat_map(|ruling| ruling.readings.iter().map(move |reading| (ruling, reading)))
            .filter(|(ruling, reading)| reading.name != ruling.chosen)
            .collect();
        let mut all = Vec::new();
        for (done, (ruling, reading)) in (0..).zip(&others) {
            steps(done, others.len() as u64);
            let asked = read_as(&loaded.doc, ruling, reading).and_then(|game| {
                if same_odds(&loaded.game, &game) {
                    return Ok((here.clone(), here_total.clone()));
                }
                let ask = Ask { game: &game, ..*ask };
                let there = report(&ask).map_err(|error| error.to_string())?;
                let total = total(&ask, &there);
                Ok((there, total))
            });
            all.push(One { ruling: (*ruling).clone(), reading: (*reading).clone(), report: asked });
        }
        OtherReadings { all, total: here_total }
    }

    /// Each of them.
    pub fn listed(&self) -> Vec<OtherReading<'_>> {
        self.all.iter().map(One::shown).collect()
    }

    /// The bet of several wagers under the readings in force, if there is one to compare.
    pub fn total(&self) -> Option<&Total> {
        self.total.as_ref()
    }
}

impl One {
    fn shown(&self) -> OtherReading<'_> {
        OtherReading {
            ruling: &self.ruling,
            reading: &self.reading,
            report: self.report.as_ref().map(|(report, _)| report).map_err(String::as_str),
            total: self.report.as_ref().ok().and_then(|(_, total)| total.as_ref()),
        }
    }
}

/// Every wager at the most that the table takes, in a game where a limit on what is paid together may bite; else
/// nothing.
fn most(game: &Game) -> Vec<(WagerId, Money)> {
    let open = |wager: &&Wager| wager.stage == Stage::BeforeDeal && !wager.table.closed;
    let most = |wager: &Wager| {
        let stake = match &wager.amount {
            Amount::Free => wager.limits.as_ref()?.max,
            Amount::Fixed(stake) => *stake,
            Amount::EqualTo(_) | Amount::Times(..) => return None,
        };
        Some((wager.id.clone(), stake))
    };
    if game.aggregates.is_empty() {
        Vec::new()
    } else {
        game.wagers.iter().filter(open).filter_map(most).collect()
    }
}

fn read_as(doc: &GameDoc, ruling: &Ruling, reading: &ReadingWords) -> Result<Game, String> {
    let mut doc = doc.clone();
    set_ruling(&mut doc, ruling.id.as_str(), &reading.name).map_err(|error| error.to_string())?;
    let listed = |faults: Vec<tercet_rules::Fault>| {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        format!("there is no such game: {}", faults.join("; "))
    };
    doc.check().map_err(listed)
}

/// Whether two games differ only in what no deal of cards decides: seats, time-outs, irregularities, texts.
fn same_odds(a: &Game, b: &Game) -> bool {
    let counted = |game: &Game| Rules {
        rulings: Vec::new(),
        positions: a.positions.clone(),
        timeout: a.timeout.clone(),
        irregular: Vec::new(),
        card: Vec::new(),
        ..Rules::clone(game)
    };
    counted(a) == counted(b)
}
