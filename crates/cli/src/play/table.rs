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
    /// The bets cannot stand, or cannot be dealt to; they lie as they were.
    Refused(Refused),
    /// No randomness; the round is void and every stake returned.
    NoChance(NoChance),
}

impl Table {
    /// A table for this session.
    pub(crate) fn new(session: Session, shoe: Shoe, log: Option<Log>) -> Table {
        Table { session, shoe, log }
    }

    /// "No more bets", and the cards: both or neither. Where there is no chance the round is void.
    pub(crate) fn deal(&mut self) -> Result<Done, NoDeal> {
        let mut next = self.session.clone();
        let mut events = next.close().map_err(NoDeal::Refused)?;
        match self.shoe.deck() {
            Ok(deck) => events.extend(next.deal(deck).map_err(NoDeal::Refused)?),
            Err(no_chance) => {
                next.void(&no_chance.to_string()).map_err(NoDeal::Refused)?;
                self.session = next;
                return Err(NoDeal::NoChance(no_chance));
            }
        }
        self.session = next;
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

#[cfg(test)]
mod tests {
    use super::super::layout;
    use super::super::testing::{dollars, game};
    use super::*;
    use tercet_rules::Money;

    /// A deal that is refused leaves the bets open: on a meter that holds more than one can, which no wager brings it to.
    #[test]
    fn bets_close_and_cards_come_out_together_or_not_at_all() {
        let session = Session::sit(game("three-card-poker"), dollars(500), 1, 0).unwrap();
        let session = session.with_meter(Money::MAX_STAKE + Money::from_units(26));
        let mut table = Table::new(session, Shoe::new(Some(1)), None);
        let spot = table.session.positions()[0];
        for id in ["ante", "progressive"] {
            let no = game("three-card-poker").wager_no(id).unwrap();
            let least = layout::least(table.session.game(), no);
            table.session.bet(spot, no, Some(least)).unwrap();
        }
        let before = table.session.clone();
        let Err(NoDeal::Refused(refused)) = table.deal() else { panic!("refused") };
        assert!(refused.to_string().starts_with("a meter of $10,000,000,000.26; expected"), "{refused}");
        assert_eq!(table.session, before);
        table.session.clear().unwrap();
        assert_eq!(table.session.bankroll(), dollars(500));
    }
}
