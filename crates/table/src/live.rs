//! A table with its store: one step after the other, each written before it counts.

use crate::ask::{Ask, Do, Who};
use crate::award::Award;
use crate::encode::bytes_of;
use crate::event::{MeterSeen, TableEvent};
use crate::handle::{Step, World};
use crate::opening::Opening;
use crate::refused::Refused;
use crate::seed::HouseKey;
use crate::state::{Stage, Table};
use crate::take::NotThis;
use std::fmt;
use tercet_ledger::{Account, BadBytes, Hash, Key, MeterNow, Name, Overdraft, Record, Writer};
use tercet_store::{Append, AppendError, Failure, Receipt, Refused as NotWritten, Store, Stored};

/// A live table with its store. It is the only one that writes to the table's stream.
#[derive(Debug)]
pub struct Live<S> {
    table: Table,
    store: S,
    key: HouseKey,
    stream: Name,
    rounds: Name,
    /// Whether the store may have more than the table knows: it failed, and what it had written then it may not have said.
    stale: bool,
}

/// What was done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Where and when it was written; again, if it was asked before under this key.
    pub receipt: Receipt,
    /// What happened; nothing if it was asked before.
    pub events: Vec<TableEvent>,
}

/// Why something was not done. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotLive {
    /// The table refuses it.
    Refused(Refused),
    /// The player does not have the money.
    Funds(Overdraft),
    /// The key was used for something else.
    KeyUsed {
        /// The record that has it.
        seq: u64,
    },
    /// Somebody else has written to this table: it must be made again from its events.
    Overtaken,
    /// The store could not read or write.
    Failed(Failure),
    /// What is stored is not what this table can have had.
    Damaged {
        /// The record in which it shows.
        seq: u64,
        /// What is wrong there.
        why: Reset,
    },
}

/// Why a table cannot be made again from what is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reset {
    /// The bytes are no event.
    Unreadable(BadBytes),
    /// What was noted as the last round opened leads to no event that set the table.
    Opening,
    /// The table cannot have had the event.
    NotThis(NotThis),
    /// By the rules, other money moved than was written.
    OtherMoney,
}

impl fmt::Display for NotLive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotLive::Refused(refused) => refused.fmt(f),
            NotLive::Funds(overdraft) => overdraft.fmt(f),
            NotLive::KeyUsed { seq } => write!(f, "this key was used for something else, in record {seq}"),
            NotLive::Overtaken => f.write_str("somebody else has written to this table"),
            NotLive::Failed(failure) => failure.fmt(f),
            NotLive::Damaged { seq, why } => match why {
                Reset::Unreadable(bad) => write!(f, "record {seq}: not an event of a table: {bad}"),
                Reset::Opening => {
                    write!(f, "record {seq}: its round opened at a table that was never set so")
                }
                Reset::NotThis(not) => write!(f, "record {seq}: {not}"),
                Reset::OtherMoney => write!(f, "record {seq}: other money moved than the rules say"),
            },
        }
    }
}

impl std::error::Error for NotLive {}

impl From<Failure> for NotLive {
    fn from(failure: Failure) -> NotLive {
        NotLive::Failed(failure)
    }
}

/// How often a step is worked out anew because another table was faster at the meter they share.
const TRIES: usize = 64;

impl<S: Store> Live<S> {
    /// The table of this name as it was written, or a new one.
    ///
    /// After a power cut: bets that were open go back, and a round whose bets were closed goes on with the same cards, and with
    /// all the time of its clock.
    ///
    /// # Errors
    ///
    /// If the store cannot be read, or what it has is not what a table can have had under this key.
    pub fn open(name: &Name, store: S, key: HouseKey, now_ms: u64) -> Result<Live<S>, NotLive> {
        let table = Table::new(name.clone());
        let streams = table.stream().zip(table.rounds_stream());
        let (stream, rounds) = streams.ok_or(NotLive::Refused(Refused::Name))?;
        let mut live = Live { table, store, key, stream, rounds, stale: false };
        live.recover()?;
        live.table.restart_clocks(now_ms);
        if live.table.stage() == Some(Stage::Open)
            && live.table.live.as_ref().is_some_and(|live| live.any_bets())
        {
            live.by_itself(
                Do::Void("the table was started again while bets were open".into()),
                now_ms,
                [0; 32],
            )?;
        }
        Ok(live)
    }

