//! A table that is started, and what it does by its clocks.

use super::{Evening, Happens, SECOND};
use crate::books::Wrong;
use crate::dice::Dice;
use tercet_table::NotLive;

impl Evening {
    /// Whether the table is started; if the power had been off, it may not start at once.
    pub(super) fn started(&mut self, no: usize) -> Result<bool, Wrong> {
        let felt = &mut self.felts[no];
        if felt.live.is_none() && !felt.start(&self.store, self.now_ms)? {
            self.outcome.failed += 1;
        }
        // It may have sent bets back as it started, or as it tried to.
        felt.noted(&self.store.kept, &mut self.books)?;
        Ok(felt.live.is_some())
    }

    pub(super) fn tick(&mut self, no: usize) -> Result<(), Wrong> {
        let (now_ms, late) = (self.now_ms, self.late());
        let mut chance = Dice::new(self.dice.below(u64::MAX));
        if !self.started(no)? {
            self.at(SECOND, Happens::Tick(no));
            return Ok(());
        }
        let felt = &mut self.felts[no];
        let live = felt.live.as_mut().expect("it is started");
        let came = live.tick(now_ms, || chance.bytes());
        felt.noted(&self.store.kept, &mut self.books)?;
        match &came {
            Ok(events) => {
                felt.agrees()?;
                if !events.is_empty() {
                    self.trace(&format!("{no} {events:?}"));
                }
            }
            Err(NotLive::Failed(failure)) => {
                self.outcome.failed += 1;
                self.trace(&format!("{no} {failure:?}"));
            }
            Err(other) => return Err(format!("table {no}: {other}")),
        }
        let felt = &mut self.felts[no];
        if self.dice.one_in(3) {
            felt.look();
        }
        if !(late && felt.is_empty_and_closed()) {
            let next = felt.live.as_ref().and_then(|live| live.table().next_due_ms(now_ms));
            let soon = now_ms + SECOND;
            let next = next.map_or(soon, |next| next.clamp(now_ms + 1, soon));
            self.at(next - now_ms, Happens::Tick(no));
        }
        Ok(())
    }
}
