//! One round of the past, made again from what was written: for its history, a dispute, a proof.

use std::fmt;
use tercet_ledger::{Name, Posting, Record, Transaction};
use tercet_rules::{Event, Round};
use tercet_store::{Failure, Store, Stored};
use tercet_table::{MOST_EVENTS, Opening, Stream, Table, TableEvent, ToldSeeds};

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
    /// The records of the round in which other money moved than follows from its events by the rules of this program: what was written
    /// stands in its step, and what the rules give in `over`. Only an audit says more.
    pub otherwise: Vec<u64>,
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

/// Why a round cannot be recalled.
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
    // The number of rounds that had opened before: halved until it is known.
    let (mut least, mut most) = (0, rounds_at(store, table)?);
    while least < most {
        let middle = least + (most - least).div_ceil(2);
        if opening(store, table, middle)?.1.version <= version {
            least = middle;
        } else {
            most = middle - 1;
        }
    }
    Ok(Some(least).filter(|round| *round > 0))
}

/// Recalls a round.
///
/// # Errors
///
/// A [`NotRecalled`].
pub fn recall(store: &dyn Store, table: &Name, no: u64) -> Result<Recalled, NotRecalled> {
    let rounds = rounds_at(store, table)?;
    if no == 0 || no > rounds {
        return Err(NotRecalled::NoRound { rounds });
    }
    let (noted, opening) = opening(store, table, no)?;
    let damaged = |why: String| NotRecalled::Damaged { seq: noted.seq, why };
    let Some(stream) = Stream::Table(table.clone()).name() else {
        return Err(NotRecalled::NoRound { rounds: 0 });
    };
    let set = store.events(&stream, opening.set_at, 1)?;
    let set = set.first().and_then(|stored| TableEvent::read(&stored.event).ok());
    let start = set.and_then(|set| opening.table(table.clone(), no, &set));
    let Some(mut taken) = start else {
        return Err(damaged("its round opened at a table that was never set so".into()));
    };
    let (mut steps, seed) = written(store, &stream, opening.version)?;
    let mut otherwise = Vec::new();
    let over = match seed {
        Some((commitment, seed)) => {
            let mut seeds = ToldSeeds::new();
            seeds.tell(&commitment, seed);
            for step in &mut steps {
                let mut transactions = Vec::new();
                for event in &step.events {
                    let what = taken.take(event, step.at_ms, &seeds);
                    let what =
                        what.map_err(|not| NotRecalled::Damaged { seq: step.seq, why: not.to_string() })?;
                    step.happened.extend(what.events);
                    transactions.extend(what.transactions);
                }
                if step.transactions != transactions {
                    otherwise.push(step.seq);
                }
            }
            Some(taken)
        }
        None => None,
    };
    let seated = opening.seats.into_iter().collect();
    Ok(Recalled { table: table.clone(), no, seated, steps, over, otherwise })
}

/// What is noted of a round as it opened, and where.
fn opening(store: &dyn Store, table: &Name, no: u64) -> Result<(Stored, Opening), NotRecalled> {
    let stream = Stream::Rounds(table.clone()).name();
    let stored = match (stream, no.checked_sub(1)) {
        (Some(stream), Some(place)) => store.events(&stream, place, 1)?.into_iter().next(),
        _ => None,
    };
    let Some(stored) = stored else {
        return Err(Failure::Corrupt(format!("what is noted of round {no} at {table} is missing")).into());
    };
    match Opening::read(&stored.event) {
        Ok(opening) => Ok((stored, opening)),
        Err(bad) => Err(NotRecalled::Damaged { seq: stored.seq, why: bad.to_string() }),
    }
}

/// The commitment of a round and the seed that was told.
type Told = (tercet_fair::Commitment, [u8; 32]);

/// The steps of the round that opens at this place, up to its end or to what there is; and its seed, once it is told.
fn written(
    store: &dyn Store,
    stream: &Name,
    from: u64,
) -> Result<(Vec<Recollection>, Option<Told>), NotRecalled> {
    let mut steps: Vec<Recollection> = Vec::new();
    let (start, mut from, mut committed) = (from, from, None);
    let mut most = AT_ONCE;
    loop {
        let stored = match store.events(stream, from, most) {
            // Something behind the round may be broken, and the round whole: it is gone through one by one.
            Err(Failure::Corrupt(_)) if most > 1 => {
                most = 1;
                continue;
            }
            stored => stored?,
        };
        if stored.is_empty() {
            return Ok((steps, None));
        }
        for stored in stored {
            let damaged = |why: String| NotRecalled::Damaged { seq: stored.seq, why };
            if stored.version != from || from - start >= MOST_EVENTS {
                return Err(damaged(format!(
                    "more than the {MOST_EVENTS} events of a round, or not its next one"
                )));
            }
            from += 1;
            let event = TableEvent::read(&stored.event).map_err(|bad| damaged(bad.to_string()))?;
            match (&event, committed) {
                (TableEvent::RoundOpened { commitment, .. }, None) => committed = Some(*commitment),
                (TableEvent::RoundOpened { .. }, Some(_)) | (_, None) => {
                    return Err(damaged("not an event of the round that is noted to open before it".into()));
                }
                (_, Some(_)) => {}
            }
            let told =
                if let TableEvent::SeedTold { seed } = &event { committed.zip(Some(*seed)) } else { None };
            match steps.last_mut() {
                Some(step) if step.seq == stored.seq => step.events.push(event),
                _ => steps.push(step(store, &stored, event)?),
            }
            if told.is_some() {
                return Ok((steps, told));
            }
        }
    }
}

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
