//! A round whose seed is not known, taken with cards that stand in for those that nobody knows.

use crate::event::TableEvent;
use crate::seed::UntoldSeeds;
use crate::state::Table;
use crate::take::{NotThis, Taken};
use tercet_ledger::Transaction;
use tercet_rules::{Choice, Timeout};

/// The money that is to be expected of an event that was [taken so](Table::take_untold): of a settlement what was written, whatever it is. What was paid
/// on cards that nobody knows is for an audit to look at.
#[must_use]
pub fn untold_money(event: &TableEvent, taken: Taken, next: Option<&Transaction>) -> Vec<Transaction> {
    if matches!(event, TableEvent::Reconciled { .. }) {
        next.cloned().into_iter().collect()
    } else {
        taken.transactions
    }
}

impl Table {
    /// Makes an event so of a round whose seed is not known; `next` is what was written in the place of the money that it moves.
    ///
    /// Who may bet and decide, and the money up to the settlement, do not depend on the cards, but for one thing: what the table decides in a
    /// player's place by a made hand (R24). Of that what was written says which it was, and it must be one of the two. The money of a
    /// settlement is that of cards which were never dealt: it is for nobody to be compared with.
    ///
    /// # Errors
    ///
    /// See [`take`](Table::take).
    pub fn take_untold(
        &mut self,
        event: &TableEvent,
        at_ms: u64,
        next: Option<&Transaction>,
    ) -> Result<Taken, NotThis> {
        let decided = if let TableEvent::TimedOut { spot } = event {
            self.decide_as_written(*spot, at_ms, next)?
        } else {
            None
        };
        let taken = decided.map_or_else(|| self.make_so(event, at_ms, &UntoldSeeds), Ok)?;
        self.note(event, at_ms);
        Ok(taken)
    }

    /// Decides at a spot whose time was up what was decided by what is written; nothing, where the cards have no say in it.
    fn decide_as_written(
        &mut self,
        spot: u8,
        at_ms: u64,
        next: Option<&Transaction>,
    ) -> Result<Option<Taken>, NotThis> {
        let game = self.round().map(|round| round.game());
        let Some(game) = game.filter(|game| game.timeout.0 == Timeout::PlayMadeHands) else {
            return Ok(None);
        };
        if let Some(times) = game.play_times().first() {
            let choice = Choice::Play { times: *times };
            let mut tried = self.clone();
            let taken = tried.make_so(&TableEvent::Decided { spot, choice }, at_ms, &UntoldSeeds)?;
            if taken.transactions.iter().eq(next) {
                *self = tried;
                return Ok(Some(taken));
            }
        }
        let folds = TableEvent::Decided { spot, choice: Choice::Fold };
        self.make_so(&folds, at_ms, &UntoldSeeds).map(Some)
    }
}
