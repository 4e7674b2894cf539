//! Best play for somebody who has seen one card of the dealer's.

use super::{signed, stakes};
use crate::cells::{CELLS, cells};
use crate::dealers::{Dealers, sweep};
use crate::fraction::Fraction;
use crate::hands::Hands;
use crate::law::{Spot, plays};
use crate::plan::Plan;
use crate::players::Players;
use crate::prices::Prices;
use crate::strengths::{Numbered, Strengths};
use crate::subsets::ByRenaming;
use crate::worlds::World;
use tercet_cards::{Card, binomial};
use tercet_rules::{Game, Money};

/// What one seen card of the dealer's is worth to the player, in the main bet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// All deals, each counted once for every card of the dealer's that may be the one seen.
    pub deals: u128,
    /// The player's expectation per unit of the wager that is decided on, under best play.
    pub expectation: Fraction,
}

/// The main bet under best play when one card of the dealer's, any of them alike, is seen before the decision.
///
/// None where there is nothing to decide, where the dealer has four cards, and where the main bet reads more than the
/// player's cards and how they compare with the dealer's.
#[must_use]
pub fn dealer_card_seen(game: &Game, stake: Money) -> Option<Seen> {
    let bet = stakes::beside(game, &[game.decided_on()?], stake).ok()?;
    let plan = Plan::new(game, &bet);
    if game.dealer.0 != 3 || !plan.six.is_empty() || !plan.dealer.is_empty() {
        return None;
    }
    let strengths = Strengths::new(game.ace);
    let numbered = |hands: &Hands| -> Vec<Numbered> {
        hands.classes().iter().map(|class| Numbered::of_class(class, &strengths)).collect()
    };
    let players = Players::of(game.ace, &plan, &strengths, Hands::all(game.player.0).classes());
    let dealers = Dealers::new(numbered(&Hands::all(3)));
    let floor = game.qualifier.floor.as_ref().map_or(0, |floor| strengths.below(floor.strength()));
    let worlds: Vec<World> =
        (0..CELLS).map(|cell| World { cell, six: Vec::new(), dealer: Vec::new() }).collect();
    let plays = plays(game, &bet);
    let spot = Spot { game, bet: &bet, meter: None };
    let mut prices = Prices::new(&spot, &plan, &plays, &players.kinds, &worlds);
    let mut values = vec![0_i128; plays.len()];
    let mut sum = 0_i128;
    sweep::<ByRenaming>(&dealers, &players.hands, floor, |i, holding| {
        let player = &players.hands[i];
        let mut best = 0;
        for card in Card::ALL.into_iter().filter(|card| !player.cards().contains(card)) {
            let counts = cells(holding.holding(card, player), player.number < floor);
            values.fill(0);
            prices.values(usize::from(players.kind[i]), &counts, &mut values);
            best += values.iter().max().copied().unwrap_or(0);
        }
        sum += best * i128::from(players.classes[i].size);
    });
    let player = u64::from(game.player.0);
    let deals = u128::from(binomial(52, player)) * u128::from(binomial(52 - player, 3)) * 3;
    Some(Seen { deals, expectation: Fraction::over(sum, i128::from(stake.units()), signed(deals)) })
}
