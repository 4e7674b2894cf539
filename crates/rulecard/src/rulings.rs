//! The rulings that a game rests on.

use crate::page::{Block, Section, Text};
use tercet_rules::{Game, Ruling};

/// Each open question with the reading in force and the others.
pub(crate) fn section(game: &Game) -> Option<Section> {
    if game.rulings.is_empty() {
        return None;
    }
    let intro = "Questions that the source leaves open. The first reading of each is in force here.";
    let terms =
        game.rulings.iter().map(|ruling| (format!("{}. {}", ruling.id, ruling.question), about(ruling)));
    Section::unless_empty("Rulings", vec![Block::Text(Text::plain(intro)), Block::Terms(terms.collect())])
}

/// The reading in force, then the others.
fn about(ruling: &Ruling) -> Vec<Text> {
    let said = |in_force: bool| {
        let readings = ruling.readings.iter().filter(move |one| (one.name == ruling.chosen) == in_force);
        readings.map(move |reading| {
            let mark = if in_force { " (in force)" } else { "" };
            Text::plain(format!("{}={}{mark}: {}", ruling.id, reading.name, reading.words))
        })
    };
    said(true).chain(said(false)).collect()
}
