//! What the other readings of the rulings move.

use crate::document::{Block, Section};
use crate::odds::Answered;
use crate::odds::readings::OtherReadings;
use crate::words::{names, percent, signed_percent, stakes};
use tercet_analysis::report::{Change, Figured, Report, changes, gain};
use tercet_protocol::odds::OtherReading;
use tercet_rules::Game;

/// The section about the readings that are not in force.
pub(super) fn section(answered: &Answered<'_>, readings: &OtherReadings) -> Section {
    let mut section = Section::new("Other readings");
    section.text(
        "What each figure would be under every other reading of the rulings that this game depends on.",
    );
    let mut last = None;
    for other in readings.listed() {
        if last != Some(&other.ruling.id) {
            last = Some(&other.ruling.id);
            let in_force = format!(
                "In force: {}={}: {}",
                other.ruling.id,
                other.ruling.chosen,
                other.ruling.chosen_words()
            );
            section.blocks.push(Block::Heading(format!("{}. {}", other.ruling.id, other.ruling.question)));
            section.text(in_force);
        }
        let name = format!("{}={}", other.ruling.id, other.reading.name);
        let mut about = vec![other.reading.words.clone()];
        about.extend(moves(answered, readings, &other));
        section.blocks.push(Block::Terms(vec![(name, about.join(" "))]));
    }
    if last.is_none() {
        section.text("It depends on none that has another reading.");
    }
    section
}

/// A sentence for each figure that moves, or that nothing does.
fn moves(answered: &Answered<'_>, readings: &OtherReadings, other: &OtherReading<'_>) -> Vec<String> {
    let (game, here) = (answered.ask.game, answered.report);
    let there = match other.report {
        Err(why) => return vec![format!("{why}.")],
        Ok(there) => there,
    };
    let mut all: Vec<String> = changes(here, there)
        .iter()
        .filter(|change| change.moves())
        .map(|change| moved(game, change))
        .collect();
    let text = |report: &Report| report.strategy.as_ref().map(|strategy| strategy.text.clone());
    if let Some(text) = text(there).filter(|there| text(here).as_ref() != Some(there)) {
        all.push(format!("Best play becomes: {text}"));
    }
    if let (Some(before), Some(after)) = (readings.total(), other.total)
        && before.moves(after)
    {
        let stakes = stakes(game, &after.stakes);
        all.push(format!(
            "{stakes}: the house wins ${:.6} a round instead of ${:.6}.",
            -after.expectation().value(),
            -before.expectation().value()
        ));
    }
    if all.is_empty() {
        all.push("No figure moves.".into());
    }
    all
}

fn moved(game: &Game, change: &Change<'_>) -> String {
    let Some(wager) = change.after.or(change.before) else { return String::new() };
    let name = names(game, &wager.wagers);
    let Some((before, after)) = change.open() else { return format!("{name} is closed.") };
    let mut clauses = Vec::new();
    let by = gain(before, after);
    if by.num() != 0 {
        clauses.push(format!(
            "house edge {} instead of {} ({})",
            percent(after.house_edge()),
            percent(before.house_edge()),
            signed_percent(by.value())
        ));
    }
    let spread = |figured: &Figured| figured.figures.variance().reduced();
    if clauses.is_empty() && spread(before) != spread(after) {
        let deviation = |figured: &Figured| figured.figures.standard_deviation();
        clauses.push(format!(
            "standard deviation {:.4} instead of {:.4}",
            deviation(after),
            deviation(before)
        ));
    }
    if before.adds().reduced() != after.adds().reduced()
        && after.adds().reduced() != after.expectation().reduced()
    {
        clauses.push(format!(
            "to add it to the main bet costs {} instead of {}",
            percent(-after.adds().value()),
            percent(-before.adds().value())
        ));
    }
    let envy = |figured: &Figured| Some(figured.progressive.as_ref()?.per_other_player?.value());
    if let (Some(before), Some(after)) = (envy(before), envy(after))
        && (before - after).abs() > f64::EPSILON
    {
        clauses.push(format!(
            "each other player adds {} by envy instead of {}",
            percent(after),
            percent(before)
        ));
    }
    if clauses.is_empty() {
        clauses.push("no figure that is shown here moves".into());
    }
    format!("{name}: {}.", clauses.join("; "))
}
