//! Seats and wagers, until no more bets are taken.

use super::{Phase, Round, Seat};
use crate::event::Event;
use crate::game::Game;
use crate::ids::WagerId;
use crate::money::Money;
use crate::record::{TableLimits, check_stake, check_wagers};
use crate::refusal::{Code, Refusal};
use crate::reject::Reject;
use crate::settle::positions_fault;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

impl Round {
    pub(super) fn sit(&self, spot: u8, player: &str) -> Result<Vec<Event>, Reject> {
        let seats = self.seats()?;
        self.spot_exists(spot)?;
        if player.trim().is_empty() {
            return Err(Reject::NoName);
        }
        if seats.iter().any(|seat| seat.spot == spot) {
            return Err(Reject::SpotTaken { spot });
        }
        let others = seats.iter().filter(|seat| seat.player == player).map(|seat| seat.spot);
        let held: Vec<u8> = others.chain([spot]).collect();
        if let Some(why) = positions_fault(&self.game, &held) {
            return Err(Reject::Positions { why });
        }
        Ok(vec![Event::Seated { spot, player: player.into() }])
    }

    pub(super) fn leave(&self, spot: u8) -> Result<Vec<Event>, Reject> {
        let seat = self.seat(spot)?;
        let mut events = returned(&self.game, seat, None);
        events.push(Event::Left { spot });
        Ok(events)
    }

    pub(super) fn place(&self, spot: u8, wager: &WagerId, amount: Money) -> Result<Vec<Event>, Reject> {
        self.seat(spot)?;
        let at = format!("spot {spot}, {wager}");
        let refuse = |code, message| Err(Reject::Wager(Refusal { code, at: at.clone(), message }));
        let Some(no) = self.game.wager_no(wager.as_str()) else {
            let message = format!("{} has no wager `{wager}`", self.game.name);
            return refuse(Code::UnknownWager, message);
        };
        if self.game.play == Some(no) {
            let message = format!("{} is made after the deal", self.game.wager(no).name);
            return refuse(Code::UnexpectedWager, message);
        }
        check_stake(&self.game, no, amount, TableLimits::Apply, &at).map_err(Reject::Wager)?;
        Ok(vec![Event::Placed { spot, wager: wager.clone(), amount }])
    }

    pub(super) fn take_back(&self, spot: u8, wager: &WagerId) -> Result<Vec<Event>, Reject> {
        let seat = self.seat(spot)?;
        let amount = self.game.wager_no(wager.as_str()).and_then(|no| seat.stake(no));
        let amount = amount.ok_or(Reject::NothingThere { spot })?;
        Ok(vec![Event::Returned { spot, wager: wager.clone(), amount, because: None }])
    }

    /// The wagers of a seat that cannot stand together come back with the rule they break; the rest is final.
    pub(super) fn close_wagers(&self) -> Result<Vec<Event>, Reject> {
        let mut events = Vec::new();
        let mut standing = false;
        let mut refused = None;
        for seat in self.seats()?.iter().filter(|seat| seat.has_wagers()) {
            let wagers: Vec<(WagerId, Money)> = staked(&self.game, seat).collect();
            let at = format!("spot {}", seat.spot);
            match check_wagers(&self.game, &wagers, TableLimits::Apply, &at) {
                Ok(()) => standing = true,
                Err(refusal) => {
                    events.extend(returned(&self.game, seat, Some(&refusal)));
                    refused = Some(refusal);
                }
            }
        }
        if !standing {
            return Err(refused.map_or(Reject::NoWagers, Reject::Wager));
        }
        events.push(Event::WageringClosed);
        Ok(events)
    }

    fn seat(&self, spot: u8) -> Result<&Seat, Reject> {
        let seats = self.seats()?;
        self.spot_exists(spot)?;
        seats.iter().find(|seat| seat.spot == spot).ok_or(Reject::SpotEmpty { spot })
    }
}

/// What lies at a seat, in the order of the game's wagers.
pub(super) fn staked<'a>(game: &'a Game, seat: &'a Seat) -> impl Iterator<Item = (WagerId, Money)> + 'a {
    game.wager_nos().filter_map(|no| Some((game.wager(no).id.clone(), seat.stake(no)?)))
}

fn returned(game: &Game, seat: &Seat, because: Option<&Refusal>) -> Vec<Event> {
    staked(game, seat)
        .map(|(wager, amount)| Event::Returned { spot: seat.spot, wager, amount, because: because.cloned() })
        .collect()
}

pub(super) fn apply(game: &Game, phase: Phase, event: &Event) -> Phase {
    let Phase::Wagering { mut seats } = phase else { return phase };
    let set = |seats: &mut [Seat], spot: u8, wager: &WagerId, stake: Option<Money>| {
        let seat = seats.iter_mut().find(|seat| seat.spot == spot);
        if let (Some(seat), Some(no)) = (seat, game.wager_no(wager.as_str())) {
            seat.wagers[no.index()] = stake;
        }
    };
    match event {
        Event::Seated { spot, player } => {
            let seat =
                Seat { spot: *spot, player: String::from(player), wagers: vec![None; game.wagers.len()] };
            seats.push(seat);
            seats.sort_by_key(|seat| seat.spot);
        }
        Event::Left { spot } => seats.retain(|seat| seat.spot != *spot),
        Event::Placed { spot, wager, amount } => set(&mut seats, *spot, wager, Some(*amount)),
        Event::Returned { spot, wager, .. } => set(&mut seats, *spot, wager, None),
        Event::WageringClosed => {
            seats.retain(Seat::has_wagers);
            return Phase::Closed { seats };
        }
        Event::Dealt { .. }
        | Event::Played { .. }
        | Event::Folded { .. }
        | Event::Irregular { .. }
        | Event::Collected { .. }
        | Event::Revealed(_)
        | Event::Reconciled(_)
        | Event::Voided { .. } => {}
    }
    Phase::Wagering { seats }
}
