//! Which rounds of the past there are, the newest first, a page at a time.

use crate::recall::{NotRecalled, last_round, opening, rounds_at, sure_end};
use crate::times::EARLIER_MS;
use std::collections::BTreeMap;
use tercet_ledger::{Name, Record};
use tercet_store::{Failure, Store};
use tercet_table::Stream;

/// How many records are read at once.
const AT_ONCE: u64 = 256;

/// The same, as a number of moves.
const FEW: usize = 256;

/// After so many records a page ends, whatever was found: whoever asks goes on from there.
const MOST_LOOKED: u64 = 20_000;

/// Which rounds are meant: all that fit everything that is said.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sought {
    /// At this table.
    pub table: Option<Name>,
    /// Opened at this time or later, in milliseconds since 1970-01-01 UTC.
    pub from_ms: Option<u64>,
    /// Opened before this time.
    pub to_ms: Option<u64>,
    /// Where the page before ended.
    pub before: Option<u64>,
    /// How many, at most.
    pub most: usize,
}

/// Some rounds, the newest first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Page {
    /// The table and the number of each.
    pub rounds: Vec<(Name, u64)>,
    /// Where the next page begins; none if there are no more.
    pub next: Option<u64>,
    /// What cannot be read where it was looked: rounds may be missing for it.
    pub damaged: Vec<Damage>,
}

/// Something that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    /// The record, if it is known.
    pub record: Option<u64>,
    /// What is wrong.
    pub why: String,
}

impl Page {
    /// What came; or that it is damaged, which is noted. A store that cannot be read at all ends the page.
    fn or_damage<T>(&mut self, came: Result<T, NotRecalled>) -> Result<Option<T>, NotRecalled> {
        match came {
            Ok(came) => Ok(Some(came)),
            Err(not) if not.is_damage() => {
                let damage = Damage::of(&not);
                if !self.damaged.contains(&damage) {
                    self.damaged.push(damage);
                }
                Ok(None)
            }
            Err(not) => Err(not),
        }
    }
}

impl Damage {
    /// What a round that cannot be told says of it.
    #[must_use]
    pub fn of(not: &NotRecalled) -> Damage {
        let record = match not {
            NotRecalled::Damaged { seq, .. } => Some(*seq),
            NotRecalled::Failed(_) | NotRecalled::NoRound { .. } => None,
        };
        Damage { record, why: not.to_string() }
    }
}

impl Sought {
    fn wants(&self, opened_ms: u64) -> bool {
        self.from_ms.is_none_or(|from| opened_ms >= from) && self.to_ms.is_none_or(|to| opened_ms < to)
    }

    /// Whether a record of this time is so old that no round is meant which has one.
    fn is_over(&self, at_ms: u64) -> bool {
        self.from_ms.is_some_and(|from| at_ms.saturating_add(EARLIER_MS) < from)
    }
}

/// The rounds of the house, or of a table. Where a page ends is a number that only this may read.
///
/// # Errors
///
/// If the store cannot be read. What is damaged is named in the page, and the page goes on behind it.
pub fn rounds(store: &dyn Store, sought: &Sought) -> Result<Page, NotRecalled> {
    match &sought.table {
        Some(table) => of_table(store, table, sought),
        None => of_house(store, sought),
    }
}

/// The rounds of a table; a page ends before the number of a round.
fn of_table(store: &dyn Store, table: &Name, sought: &Sought) -> Result<Page, NotRecalled> {
    let mut last = rounds_at(store, table)?.min(sought.before.map_or(u64::MAX, |no| no.saturating_sub(1)));
    if let Some(to_ms) = sought.to_ms {
        let (before, unread) = last_round(store, table, |stored, _| stored.at_ms < to_ms)?;
        // Of those behind it of which nothing can be read nobody knows when they were: they are told.
        last = last.min(unread.map_or(before, |(no, _)| no));
    }
    let mut found = Page::default();
    for no in (1..=last).rev() {
        if found.rounds.len() == sought.most {
            found.next = Some(no + 1);
            break;
        }
        if let Some((stored, _)) = found.or_damage(opening(store, table, no))?
            && !sought.wants(stored.at_ms)
        {
            break;
        }
        // A round of which nothing is noted that can be read may be told all the same.
        found.rounds.push((table.clone(), no));
    }
    Ok(found)
}