    /// The table as it is.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// The store.
    #[must_use]
    pub const fn store(&self) -> &S {
        &self.store
    }

    /// Does what is asked, once for each key, or nothing. `chance` is 32 bytes from the operating system.
    ///
    /// # Errors
    ///
    /// A [`NotLive`]. The table and its store are as they were, but for [`NotLive::Failed`]: then the store may have written it, and
    /// whoever asks again under the same key is told.
    pub fn ask(&mut self, ask: &Ask, key: &Key, now_ms: u64, chance: [u8; 32]) -> Result<Answer, NotLive> {
        if self.stale {
            self.start_again(now_ms)?;
        }
        let request = ask.hash(self.table.name());
        let key = &self.scoped(&ask.who, key);
        if let Some((known, receipt)) = self.store.receipt(key)? {
            return if known == request {
                Ok(Answer { receipt, events: Vec::new() })
            } else {
                Err(NotLive::KeyUsed { seq: receipt.seq })
            };
        }
        for _ in 0..TRIES {
            let meter = self.meter()?;
            let world = World { now_ms, chance, meter, key: &self.key };
            let step = self.table.handle(ask, &world).map_err(NotLive::Refused)?;
            match self.store.append(&self.append(&step, key, request, &world)) {
                Ok(receipt) => {
                    self.table = step.table;
                    return Ok(Answer { receipt, events: step.events });
                }
                Err(AppendError::Failed(failure)) => {
                    self.stale = true;
                    return Err(failure.into());
                }
                Err(AppendError::Refused(refused)) => match refused {
                    NotWritten::Overdraft(overdraft) => return Err(NotLive::Funds(overdraft)),
                    NotWritten::TooMuch { .. } | NotWritten::OutOfPlace { .. } => {
                        return Err(NotLive::Failed(Failure::Corrupt(refused.to_string())));
                    }
                    NotWritten::KeyUsed { seq, .. } => return Err(NotLive::KeyUsed { seq }),
                    NotWritten::Version { stream, .. } if stream == self.stream => {
                        return Err(NotLive::Overtaken);
                    }
                    // Another table has moved the meter meanwhile: look again.
                    NotWritten::Version { .. } | NotWritten::Changed { .. } => {}
                },
            }
        }
        Err(NotLive::Failed(Failure::Busy("the meter is moved by others all the time".into())))
    }

    /// Does everything that is due, one step after the other; gives what happened.
    ///
    /// # Errors
    ///
    /// See [`Live::ask`]; what was done before is done.
    pub fn tick(
        &mut self,
        now_ms: u64,
        mut chance: impl FnMut() -> [u8; 32],
    ) -> Result<Vec<TableEvent>, NotLive> {
        let mut events = Vec::new();
        while let Some(due) = self.table.due(now_ms) {
            events.extend(self.by_itself(due, now_ms, chance())?.events);
        }
        Ok(events)
    }

    /// The table as the store has it.
    fn start_again(&mut self, now_ms: u64) -> Result<(), NotLive> {
        self.recover()?;
        self.table.restart_clocks(now_ms);
        self.stale = false;
        Ok(())
    }

    /// The key under which the store keeps what somebody asks of this table: nobody can use a key of somebody else's, or one
    /// that the table itself will use.
    fn scoped(&self, who: &Who, key: &Key) -> Key {
        let mut to = Writer::new();
        to.text(self.stream.as_str());
        match who {
            Who::Player(name) => {
                to.u8(0);
                to.text(name.as_str());
            }
            Who::Floor(name) => {
                to.u8(1);
                to.text(name.as_str());
            }
            Who::Table => to.u8(2),
        }
        to.bytes(key.as_bytes());
        Key::new(&Hash::of(&[&to.done()]).0).expect("a hash is short")
    }

