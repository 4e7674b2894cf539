//! One round of the past, made again from what was written: for its history, a dispute, a proof.

use crate::noted;
use crate::unproven::{Unproven, unproven};
use std::fmt;
use tercet_ledger::{Name, Posting, Record, Transaction};
use tercet_rules::{Event, Round};
use tercet_store::{Failure, Store, Stored};
use tercet_table::{MOST_EVENTS, Opening, Settings, Stream, Table, TableEvent, ToldSeeds};

/// How many events are read at once.
const AT_ONCE: usize = 256;

/// A round of the past. It is a replay: nothing of it is live, and nothing can be done with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recalled {
    /// The table.
    pub table: Name,
    /// The number of the round.
    pub no: u64,
    /// Who sat where as it opened.
    pub seated: Vec<(u8, Name)>,
    /// What happened, record by record.
    pub steps: Vec<Recollection>,
    /// The table as it was at the end of the round, once the seed is told; none while the round is not over, so that
    /// nobody sees a card that is hidden.
    pub over: Option<Table>,
    /// How it ended without its seed, if it did: then nobody knows a card of it.
    pub lost: Option<Unproven>,
    /// The records of the round in which other money moved than follows from its events by the rules of this program: what was written
    /// stands in its step, and what the rules give in `over`. Only an audit says more.
    pub otherwise: Vec<u64>,
    /// Why the round cannot be made again, if it cannot: some of it is not there or not what a table can have had. What could be read of it
    /// stands in its steps, and no card is known.
    pub damaged: Option<String>,
}

/// What one record has of a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recollection {
    /// The record.
    pub seq: u64,
    /// When it was written, in milliseconds since 1970-01-01 UTC.
    pub at_ms: u64,
    /// What was asked and allowed.
    pub events: Vec<TableEvent>,
    /// What happened in the round, in words that a dealer could read aloud; nothing while the round is not over.
    pub happened: Vec<Event>,
    /// The money that moved, as it was written.
    pub transactions: Vec<Transaction>,
}

impl Recalled {
    /// What the table was set to as the round opened, once it is over.
    #[must_use]
    pub fn settings(&self) -> Option<&Settings> {
        let lost = self.lost.as_ref().map(|lost| &lost.settings);
        self.over.as_ref().and_then(Table::round_settings).or(lost)
    }

    /// The round, once it is over.
    #[must_use]
    pub fn round(&self) -> Option<&Round> {
        self.over.as_ref().and_then(Table::round)
    }

    /// When it opened, in milliseconds since 1970-01-01 UTC.
    #[must_use]
    pub fn opened_ms(&self) -> u64 {
        self.steps.first().map_or(0, |step| step.at_ms)
    }

    /// Every posting of the round, in order.
    pub fn postings(&self) -> impl Iterator<Item = &Posting> {
        self.steps.iter().flat_map(|step| &step.transactions).flat_map(Transaction::postings)
    }
}

/// Why nothing of a round can be recalled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotRecalled {
    /// The table has had no such round.
    NoRound {
        /// How many it has had.
        rounds: u64,
    },
    /// The store cannot be read.
    Failed(Failure),
    /// What is written is not what a table can have had.
    Damaged {
        /// The record in which it shows.
        seq: u64,
        /// What is wrong there.
        why: String,
    },
}

impl fmt::Display for NotRecalled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotRecalled::NoRound { rounds: 0 } => f.write_str("no round was played at this table"),
            NotRecalled::NoRound { rounds } => write!(f, "no such round; expected one of 1 to {rounds}"),
            NotRecalled::Failed(failure) => failure.fmt(f),
            NotRecalled::Damaged { seq, why } => write!(f, "record {seq}: {why}; tercet audit says more"),
        }
    }
}

impl NotRecalled {
    /// Whether the round is there, and damaged.
    #[must_use]
    pub const fn is_damage(&self) -> bool {
        matches!(self, NotRecalled::Damaged { .. } | NotRecalled::Failed(Failure::Corrupt(_)))
    }
}

