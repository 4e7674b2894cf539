//! A round made again from its events, as after a power cut; what no round could have done is refused.

use super::Round;
use crate::command::{Choice, Command};
use crate::event::{By, DealStep, Event, SentBack};
use crate::game::Game;
use crate::reject::Reject;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use tercet_cards::{Card, CardSet, Deck};

/// Why a list of events is not what a round did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadEvent {
    /// The place in the list, counted from 0; past its end if events are missing there.
    pub index: usize,
    /// What is wrong there.
    pub why: BadEventWhy,
}

/// What is wrong with an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadEventWhy {
    /// The round as it then is does no such thing.
    Impossible(Reject),
    /// The round does something else there.
    Expected(String),
    /// A card that was dealt already.
    CardTwice(Card),
}

impl fmt::Display for BadEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {}: ", self.index)?;
        match &self.why {
            BadEventWhy::Impossible(reject) => write!(f, "{reject}"),
            BadEventWhy::Expected(what) => write!(f, "expected {what}"),
            BadEventWhy::CardTwice(card) => write!(f, "{card} is dealt twice"),
        }
    }
}

impl core::error::Error for BadEvent {}

impl Round {
    /// The round after these events, which an equal round gave when it was told what to do.
    ///
    /// For each event the command that leads to it is handled anew, and must come to the same events: what
    /// was left out, added, changed or put in another order is found at the first place where the rules tell.
    /// What they cannot tell is a choice that a player was free to make, where nothing later stands on it.
    ///
    /// # Errors
    ///
    /// A [`BadEvent`]. The events of one command belong together; a list that ends in the midst of them is
    /// refused at its end.
    pub fn replay(mut self, events: &[Event]) -> Result<Round, BadEvent> {
        let mut done = 0;
        while let Some(first) = events.get(done) {
            let bad = |why| BadEvent { index: done, why };
            let command = self.cause(first).map_err(bad)?;
            let made = self.run(&command).map_err(|reject| bad(BadEventWhy::Impossible(reject)))?;
            for made in &made {
                if events.get(done) != Some(made) {
                    let why = BadEventWhy::Expected(words(self.game(), made));
                    return Err(BadEvent { index: done, why });
                }
                done += 1;
            }
        }
        Ok(self)
    }

    /// The command of which this event is the first.
    fn cause(&self, event: &Event) -> Result<Command, BadEventWhy> {
        Ok(match event {
            Event::Seated { spot, player } => Command::Sit { spot: *spot, player: player.clone() },
            // Who leaves takes back one wager after the other.
            Event::Returned { spot, wager, because: None, .. } => {
                Command::TakeBack { spot: *spot, wager: wager.clone() }
            }
            Event::Left { spot } => Command::Leave { spot: *spot },
            Event::Placed { spot, wager, amount } => {
                Command::Place { spot: *spot, wager: wager.clone(), amount: *amount }
            }
            Event::Returned { spot, because: Some(SentBack::Withheld), .. } => {
                Command::SendBackWithheld { spot: *spot }
            }
            Event::Returned { because: Some(SentBack::CannotStand(_)), .. } | Event::WageringClosed => {
                Command::CloseWagers
            }
            Event::Dealt { steps, meter } => Command::Deal { deck: deck(steps)?, meter: *meter },
            Event::Played { spot, by: By::Table, .. } | Event::Folded { spot, by: By::Table } => {
                Command::TimeOut { spot: *spot }
            }
            Event::Played { spot, times, by: By::Player, .. } => {
                Command::Decide { spot: *spot, choice: Choice::Play { times: *times } }
            }
            Event::Folded { spot, by: By::Player } => Command::Decide { spot: *spot, choice: Choice::Fold },
            Event::Irregular { event } => Command::Report { event: event.clone() },
            Event::Collected { .. } | Event::Revealed(_) => Command::Reveal,
            Event::Reconciled(settlement) => {
                Command::Reconcile { meter: settlement.meter.map(|meter| meter.before) }
            }
            Event::Voided { reason, .. } => Command::Void { reason: reason.clone() },
        })
    }
}

/// A deck from which these steps are dealt.
fn deck(steps: &[DealStep]) -> Result<Deck, BadEventWhy> {
    let mut seen = CardSet::EMPTY;
    let mut cards: Vec<Card> = Vec::with_capacity(Card::ALL.len());
    for card in steps.iter().flat_map(|step| &step.cards) {
        if !seen.insert(*card) {
            return Err(BadEventWhy::CardTwice(*card));
        }
        cards.push(*card);
    }
    cards.extend(Card::ALL.into_iter().filter(|card| !seen.contains(*card)));
    Ok(Deck::from_cards(&cards).expect("every card once"))
}

/// The event in words that tell it from another of its kind, as far as a reader needs; cards are not named.
fn words(game: &Game, event: &Event) -> String {
    match event {
        Event::Dealt { steps, .. } => {
            let step = |step: &DealStep| match step.spot {
                Some(spot) => format!("{} to spot {spot}", step.cards.len()),
                None => format!("{} to the dealer", step.cards.len()),
            };
            let steps: Vec<String> = steps.iter().map(step).collect();
            format!("the deal of {}", steps.join(", "))
        }
        Event::Reconciled(_) => format!("the settlement that these rules give: `{}`", event.say(game)),
        Event::Seated { .. }
        | Event::Left { .. }
        | Event::Placed { .. }
        | Event::Returned { .. }
        | Event::WageringClosed
        | Event::Played { .. }
        | Event::Folded { .. }
        | Event::Irregular { .. }
        | Event::Collected { .. }
        | Event::Revealed(_)
        | Event::Voided { .. } => format!("`{}`", event.say(game)),
    }
}
