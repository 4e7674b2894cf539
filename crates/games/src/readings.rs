//! What a settled round would come to under the other readings of the rulings.

use crate::change::Loaded;
use crate::variant::set_ruling;
use tercet_rules::{
    CheckedRound, Game, GameDoc, Money, ReadingWords, Ruling, Settlement, SpotSettlement, settle,
};

/// A game under a reading that is not in force.
#[derive(Clone, Debug)]
pub struct Other {
    /// The ruling.
    pub ruling: Ruling,
    /// The reading.
    pub reading: ReadingWords,
    game: Game,
}

/// Every reading that is not in force, of the rulings that the game depends on.
#[must_use]
pub fn others(loaded: &Loaded) -> Vec<Other> {
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
#[derive(Clone, Debug)]
pub struct Changed<'o, E> {
    /// The reading.
    pub other: &'o Other,
    /// The spots that would win or lose something else, in the order in which they are paid; or why there would have been no such round.
    pub comes_to: Result<Vec<Moved>, E>,
    /// Whether the round has one spot only.
    pub alone: bool,
}

impl<E> Changed<'_, E> {
    /// What each of those spots would come to.
    ///
    /// # Errors
    ///
    /// Why there would have been no such round.
    pub fn nets(&self) -> Result<Vec<(u8, Money)>, &E> {
        self.comes_to.as_ref().map(|moved| moved.iter().map(|moved| (moved.spot, moved.there)).collect())
    }
}

/// A spot whose money another reading would change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moved {
    /// The spot.
    pub spot: u8,
    /// What it comes to.
    pub here: Money,
    /// What it would come to.
    pub there: Money,
}

/// Each of the other readings that would change the money of a round, which `check` checks against a game.
///
/// Not only rulings that the settlement cites are asked: where a bonus is not paid, no line says why.
pub fn changes<'o, E>(
    others: &'o [Other],
    check: impl Fn(&Game) -> Result<CheckedRound<'_>, E>,
    here: &Settlement,
) -> Vec<Changed<'o, E>> {
    let change = |other: &'o Other| {
        let comes_to = check(&other.game).map(|round| moved(here, &settle(&round), &other.game));
        let same = comes_to.as_ref().is_ok_and(Vec::is_empty);
        (!same).then_some(Changed { other, comes_to, alone: here.spots.len() == 1 })
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
