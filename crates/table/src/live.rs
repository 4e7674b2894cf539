//! A table with its store: one step after the other, each written before it counts.

use crate::ask::{Ask, Do, Who, own_key};
use crate::award::Award;
use crate::due::RESTARTED;
use crate::encode::bytes_of;
use crate::event::{MeterSeen, TableEvent};
use crate::handle::{Step, World};
use crate::opening::Opening;
use crate::refused::Refused;
use crate::seed::HouseKey;
use crate::state::{Stage, Table};
use crate::stream::Stream;
use crate::take::{NotThis, Taken};
use std::fmt;
use tercet_ledger::{Account, BadBytes, Hash, Key, MeterNow, Name, Overdraft};
use tercet_rules::Money;
use tercet_store::{Append, AppendError, Failure, Receipt, Refused as NotWritten, Store};

/// A live table with its store. It is the only one that writes to the table's stream.
#[derive(Debug)]
pub struct Live<S> {
    pub(crate) table: Table,
    pub(crate) store: S,
    pub(crate) key: HouseKey,
    pub(crate) stream: Name,
    pub(crate) rounds: Name,
    /// Whether the store may have more than the table knows: a step was handed to it, and it has not said (or could not say) what
    /// became of it.
    pub(crate) stale: bool,
}

/// What was done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Where and when it was written; again, if it was asked before under this key.
    pub receipt: Receipt,
    /// What happened; nothing if it was asked before.
    pub events: Vec<TableEvent>,
    /// What came of it: with the cards of everybody, for whoever decides who is told what.
    pub taken: Taken,
}

impl Answer {
    /// It was asked before.
    fn again(receipt: Receipt) -> Answer {
        Answer { receipt, events: Vec::new(), taken: Taken::default() }
    }
}

/// What comes next of what was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// It is done.
    Answered(Answer),
    /// This must be written first.
    Write(Box<Pending>),
}

/// A step that is worked out and not yet written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pending {
    /// What to write.
    pub append: Append,
    step: Step,
    asked: Asked,
}

/// What was asked, and with what.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Asked {
    ask: Ask,
    /// As the store keeps it.
    key: Key,
    request: Hash,
    now_ms: u64,
    chance: [u8; 32],
    /// How often it was worked out in vain.
    tries: usize,
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

