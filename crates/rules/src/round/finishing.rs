//! Reveal, reconcile, irregularities and void.

use super::{Dealt, Phase, Round, Seat, SeatHand, deciding};
use crate::event::Event;
use crate::game::Game;
use crate::ids::WagerId;
use crate::money::Money;
use crate::reading::Irregular;
use crate::record::{CheckedRound, CheckedSpot};
use crate::reject::Reject;
use crate::settle::{DealerHand, action, playing, rank_of, settle};
use crate::words;
use alloc::boxed::Box;
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
        let mut events = dealt.collected(&self.game);
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
        self.possible_meter(meter)?;
        if meter.is_some() && dealt.meter.is_none() {
            return Err(Reject::MeterNotDealt);
        }
        let settlement = settle(&checked(&self.game, dealt, meter.or(dealt.meter)));
        Ok(vec![Event::Reconciled(Box::new(settlement))])
    }

    /// Applies the game's policy for an irregularity; what was collected already is corrected. Source: R25.
    pub(super) fn report(&self, event: &str) -> Result<Vec<Event>, Reject> {
        let (Phase::Deciding(dealt) | Phase::Revealed(dealt, _)) = &self.phase else {
            return self.wrong_phase("between the deal and the settlement");
        };
        let Some(rule) = self.game.irregular.iter().position(|rule| rule.event == event) else {
            let known = self.game.irregular.iter().map(|rule| rule.event.clone()).collect();
            return Err(Reject::UnknownEvent { event: event.chars().take(60).collect(), known });
        };
        let mut events = vec![Event::Irregular { event: event.into() }];
        let mut irregular = dealt.irregular.clone();
        irregular.push(rule);
        let is_void = |seat: &Seat| {
            seat.stakes(&self.game).all(|(no, _)| action(&self.game, &irregular, no) == Irregular::Void)
        };
        if dealt.hands.iter().all(|hand| is_void(&hand.seat)) {
            events.push(voided(&self.game, &self.phase, &words::irregularity(event)));
        } else if matches!(self.phase, Phase::Revealed(..)) {
            events.extend(dealt.corrections(&self.game, rule));
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
pub(super) fn checked<'g>(game: &'g Game, dealt: &Dealt, meter: Option<Money>) -> CheckedRound<'g> {
    let spot = |hand: &SeatHand| CheckedSpot {
        spot: hand.seat.spot,
        player: hand.seat.player.clone(),
        cards: hand.cards.clone(),
        stakes: hand.seat.wagers.clone(),
        folded: hand.folded(),
    };
    CheckedRound {
        game,
        dealer: dealt.dealer.clone(),
        meter,
        spots: dealt.hands.iter().map(spot).collect(),
        irregular: dealt.irregular.clone(),
    }
}

/// Every stake comes back, those that were collected too.
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
        .flat_map(|seat| seat.staked(game).map(|(id, money)| (seat.spot, id, money)))
        .collect();
    Event::Voided { reason: reason.chars().take(400).collect(), returned }
}

pub(super) fn apply(game: &Game, phase: Phase, event: &Event) -> Phase {
    match (phase, event) {
        (Phase::Deciding(dealt), Event::Irregular { event }) => {
            Phase::Deciding(with_irregular(game, dealt, event))
        }
        (Phase::Revealed(dealt, dealer), Event::Irregular { event }) => {
            Phase::Revealed(with_irregular(game, dealt, event), dealer)
        }
        // What is collected stands in the wagers, decisions and irregularities.
        (phase @ (Phase::Deciding(_) | Phase::Revealed(..)), Event::Collected { .. }) => phase,
        (Phase::Deciding(dealt), Event::Revealed(dealer)) => Phase::Revealed(dealt, dealer.clone()),
        (Phase::Revealed(mut dealt, _), Event::Reconciled(settlement)) => {
            // What the record of the round says is what it was settled from.
            dealt.meter = settlement.meter.map(|meter| meter.before);
            Phase::Settled(dealt, (**settlement).clone())
        }
        (Phase::Wagering { .. } | Phase::Closed { .. }, Event::Voided { reason, .. }) => {
            Phase::Voided { reason: reason.clone(), dealt: None, dealer: None }
        }
        (Phase::Deciding(dealt), Event::Voided { reason, .. }) => {
            Phase::Voided { reason: reason.clone(), dealt: Some(dealt), dealer: None }
        }
        (Phase::Revealed(dealt, dealer), Event::Voided { reason, .. }) => {
            Phase::Voided { reason: reason.clone(), dealt: Some(dealt), dealer: Some(dealer) }
        }
        (phase, event) => unreachable!("{}: {event:?}", phase.words()),
    }
}

fn with_irregular(game: &Game, mut dealt: Dealt, event: &str) -> Dealt {
    let rule = game.irregular.iter().position(|rule| rule.event == event);
    dealt.irregular.push(rule.expect("what is reported has a policy"));
    dealt
}
