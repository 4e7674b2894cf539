//! Reveal, reconcile, irregularities and void.

use super::wagering::staked;
use super::{Dealt, Phase, Round, SeatHand, deciding};
use crate::event::Event;
use crate::game::{Game, WagerNo};
use crate::ids::WagerId;
use crate::money::Money;
use crate::reading::{Irregular, OnFold};
use crate::record::{CheckedRound, CheckedSpot};
use crate::reject::Reject;
use crate::settle::{DealerHand, action, playing, rank_of, settle};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

impl Round {
    /// Folded hands are collected in paying order, then the dealer's cards are shown. Sources: 000.5,
    /// 000.6, 004.7.
    pub(super) fn reveal(&self) -> Result<Vec<Event>, Reject> {
        let Phase::Deciding(dealt) = &self.phase else {
            return self.wrong_phase("once the cards are out, before the dealer's hand is open");
        };
        let open = deciding::undecided(&self.game, dealt);
        if !open.is_empty() {
            return Err(Reject::Undecided { spots: open });
        }
        let order = self.game.reconcile.order(dealt.hands.iter().map(|hand| hand.seat.spot));
        let folded = order.into_iter().map(|i| &dealt.hands[i]).filter(|hand| hand.folded());
        let mut events: Vec<Event> = folded.map(|hand| collected(&self.game, dealt, hand)).collect();
        let rank = rank_of(&playing(&dealt.dealer, self.game.ace));
        let qualifies = self.game.qualifier.admits(rank);
        events.push(Event::Revealed(DealerHand { cards: dealt.dealer.clone(), rank, qualifies }));
        Ok(events)
    }

    /// `meter` is what the meter holds now, if another table has changed it since the deal. Source: R20.
    pub(super) fn reconcile(&self, meter: Option<Money>) -> Result<Vec<Event>, Reject> {
        let Phase::Revealed(dealt, _) = &self.phase else {
            return self.wrong_phase("once the dealer's hand is open");
        };
        if meter.is_some_and(|now| !now.is_stake() || dealt.meter.is_none()) {
            return Err(Reject::Meter);
        }
        let settlement = settle(&self.game, &checked(dealt, meter.or(dealt.meter)));
        Ok(vec![Event::Reconciled(Box::new(settlement))])
    }

    /// Applies the game's policy for an irregularity. Source: R25.
    pub(super) fn report(&self, event: &str) -> Result<Vec<Event>, Reject> {
        let (Phase::Deciding(dealt) | Phase::Revealed(dealt, _)) = &self.phase else {
            return self.wrong_phase("between the deal and the settlement");
        };
        let Some(rule) = self.game.irregular.iter().position(|rule| rule.event == event) else {
            let known = self.game.irregular.iter().map(|rule| rule.event.clone()).collect();
            return Err(Reject::UnknownEvent { event: event.chars().take(60).collect(), known });
        };
        let mut events = vec![Event::Irregular { rule }];
        let mut irregular = dealt.irregular.clone();
        irregular.push(rule);
        let is_void = |no: &WagerNo| action(&self.game, &irregular, *no) == Irregular::Void;
        let placed = |hand: &SeatHand, no: &WagerNo| hand.seat.stake(*no).is_some();
        if dealt
            .hands
            .iter()
            .all(|hand| self.game.wager_nos().filter(|no| placed(hand, no)).all(|no| is_void(&no)))
        {
            events.push(voided(&self.game, &self.phase, event));
        }
        Ok(events)
    }

    pub(super) fn void(&self, reason: &str) -> Result<Vec<Event>, Reject> {
        match &self.phase {
            Phase::Settled(..) | Phase::Voided { .. } => self.wrong_phase("before the round is over"),
            phase @ (Phase::Wagering { .. }
            | Phase::Closed { .. }
            | Phase::Deciding(_)
            | Phase::Revealed(..)) => Ok(vec![voided(&self.game, phase, reason)]),
        }
    }
}