impl std::error::Error for NotRecalled {}

impl From<Failure> for NotRecalled {
    fn from(failure: Failure) -> NotRecalled {
        NotRecalled::Failed(failure)
    }
}

/// How many rounds a table has had.
///
/// # Errors
///
/// If the store cannot be read.
pub fn rounds_at(store: &dyn Store, table: &Name) -> Result<u64, Failure> {
    match Stream::Rounds(table.clone()).name() {
        Some(stream) => store.version(&stream),
        None => Ok(0),
    }
}

/// When a round opened, in milliseconds since 1970-01-01 UTC.
///
/// # Errors
///
/// See [`recall`].
pub fn opened_ms(store: &dyn Store, table: &Name, no: u64) -> Result<u64, NotRecalled> {
    opening(store, table, no).map(|(stored, _)| stored.at_ms)
}

/// The round of a table in which an event of this place stands, if any had opened by then.
///
/// # Errors
///
/// See [`recall`].
pub fn round_of(store: &dyn Store, table: &Name, version: u64) -> Result<Option<u64>, NotRecalled> {
    let (last, doubt) = last_round(store, table, |_, opening| opening.version <= version)?;
    match doubt {
        // It may stand in one of those behind it, of which nothing is noted that can be read; not if its own goes on as far as that.
        Some(_) if last > 0 && version < sure_end(store, table, opening(store, table, last)?.1.version)? => {
            Ok(Some(last))
        }
        Some((_, not)) => Err(not),
        None => Ok(Some(last).filter(|round| *round > 0)),
    }
}

/// Where a round that opens at `version` goes on to for sure, though nothing is noted of the next that can be read: up to the first event that opens
/// a round, or cannot be read.
///
/// # Errors
///
/// If the store cannot be read.
pub(crate) fn sure_end(store: &dyn Store, table: &Name, version: u64) -> Result<u64, NotRecalled> {
    let Some(stream) = Stream::Table(table.clone()).name() else { return Ok(version) };
    let mut end = version;
    loop {
        end += 1;
        let stored = match store.events(&stream, end, 1) {
            Ok(stored) => stored,
            Err(Failure::Corrupt(_)) => return Ok(end),
            Err(failure) => return Err(failure.into()),
        };
        let event = stored.first().map(|stored| TableEvent::read(&stored.event));
        match event {
            None | Some(Err(_) | Ok(TableEvent::RoundOpened { .. })) => return Ok(end),
            Some(Ok(_)) => {}
        }
    }
}

/// A round of which nothing is noted that can be read, and why.
pub(crate) type Unread = (u64, NotRecalled);

/// The last round of a table of which something is so, if it is so of all before it; 0 if of none. And, if it cannot be known whether it is so of
/// those that follow, the last of these.
///
/// # Errors
///
/// If the store cannot be read. What is damaged ends nothing: the notes around it tell.
pub(crate) fn last_round(
    store: &dyn Store,
    table: &Name,
    is_so: impl Fn(&Stored, &Opening) -> bool,
) -> Result<(u64, Option<Unread>), NotRecalled> {
    // Of `least` it is so, of what follows `most` it is not: what lies between is halved until it is known.
    let (mut least, mut most) = (0, rounds_at(store, table)?);
    while least < most {
        let middle = least + (most - least).div_ceil(2);
        let (mut told, mut unread) = (None, None);
        for no in (middle..=most).chain((least + 1..middle).rev()) {
            match opening(store, table, no) {
                Ok((stored, opening)) => {
                    told = Some((no, is_so(&stored, &opening)));
                    break;
                }
                Err(not) if not.is_damage() => unread = Some((most, not)),
                Err(not) => return Err(not),
            }
        }
        match told {
            Some((no, true)) => least = no,
            Some((no, false)) => most = no - 1,
            None => return Ok((least, unread)),
        }
    }
    Ok((least, None))
}

