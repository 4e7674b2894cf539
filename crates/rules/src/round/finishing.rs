//! Reveal, reconcile, irregularities and void.

use super::wagering::staked;
use super::{Dealt, Phase, Round, SeatHand, deciding};
use crate::event::Event;
use crate::game::Game;
use crate::ids::WagerId;
use crate::money::Money;
use crate::reading::{Irregular, OnFold};
use crate::record::{CheckedRound, TableLimits};
use crate::reject::Reject;
use crate::settle::{DealerHand, action, paying_order, playing, rank_of, settle};
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
        let order = paying_order(&self.game, dealt.hands.iter().map(|hand| hand.seat.spot));
        let folded = order.into_iter().map(|i| &dealt.hands[i]).filter(|hand| hand.folded());
        let mut events: Vec<Event> = folded.map(|hand| collected(&self.game, hand)).collect();
        let rank = rank_of(&playing(&dealt.dealer, &self.game));
        let qualifies = self.game.qualifier.admits(rank);
        events.push(Event::Revealed(DealerHand { cards: dealt.dealer.clone(), rank, qualifies }));
        Ok(events)
    }

    pub(super) fn reconcile(&self) -> Result<Vec<Event>, Reject> {
        let Phase::Revealed(dealt, _) = &self.phase else {
            return self.wrong_phase("once the dealer's hand is open");
        };
        let settlement = settle(&self.game, &checked(&self.game, dealt));
        Ok(vec![Event::Reconciled(Box::new(settlement))])
    }

    /// Applies the game's policy for an irregularity. Source: R25.
    pub(super) fn report(&self, event: &str, spot: Option<u8>) -> Result<Vec<Event>, Reject> {
        let (Phase::Deciding(dealt) | Phase::Revealed(dealt, _)) = &self.phase else {
            return self.wrong_phase("between the deal and the settlement");
        };
        if let Some(spot) = spot {
            self.spot_exists(spot)?;
            if !dealt.hands.iter().any(|hand| hand.seat.spot == spot) {
                return Err(Reject::SpotEmpty { spot });
            }
        }
        let Some(rule) = self.game.irregular.iter().position(|rule| rule.event == event) else {
            let known = self.game.irregular.iter().map(|rule| rule.event.clone()).collect();
            return Err(Reject::UnknownEvent { event: event.chars().take(60).collect(), known });
        };
        let mut events = vec![Event::Irregular { rule, spot }];
        let mut after = dealt.clone();
        after.irregular.push((rule, spot));
        let all_void = after.hands.iter().all(|hand| {
            let placed = self.game.wager_nos().filter(|no| hand.seat.stake(*no).is_some());
            placed
                .map(|no| action(&self.game, &after.irregular, hand.seat.spot, no))
                .all(|a| a == Irregular::Void)
        });
        if all_void {
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

/// The live round as the settlement sees it.
fn checked(game: &Game, dealt: &Dealt) -> CheckedRound {
    let round = dealt.record(game).check(game, TableLimits::Ignore);
    round.expect("a live round keeps the rules").under(dealt.irregular.clone())
}

fn collected(game: &Game, hand: &SeatHand) -> Event {
    let stays = |no: &crate::game::WagerNo| game.wager(*no).on_fold.0 == OnFold::Stays;
    let placed = || game.wager_nos().filter(|no| hand.seat.stake(*no).is_some());
    let wagers = placed()
        .filter(|no| !stays(no))
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
        (Phase::Deciding(mut dealt), Event::Irregular { rule, spot }) => {
            dealt.irregular.push((*rule, *spot));
            Phase::Deciding(dealt)
        }
        (Phase::Revealed(mut dealt, dealer), Event::Irregular { rule, spot }) => {
            dealt.irregular.push((*rule, *spot));
            Phase::Revealed(dealt, dealer)
        }
        (Phase::Deciding(dealt), Event::Revealed(dealer)) => Phase::Revealed(dealt, dealer.clone()),
        (Phase::Revealed(dealt, _), Event::Reconciled(settlement)) => {
            Phase::Settled(dealt, (**settlement).clone())
        }
        (phase, Event::Voided { reason, .. }) => void_phase(phase, reason),
        (phase, _) => phase,
    }
}

fn void_phase(phase: Phase, reason: &str) -> Phase {
    let dealt = match phase {
        Phase::Wagering { .. } | Phase::Closed { .. } => None,
        Phase::Deciding(dealt) | Phase::Revealed(dealt, _) => Some(dealt),
        over @ (Phase::Settled(..) | Phase::Voided { .. }) => return over,
    };
    Phase::Voided { reason: String::from(reason), dealt }
}
