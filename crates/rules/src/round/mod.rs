//! A live round: a machine that is told what to do, says what would happen, and makes it so.

mod dealing;
mod deciding;
mod finishing;
mod wagering;

use crate::command::{Choice, Command};
use crate::event::{By, Event};
use crate::game::{Game, WagerNo};
use crate::money::Money;
use crate::reading::Irregular;
use crate::record::{Decision, RoundRecord, SpotRecord};
use crate::reject::Reject;
use crate::settle::{DealerHand, Settlement, action};
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use tercet_cards::Card;

/// A live round of a game, for up to seven spots.
///
/// ```text
/// Wagering -> Closed -> Deciding -> Revealed -> Settled
///     any but Settled -> Voided
/// ```
///
/// [`handle`](Round::handle) never changes the round; [`apply`](Round::apply) cannot fail on an event that
/// the round itself produced. Chance (the deck) and the meter come in with the command.
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
}

/// A round whose cards are out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dealt {
    /// The hands in play, in order of the positions.
    pub hands: Vec<SeatHand>,
    /// The dealer's cards.
    pub dealer: Vec<Card>,
    /// The meter at the deal.
    pub meter: Option<Money>,
    /// Irregularities reported, by their place in the game's list.
    pub irregular: Vec<usize>,
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
}

impl Dealt {
    /// Whether a hand still has to be decided: not where an irregularity has settled its wager already.
    #[must_use]
    pub fn undecided(&self, game: &Game, hand: &SeatHand) -> bool {
        let open = |on: &WagerNo| {
            hand.seat.stake(*on).is_some() && action(game, &self.irregular, *on) == Irregular::Continue
        };
        hand.decision.is_none() && game.decided_on().as_ref().is_some_and(open)
    }

    /// The round as a record that can be settled again by anybody.
    #[must_use]
    pub fn record(&self, game: &Game) -> RoundRecord {
        let spots = self.hands.iter().map(|hand| SpotRecord {
            spot: hand.seat.spot,
            player: Some(hand.seat.player.clone()),
            cards: hand.cards.clone(),
            wagers: game
                .wager_nos()
                .filter_map(|no| Some((game.wager(no).id.clone(), hand.seat.stake(no)?)))
                .collect(),
            decision: hand.decision.map(|(choice, _)| match choice {
                Choice::Play { .. } => Decision::Play,
                Choice::Fold => Decision::Fold,
            }),
        });
        RoundRecord { dealer: self.dealer.clone(), meter: self.meter, spots: spots.collect() }
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
            Command::Deal { deck, meter } => self.deal(deck, *meter),
            Command::Decide { spot, choice } => self.decide(*spot, *choice, By::Player),
            Command::TimeOut { spot } => self.time_out(*spot),
            Command::Reveal => self.reveal(),
            Command::Reconcile { meter } => self.reconcile(*meter),
            Command::Report { event } => self.report(event),
            Command::Void { reason } => self.void(reason),
        }
    }

    /// What did happen: the round after an event.
    ///
    /// An event that does not belong to this phase leaves the round as it is; `handle` produces none.
    #[must_use]
    pub fn apply(self, event: &Event) -> Round {
        let Round { game, way, phase } = self;
        let phase = match event {
            Event::Seated { .. }
            | Event::Left { .. }
            | Event::Placed { .. }
            | Event::Returned { .. }
            | Event::WageringClosed => wagering::apply(&game, phase, event),
            Event::Dealt { steps, meter } => dealing::apply(phase, steps, *meter),
            Event::Played { .. } | Event::Folded { .. } => deciding::apply(&game, phase, event),
            Event::Irregular { .. }
            | Event::Collected { .. }
            | Event::Revealed(_)
            | Event::Reconciled(_)
            | Event::Voided { .. } => finishing::apply(phase, event),
        };
        Round { game, way, phase }
    }

    /// Handles a command and applies what happened, which is returned.
    ///
    /// # Errors
    ///
    /// A [`Reject`]; the round is as it was.
    pub fn run(&mut self, command: &Command) -> Result<Vec<Event>, Reject> {
        let events = self.handle(command)?;
        for event in &events {
            let phase = core::mem::replace(&mut self.phase, Phase::Wagering { seats: Vec::new() });
            let round = Round { game: Arc::clone(&self.game), way: self.way, phase };
            *self = round.apply(event);
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
