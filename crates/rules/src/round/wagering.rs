//! Seats and wagers, until no more bets are taken.

use super::{Phase, Round, Seat};
use crate::event::{Event, SentBack};
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

    /// Seat by seat, in order of the positions: wagers that cannot stand come back, all of that seat, with the
    /// rule they break; those of the other seats are final. Where none stand the round is over.
    pub(super) fn close_wagers(&self) -> Result<Vec<Event>, Reject> {
        let mut events = Vec::new();
        let mut standing: Vec<&Seat> = Vec::new();
        for seat in self.seats()?.iter().filter(|seat| seat.has_wagers()) {
            match self.check_seat(seat, &standing) {
                Ok(()) => standing.push(seat),
                Err(refusal) => {
                    events.extend(returned(&self.game, seat, Some(&SentBack::CannotStand(refusal))));
                }
            }
        }
        events.push(match (standing.is_empty(), events.is_empty()) {
            (true, true) => return Err(Reject::NoWagers),
            (true, false) => Event::Voided { reason: "no wager can stand".into(), returned: Vec::new() },
            (false, _) => Event::WageringClosed,
        });
        Ok(events)
    }

    /// The wagers of a seat go back although bets are closed, as it withheld its secret.
    pub(super) fn send_back_withheld(&self, spot: u8) -> Result<Vec<Event>, Reject> {
        let Phase::Closed { seats } = &self.phase else {
            return self.wrong_phase("once bets are closed, before the deal");
        };
        self.spot_exists(spot)?;
        let seat = seats.iter().find(|seat| seat.spot == spot).ok_or(Reject::SpotEmpty { spot })?;
        let mut events = returned(&self.game, seat, Some(&SentBack::Withheld));
        if seats.len() == 1 {
            events.push(Event::Voided {
                reason: "no wager stands: seats withheld their secrets".into(),
                returned: Vec::new(),
            });
        }
        Ok(events)
    }

    /// Whether the wagers of a seat can stand beside those of the seats before it.
    ///
    /// The positions of a player are looked at once more (R27): seats between them may have been left, or may
    /// have no wager.
    fn check_seat(&self, seat: &Seat, standing: &[&Seat]) -> Result<(), Refusal> {
        let at = format!("spot {}", seat.spot);
        let wagers: Vec<(WagerId, Money)> = seat.staked(&self.game).collect();
        check_wagers(&self.game, &wagers, TableLimits::Apply, &at)?;
        let others = standing.iter().filter(|other| other.player == seat.player).map(|other| other.spot);
        let held: Vec<u8> = others.chain([seat.spot]).collect();
        match positions_fault(&self.game, &held) {
            Some(why) => {
                let message = format!("with this one the player {why}");
                Err(Refusal { code: Code::UnexpectedWager, at, message })
            }
            None => Ok(()),
        }
    }

    fn seat(&self, spot: u8) -> Result<&Seat, Reject> {
        let seats = self.seats()?;
        self.spot_exists(spot)?;
        seats.iter().find(|seat| seat.spot == spot).ok_or(Reject::SpotEmpty { spot })
    }
}

fn returned(game: &Game, seat: &Seat, because: Option<&SentBack>) -> Vec<Event> {
    seat.staked(game)
        .map(|(wager, amount)| Event::Returned { spot: seat.spot, wager, amount, because: because.cloned() })
        .collect()
}

pub(super) fn apply(game: &Game, phase: Phase, event: &Event) -> Phase {
    let mut seats = match phase {
        Phase::Wagering { seats } => seats,
        Phase::Closed { mut seats } => {
            let Event::Returned { spot, .. } = event else { unreachable!("bets are closed") };
            seats.retain(|seat| seat.spot != *spot);
            return Phase::Closed { seats };
        }
        Phase::Deciding(_) | Phase::Revealed(..) | Phase::Settled(..) | Phase::Voided { .. } => {
            unreachable!("wagers are made before the deal")
        }
    };
    let set = |seats: &mut [Seat], spot: u8, wager: &WagerId, stake: Option<Money>| {
        let seat = seats.iter_mut().find(|seat| seat.spot == spot).expect("a wager lies at a seat");
        let no = game.wager_no(wager.as_str()).expect("a wager is one of the game's");
        seat.wagers[no.index()] = stake;
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
        | Event::Voided { .. } => unreachable!("no wager"),
    }
    Phase::Wagering { seats }
}