/// Recalls a round, or what can be read of it.
///
/// # Errors
///
/// A [`NotRecalled`] if nothing of it can be told.
pub fn recall(store: &dyn Store, table: &Name, no: u64) -> Result<Recalled, NotRecalled> {
    let rounds = rounds_at(store, table)?;
    if no == 0 || no > rounds {
        return Err(NotRecalled::NoRound { rounds });
    }
    let Some(stream) = Stream::Table(table.clone()).name() else {
        return Err(NotRecalled::NoRound { rounds: 0 });
    };
    let (stored, opening) = match opening(store, table, no) {
        Ok(found) => found,
        Err(not) if not.is_damage() => return without_a_note(store, table, no, &stream, not),
        Err(not) => return Err(not),
    };
    let set = store.events(&stream, opening.set_at, 1).ok();
    let set = set.and_then(|set| set.first().and_then(|stored| TableEvent::read(&stored.event).ok()));
    let start = set.and_then(|set| opening.table(table.clone(), no, &set));
    // Where the round ends whose last events cannot be read: where the next one opens.
    let end = self::opening(store, table, no + 1).map(|(_, next)| next.version);
    let mut written = Written { end: end.ok(), ..Written::default() };
    written.read(store, &stream, opening.version)?;
    let Written { mut steps, told, lost: reason, mut damaged, .. } = written;
    if damaged.is_none() {
        damaged = noted::doubt(store, table, no, &opening)?.map(|why| damage(stored.seq, &why));
    }
    let (mut over, mut lost, mut otherwise) = (None, None, Vec::new());
    match (start, told) {
        (None, _) => {
            let why = damage(stored.seq, &"its round opened at a table that was never set so");
            damaged = damaged.or(Some(why));
        }
        (Some(start), Some((commitment, seed))) if damaged.is_none() => {
            let mut seeds = ToldSeeds::new();
            seeds.tell(&commitment, seed);
            match again(start, &mut steps, &seeds) {
                Ok((table, other)) => (over, otherwise) = (Some(table), other),
                Err(why) => damaged = Some(why),
            }
        }
        (Some(start), None) if damaged.is_none() => {
            if let Some(reason) = reason {
                match unproven(start, &steps, reason) {
                    Ok((ended, other)) => (lost, otherwise) = (Some(ended), other),
                    Err(why) => damaged = Some(why),
                }
            }
        }
        (Some(_), _) => {}
    }
    let seated = opening.seats.into_iter().collect();
    Ok(Recalled { table: table.clone(), no, seated, steps, over, lost, otherwise, damaged })
}

/// What can be read of a round of which nothing is noted that can be used: its steps, from its opening on or, if that cannot be read either,
/// from behind it. `not` says what is wrong.
fn without_a_note(
    store: &dyn Store,
    table: &Name,
    no: u64,
    stream: &Name,
    not: NotRecalled,
) -> Result<Recalled, NotRecalled> {
    let from = match no {
        1 => 0,
        _ => match opening(store, table, no - 1) {
            Ok((_, before)) => before.version,
            Err(_) => return Err(not),
        },
    };
    let end = opening(store, table, no + 1).map(|(_, next)| next.version);
    let sought = Some(Sought { no, over: no == 1 });
    let mut written = Written { end: end.ok(), sought, ..Written::default() };
    written.spoil(not.to_string());
    written.read(store, stream, from)?;
    if written.steps.is_empty() {
        return Err(not);
    }
    let Written { steps, damaged, .. } = written;
    Ok(Recalled {
        table: table.clone(),
        no,
        seated: Vec::new(),
        steps,
        over: None,
        lost: None,
        otherwise: Vec::new(),
        damaged,
    })
}

