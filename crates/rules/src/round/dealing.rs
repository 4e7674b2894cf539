//! The deal: who gets which cards of the deck, in the order of the game.

use super::{Dealt, Phase, Round, Seat, SeatHand};
use crate::doc::{DealBy, DealOrder};
use crate::event::{DealStep, Event};
use crate::game::{Game, Way};
use crate::money::Money;
use crate::reject::Reject;
use alloc::vec;
use alloc::vec::Vec;
use tercet_cards::{Card, Deck};

impl Round {
    pub(super) fn deal(&self, deck: &Deck, meter: Option<Money>) -> Result<Vec<Event>, Reject> {
        let Phase::Closed { seats } = &self.phase else {
            return self.wrong_phase("once bets are closed, before the deal");
        };
        self.possible_meter(meter)?;
        if meter.is_none()
            && let Some(rules) = &self.game.meter
            && seats.iter().any(|seat| seat.stake(rules.wager).is_some())
        {
            return Err(Reject::MeterNeeded { wager: self.game.wager(rules.wager).name.clone() });
        }
        let spots: Vec<u8> = seats.iter().map(|seat| seat.spot).collect();
        Ok(vec![Event::Dealt {
            steps: deal_steps(&self.game, &self.game.ways[self.way], &spots, deck),
            meter,
        }])
    }
}

impl Round {
    /// A meter only where the game has one, and then one that can be.
    pub(super) fn possible_meter(&self, meter: Option<Money>) -> Result<(), Reject> {
        match meter {
            Some(_) if self.game.meter.is_none() => Err(Reject::NoMeter { game: self.game.name.clone() }),
            Some(amount) if !amount.is_stake() => Err(Reject::BadMeter { amount }),
            Some(_) | None => Ok(()),
        }
    }
}

/// Deals from the top of the deck to these spots, in this order, and to the dealer.
///
/// Sources: 000.3.rotation, 000.3.packets, 002.2, 003.deal, 004.3.
#[must_use]
pub fn deal_steps(game: &Game, way: &Way, spots: &[u8], deck: &Deck) -> Vec<DealStep> {
    let players = spots.iter().map(|spot| (Some(*spot), game.player.0));
    let dealer = [(None, game.dealer.0)];
    let hands: Vec<(Option<u8>, u8)> = match way.order {
        DealOrder::DealerLast => players.chain(dealer).collect(),
        DealOrder::DealerFirst => dealer.into_iter().chain(players).collect(),
    };
    let mut cards = deck.cards().iter().copied();
    let mut step =
        |spot, count: u8| DealStep { spot, cards: cards.by_ref().take(usize::from(count)).collect() };
    match way.by {
        DealBy::Packets => hands.iter().map(|(spot, count)| step(*spot, *count)).collect(),
        DealBy::Rotation => {
            let most = game.player.0.max(game.dealer.0);
            let rounds = (0..most).flat_map(|i| hands.iter().filter(move |(_, count)| i < *count));
            rounds.map(|(spot, _)| step(*spot, 1)).collect()
        }
    }
}

pub(super) fn apply(phase: Phase, steps: &[DealStep], meter: Option<Money>) -> Phase {
    let Phase::Closed { seats } = phase else { unreachable!("cards are dealt once bets are closed") };
    let cards_of = |spot: Option<u8>| -> Vec<Card> {
        steps.iter().filter(|step| step.spot == spot).flat_map(|step| step.cards.iter().copied()).collect()
    };
    let hand = |seat: Seat| SeatHand { cards: cards_of(Some(seat.spot)), seat, decision: None };
    let hands = seats.into_iter().map(hand).collect();
    Phase::Deciding(Dealt { hands, dealer: cards_of(None), meter, irregular: Vec::new() })
}