    /// A step of the table's own, under a key that no other step of it has.
    fn by_itself(&mut self, what: Do, now_ms: u64, chance: [u8; 32]) -> Result<Answer, NotLive> {
        let key = Key::new(&self.table.version().to_be_bytes()).expect("eight bytes are few");
        self.ask(&Ask { who: Who::Table, what }, &key, now_ms, chance)
    }

    fn append(&self, step: &Step, key: &Key, request: Hash, world: &World<'_>) -> Append {
        let events: Vec<Vec<u8>> = step.events.iter().map(bytes_of).collect();
        let mut append = Append::new(key.clone(), request, world.now_ms);
        append = append.happening(self.stream.clone(), self.table.version(), events);
        if step.events.iter().any(|event| matches!(event, TableEvent::RoundOpened { .. })) {
            let opening = Opening::of(&self.table).bytes();
            append = append.happening(self.rounds.clone(), self.table.rounds, vec![opening]);
        }
        for transaction in &step.taken.transactions {
            append = append.moving(transaction.clone());
        }
        let Some((name, seen)) = self.meter_name().zip(world.meter) else { return append };
        let deals = step.events.iter().any(|event| matches!(event, TableEvent::Dealt { .. }));
        let game = self.table.live.as_ref().map(|live| live.round.game());
        let capped = game.and_then(|game| game.meter.as_ref()).is_some_and(|meter| meter.cap.is_some());
        if deals && capped {
            // How much a capped meter takes depends on what it holds.
            append = append.expecting(Account::Meter(name.clone()), seen.now.meter);
        }
        if step.taken.hit()
            && let Some(stream) = Award::stream(&name)
        {
            // Two tables that hit at once: the second looks at the meter again (R20).
            append = append.expecting(Account::Reserve(name), seen.now.reserve);
            let award = Award { table: self.table.name().clone(), round: step.table.rounds };
            append = append.happening(stream, seen.hits, vec![award.bytes()]);
        }
        append
    }

    /// The meter of the round that is being played, or of the next.
    fn meter_name(&self) -> Option<Name> {
        let playing = self.table.live.as_ref().map(|live| &*live.settings);
        playing.or(self.table.settings()).and_then(|settings| settings.meter.clone())
    }

    fn meter(&self) -> Result<Option<MeterSeen>, NotLive> {
        let Some(name) = self.meter_name() else { return Ok(None) };
        let stream = Award::stream(&name).ok_or(NotLive::Refused(Refused::Name))?;
        // The awards first: whoever sees an old count and a new meter looks again when it matters, and not the other way.
        let hits = self.store.version(&stream)?;
        let meter = self.store.balance(&Account::Meter(name.clone()))?;
        let reserve = self.store.balance(&Account::Reserve(name))?;
        Ok(Some(MeterSeen { now: MeterNow { meter, reserve }, hits }))
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

    /// Makes the table again from what it was as the last round opened and the events since, and compares the money they move
    /// with what was written.
    ///
    /// Rounds before that stay as they were paid: `tercet audit` looks at them, and a table is not kept shut by them.
    fn recover(&mut self) -> Result<(), NotLive> {
        self.table = self.at_last_opening()?;
        let stored = self.store.events(&self.stream, self.table.version(), usize::MAX)?;
        for step in stored.chunk_by(|a, b| a.seq == b.seq) {
            let seq = step[0].seq;
            let damaged = |why| NotLive::Damaged { seq, why };
            let mut transactions = Vec::new();
            for stored in step {
                let event = TableEvent::read(&stored.event).map_err(|bad| damaged(Reset::Unreadable(bad)))?;
                let taken = self.table.take(&event, stored.at_ms, &self.key);
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
        Ok(())
    }
}

/// What is said of a stream that has fewer events than it says.
fn gap(stream: &Name) -> String {
    format!("an event of {stream} is missing")
}

impl Table {
    /// Gives whoever is waited for all the time of the clock again, as after a power cut.
    fn restart_clocks(&mut self, now_ms: u64) {
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