/// What is noted of a round as it opened, and where. The round opens there: a note alone is nothing to go by.
pub(crate) fn opening(store: &dyn Store, table: &Name, no: u64) -> Result<(Stored, Opening), NotRecalled> {
    let stream = Stream::Rounds(table.clone()).name();
    let stored = match (stream, no.checked_sub(1)) {
        (Some(stream), Some(place)) => store.events(&stream, place, 1)?.into_iter().next(),
        _ => None,
    };
    let Some(stored) = stored else {
        return Err(Failure::Corrupt(format!("what is noted of round {no} at {table} is missing")).into());
    };
    let damaged = |why: String| NotRecalled::Damaged { seq: stored.seq, why };
    let opening = Opening::read(&stored.event).map_err(|bad| damaged(bad.to_string()))?;
    let stream = Stream::Table(table.clone()).name();
    let there = stream.map_or(Ok(Vec::new()), |stream| store.events(&stream, opening.version, 1))?;
    let opens = there.first().filter(|there| (there.version, there.seq) == (opening.version, stored.seq));
    let opens = opens.map(|there| TableEvent::read(&there.event));
    if !matches!(opens, Some(Ok(TableEvent::RoundOpened { round, .. })) if round == no) {
        let version = opening.version;
        return Err(damaged(format!("round {no} is noted to open with event {version}, and does not")));
    }
    Ok((stored, opening))
}

/// The commitment of a round and the seed that was told.
type Told = (tercet_fair::Commitment, [u8; 32]);

/// Makes a round again from its steps: the table at its end, and the records in which other money was written than follows; else, what no
/// table can have had.
fn again(
    mut table: Table,
    steps: &mut [Recollection],
    seeds: &ToldSeeds,
) -> Result<(Table, Vec<u64>), String> {
    let mut otherwise = Vec::new();
    let mut happened: Vec<Vec<Event>> = Vec::new();
    for step in steps.iter() {
        let (mut transactions, mut events) = (Vec::new(), Vec::new());
        for event in &step.events {
            let what = table.take(event, step.at_ms, seeds).map_err(|not| damage(step.seq, &not))?;
            events.extend(what.events);
            transactions.extend(what.transactions);
        }
        if step.transactions != transactions {
            otherwise.push(step.seq);
        }
        happened.push(events);
    }
    // What happened is told of a whole round only.
    steps.iter_mut().zip(happened).for_each(|(step, happened)| step.happened = happened);
    Ok((table, otherwise))
}

pub(crate) fn damage(seq: u64, why: &dyn fmt::Display) -> String {
    NotRecalled::Damaged { seq, why: why.to_string() }.to_string()
}

/// What is written of a round: its steps, as far as they can be read.
#[derive(Default)]
struct Written {
    steps: Vec<Recollection>,
    committed: Option<tercet_fair::Commitment>,
    told: Option<Told>,
    /// Why it ended without its seed, if it did.
    lost: Option<String>,
    /// Whether it is over: its seed is told or lost, or another round opens.
    over: bool,
    /// The round whose opening is looked for, if nothing that can be used is noted of it.
    sought: Option<Sought>,
    /// Where the next round opens, if one does.
    end: Option<u64>,
    /// What is wrong first.
    damaged: Option<String>,
}

/// A round whose opening is looked for.
#[derive(Clone, Copy)]
struct Sought {
    no: u64,
    /// Whether the round before it is over: then it may open with what cannot be read.
    over: bool,
}