impl NotLive {
    /// Why a step of this table was not written, which moves nothing that others move.
    pub(crate) fn of(refused: NotWritten) -> NotLive {
        match refused {
            NotWritten::Overdraft(overdraft) => NotLive::Funds(overdraft),
            NotWritten::KeyUsed { seq, .. } => NotLive::KeyUsed { seq },
            NotWritten::Version { .. } => NotLive::Overtaken,
            NotWritten::Changed { .. } | NotWritten::TooMuch { .. } | NotWritten::OutOfPlace { .. } => {
                NotLive::Failed(Failure::Corrupt(refused.to_string()))
            }
        }
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
        let streams = Stream::Table(name.clone()).name().zip(Stream::Rounds(name.clone()).name());
        let (stream, rounds) = streams.ok_or(NotLive::Refused(Refused::Name))?;
        let mut live = Live { table, store, key, stream, rounds, stale: false };
        live.table = live.as_written()?;
        live.table.restart_clocks(live.table.time(now_ms));
        if live.table.has_open_bets() {
            let (void, key) = live.of_itself(Do::Void(RESTARTED.into()));
            live.ask(&void, &key, now_ms, [0; 32])?;
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
        let mut next = self.begin(ask, key, now_ms, chance)?;
        loop {
            match next {
                Next::Answered(answer) => return Ok(answer),
                Next::Write(pending) => {
                    let written = self.store.append(&pending.append);
                    next = self.finish(*pending, written)?;
                }
            }
        }
    }

    /// Works out what is asked, up to what is to be written: [`ask`](Live::ask) for whoever cannot wait for the store.
    ///
    /// What comes must be written and handed to [`finish`](Live::finish) before anything else is asked of this table: asked before,
    /// it takes what the store has by then, and a step that is written later finds itself out of place, or is what is
    /// written under its key.
    ///
    /// # Errors
    ///
    /// See [`Live::ask`].
    pub fn begin(&mut self, ask: &Ask, key: &Key, now_ms: u64, chance: [u8; 32]) -> Result<Next, NotLive> {
        self.look_up()?;
        let request = ask.hash(self.table.name());
        let key = ask.who.scoped(&self.stream, key.as_bytes());
        let asked = Asked { ask: ask.clone(), key, request, now_ms, chance, tries: 0 };
        // Nearly always it is asked for the first time, and the store says so as it writes. Whoever asks again mostly asks for what is not possible any more.
        match self.work_out(&asked) {
            Ok(pending) => Ok(Next::Write(Box::new(pending))),
            Err(not) => self.answered(&asked)?.map(Next::Answered).ok_or(not),
        }
    }

    /// What was answered to this, if it was asked before.
    fn answered(&mut self, asked: &Asked) -> Result<Option<Answer>, NotLive> {
        let Some((known, receipt)) = self.store.receipt(&asked.key)? else { return Ok(None) };
        if asked.ask.who == Who::Table {
            // A step of the table's own that it does not know of: somebody else has made it.
            self.stale = true;
            self.look_up()?;
        }
        if known == asked.request {
            Ok(Some(Answer::again(receipt)))
        } else {
            Err(NotLive::KeyUsed { seq: receipt.seq })
        }
    }

    /// Makes so what was written, or works it out anew if another table was faster at the meter that they share.
    ///
    /// # Errors
    ///
    /// See [`Live::ask`].
    pub fn finish(
        &mut self,
        pending: Pending,
        written: Result<Receipt, AppendError>,
    ) -> Result<Next, NotLive> {
        let Pending { append: _, step, mut asked } = pending;
        self.stale = matches!(written, Err(AppendError::Failed(_)));
        match written {
            // It had been written before, and not with this chance or at this time: what is written counts.
            Ok(receipt) if receipt.again => {
                self.stale = true;
                self.look_up()?;
                Ok(Next::Answered(Answer::again(receipt)))
            }
            Ok(receipt) => {
                self.table = step.table;
                Ok(Next::Answered(Answer { receipt, events: step.events, taken: step.taken }))
            }
            Err(AppendError::Failed(failure)) => Err(failure.into()),
            Err(AppendError::Refused(refused)) => {
                let moved = match &refused {
                    NotWritten::Version { stream, .. } => *stream != self.stream,
                    NotWritten::Changed { .. } => true,
                    NotWritten::Overdraft(_)
                    | NotWritten::KeyUsed { .. }
                    | NotWritten::TooMuch { .. }
                    | NotWritten::OutOfPlace { .. } => false,
                };
                if !moved {
                    // The step of its own that somebody else has made: the table must be made again from its events.
                    self.stale |=
                        asked.ask.who == Who::Table && matches!(refused, NotWritten::KeyUsed { .. });
                    return Err(NotLive::of(refused));
                }
                // Another table has moved the meter meanwhile: look again.
                asked.tries += 1;
                if asked.tries == TRIES {
                    let busy = "the meter is moved by others all the time";
                    return Err(NotLive::Failed(Failure::Busy(busy.into())));
                }
                self.work_out(&asked).map(|pending| Next::Write(Box::new(pending)))
            }
        }
    }

    /// Leaves undone what was worked out: it was not handed to the store, and never will be. Gives what was answered, if it was done before: whoever asks again
    /// is told so, whatever forbids it now.
    ///
    /// # Errors
    ///
    /// If the store cannot be read, or the key was used for something else.
    pub fn leave(&mut self, pending: Pending) -> Result<Option<Answer>, NotLive> {
        let Pending { append: _, step: _, asked } = pending;
        self.stale = false;
        self.answered(&asked)
    }

    fn work_out(&mut self, asked: &Asked) -> Result<Pending, NotLive> {
        let meter = self.meter()?;
        let now_ms = self.table.time(asked.now_ms);
        let world = World { now_ms, chance: asked.chance, meter, key: &self.key };
        let step = self.table.handle(&asked.ask, &world).map_err(NotLive::Refused)?;
        let append = self.append(&step, &asked.key, asked.request, &world);
        self.stale = true;
        Ok(Pending { append, step, asked: asked.clone() })
    }

    /// What the table asks of itself now, with its key, if anything is due.
    ///
    /// # Errors
    ///
    /// If the store failed before, and still does: what is due is known only once it says what it has.
    pub fn due(&mut self, now_ms: u64) -> Result<Option<(Ask, Key)>, NotLive> {
        self.look_up()?;
        Ok(self.table.due(self.table.time(now_ms)).map(|what| self.of_itself(what)))
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
        while let Some((ask, key)) = self.due(now_ms)? {
            events.extend(self.ask(&ask, &key, now_ms, chance())?.events);
        }
        Ok(events)
    }

    /// A step of the table's own, under a key that no other step of it has.
    fn of_itself(&self, what: Do) -> (Ask, Key) {
        let key = Key::new(&own_key(self.table.version())).expect("eight bytes are few");
        (Ask::new(Who::Table, what), key)
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
        let rules = game.and_then(|game| game.meter.as_ref());
        let far_below = Money::from_units(Money::MAX_STAKE.units() / 2);
        if deals && rules.is_some_and(|meter| meter.cap.is_some() || seen.now.meter > far_below) {
            // How much a meter takes that is capped, or near the most that one can be, depends on what it holds.
            append = append.expecting(Account::Meter(name.clone()), seen.now.meter);
        }
        if step.events.iter().any(|event| matches!(event, TableEvent::MeterStarted { .. })) {
            // Another table may start it at the same time, and it is started once.
            append = append.expecting(Account::Meter(name.clone()), seen.now.meter);
            append = append.expecting(Account::Reserve(name.clone()), seen.now.reserve);
        }
        if step.taken.hit()
            && let Some(stream) = Stream::Meter(name.clone()).name()
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
        let playing = self.table.live.as_ref().filter(|live| live.stage() != Stage::Over);
        let playing = playing.map(|live| &*live.settings);
        playing.or(self.table.settings()).and_then(|settings| settings.meter.clone())
    }

    fn meter(&self) -> Result<Option<MeterSeen>, NotLive> {
        let Some(name) = self.meter_name() else { return Ok(None) };
        let stream = Stream::Meter(name.clone()).name().ok_or(NotLive::Refused(Refused::Name))?;
        // The awards first: whoever sees an old count and a new meter looks again when it matters, and not the other way.
        let hits = self.store.version(&stream)?;
        let meter = self.store.balance(&Account::Meter(name.clone()))?;
        let reserve = self.store.balance(&Account::Reserve(name))?;
        Ok(Some(MeterSeen { now: MeterNow { meter, reserve }, hits }))
    }
}
