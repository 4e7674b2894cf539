//! House players: company at the table, who bet the least and play by one fixed rule.
//!
//! All they know is the game and what a player at their spot may see.

use super::layout::{self, Laid};
use tercet_cards::{ThreeCategory, ThreeRank};
use tercet_rules::{Choice, Game, Money, SpotView, TableLimits, WagerId, WagerNo, check_wagers};

/// Their names, by their place among the house players.
pub(crate) const NAMES: [&str; 6] = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Fay"];

/// A house player at a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct HousePlayer {
    /// The position.
    pub(crate) spot: u8,
    /// The name.
    pub(crate) name: &'static str,
    /// What is bet every round.
    pub(crate) bets: Vec<(WagerId, Money)>,
}

/// House players for these positions.
pub(crate) fn seat(game: &Game, spots: impl Iterator<Item = u8>) -> Vec<HousePlayer> {
    let player = |(i, spot)| HousePlayer { spot, name: NAMES[i], bets: bets(game, i) };
    spots.take(NAMES.len()).enumerate().map(player).collect()
}

/// The least on the wager that is decided on, and for all but every third player the least on one side bet
/// beside it, each on another. Where the game takes neither, the least on everything.
fn bets(game: &Game, place: usize) -> Vec<(WagerId, Money)> {
    let main = game.decided_on().or_else(|| layout::open_wagers(game).next());
    let mut laid = Laid::new();
    if let Some(main) = main {
        layout::lay(game, &mut laid, main, layout::least(game, main));
    }
    let others: Vec<WagerNo> = layout::open_wagers(game).filter(|no| !laid.contains_key(no)).collect();
    if !place.is_multiple_of(3) && !others.is_empty() {
        let side = others[others.len() - 1 - (place - 1) % others.len()];
        let mut more = laid.clone();
        layout::lay(game, &mut more, side, layout::least(game, side));
        if stands(game, &more) {
            laid = more;
        }
    }
    if !stands(game, &laid) {
        for no in layout::open_wagers(game) {
            layout::lay(game, &mut laid, no, layout::least(game, no));
        }
    }
    ids(game, &laid)
}

fn ids(game: &Game, laid: &Laid) -> Vec<(WagerId, Money)> {
    laid.iter().map(|(no, amount)| (game.wager(*no).id.clone(), *amount)).collect()
}

fn stands(game: &Game, laid: &Laid) -> bool {
    !laid.is_empty() && check_wagers(game, &ids(game, laid), TableLimits::Apply, "").is_ok()
}

/// Plays a hand that the dealer would qualify with, every hand where the dealer always does; a pair or
/// better for the highest Play wager there is, anything else for the lowest.
pub(crate) fn choice(game: &Game, seen: &SpotView) -> Choice {
    let Some(rank) = seen.rank.filter(|rank| game.qualifier.admits(*rank)) else { return Choice::Fold };
    let times = game.play_times();
    let strong = rank >= ThreeRank::lowest(ThreeCategory::Pair);
    let times = if strong { times.last() } else { times.first() };
    Choice::Play { times: times.copied().unwrap_or(1) }
}
