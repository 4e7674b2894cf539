//! Envy: what everybody else with the progressive wager is paid for one player's hand.

use super::irregular::policy;
use super::{EnvyLine, Outcome, SpotSettlement, grounds, playing};
use crate::game::{Envy, Game, LineOf};
use crate::hand::Hand;
use crate::ids::RulingId;
use crate::money::Money;
use crate::reading::{EnvyHands, OnFold, OwnPositions};
use alloc::vec::Vec;

/// Pays envy after all spots. Sources: 003.envy.*, rulings R17 and R18.
pub(super) fn pay(game: &Game, irregular: &[usize], spots: &mut [SpotSettlement]) {
    let Some(envy) = &game.envy else { return };
    let live: Vec<bool> = spots.iter().map(|spot| has_live(envy, spot)).collect();
    for giver in game.reconcile.order(spots.iter().map(|spot| spot.spot)) {
        let Some(amount) = gives(game, envy, &spots[giver]) else { continue };
        if envy.hands.0 == EnvyHands::OnlyWithWager && !live[giver] {
            continue;
        }
        let for_hand = hand_rulings(game, envy, irregular, &spots[giver], live[giver]);
        for taker in 0..spots.len() {
            let same_player = spots[taker].player == spots[giver].player;
            let own = same_player && envy.own_positions.0 == OwnPositions::NotPaid;
            if taker == giver || own || !live[taker] {
                continue;
            }
            let mut line = EnvyLine {
                spot: spots[giver].spot,
                won: amount,
                rule: envy.cites.rule.clone(),
                rulings: Vec::new(),
            };
            for_hand.iter().for_each(|ruling| line.stand_on(ruling));
            if same_player {
                envy.own_positions.1.ruling.iter().for_each(|ruling| line.stand_on(ruling));
            }
            live_rulings(game, envy, irregular, &spots[taker]).for_each(|ruling| line.stand_on(ruling));
            spots[taker].envy.push(line);
        }
    }
}

impl EnvyLine {
    fn stand_on(&mut self, ruling: &RulingId) {
        if !self.rulings.contains(ruling) {
            self.rulings.push(ruling.clone());
        }
    }
}

/// The rulings by which a hand gives envy: what counts as such a hand, and what it makes.
fn hand_rulings<'a>(
    game: &'a Game,
    envy: &'a Envy,
    irregular: &[usize],
    giver: &SpotSettlement,
    live: bool,
) -> Vec<&'a RulingId> {
    let mut rulings = Vec::new();
    match envy.hands.0 {
        EnvyHands::Any if !live => rulings.extend(&envy.hands.1.ruling),
        EnvyHands::Any => {}
        EnvyHands::OnlyWithWager => rulings.extend(live_rulings(game, envy, irregular, giver)),
    }
    if let Some((ace, ruling)) = grounds::other_ace(game) {
        let hand = |ace| amount(game, envy, &playing(&giver.cards, ace));
        if hand(ace) != hand(game.ace) {
            rulings.push(ruling);
        }
    }
    rulings
}

/// The rulings by which the wager at a spot is live.
fn live_rulings<'a>(
    game: &'a Game,
    envy: &Envy,
    irregular: &[usize],
    spot: &SpotSettlement,
) -> impl Iterator<Item = &'a RulingId> {
    let (on_fold, cites) = &game.wager(envy.wager).on_fold;
    let after_fold = cites.ruling.as_ref().filter(|_| spot.folded && *on_fold == OnFold::Stays);
    policy(game, irregular, envy.wager).rulings.into_iter().chain(after_fold)
}

/// Whether the spot has the progressive wager and neither a fold nor an irregularity has taken it.
fn has_live(envy: &Envy, spot: &SpotSettlement) -> bool {
    let lost = [Outcome::Forfeit, Outcome::Void];
    spot.lines.iter().any(|line| line.of == LineOf::Wager(envy.wager) && !lost.contains(&line.outcome))
}

/// What the hand at a spot gives to others; a hand whose every wager is void gives nothing.
fn gives(game: &Game, envy: &Envy, spot: &SpotSettlement) -> Option<Money> {
    if spot.lines.iter().all(|line| line.outcome == Outcome::Void) {
        return None;
    }
    amount(game, envy, &Hand::Three(spot.playing, spot.rank))
}

/// What the row that a hand fits gives to others.
fn amount(game: &Game, envy: &Envy, hand: &Hand) -> Option<Money> {
    let rows = &game.wager(envy.wager).table.rows;
    rows.iter().find(|row| row.hand.as_ref().is_none_or(|test| test.holds(hand)))?.envy
}

/// Whether the hand at a spot gives envy pays to others who have the wager.
pub(crate) fn gives_envy(game: &Game, spot: &SpotSettlement) -> bool {
    game.envy.as_ref().is_some_and(|envy| {
        let counts = envy.hands.0 == EnvyHands::Any || has_live(envy, spot);
        counts && gives(game, envy, spot).is_some()
    })
}
