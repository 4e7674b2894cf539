//! A live round: a machine that is told what to do, says what would happen, and makes it so.

mod collecting;
mod dealing;
mod deciding;
mod finishing;
mod replay;
mod seat;
mod wagering;

pub use dealing::deal_steps;
pub use replay::{BadEvent, BadEventWhy};
pub use seat::{Dealt, Seat, SeatHand};

use crate::command::Command;
use crate::event::{By, Event};
use crate::game::Game;
use crate::reject::Reject;
use crate::settle::{DealerHand, Settlement};
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// A live round of a game, for up to seven spots.
///
/// ```text
/// Wagering -> Closed -> Deciding -> Revealed -> Settled
///     any but Settled -> Voided
/// ```
///
/// [`handle`](Round::handle) says what would happen and changes nothing; [`run`](Round::run) makes it so;
/// [`replay`](Round::replay) makes a round again from what happened. Chance (the deck) and the meter come in
/// with the command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    game: Arc<Game>,
    way: usize,
    phase: Phase,
}

/// What a round is doing. Each phase holds only what exists in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Wagers are made.
    Wagering {
        /// Who sits where, in order of the positions, with the wagers so far.
        seats: Vec<Seat>,
    },
    /// Bets are closed and no card is dealt.
    Closed {
        /// The seats with a wager.
        seats: Vec<Seat>,
    },
    /// Cards are out; players decide.
    Deciding(Dealt),
    /// The dealer's hand lies open.
    Revealed(Dealt, DealerHand),
    /// The round is over and everything is paid.
    Settled(Dealt, Settlement),
    /// The round is over and every stake was returned.
    Voided {
        /// Why.
        reason: String,
        /// The cards, if they were out.
        dealt: Option<Dealt>,
        /// The dealer's hand, if it lay open.
        dealer: Option<DealerHand>,
    },
}

impl Phase {
    /// What the round is doing, as part of a sentence.
    #[must_use]
    pub const fn words(&self) -> &'static str {
        match self {
            Phase::Wagering { .. } => "bets are open",
            Phase::Closed { .. } => "bets are closed and no card is dealt",
            Phase::Deciding(_) => "the players decide",
            Phase::Revealed(..) => "the dealer's hand is open",
            Phase::Settled(..) => "the round is over",
            Phase::Voided { .. } => "the round is void",
        }
    }
}

impl Round {
    /// Opens a round: bets may be made. `way` is the place of the way to deal in the game's list.
    ///
    /// None if the game has no such way.
    #[must_use]
    pub fn open(game: Arc<Game>, way: usize) -> Option<Round> {
        (way < game.ways.len()).then(|| Round { game, way, phase: Phase::Wagering { seats: Vec::new() } })
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// What the round is doing.
    #[must_use]
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// What would happen; changes nothing.
    ///
    /// # Errors
    ///
    /// A [`Reject`] that says why the command is refused.
    pub fn handle(&self, command: &Command) -> Result<Vec<Event>, Reject> {
        match command {
            Command::Sit { spot, player } => self.sit(*spot, player),
            Command::Leave { spot } => self.leave(*spot),
            Command::Place { spot, wager, amount } => self.place(*spot, wager, *amount),
            Command::TakeBack { spot, wager } => self.take_back(*spot, wager),
            Command::CloseWagers => self.close_wagers(),
            Command::SendBackWithheld { spot } => self.send_back_withheld(*spot),
            Command::Deal { deck, meter } => self.deal(deck, *meter),
            Command::Decide { spot, choice } => self.decide(*spot, *choice, By::Player),
            Command::TimeOut { spot } => self.time_out(*spot),
            Command::Reveal => self.reveal(),
            Command::Reconcile { meter } => self.reconcile(*meter),
            Command::Report { event } => self.report(event),
            Command::Void { reason } => self.void(reason),
        }
    }

    /// Handles a command and makes what happened so; returns it.
    ///
    /// # Errors
    ///
    /// A [`Reject`]; the round is as it was.
    pub fn run(&mut self, command: &Command) -> Result<Vec<Event>, Reject> {
        let events = self.handle(command)?;
        for event in &events {
            let phase = core::mem::replace(&mut self.phase, Phase::Wagering { seats: Vec::new() });
            self.phase = apply(&self.game, phase, event);
        }
        Ok(events)
    }

    fn wrong_phase<T>(&self, needs: &'static str) -> Result<T, Reject> {
        Err(Reject::WrongPhase { phase: self.phase.words(), needs })
    }

    fn seats(&self) -> Result<&[Seat], Reject> {
        match &self.phase {
            Phase::Wagering { seats } => Ok(seats),
            Phase::Closed { .. }
            | Phase::Deciding(_)
            | Phase::Revealed(..)
            | Phase::Settled(..)
            | Phase::Voided { .. } => self.wrong_phase("while bets are open"),
        }
    }

    fn spot_exists(&self, spot: u8) -> Result<(), Reject> {
        if spot == 0 || spot > self.game.spots {
            return Err(Reject::NoSuchSpot { spot, spots: self.game.spots });
        }
        Ok(())
    }
}

/// The phase after an event that the round itself gave in this phase: the only events that come here.
fn apply(game: &Game, phase: Phase, event: &Event) -> Phase {
    match event {
        Event::Seated { .. }
        | Event::Left { .. }
        | Event::Placed { .. }
        | Event::Returned { .. }
        | Event::WageringClosed => wagering::apply(game, phase, event),
        Event::Dealt { steps, meter } => dealing::apply(phase, steps, *meter),
        Event::Played { .. } | Event::Folded { .. } => deciding::apply(game, phase, event),
        Event::Irregular { .. }
        | Event::Collected { .. }
        | Event::Revealed(_)
        | Event::Reconciled(_)
        | Event::Voided { .. } => finishing::apply(game, phase, event),
    }
}