impl Written {
    /// Reads the round that opens at this place, up to its end or to what there is; and goes on behind what cannot be read.
    fn read(&mut self, store: &dyn Store, stream: &Name, from: u64) -> Result<(), Failure> {
        let most_events = if self.sought.is_some() { 2 * MOST_EVENTS } else { MOST_EVENTS };
        let last = from.saturating_add(most_events).min(self.end.unwrap_or(u64::MAX));
        let mut next = from;
        let mut most = AT_ONCE;
        let mut broken = 0;
        while next < last && !self.over && broken < MOST_BROKEN {
            let stored = match store.events(stream, next, most) {
                // Something behind the round may be broken, and the round whole: it is gone through one by one.
                Err(Failure::Corrupt(_)) if most > 1 => {
                    most = 1;
                    continue;
                }
                Err(Failure::Corrupt(why)) => {
                    self.spoil(why);
                    self.sought = self.sought.filter(|sought| !sought.over);
                    (next, broken) = (next + 1, broken + 1);
                    continue;
                }
                stored => stored?,
            };
            if stored.is_empty() {
                break;
            }
            for stored in stored {
                if stored.version >= last || self.over {
                    return Ok(());
                }
                if self.passes(&stored) {
                    next = stored.version.max(next).saturating_add(1);
                    continue;
                }
                if stored.version != next {
                    let why = damage(stored.seq, &"more than the events of a round, or not its next one");
                    self.spoil(why);
                }
                next = stored.version.max(next).saturating_add(1);
                if let Err(why) = self.take(store, &stored) {
                    self.spoil(why);
                }
            }
        }
        if !self.over && next >= from.saturating_add(most_events) {
            self.spoil(format!("it has more than {MOST_EVENTS} events; tercet audit says more"));
        } else if !self.over && self.end.is_some() {
            self.spoil("its seed is not told, and the next round opened; tercet audit says more".into());
        }
        Ok(())
    }

    /// Whether an event stands before the round whose opening is looked for.
    fn passes(&mut self, stored: &Stored) -> bool {
        let Some(sought) = &mut self.sought else { return false };
        match TableEvent::read(&stored.event) {
            Ok(TableEvent::RoundOpened { round, .. }) if round == sought.no => self.sought = None,
            Ok(TableEvent::SeedTold { .. } | TableEvent::SeedLost { .. }) => sought.over = true,
            Err(_) if sought.over => self.sought = None,
            Ok(_) | Err(_) => {}
        }
        self.sought.is_some()
    }

    /// Remembers what is wrong first.
    fn spoil(&mut self, why: String) {
        self.damaged.get_or_insert(why);
    }

    /// Takes an event.
    fn take(&mut self, store: &dyn Store, stored: &Stored) -> Result<(), String> {
        let event = TableEvent::read(&stored.event).map_err(|bad| damage(stored.seq, &bad))?;
        match (&event, self.committed) {
            (TableEvent::RoundOpened { commitment, .. }, None) => self.committed = Some(*commitment),
            // Whatever comes now is of that round.
            (TableEvent::RoundOpened { .. }, Some(_)) => {
                self.over = true;
                return Err(damage(
                    stored.seq,
                    &"the next round opens, and the seed of this one is not told",
                ));
            }
            (_, None) => {
                self.spoil(damage(stored.seq, &"not an event of the round that is noted to open before it"));
            }
            (_, Some(_)) => {}
        }
        if let TableEvent::SeedTold { seed } = &event {
            self.told = self.committed.zip(Some(*seed));
            self.over = true;
        } else if let TableEvent::SeedLost { reason } = &event {
            self.lost = Some(reason.clone());
            self.over = true;
        }
        match self.steps.last_mut() {
            Some(step) if step.seq == stored.seq => step.events.push(event),
            _ => self.steps.push(step(store, stored, event).map_err(|not| not.to_string())?),
        }
        Ok(())
    }
}

/// After so many events in a row that cannot be read, nothing more of a round is looked for.
const MOST_BROKEN: u64 = 64;

/// A step with its first event, and the money of its record.
fn step(store: &dyn Store, stored: &Stored, event: TableEvent) -> Result<Recollection, NotRecalled> {
    let seq = stored.seq;
    let record = store.records(seq, 1)?;
    let record =
        record.first().and_then(|bytes| Record::decode(bytes).ok()).filter(|record| record.seq == seq);
    let Some(record) = record else {
        return Err(NotRecalled::Damaged { seq, why: "the record is not there".into() });
    };
    Ok(Recollection {
        seq,
        at_ms: stored.at_ms,
        events: vec![event],
        happened: Vec::new(),
        transactions: record.transactions,
    })
}
