//! Envy: what everybody else with the progressive wager is paid for one player's hand.

use super::{EnvyLine, Outcome, SpotSettlement, paying_order};
use crate::game::{Envy, Game, LineOf};
use crate::hand::Hand;
use crate::money::Money;
use crate::reading::{EnvyHands, OwnPositions};
use alloc::vec::Vec;

/// Pays envy after all spots. Sources: 003.envy.*, rulings R17 and R18.
pub(super) fn pay(game: &Game, spots: &mut [SpotSettlement]) {
    let Some(envy) = &game.envy else { return };
    let live: Vec<bool> = spots.iter().map(|spot| has_live(envy, spot)).collect();
    for giver in paying_order(game, spots.iter().map(|spot| spot.spot)) {
        let Some(amount) = gives(game, envy, &spots[giver]) else { continue };
        if envy.hands.0 == EnvyHands::OnlyWithWager && !live[giver] {
            continue;
        }
        for taker in 0..spots.len() {
            let same_player = spots[taker].player.is_some() && spots[taker].player == spots[giver].player;
            let own = same_player && envy.own_positions.0 == OwnPositions::NotPaid;
            if taker == giver || own || !live[taker] {
                continue;
            }
            let mut rulings = Vec::new();
            if !live[giver] {
                rulings.extend(envy.hands.1.ruling.clone());
            }
            if same_player {
                rulings.extend(envy.own_positions.1.ruling.clone());
            }
            let line =
                EnvyLine { spot: spots[giver].spot, won: amount, rule: envy.cites.rule.clone(), rulings };
            spots[taker].envy.push(line);
        }
    }
}

/// Whether the spot has the progressive wager and a fold has not taken it.
fn has_live(envy: &Envy, spot: &SpotSettlement) -> bool {
    let lost = [Outcome::Forfeit, Outcome::Void];
    spot.lines.iter().any(|line| line.of == LineOf::Wager(envy.wager) && !lost.contains(&line.outcome))
}

/// What the hand at a spot gives to others; a hand whose every wager is void gives nothing.
fn gives(game: &Game, envy: &Envy, spot: &SpotSettlement) -> Option<Money> {
    if spot.lines.iter().all(|line| line.outcome == Outcome::Void) {
        return None;
    }
    let hand = Hand::Three(spot.playing, spot.rank);
    let rows = &game.wager(envy.wager).table.rows;
    rows.iter().find(|row| row.hand.as_ref().is_none_or(|test| test.holds(&hand)))?.envy
}

/// Whether the hand at a spot gives envy pays to others who have the wager.
pub(crate) fn gives_envy(game: &Game, spot: &SpotSettlement) -> bool {
    game.envy.as_ref().is_some_and(|envy| {
        let counts = envy.hands.0 == EnvyHands::Any || has_live(envy, spot);
        counts && gives(game, envy, spot).is_some()
    })
}
