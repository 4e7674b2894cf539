//! A table made again from what was written.

use crate::event::TableEvent;
use crate::live::{Live, NotLive, Reset};
use crate::opening::Opening;
use crate::refused::Refused;
use crate::seed::{HouseKey, ToldSeeds};
use crate::state::{Stage, Table};
use crate::stream::Stream;
use crate::take::{NotThis, Taken};
use crate::untold::untold_money;
use tercet_ledger::{Name, Record, Transaction};
use tercet_store::{Failure, Store, Stored};

impl<S: Store> Live<S> {
    /// Takes the table from the store again if it is not known what became of the last step.
    pub(crate) fn look_up(&mut self) -> Result<(), NotLive> {
        if self.stale {
            let mut table = self.as_written()?;
            table.keep_clock(&self.table);
            self.table = table;
            self.stale = false;
        }
        Ok(())
    }

    /// The table, made from what was written.
    pub(crate) fn as_written(&self) -> Result<Table, NotLive> {
        as_written(self.table.name(), &self.store, Some(&self.key))
    }
}

/// The table as the last round opened; one to which nothing has happened, if none did.
fn at_last_opening(name: &Name, stream: &Name, store: &dyn Store) -> Result<Table, NotLive> {
    let rounds_of = Stream::Rounds(name.clone()).name().ok_or(NotLive::Refused(Refused::Name))?;
    let rounds = store.version(&rounds_of)?;
    let Some(last) = rounds.checked_sub(1) else { return Ok(Table::new(name.clone())) };
    let one = |stream, at| -> Result<Option<Stored>, NotLive> {
        Ok(store.events(stream, at, 1)?.into_iter().next())
    };
    let Some(noted) = one(&rounds_of, last)? else {
        return Err(Failure::Corrupt(gap(&rounds_of)).into());
    };
    let damaged = |why| NotLive::Damaged { seq: noted.seq, why };
    let unreadable = |bad| damaged(Reset::Unreadable(bad));
    let opening = Opening::read(&noted.event).map_err(unreadable)?;
    let set = one(stream, opening.set_at)?.ok_or_else(|| damaged(Reset::Opening))?;
    let set = TableEvent::read(&set.event).map_err(unreadable)?;
    opening.table(name.clone(), rounds, &set).ok_or_else(|| damaged(Reset::Opening))
}

/// The table of this name, made from what it was as the last round opened and the events since; the money they move is compared with what was
/// written. Its round in play is that of the key; without one, cards stand in for those of the table.
///
/// Rounds before that stay as they were paid: `tercet audit` looks at them, and a table is not kept shut by them.
pub(crate) fn as_written(name: &Name, store: &dyn Store, key: Option<&HouseKey>) -> Result<Table, NotLive> {
    let stream = Stream::Table(name.clone()).name().ok_or(NotLive::Refused(Refused::Name))?;
    let mut table = at_last_opening(name, &stream, store)?;
    let stored = store.events(&stream, table.version(), usize::MAX)?;
    let seeds = Known::of(&stored, key);
    for step in stored.chunk_by(|a, b| a.seq == b.seq) {
        let seq = step[0].seq;
        let damaged = |why| NotLive::Damaged { seq, why };
        let record = store.records(seq, 1)?;
        let record = record.first().map(|bytes| Record::decode(bytes));
        let written = record.as_ref().and_then(|read| read.as_ref().ok()).map(|record| &*record.transactions);
        let mut transactions = Vec::new();
        for stored in step {
            let event = TableEvent::read(&stored.event).map_err(|bad| damaged(Reset::Unreadable(bad)))?;
            let next = written.and_then(|written| written.get(transactions.len()));
            let taken = seeds.take(&mut table, &event, stored.at_ms, next);
            let taken = taken.map_err(|not| damaged(Reset::NotThis(not)))?;
            transactions.extend(match seeds {
                Known::Nothing => untold_money(&event, taken, next),
                Known::Told(_) | Known::Follows(_) => taken.transactions,
            });
        }
        match record {
            Some(Ok(record)) if record.transactions == transactions => {}
            Some(Ok(_)) | None => return Err(damaged(Reset::OtherMoney)),
            Some(Err(bad)) => return Err(damaged(Reset::Unreadable(bad))),
        }
    }
    Ok(table)
}

/// Whether the table of this name can be opened under this key as it was written: looks, and writes nothing, which [`Live::open`] may.
///
/// # Errors
///
/// See [`Live::open`].
pub fn can_open(name: &Name, store: &dyn Store, key: &HouseKey) -> Result<(), NotLive> {
    as_written(name, store, Some(key)).map(drop)
}

/// What is known of the seed of the last round.
enum Known<'k> {
    /// It was told: a round that is over needs no key, and stays what it was when the house has another.
    Told(ToldSeeds),
    /// It follows from the key of the house.
    Follows(&'k HouseKey),
    /// It is lost, or nobody has a key.
    Nothing,
}

impl<'k> Known<'k> {
    /// What these events say of it. What cannot be read is said where it is taken.
    fn of(stored: &[Stored], key: Option<&'k HouseKey>) -> Known<'k> {
        let mut open = None;
        for event in stored.iter().filter_map(|stored| TableEvent::read(&stored.event).ok()) {
            if let TableEvent::RoundOpened { commitment, .. } = event {
                open = Some(commitment);
            } else if let TableEvent::SeedLost { .. } = event {
                return Known::Nothing;
            } else if let (TableEvent::SeedTold { seed }, Some(commitment)) = (event, &open) {
                let mut told = ToldSeeds::new();
                told.tell(commitment, seed);
                return Known::Told(told);
            }
        }
        key.map_or(Known::Nothing, Known::Follows)
    }

    fn take(
        &self,
        table: &mut Table,
        event: &TableEvent,
        at_ms: u64,
        next: Option<&Transaction>,
    ) -> Result<Taken, NotThis> {
        match self {
            Known::Told(told) => table.take(event, at_ms, told),
            Known::Follows(key) => table.take(event, at_ms, *key),
            Known::Nothing => table.take_untold(event, at_ms, next),
        }
    }
}

/// What is said of a stream that has fewer events than it says.
fn gap(stream: &Name) -> String {
    format!("an event of {stream} is missing")
}

impl Table {
    /// Keeps the clock that runs: a store that failed gives nobody more time, and takes none away.
    fn keep_clock(&mut self, before: &Table) {
        let (Some(live), Some(was)) = (&mut self.live, &before.live) else { return };
        if (live.no, live.stage()) == (was.no, was.stage())
            && let (Some(deadline), Some(shown)) = (&mut live.deadline_ms, was.deadline_ms)
        {
            *deadline = shown;
        }
    }

    /// Gives whoever is waited for all the time of the clock again, as after a power cut.
    pub(crate) fn restart_clocks(&mut self, now_ms: u64) {
        let Some(live) = &mut self.live else { return };
        let clocks = live.settings.clocks;
        let clock = match live.stage() {
            Stage::Open => None,
            Stage::Closed => Some(clocks.secret_ms),
            Stage::Dealt => Some(clocks.decide_ms),
            Stage::Decided | Stage::Settled | Stage::Over => Some(clocks.show_ms),
        };
        live.deadline_ms = clock.map(|clock| now_ms.saturating_add(clock));
    }
}
