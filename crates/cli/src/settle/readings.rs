//! What a dispute would come to under the other readings of the rulings.

use super::text::signed;
use crate::source::Loaded;
use tercet_games::variant::set_ruling;
use tercet_rules::{Code, Game, GameDoc, Money, RoundRecord, Settlement, TableLimits, settle};

/// A sentence for each reading of a ruling, other than the one in force, that would change the money, with the question
/// and what that reading says.
///
/// Not only rulings that the settlement cites are asked: where a bonus is not paid, no line says why.
pub(super) fn others(
    loaded: &Loaded,
    record: &RoundRecord,
    settlement: &Settlement,
    limits: TableLimits,
) -> Vec<String> {
    let here = net(settlement);
    let mut sentences = Vec::new();
    for ruling in &loaded.game.rulings {
        for reading in ruling.readings.iter().filter(|reading| reading.name != ruling.chosen) {
            let Some(game) = read_as(&loaded.doc, ruling.id.as_str(), &reading.name) else { continue };
            let name = format!("Under {}={}", ruling.id, reading.name);
            let asked = format!("\n      {}\n      {}", ruling.question, reading.words);
            match record.check(&game, limits) {
                Ok(checked) => {
                    let there = net(&settle(&checked));
                    if there != here {
                        sentences.push(format!(
                            "  {name}: net {} instead of {}.{asked}",
                            signed(there),
                            signed(here)
                        ));
                    }
                }
                // A table that is not posted settles nothing; that is no other answer to a dispute.
                Err(refusal) if refusal.code == Code::OddsNotPosted => {}
                Err(refusal) => sentences.push(format!("  {name}: not settled: {}.{asked}", refusal.message)),
            }
        }
    }
    sentences
}

/// The game under another reading, if anything in it depends on that.
fn read_as(doc: &GameDoc, ruling: &str, reading: &str) -> Option<Game> {
    let mut doc = doc.clone();
    set_ruling(&mut doc, ruling, reading).ok()?;
    doc.check().ok()
}

fn net(settlement: &Settlement) -> Money {
    settlement.spots.iter().map(tercet_rules::SpotSettlement::net).sum()
}
