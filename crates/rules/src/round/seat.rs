//! What lies on the table: seats with wagers and, once they are dealt, cards.

use crate::command::Choice;
use crate::event::By;
use crate::game::{Game, WagerNo};
use crate::ids::WagerId;
use crate::money::Money;
use crate::reading::{Irregular, OnFold};
use crate::record::{Decision, RoundRecord, SpotRecord};
use crate::settle::action;
use alloc::string::String;
use alloc::vec::Vec;
use tercet_cards::Card;

/// A player at a position, with wagers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    /// The position.
    pub spot: u8,
    /// Who sits there.
    pub player: String,
    /// The wagers by wager number, the Play wager included once it is made.
    pub wagers: Vec<Option<Money>>,
}

impl Seat {
    /// The stake of a wager.
    #[must_use]
    pub fn stake(&self, no: WagerNo) -> Option<Money> {
        self.wagers[no.index()]
    }

    /// Whether anything lies there.
    #[must_use]
    pub fn has_wagers(&self) -> bool {
        self.wagers.iter().any(Option::is_some)
    }

    /// What lies there by wager number, in the order of the game's wagers.
    pub fn stakes(&self, game: &Game) -> impl Iterator<Item = (WagerNo, Money)> {
        game.wager_nos().filter_map(|no| Some((no, self.stake(no)?)))
    }

    /// What lies there, in the order of the game's wagers.
    pub fn staked(&self, game: &Game) -> impl Iterator<Item = (WagerId, Money)> {
        self.stakes(game).map(|(no, amount)| (game.wager(no).id.clone(), amount))
    }
}

/// A seat with cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatHand {
    /// The seat and its wagers.
    pub seat: Seat,
    /// The cards.
    pub cards: Vec<Card>,
    /// What was decided, and by whom; none while it is open, and where there is nothing to decide.
    pub decision: Option<(Choice, By)>,
}

impl SeatHand {
    /// Whether this hand was folded.
    #[must_use]
    pub fn folded(&self) -> bool {
        matches!(self.decision, Some((Choice::Fold, _)))
    }

    /// Whether this hand was played.
    #[must_use]
    pub fn played(&self) -> bool {
        matches!(self.decision, Some((Choice::Play { .. }, _)))
    }
}

/// A round whose cards are out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dealt {
    /// The hands in play, in order of the positions.
    pub hands: Vec<SeatHand>,
    /// The dealer's cards.
    pub dealer: Vec<Card>,
    /// The meter at the deal; once the round is settled, what it was settled from.
    pub meter: Option<Money>,
    /// Irregularities reported, by their place in the game's list.
    pub irregular: Vec<usize>,
}

impl Dealt {
    /// Whether a hand still has to be decided: not where an irregularity has settled its wager already.
    #[must_use]
    pub fn undecided(&self, game: &Game, hand: &SeatHand) -> bool {
        let open =
            |on: &WagerNo| hand.seat.stake(*on).is_some() && self.policy(game, *on) == Irregular::Continue;
        hand.decision.is_none() && game.decided_on().as_ref().is_some_and(open)
    }

    /// Whether a wager of a hand is live: it was made, and neither a fold nor the policy for an irregularity
    /// has taken it or given it back.
    #[must_use]
    pub fn stays_live(&self, game: &Game, hand: &SeatHand, no: WagerNo) -> bool {
        let lost = hand.folded() && game.wager(no).on_fold.0 == OnFold::Forfeit;
        hand.seat.stake(no).is_some() && !lost && self.goes_on(game, no)
    }

    /// Whether the policy for the irregularities so far leaves a wager to the cards. Source: R25.
    pub(super) fn goes_on(&self, game: &Game, no: WagerNo) -> bool {
        matches!(self.policy(game, no), Irregular::Continue | Irregular::Settle)
    }

    /// What the irregularities so far do to a wager. Source: R25.
    pub(super) fn policy(&self, game: &Game, no: WagerNo) -> Irregular {
        action(game, &self.irregular, no)
    }

    /// The round as a record that anybody can settle again, to the same money.
    ///
    /// None if anything irregular was reported: a record has no place for it, and without it the money would
    /// be another. Nor does it say who decided, a player or the table in a player's place (R24).
    #[must_use]
    pub fn record(&self, game: &Game) -> Option<RoundRecord> {
        if !self.irregular.is_empty() {
            return None;
        }
        let spots = self.hands.iter().map(|hand| SpotRecord {
            spot: hand.seat.spot,
            player: Some(hand.seat.player.clone()),
            cards: hand.cards.clone(),
            wagers: hand.seat.staked(game).collect(),
            decision: hand.decision.map(|(choice, _)| match choice {
                Choice::Play { .. } => Decision::Play,
                Choice::Fold => Decision::Fold,
            }),
        });
        Some(RoundRecord { dealer: self.dealer.clone(), meter: self.meter, spots: spots.collect() })
    }
}
