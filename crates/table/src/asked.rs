//! Whether a table can have been asked for what is written: the way from an ask to its step, backwards.

use crate::ask::{Ask, Do, Who};
use crate::event::TableEvent;
use crate::handle::{REPORT, World};
use crate::refused::Refused;
use crate::seed::HouseKey;
use crate::settings::{Settings, SettingsError};
use crate::state::Table;
use std::fmt;
use tercet_ledger::{Hash, Name};

/// Why a table cannot have been asked for a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotAsked {
    /// Nothing happens in it.
    Nothing,
    /// It has other events than whoever asks for the first one gets.
    Others,
    /// The settings cannot be used.
    Settings(SettingsError),
    /// It is kept as asked for otherwise.
    Request,
    /// It saw a meter and the table has none, or did not look at the one that it has.
    Meter,
    /// The table refuses it.
    Refused(Refused),
}

impl fmt::Display for NotAsked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAsked::Nothing => f.write_str("nothing happens in this step"),
            NotAsked::Others => {
                f.write_str("nothing that can be asked for gives just these events in one step")
            }
            NotAsked::Settings(error) => error.fmt(f),
            NotAsked::Request => f.write_str("the hash of what was asked is that of something else"),
            NotAsked::Meter => {
                f.write_str("it says nothing of the meter of the table, or the table has none")
            }
            NotAsked::Refused(refused) => refused.fmt(f),
        }
    }
}

impl std::error::Error for NotAsked {}

impl From<Refused> for NotAsked {
    fn from(refused: Refused) -> NotAsked {
        NotAsked::Refused(refused)
    }
}

impl Table {
    /// Whether somebody who may ask for it can have got these events, in one step at this time, from the table as it is; `request` is
    /// the hash of what was asked ([`Ask::hash`]) as the record has it.
    ///
    /// [`take`](Table::take) makes an event so if the state allows it. Here is the rest of what a live table looks at before it writes:
    /// who may ask, whether what it does by itself is due, and that a step has everything that its ask gives and nothing more.
    ///
    /// # Errors
    ///
    /// A [`NotAsked`] that says what is wrong.
    pub fn permits(&self, events: &[TableEvent], at_ms: u64, request: &Hash) -> Result<(), NotAsked> {
        let first = events.first().ok_or(NotAsked::Nothing)?;
        let ask = self.ask_for(first)?;
        let (mut chance, mut meter) = ([0; 32], None);
        for event in events {
            if let TableEvent::RoundOpened { chance: drawn, .. } = event {
                chance = *drawn;
            }
            meter = event.meter_seen().copied().or(meter);
        }
        if matches!(first, TableEvent::Dealt { .. } | TableEvent::Reconciled { .. })
            && self.live.as_ref().is_some_and(|live| live.settings.meter.is_some() != meter.is_some())
        {
            return Err(NotAsked::Meter);
        }
        let world = World { now_ms: at_ms, chance, meter, key: &HouseKey::new([0; 32]) };
        let mut expected = self.allowed(&ask, &world)?;
        // Which program opened a round, and to what it committed, follows from nothing that is told by then.
        if let (
            Some(TableEvent::RoundOpened { engine, commitment, .. }),
            TableEvent::RoundOpened { engine: by, commitment: to, .. },
        ) = (expected.first_mut(), first)
        {
            (*engine, *commitment) = (by.clone(), *to);
        }
        // Earlier programs did not say who withheld a secret.
        if let (Some(TableEvent::Dealt { withheld, .. }), TableEvent::Dealt { withheld: said, .. }) =
            (expected.first_mut(), first)
            && said.is_empty()
        {
            withheld.clear();
        }
        // Nor whose bets went back as they closed them.
        if let (Some(TableEvent::BetsClosed { sent_back }), TableEvent::BetsClosed { sent_back: said }) =
            (expected.first_mut(), first)
            && said.is_empty()
        {
            sent_back.clear();
        }
        if expected != events {
            return Err(NotAsked::Others);
        }
        // A long report is written down in part.
        let in_part = matches!(first, TableEvent::Reported { event, .. } if event.chars().count() >= REPORT);
        // It may have been meant for this round, and for no other.
        let meant = ask.clone().in_round(self.rounds);
        if !in_part && [ask, meant].iter().all(|ask| ask.hash(&self.name) != *request) {
            return Err(NotAsked::Request);
        }
        Ok(())
    }

    /// What must have been asked for, and by whom, for a step to begin with this event.
    fn ask_for(&self, event: &TableEvent) -> Result<Ask, NotAsked> {
        let floor = |by: &Name, what| Ok(Ask::new(Who::Floor(by.clone()), what));
        let itself = |what| Ok(Ask::new(Who::Table, what));
        let at = |spot: u8, what| {
            let player = self.seats.get(&spot).ok_or(Refused::Empty { spot })?;
            Ok(Ask::new(Who::Player(player.clone()), what))
        };
        match event {
            TableEvent::Set { by, .. } => {
                let settings = Settings::of(event).expect("it sets").map_err(NotAsked::Settings)?;
                floor(by, Do::Set(Box::new(settings)))
            }
            TableEvent::Turned { by, status, reason } => floor(by, Do::Turn(*status, reason.clone())),
            TableEvent::Seated { spot, player } => Ok(Ask::new(Who::Player(player.clone()), Do::Sit(*spot))),
            TableEvent::Left { spot, by: Some(by) } => floor(by, Do::Leave(*spot)),
            TableEvent::Left { spot, by: None } => at(*spot, Do::Leave(*spot)),
            TableEvent::RoundOpened { .. } => itself(Do::OpenRound),
            TableEvent::Placed { spot, wager, amount } => at(*spot, Do::Place(*spot, wager.clone(), *amount)),
            TableEvent::TakenBack { spot, wager } => at(*spot, Do::TakeBack(*spot, wager.clone())),
            TableEvent::Sworn { spot, hash } => at(*spot, Do::Swear(*spot, *hash)),
            TableEvent::Ready { spot } => at(*spot, Do::Ready(*spot)),
            // It comes with the opening of a round and not by itself.
            TableEvent::MeterStarted { .. } => Err(NotAsked::Others),
            TableEvent::BetsClosed { .. } => itself(Do::CloseBets),
            TableEvent::Told { spot, secret } => at(*spot, Do::Tell(*spot, secret.clone())),
            TableEvent::Dealt { .. } => itself(Do::Deal),
            TableEvent::Decided { spot, choice } => at(*spot, Do::Decide(*spot, *choice)),
            TableEvent::TimedOut { .. } => itself(Do::TimeOut),
            TableEvent::Reported { by, event } => floor(by, Do::Report(event.clone())),
            TableEvent::Revealed => itself(Do::Reveal),
            TableEvent::Reconciled { .. } => itself(Do::Reconcile),
            TableEvent::SeedTold { .. } => itself(Do::TellSeed),
            TableEvent::Voided { by: Some(by), reason } => floor(by, Do::Void(reason.clone())),
            TableEvent::Voided { by: None, reason } => itself(Do::Void(reason.clone())),
            TableEvent::SeedLost { reason } => Ok(Ask::new(Who::Operator, Do::LoseSeed(reason.clone()))),
        }
    }
}
