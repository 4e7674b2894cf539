//! A table made again from what was written.

use crate::event::TableEvent;
use crate::live::{Live, NotLive, Reset};
use crate::opening::Opening;
use crate::seed::{HouseKey, Seeds, ToldSeeds};
use crate::state::{Stage, Table};
use tercet_fair::{Commitment, Context, ServerSeed};
use tercet_ledger::{Name, Record};
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

    /// The table as the last round opened; one to which nothing has happened, if none did.
    fn at_last_opening(&self) -> Result<Table, NotLive> {
        let name = self.table.name().clone();
        let rounds = self.store.version(&self.rounds)?;
        let Some(last) = rounds.checked_sub(1) else { return Ok(Table::new(name)) };
        let one = |stream, at| -> Result<Option<Stored>, NotLive> {
            Ok(self.store.events(stream, at, 1)?.into_iter().next())
        };
        let Some(noted) = one(&self.rounds, last)? else {
            return Err(Failure::Corrupt(gap(&self.rounds)).into());
        };
        let damaged = |why| NotLive::Damaged { seq: noted.seq, why };
        let unreadable = |bad| damaged(Reset::Unreadable(bad));
        let opening = Opening::read(&noted.event).map_err(unreadable)?;
        let set = one(&self.stream, opening.set_at)?.ok_or_else(|| damaged(Reset::Opening))?;
        let set = TableEvent::read(&set.event).map_err(unreadable)?;
        opening.table(name, rounds, &set).ok_or_else(|| damaged(Reset::Opening))
    }

    /// The table, made from what it was as the last round opened and the events since; the money they move is compared with what was
    /// written.
    ///
    /// Rounds before that stay as they were paid: `tercet audit` looks at them, and a table is not kept shut by them.
    pub(crate) fn as_written(&self) -> Result<Table, NotLive> {
        let mut table = self.at_last_opening()?;
        let stored = self.store.events(&self.stream, table.version(), usize::MAX)?;
        let seeds = ToldOrKey { told: told(&stored), key: &self.key };
        for step in stored.chunk_by(|a, b| a.seq == b.seq) {
            let seq = step[0].seq;
            let damaged = |why| NotLive::Damaged { seq, why };
            let mut transactions = Vec::new();
            for stored in step {
                let event = TableEvent::read(&stored.event).map_err(|bad| damaged(Reset::Unreadable(bad)))?;
                let taken = table.take(&event, stored.at_ms, &seeds);
                transactions.extend(taken.map_err(|not| damaged(Reset::NotThis(not)))?.transactions);
            }
            let record = self.store.records(seq, 1)?;
            let written = record.first().map(|bytes| Record::decode(bytes));
            match written {
                Some(Ok(record)) if record.transactions == transactions => {}
                Some(Ok(_)) | None => return Err(damaged(Reset::OtherMoney)),
                Some(Err(bad)) => return Err(damaged(Reset::Unreadable(bad))),
            }
        }
        Ok(table)
    }
}

/// The seeds that were told of rounds in these events. What cannot be read is said where it is taken.
fn told(stored: &[Stored]) -> ToldSeeds {
    let (mut seeds, mut open) = (ToldSeeds::new(), None);
    for event in stored.iter().filter_map(|stored| TableEvent::read(&stored.event).ok()) {
        if let TableEvent::RoundOpened { commitment, .. } = event {
            open = Some(commitment);
        } else if let (TableEvent::SeedTold { seed }, Some(commitment)) = (event, &open) {
            seeds.tell(commitment, seed);
        }
    }
    seeds
}

/// The seed that was told of a round, else the one that follows from the key of the house: a round that is over needs no key, and stays what it was
/// when the house has another.
struct ToldOrKey<'k> {
    told: ToldSeeds,
    key: &'k HouseKey,
}

impl Seeds for ToldOrKey<'_> {
    fn seed(&self, context: &Context, chance: &[u8; 32], commitment: &Commitment) -> Option<ServerSeed> {
        let told = self.told.seed(context, chance, commitment);
        told.or_else(|| Seeds::seed(self.key, context, chance, commitment))
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
