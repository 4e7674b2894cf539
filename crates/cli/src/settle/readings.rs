//! What a settled round would come to under the other readings of the rulings.

use super::text::signed;
use crate::source::Loaded;
use tercet_games::variant::set_ruling;
use tercet_protocol::settle::{Problem, Reason, Reread};
use tercet_rules::{
    CheckedRound, Code, Game, GameDoc, Money, ReadingWords, Ruling, Settlement, SpotSettlement, settle,
};

/// A game under a reading that is not in force.
pub(super) struct Other {
    pub(super) ruling: Ruling,
    pub(super) reading: ReadingWords,
    game: Game,
}

impl Other {
    /// The question, and what this reading says to it.
    pub(super) fn asked(&self) -> String {
        format!("      {}\n      {}", self.ruling.question, self.reading.words)
    }
}

/// Every reading that is not in force, of the rulings that the game depends on.
pub(super) fn others(loaded: &Loaded) -> Vec<Other> {
    let mut others = Vec::new();
    for ruling in &loaded.game.rulings {
        for reading in ruling.readings.iter().filter(|reading| reading.name != ruling.chosen) {
            if let Some(game) = read_as(&loaded.doc, ruling.id.as_str(), &reading.name) {
                others.push(Other { ruling: ruling.clone(), reading: reading.clone(), game });
            }
        }
    }
    others
}

/// The game under another reading, if anything in it depends on that.
fn read_as(doc: &GameDoc, ruling: &str, reading: &str) -> Option<Game> {
    let mut doc = doc.clone();
    set_ruling(&mut doc, ruling, reading).ok()?;
    doc.as_read().ok()
}

/// A reading that would change the money of a round.
pub(super) struct Change<'o> {
    pub(super) other: &'o Other,
    /// The spots that would win or lose something else; or why there would have been no such round.
    pub(super) comes_to: Result<Vec<Moved>, Problem>,
    /// Whether the round has one spot only.
    alone: bool,
}

/// A spot whose money another reading would change.
pub(super) struct Moved {
    spot: u8,
    pub(super) here: Money,
    pub(super) there: Money,
}

/// Each of the other readings that would change the money of a round, which `check` checks against a game.
///
/// Not only rulings that the settlement cites are asked: where a bonus is not paid, no line says why.
pub(super) fn changes<'o>(
    others: &'o [Other],
    check: impl Fn(&Game) -> Result<CheckedRound<'_>, Problem>,
    here: &Settlement,
) -> Vec<Change<'o>> {
    let change = |other: &'o Other| {
        let comes_to = check(&other.game).map(|round| moved(here, &settle(&round), &other.game));
        let same = comes_to.as_ref().is_ok_and(Vec::is_empty);
        (!same).then_some(Change { other, comes_to, alone: here.spots.len() == 1 })
    };
    others.iter().filter_map(change).collect()
}

/// The spots that come to something else there, in the order in which they are paid.
fn moved(here: &Settlement, there: &Settlement, game: &Game) -> Vec<Moved> {
    let moved = |there: &SpotSettlement| {
        let here = here.spots.iter().find(|here| here.spot == there.spot)?;
        let moved = Moved { spot: there.spot, here: here.net(), there: there.net() };
        (moved.here != moved.there).then_some(moved)
    };
    there.in_paying_order(game).into_iter().filter_map(moved).collect()
}

impl Change<'_> {
    /// What it would come to, with the question and what that reading says.
    pub(super) fn words(&self) -> String {
        let Other { ruling, reading, .. } = self.other;
        let comes_to = match &self.comes_to {
            Ok(moved) => {
                let moved: Vec<String> = moved.iter().map(|moved| moved.words(self.alone)).collect();
                moved.join(", ")
            }
            Err(problem) if unmade(problem) => {
                format!("that wager could not have been made: {}", problem.message)
            }
            Err(problem) => format!("not settled: {}", problem.message),
        };
        format!("  Under {}={}: {comes_to}.\n{}", ruling.id, reading.name, self.other.asked())
    }

    /// The same for programs.
    pub(super) fn reread(&self) -> Reread<'_> {
        let nets = |moved: &Vec<Moved>| moved.iter().map(|moved| (moved.spot, moved.there)).collect();
        Reread {
            ruling: &self.other.ruling.id,
            reading: &self.other.reading.name,
            comes_to: self.comes_to.as_ref().map(nets),
        }
    }
}

impl Moved {
    fn words(&self, alone: bool) -> String {
        let spot = if alone { String::new() } else { format!("spot {} ", self.spot) };
        format!("{spot}net {} instead of {}", signed(self.there), signed(self.here))
    }
}

/// Whether a wager of the round is one that the table would not have taken.
fn unmade(problem: &Problem) -> bool {
    matches!(problem.reason, Reason::Rules(Code::OddsNotPosted | Code::RequiresWager))
}