/// The rounds of the whole house, as they stand in the journal; a page ends before the place of a record.
fn of_house(store: &dyn Store, sought: &Sought) -> Result<Page, NotRecalled> {
    let mut before = store.chain()?.size.min(sought.before.unwrap_or(u64::MAX));
    if let Some(to_ms) = sought.to_ms {
        before = before.min(first_record_at(store, to_ms.saturating_add(EARLIER_MS))?);
    }
    let stop = before.saturating_sub(MOST_LOOKED);
    let mut found = Page::default();
    while before > stop {
        let first = before.saturating_sub(AT_ONCE).max(stop);
        for record in readable(store, first, before - first, &mut found)?.iter().rev() {
            if sought.is_over(record.at_ms) {
                return Ok(found);
            }
            for part in record.parts.iter().rev().filter(|part| !part.events.is_empty()) {
                let Some(Stream::Rounds(table)) = Stream::of(&part.stream) else { continue };
                if sought.wants(record.at_ms) {
                    found.rounds.push((table, part.version.saturating_add(1)));
                }
            }
            if found.rounds.len() >= sought.most {
                found.next = Some(record.seq).filter(|seq| *seq > 0);
                return Ok(found);
            }
        }
        before = first;
    }
    found.next = Some(before).filter(|before| *before > 0);
    Ok(found)
}

/// Where a round lies in the stream of its table.
#[derive(Clone, Copy)]
struct Span {
    no: u64,
    version: u64,
    end: u64,
    at_ms: u64,
}

/// When a round was, for a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// As it opened.
    Opened,
    /// As it last touched the wallet of the player: each round has one such time, and it lies in one of several spans that follow one another.
    Touched,
}

/// The rounds in which the wallet of a player was touched, in the order in which that was last; a page ends before the place of a record.
/// The times that are sought are those of `when`.
///
/// # Errors
///
/// If the store cannot be read. What is damaged is named in the page, and the page goes on behind it.
pub fn rounds_of(store: &dyn Store, player: &Name, sought: &Sought, when: When) -> Result<Page, NotRecalled> {
    let mut before = sought.before.unwrap_or(u64::MAX);
    let page = before;
    // The round of each table that was met last: their numbers only fall.
    let mut met: BTreeMap<Name, Span> = BTreeMap::new();
    let mut found = Page::default();
    for _ in 0..MOST_LOOKED / AT_ONCE {
        let moves = store.moves_before(player, before, FEW)?;
        if moves.is_empty() {
            return Ok(found);
        }
        for seq in moves {
            before = seq;
            let Some(record) = found.or_damage(one(store, seq))? else { continue };
            if sought.is_over(record.at_ms) {
                return Ok(found);
            }
            for part in &record.parts {
                let Some(table) = Stream::table_of(&part.stream) else { continue };
                if sought.table.as_ref().is_some_and(|wanted| *wanted != table) {
                    continue;
                }
                let near = met.get(&table).copied();
                let span = found.or_damage(span(store, &table, part.version, near.as_ref()))?.flatten();
                let Some(span) = span else { continue };
                if near.is_some_and(|near| near.no == span.no) {
                    continue;
                }
                // The first that is met of a table may have been told on the page before.
                let told = near.is_none()
                    && page != u64::MAX
                    && found.or_damage(goes_on(store, player, &table, &span, page))?.unwrap_or(false);
                met.insert(table.clone(), span);
                let at_ms = match when {
                    When::Opened => span.at_ms,
                    When::Touched => record.at_ms,
                };
                if !told && sought.wants(at_ms) {
                    found.rounds.push((table, span.no));
                }
            }
            if found.rounds.len() >= sought.most {
                found.next = Some(seq);
                return Ok(found);
            }
        }
    }
    found.next = Some(before);
    Ok(found)
}