/// The live round as the settlement sees it: what the machine let through needs no second check.
fn checked(dealt: &Dealt, meter: Option<Money>) -> CheckedRound {
    let spot = |hand: &SeatHand| CheckedSpot {
        spot: hand.seat.spot,
        player: hand.seat.player.clone(),
        cards: hand.cards.clone(),
        stakes: hand.seat.wagers.clone(),
        folded: hand.folded(),
    };
    CheckedRound {
        dealer: dealt.dealer.clone(),
        meter,
        spots: dealt.hands.iter().map(spot).collect(),
        irregular: dealt.irregular.clone(),
    }
}

/// What is taken from a folded spot: what the fold forfeits, unless a policy for irregularities says otherwise.
fn collected(game: &Game, dealt: &Dealt, hand: &SeatHand) -> Event {
    let policy = |no: &WagerNo| action(game, &dealt.irregular, *no);
    let stays = |no: &WagerNo| {
        let on_fold = game.wager(*no).on_fold.0;
        on_fold == OnFold::Stays && matches!(policy(no), Irregular::Continue | Irregular::Settle)
    };
    let placed = || game.wager_nos().filter(|no| hand.seat.stake(*no).is_some());
    let wagers = placed()
        .filter(|no| !stays(no) && policy(no) != Irregular::Void)
        .filter_map(|no| Some((game.wager(no).id.clone(), hand.seat.stake(no)?)))
        .collect();
    let tucked_under = placed().find(stays).map(|no| game.wager(no).id.clone());
    Event::Collected { spot: hand.seat.spot, wagers, tucked_under }
}

fn voided(game: &Game, phase: &Phase, reason: &str) -> Event {
    let seats: Vec<_> = match phase {
        Phase::Wagering { seats } | Phase::Closed { seats } => seats.iter().collect(),
        Phase::Deciding(dealt) | Phase::Revealed(dealt, _) | Phase::Settled(dealt, _) => {
            dealt.hands.iter().map(|hand| &hand.seat).collect()
        }
        Phase::Voided { .. } => Vec::new(),
    };
    let returned: Vec<(u8, WagerId, Money)> = seats
        .into_iter()
        .flat_map(|seat| staked(game, seat).map(|(id, money)| (seat.spot, id, money)))
        .collect();
    Event::Voided { reason: reason.chars().take(400).collect(), returned }
}

pub(super) fn apply(phase: Phase, event: &Event) -> Phase {
    match (phase, event) {
        (Phase::Deciding(mut dealt), Event::Irregular { rule }) => {
            dealt.irregular.push(*rule);
            Phase::Deciding(dealt)
        }
        (Phase::Revealed(mut dealt, dealer), Event::Irregular { rule }) => {
            dealt.irregular.push(*rule);
            Phase::Revealed(dealt, dealer)
        }
        (Phase::Deciding(dealt), Event::Revealed(dealer)) => Phase::Revealed(dealt, dealer.clone()),
        (Phase::Revealed(mut dealt, _), Event::Reconciled(settlement)) => {
            // What the record of the round says is what it was settled from.
            dealt.meter = settlement.meter.map(|meter| meter.before);
            Phase::Settled(dealt, (**settlement).clone())
        }
        (phase, Event::Voided { reason, .. }) => void_phase(phase, reason),
        (phase, _) => phase,
    }
}

fn void_phase(phase: Phase, reason: &str) -> Phase {
    let (dealt, dealer) = match phase {
        Phase::Wagering { .. } | Phase::Closed { .. } => (None, None),
        Phase::Deciding(dealt) => (Some(dealt), None),
        Phase::Revealed(dealt, dealer) => (Some(dealt), Some(dealer)),
        over @ (Phase::Settled(..) | Phase::Voided { .. }) => return over,
    };
    Phase::Voided { reason: String::from(reason), dealt, dealer }
}
