//! What a bot bets.

use std::collections::BTreeMap;
use tercet_protocol::live::{GameInfo, WagerInfo};

/// Every wager that can be made before the deal, each as low as it may be, in an order in which the table takes them.
#[must_use]
pub fn lowest_bets(game: &GameInfo) -> Vec<(String, i64)> {
    let mut made: BTreeMap<&str, i64> = BTreeMap::new();
    let mut order = Vec::new();
    // What must stand beside a wager comes before it; each turn finds one more, until none is left that can be made.
    while let Some((wager, stake)) =
        game.wagers.iter().find_map(|wager| Some((wager, possible(wager, &made)?)))
    {
        made.insert(&wager.id, stake);
        order.push((wager.id.clone(), stake));
    }
    order
}

/// The least stake of a wager that is not made and can be by now.
fn possible(wager: &WagerInfo, made: &BTreeMap<&str, i64>) -> Option<i64> {
    if wager.closed || wager.stage != "bets" || made.contains_key(&*wager.id) {
        return None;
    }
    let stands = |needed: &Vec<String>| needed.iter().any(|id| made.contains_key(&**id));
    if !wager.needs.iter().all(stands) {
        return None;
    }
    match (&wager.of, wager.fixed) {
        (Some(of), _) => {
            made.get(&**of).map(|stake| stake * i64::from(wager.times.first().copied().unwrap_or(1)))
        }
        (None, Some(fixed)) => Some(fixed),
        (None, None) => Some(wager.min.unwrap_or(1)),
    }
}
