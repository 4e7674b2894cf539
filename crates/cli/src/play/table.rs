//! A session together with its chance and its log: what both front ends drive.

use super::record::Log;
use super::refused::Refused;
use super::session::{Session, Stage};
use super::shoe::{NoChance, Shoe};
use tercet_rules::{Choice, Event, shown};

/// The table that the player sits at.
#[derive(Debug)]
pub(crate) struct Table {
    /// The sitting.
    pub(crate) session: Session,
    shoe: Shoe,
    log: Option<Log>,
}

/// What happened, and whether it could be written down.
#[derive(Debug, Default)]
pub(crate) struct Done {
    /// The events.
    pub(crate) events: Vec<Event>,
    /// What went wrong with the log; nothing more is written to it.
    pub(crate) log_fault: Option<String>,
}

/// Why no cards came out.
#[derive(Debug)]
pub(crate) enum NoDeal {
    /// The bets cannot stand.
    Refused(Refused),
    /// No randomness; the round is void and every stake returned.
    NoChance(NoChance),
}

impl Table {
    /// A table for this session.
    pub(crate) fn new(session: Session, shoe: Shoe, log: Option<Log>) -> Table {
        Table { session, shoe, log }
    }

    /// "No more bets", and the cards.
    pub(crate) fn deal(&mut self) -> Result<Done, NoDeal> {
        let mut events = self.session.close().map_err(NoDeal::Refused)?;
        match self.shoe.deck() {
            Ok(deck) => events.extend(self.session.deal(deck).map_err(NoDeal::Refused)?),
            Err(no_chance) => {
                self.session.void(&no_chance.to_string()).map_err(NoDeal::Refused)?;
                return Err(NoDeal::NoChance(no_chance));
            }
        }
        Ok(self.written(events))
    }

    /// Plays or folds at the position whose turn it is.
    pub(crate) fn decide(&mut self, choice: Choice) -> Result<Done, Refused> {
        let events = self.session.decide(choice)?;
        Ok(self.written(events))
    }

    /// The player is gone: see [`Session::leave`].
    pub(crate) fn leave(&mut self) -> Done {
        let events = self.session.leave();
        self.written(events)
    }

    /// Writes the round down if these events ended it.
    fn written(&mut self, events: Vec<Event>) -> Done {
        let mut done = Done { events, log_fault: None };
        let ended = done.events.iter().any(|event| matches!(event, Event::Reconciled(_)));
        let record = self.session.record().filter(|_| ended && self.session.stage() == Stage::Over);
        if let (Some(record), Some(log)) = (record, &mut self.log)
            && let Err(error) = log.add(&record)
        {
            let path = shown(&log.path().to_string_lossy(), usize::MAX);
            done.log_fault =
                Some(format!("{path}: {error}. This round is not recorded, and no later one will be."));
            self.log = None;
        }
        done
    }
}
