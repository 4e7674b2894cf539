//! Envy: what everybody else with the progressive wager is paid for one player's hand.
//!
//! Who made the wager is paid (003.envy.who): a fold, which may take the stake (R7), leaves envy alone.

use super::irregular::policy;
use super::{EnvyLine, Outcome, SpotSettlement, absent, grounds, playing};
use crate::game::{Envy, Game, LineOf};
use crate::hand::Hand;
use crate::ids::RulingId;
use crate::money::Money;
use crate::reading::{EnvyHands, OwnPositions};
use alloc::vec::Vec;
use tercet_cards::Ace;

/// Pays envy after all spots, and remarks where another reading would pay it. Sources: 003.envy.*, rulings R17 and R18.
pub(super) fn pay(game: &Game, irregular: &[usize], spots: &mut [SpotSettlement]) {
    let Some(envy) = &game.envy else { return };
    let in_force = Switches { hands: envy.hands.0, own_positions: envy.own_positions.0, ace: game.ace };
    for giver in game.reconcile.order(spots.iter().map(|spot| spot.spot)) {
        // A hand that gives anything is rare, so what it gives is asked once, before the others are looked at.
        let other_ace = grounds::other_ace(game).map(|(ace, _)| ace);
        let aces = [Some(game.ace), other_ace];
        if aces.into_iter().flatten().all(|ace| gives(game, envy, ace, &spots[giver]).is_none()) {
            continue;
        }
        let for_hand = hand_rulings(game, envy, irregular, &spots[giver]);
        for taker in 0..spots.len() {
            if taker == giver {
                continue;
            }
            let Some(amount) = in_force.pays(game, envy, &spots[giver], &spots[taker]) else {
                let missed = missed(game, envy, in_force, &spots[giver], &spots[taker]);
                let what = alloc::format!("envy pay for the hand at spot {}", spots[giver].spot);
                let remarks = missed.into_iter().map(|ruling| absent::remark(&what, ruling));
                spots[taker].remarks.extend(remarks);
                continue;
            };
            let same_player = spots[taker].player == spots[giver].player;
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
            policy(game, irregular, envy.wager).rulings.into_iter().for_each(|ruling| line.stand_on(ruling));
            spots[taker].envy.push(line);
        }
    }
}

/// What rulings decide about whether an envy pay is made.
#[derive(Clone, Copy)]
struct Switches {
    hands: EnvyHands,
    own_positions: OwnPositions,
    ace: Ace,
}

impl Switches {
    /// What a hand pays to another spot with the switches turned so.
    fn pays(self, game: &Game, envy: &Envy, giver: &SpotSettlement, taker: &SpotSettlement) -> Option<Money> {
        let amount = gives(game, envy, self.ace, giver)?;
        let counts = self.hands == EnvyHands::Any || has_made(envy, giver);
        let own = self.own_positions == OwnPositions::NotPaid && taker.player == giver.player;
        (counts && !own && has_made(envy, taker)).then_some(amount)
    }
}

/// The rulings of which another reading would make an envy pay that is not made.
fn missed<'a>(
    game: &'a Game,
    envy: &'a Envy,
    in_force: Switches,
    giver: &SpotSettlement,
    taker: &SpotSettlement,
) -> Vec<&'a RulingId> {
    let hands = game.other_readings(envy.hands.0, &envy.hands.1);
    let own = game.other_readings(envy.own_positions.0, &envy.own_positions.1);
    let others = hands.map(|hands| (&envy.hands.1.ruling, Switches { hands, ..in_force }));
    let others = others.chain(
        own.map(|own_positions| (&envy.own_positions.1.ruling, Switches { own_positions, ..in_force })),
    );
    let ace = grounds::other_ace(game);
    let ace = ace.into_iter().map(|(ace, _)| (&game.ace_cites.ruling, Switches { ace, ..in_force }));
    let pays = |switches: &Switches| switches.pays(game, envy, giver, taker).is_some();
    others
        .chain(ace)
        .filter(|(_, switches)| pays(switches))
        .filter_map(|(ruling, _)| ruling.as_ref())
        .collect()
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
) -> Vec<&'a RulingId> {
    let mut rulings = Vec::new();
    match envy.hands.0 {
        EnvyHands::Any if !has_made(envy, giver) => rulings.extend(&envy.hands.1.ruling),
        EnvyHands::Any => {}
        EnvyHands::OnlyWithWager => rulings.extend(policy(game, irregular, envy.wager).rulings),
    }
    if let Some((ace, ruling)) = grounds::other_ace(game) {
        let hand = |ace| amount(game, envy, &playing(&giver.cards, ace));
        if hand(ace) != hand(game.ace) {
            rulings.push(ruling);
        }
    }
    rulings
}

/// Whether the spot made the progressive wager and no policy for irregularities has taken it back or away.
fn has_made(envy: &Envy, spot: &SpotSettlement) -> bool {
    spot.lines.iter().any(|line| line.of == LineOf::Wager(envy.wager) && !line.by_policy)
}

/// What the hand at a spot gives to others under a rule for the ace; a hand whose every wager is void gives nothing.
fn gives(game: &Game, envy: &Envy, ace: Ace, spot: &SpotSettlement) -> Option<Money> {
    if spot.lines.iter().all(|line| line.outcome == Outcome::Void) {
        return None;
    }
    if ace == game.ace {
        return amount(game, envy, &Hand::Three(spot.playing, spot.rank));
    }
    amount(game, envy, &playing(&spot.cards, ace))
}

/// What the row that a hand fits gives to others.
fn amount(game: &Game, envy: &Envy, hand: &Hand) -> Option<Money> {
    let rows = &game.wager(envy.wager).table.rows;
    rows.iter().find(|row| row.hand.as_ref().is_none_or(|test| test.holds(hand)))?.envy
}

/// Whether the hand at a spot gives envy pays to others who have the wager.
pub(crate) fn gives_envy(game: &Game, spot: &SpotSettlement) -> bool {
    game.envy.as_ref().is_some_and(|envy| {
        let counts = envy.hands.0 == EnvyHands::Any || has_made(envy, spot);
        counts && gives(game, envy, game.ace, spot).is_some()
    })
}
