//! A table that is started, what it does by its clocks, and each of its steps, which others may overtake.

use super::{Evening, Happens, SECOND};
use crate::books::Wrong;
use crate::dice::Dice;
use tercet_ledger::Key;
use tercet_store::{Append, AppendError, Failure, Refused, Store as _};
use tercet_table::{Answer, Ask, Next, NotLive, TableEvent};

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
        let late = self.late();
        let mut chance = Dice::new(self.dice.below(u64::MAX));
        if !self.started(no)? {
            self.at(SECOND, Happens::Tick(no));
            return Ok(());
        }
        match self.does_what_is_due(no, &mut chance)? {
            Ok(events) => {
                self.felts[no].agrees()?;
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
        let (now_ms, felt) = (self.now_ms, &mut self.felts[no]);
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
    /// Everything that is due at a table, one step after the other, and what happened.
    fn does_what_is_due(
        &mut self,
        no: usize,
        chance: &mut Dice,
    ) -> Result<Result<Vec<TableEvent>, NotLive>, Wrong> {
        let mut events = Vec::new();
        // Without a table the power was cut at the last step, which has said so.
        while let Some(live) = &mut self.felts[no].live {
            let (ask, key) = match live.due(self.now_ms) {
                Ok(Some(due)) => due,
                Ok(None) => break,
                Err(not) => return Ok(Err(not)),
            };
            match self.step(no, &ask, &key, chance.bytes())? {
                Ok(answer) => events.extend(answer.events),
                Err(not) => return Ok(Err(not)),
            }
        }
        Ok(Ok(events))
    }

    /// What comes of one step of a table that is started. Between what is worked out and what is written others may come.
    pub(super) fn step(
        &mut self,
        no: usize,
        ask: &Ask,
        key: &Key,
        chance: [u8; 32],
    ) -> Result<Result<Answer, NotLive>, Wrong> {
        let live = self.felts[no].live.as_mut().expect("it is started");
        let mut next = live.begin(ask, key, self.now_ms, chance);
        let came = loop {
            let pending = match next {
                Ok(Next::Write(pending)) => pending,
                Ok(Next::Answered(answer)) => break Ok(answer),
                Err(not) => break Err(not),
            };
            self.others_first(no, &pending.append)?;
            let cut = self.felts[no].live.is_none();
            if cut && self.dice.one_in(2) {
                // The store had it before the power was gone, and nobody heard what became of it.
                let _ = self.store.append(&pending.append);
            }
            let Some(live) = &mut self.felts[no].live else {
                break Err(Failure::Io("the power is gone".into()).into());
            };
            let written = self.store.append(&pending.append);
            let refused = matches!(
                written,
                Err(AppendError::Refused(Refused::Changed { .. } | Refused::Version { .. }))
            );
            next = live.finish(*pending, written);
            self.outcome.overtaken += u64::from(refused && matches!(next, Ok(Next::Write(_))));
        };
        self.felts[no].noted(&self.store.kept, &mut self.books)?;
        Ok(came)
    }

    /// Now and then the store takes its time with a step, and what is next at the other tables comes before it; more often and
    /// longer if the step counts on what a meter holds, which others may move.
    ///
    /// What concerns this table waits, as for the one task that has it; but the power may be cut.
    fn others_first(&mut self, no: usize, append: &Append) -> Result<(), Wrong> {
        if self.under_way {
            return Ok(());
        }
        let (one_in, longest_ms) = if append.expects.is_empty() { (8, 100) } else { (2, 10 * SECOND) };
        if !self.dice.one_in(one_in) {
            return Ok(());
        }
        self.under_way = true;
        let written_ms = self.now_ms + self.dice.below(longest_ms);
        loop {
            let mut others = self.agenda.iter().filter(|(_, what)| !what.waits_for(no)).map(|(at, _)| *at);
            let next = others.next().filter(|(at_ms, _)| *at_ms <= written_ms);
            let Some((at, what)) = next.and_then(|at| Some((at, self.agenda.remove(&at)?))) else { break };
            self.comes_to(at.0);
            self.happens(what)?;
            if self.felts[no].live.is_none() {
                break;
            }
        }
        self.under_way = false;
        Ok(())
    }
}