/// Whether the wallet of a player is touched in a round at this record or later.
fn goes_on(
    store: &dyn Store,
    player: &Name,
    table: &Name,
    span: &Span,
    from: u64,
) -> Result<bool, NotRecalled> {
    let end = match span.end {
        u64::MAX => u64::MAX,
        _ => match opening(store, table, span.no + 1) {
            Ok((next, _)) => next.seq,
            // Then all that follows is looked at.
            Err(not) if not.is_damage() => u64::MAX,
            Err(not) => return Err(not),
        },
    };
    let mut next = from;
    loop {
        let moves = store.moves(player, next, FEW)?;
        if moves.is_empty() {
            return Ok(false);
        }
        for seq in moves {
            if seq >= end {
                return Ok(false);
            }
            next = seq.saturating_add(1);
            let record = match one(store, seq) {
                Ok(record) => record,
                // It tells of no round, there as here.
                Err(not) if not.is_damage() => continue,
                Err(not) => return Err(not),
            };
            let here = record.parts.iter().any(|part| {
                Stream::table_of(&part.stream).as_ref() == Some(table)
                    && (span.version..span.end).contains(&part.version)
            });
            if here {
                return Ok(true);
            }
        }
    }
}

/// The round in which an event of this place stands; `near` is a later one of the table.
fn span(
    store: &dyn Store,
    table: &Name,
    version: u64,
    near: Option<&Span>,
) -> Result<Option<Span>, NotRecalled> {
    let at = |no: u64, end: u64| -> Result<Span, NotRecalled> {
        let (stored, opening) = opening(store, table, no)?;
        Ok(Span { no, version: opening.version, end, at_ms: stored.at_ms })
    };
    if let Some(near) = near {
        if (near.version..near.end).contains(&version) {
            return Ok(Some(*near));
        }
        if version < near.version && near.no > 1 {
            match at(near.no - 1, near.version) {
                Ok(before) if before.version <= version => return Ok(Some(before)),
                Err(not) if !not.is_damage() => return Err(not),
                // It stands in a round before that, of which enough may be noted.
                Ok(_) | Err(_) => {}
            }
        }
    }
    let Some(no) = crate::recall::round_of(store, table, version)? else { return Ok(None) };
    let mut span = at(no, u64::MAX)?;
    if no < rounds_at(store, table)? {
        span.end = match opening(store, table, no + 1) {
            Ok((_, next)) => next.version,
            Err(not) if not.is_damage() => sure_end(store, table, span.version)?,
            Err(not) => return Err(not),
        };
    }
    Ok(Some(span))
}

/// The first record that was written at this time or later, or damaged ones before it; times may run backwards by an hour at most.
///
/// # Errors
///
/// If the store cannot be read.
pub fn first_record_at(store: &dyn Store, at_ms: u64) -> Result<u64, NotRecalled> {
    let (mut least, mut most) = (0, store.chain()?.size);
    while least < most {
        let middle = least + (most - least) / 2;
        // The nearest record behind that can be read tells for those that cannot.
        let mut before = None;
        for seq in middle..most {
            match one(store, seq) {
                Ok(record) if record.at_ms < at_ms => before = Some(seq),
                Ok(_) => {}
                Err(not) if not.is_damage() => continue,
                Err(not) => return Err(not),
            }
            break;
        }
        match before {
            Some(seq) => least = seq + 1,
            None => most = middle,
        }
    }
    Ok(least)
}

/// A record.
pub(crate) fn one(store: &dyn Store, seq: u64) -> Result<Record, NotRecalled> {
    read(store, seq, 1)?.into_iter().next().ok_or_else(|| gone(seq))
}

/// Records, but for those that cannot be read, which are named.
fn readable(store: &dyn Store, first: u64, most: u64, page: &mut Page) -> Result<Vec<Record>, NotRecalled> {
    match read(store, first, most) {
        Err(not) if not.is_damage() => {
            let mut all = Vec::new();
            for seq in (first..first.saturating_add(most)).rev() {
                all.extend(page.or_damage(one(store, seq))?);
            }
            all.reverse();
            Ok(all)
        }
        came => came,
    }
}

/// Records in their places.
///
/// # Errors
///
/// If the store cannot be read, or one of them is none.
pub(crate) fn read(store: &dyn Store, first: u64, most: u64) -> Result<Vec<Record>, NotRecalled> {
    let rows = store.records(first, usize::try_from(most).unwrap_or(usize::MAX))?;
    let record = |(seq, bytes): (u64, Vec<u8>)| {
        let record =
            Record::decode(&bytes).map_err(|bad| NotRecalled::Damaged { seq, why: bad.to_string() })?;
        if record.seq == seq { Ok(record) } else { Err(gone(seq)) }
    };
    (first..).zip(rows).map(record).collect()
}

fn gone(seq: u64) -> NotRecalled {
    Failure::Corrupt(format!("record {seq} is missing")).into()
}
