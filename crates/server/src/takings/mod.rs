//! What tables dropped, won and held: the rounds of a span of time from the journal, beside what the exact odds say.
//!
//! A round counts when it is settled, all of it. The journal is walked once from shortly before the span to shortly after it, and what is kept is
//! a round for each table and the sums.

mod prices;
mod round;

pub(crate) use prices::Prices;
pub(crate) use round::Sums;

use crate::house::guest_key;
use round::{Ended, Playing};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tercet_audit::{NotRecalled, first_record_at, recall, round_of, time_of};
use tercet_ledger::{Account, Name, Part, Record, Transaction, Why};
use tercet_rules::WagerId;
use tercet_store::{Failure, Store};
use tercet_table::{Opening, Stream, TableEvent};

/// How many records are read at once.
const AT_ONCE: usize = 256;

/// How much records of different tables may be out of order, in milliseconds: an hour, as an audit allows it.
const EARLIER_MS: u64 = 3_600_000;

/// After so many rows of sums there are no more: whoever asks takes a shorter span.
pub(crate) const MOST_ROWS: usize = 100_000;

/// How many games' odds are kept.
const MOST_PRICES: usize = 64;

/// Which rounds are counted.
#[derive(Clone, Debug)]
pub(crate) struct Span {
    /// Settled at this time or later.
    pub(crate) from_ms: u64,
    /// Settled before this time.
    pub(crate) to_ms: u64,
    /// How far the days are east of UTC, in minutes, until the first change.
    pub(crate) offset_minutes: i64,
    /// Where clocks change, in the order of time.
    pub(crate) changes: Vec<Change>,
}

/// Clocks change: days are so far east of UTC from a time on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Change {
    /// From this time on.
    pub(crate) at_ms: u64,
    /// How far the days are east of UTC, in minutes.
    pub(crate) offset_minutes: i64,
}

impl Span {
    fn has(&self, at_ms: u64) -> bool {
        (self.from_ms..self.to_ms).contains(&at_ms)
    }

    /// The day of a time: `2026-11-29`.
    fn day(&self, at_ms: u64) -> String {
        let so_far = &self.changes[..self.changes.partition_point(|change| change.at_ms <= at_ms)];
        let offset_minutes = so_far.last().map_or(self.offset_minutes, |change| change.offset_minutes);
        let shift = offset_minutes.saturating_mul(60_000);
        let text = time_of(at_ms.saturating_add_signed(shift));
        text.split('T').next().unwrap_or_default().to_owned()
    }
}

/// What a wager did at one table on one day.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Place {
    pub(crate) day: String,
    pub(crate) table: Name,
    pub(crate) game: String,
    pub(crate) rules: String,
    pub(crate) wager: WagerId,
}

/// What happened at one table on one day.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Rounds {
    pub(crate) settled: u64,
    pub(crate) void: u64,
}

/// What came to wallets and left them, apart from tables, on one day.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Cash {
    /// What guests were given to play with.
    pub(crate) given: i128,
    /// What players brought to the cashier, and took away from there.
    pub(crate) r#in: i128,
    pub(crate) out: i128,
}

/// The sums of a span.
#[derive(Default)]
pub(crate) struct Takings {
    pub(crate) wagers: BTreeMap<Place, Sums>,
    pub(crate) tables: BTreeMap<(String, Name), Rounds>,
    pub(crate) days: BTreeMap<String, Cash>,
    /// The odds by which the wagers are priced, by the hash of the rules.
    pub(crate) prices: BTreeMap<String, Arc<Prices>>,
}

/// Why there is no report.
pub(crate) enum NotTaken {
    /// The books cannot be read.
    Books(NotRecalled),
    /// There would be too many rows.
    TooMany,
    /// Whoever asked has gone.
    Gone,
    /// The rules of a round cannot be figured: why.
    Rules(String),
}

impl From<NotRecalled> for NotTaken {
    fn from(not: NotRecalled) -> NotTaken {
        NotTaken::Books(not)
    }
}

impl From<Failure> for NotTaken {
    fn from(failure: Failure) -> NotTaken {
        NotTaken::Books(failure.into())
    }
}

/// The odds of the games that were played of late.
#[derive(Debug, Default)]
pub(crate) struct PriceList(Mutex<BTreeMap<String, Arc<Prices>>>);

impl PriceList {
    /// Those of the game of this file.
    fn of(&self, text: &str) -> Result<Arc<Prices>, NotTaken> {
        let checked = tercet_games::check(text).map_err(|faults| NotTaken::Rules(faults.to_string()))?;
        let rules = tercet_games::rules_hash(&checked.doc);
        let known = |list: &BTreeMap<String, Arc<Prices>>| list.get(&rules).cloned();
        if let Some(prices) = known(&self.0.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(prices);
        }
        let prices = Arc::new(Prices::of(&checked.game, rules.clone()).map_err(NotTaken::Rules)?);
        let mut list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if list.len() >= MOST_PRICES {
            list.clear();
        }
        list.insert(rules, Arc::clone(&prices));
        Ok(prices)
    }
}

/// A table as the journal is walked.
#[derive(Default)]
struct Table {
    /// The event that set it, and the odds of its game.
    set: Option<(u64, Arc<Prices>)>,
    playing: Option<Playing>,
}

/// Counts the rounds of a span; stops early where `gone` says that nobody waits for it.
///
/// # Errors
///
/// See [`NotTaken`].
pub(crate) fn takings(
    store: &dyn Store,
    span: &Span,
    prices: &PriceList,
    gone: &AtomicBool,
) -> Result<Takings, NotTaken> {
    let mut next = first_record_at(store, span.from_ms.saturating_sub(EARLIER_MS))?;
    let end = first_record_at(store, span.to_ms.saturating_add(EARLIER_MS))?;
    let mut walk = Walk { store, span, prices, tables: BTreeMap::new(), takings: Takings::default() };
    while next < end {
        if gone.load(Ordering::Relaxed) {
            return Err(NotTaken::Gone);
        }
        let most = usize::try_from(end - next).unwrap_or(usize::MAX).min(AT_ONCE);
        let rows = store.records(next, most)?;
        if rows.is_empty() {
            break;
        }
        for bytes in rows {
            let record = Record::decode(&bytes);
            let record = record.map_err(|bad| Failure::Corrupt(format!("record {next}: {bad}")))?;
            walk.take(&record)?;
            next += 1;
        }
        if walk.takings.wagers.len() > MOST_ROWS {
            return Err(NotTaken::TooMany);
        }
    }
    Ok(walk.takings)
}

struct Walk<'w> {
    store: &'w dyn Store,
    span: &'w Span,
    prices: &'w PriceList,
    tables: BTreeMap<Name, Table>,
    takings: Takings,
}

impl Walk<'_> {
    fn take(&mut self, record: &Record) -> Result<(), NotTaken> {
        if self.span.has(record.at_ms) {
            let day = self.span.day(record.at_ms);
            for posting in record.transactions.iter().flat_map(Transaction::postings) {
                let units = i128::from(posting.amount.units());
                let (Why::CashIn | Why::CashOut) = posting.why else { continue };
                let cash = self.takings.days.entry(day.clone()).or_default();
                match (&posting.why, &posting.to) {
                    (Why::CashIn, Account::Wallet(guest)) if record.key == guest_key(guest) => {
                        cash.given += units
                    }
                    (Why::CashIn, _) => cash.r#in += units,
                    _ => cash.out += units,
                }
            }
        }
        for part in record.parts.iter().filter(|part| !part.events.is_empty()) {
            if let Some(table) = Stream::table_of(&part.stream) {
                self.table(record, &table, part)?;
            }
        }
        Ok(())
    }

    /// What one record has of a table.
    fn table(&mut self, record: &Record, table: &Name, part: &Part) -> Result<(), NotTaken> {
        let bad = |bad: &dyn std::fmt::Display| Failure::Corrupt(format!("record {}: {bad}", record.seq));
        let events: Result<Vec<TableEvent>, _> =
            part.events.iter().map(|bytes| TableEvent::read(bytes)).collect();
        let events = events.map_err(|error| bad(&error))?;
        let opens = events.iter().any(|event| matches!(event, TableEvent::RoundOpened { .. }));
        if opens {
            let rounds = Stream::Rounds(table.clone()).name();
            let noted = record.parts.iter().find(|part| Some(&part.stream) == rounds.as_ref());
            let noted = noted.and_then(|part| part.events.first());
            let noted = noted.ok_or_else(|| bad(&"a round opens, and nothing is noted of it"))?;
            let opening = Opening::read(noted).map_err(|error| bad(&error))?;
            let prices = self.priced(table, &opening)?;
            let playing = Some(Playing::new(Arc::clone(&prices)));
            self.tables.insert(table.clone(), Table { set: Some((opening.set_at, prices)), playing });
        } else if !self.tables.contains_key(table) {
            let known = self.before(record.seq, table, part.version)?;
            self.tables.insert(table.clone(), known);
        }
        let Some(playing) = self.tables.get_mut(table).and_then(|table| table.playing.as_mut()) else {
            return Ok(());
        };
        let postings = record.transactions.iter().flat_map(Transaction::postings);
        let Some(ended) = playing.take(&events, postings) else { return Ok(()) };
        let prices = Arc::clone(&playing.prices);
        if let Some(table) = self.tables.get_mut(table) {
            table.playing = None;
        }
        if self.span.has(record.at_ms) {
            self.count(record.at_ms, table, &prices, ended);
        }
        Ok(())
    }

    /// A round that is over is counted.
    fn count(&mut self, at_ms: u64, table: &Name, prices: &Arc<Prices>, ended: Ended) {
        let day = self.span.day(at_ms);
        let rounds = self.takings.tables.entry((day.clone(), table.clone())).or_default();
        let Ended::Settled(wagers) = ended else {
            rounds.void += 1;
            return;
        };
        rounds.settled += 1;
        self.takings.prices.entry(prices.rules.clone()).or_insert_with(|| Arc::clone(prices));
        for (wager, sums) in wagers {
            let place = Place {
                day: day.clone(),
                table: table.clone(),
                game: prices.game.clone(),
                rules: prices.rules.clone(),
                wager,
            };
            self.takings.wagers.entry(place).or_default().add(&sums);
        }
    }

    /// The odds of the game that a table was set to as a round opened.
    fn priced(&self, table: &Name, opening: &Opening) -> Result<Arc<Prices>, NotTaken> {
        let known = self.tables.get(table).and_then(|table| table.set.as_ref());
        if let Some((at, prices)) = known
            && *at == opening.set_at
        {
            return Ok(Arc::clone(prices));
        }
        let corrupt = || Failure::Corrupt(format!("{table} was never set so"));
        let stream = Stream::Table(table.clone()).name().ok_or_else(corrupt)?;
        let set = self.store.events(&stream, opening.set_at, 1)?.into_iter().next();
        let set = set.and_then(|stored| TableEvent::read(&stored.event).ok());
        let Some(TableEvent::Set { text, .. }) = set else { return Err(corrupt().into()) };
        self.prices.of(&text)
    }

    /// A table as it was before a record: the round that was played, if one was.
    fn before(&self, seq: u64, table: &Name, version: u64) -> Result<Table, NotTaken> {
        let Some(no) = round_of(self.store, table, version)? else { return Ok(Table::default()) };
        let corrupt = || Failure::Corrupt(format!("what is noted of round {no} at {table} is missing"));
        let stream = Stream::Rounds(table.clone()).name().ok_or_else(corrupt)?;
        let noted = self.store.events(&stream, no - 1, 1)?.into_iter().next().ok_or_else(corrupt)?;
        let opening = Opening::read(&noted.event).map_err(|_| corrupt())?;
        let prices = self.priced(table, &opening)?;
        let mut playing = Some(Playing::new(Arc::clone(&prices)));
        for step in recall(self.store, table, no)?.steps.iter().take_while(|step| step.seq < seq) {
            let postings = step.transactions.iter().flat_map(Transaction::postings);
            if let Some(round) = playing.as_mut()
                && round.take(&step.events, postings).is_some()
            {
                playing = None;
            }
        }
        Ok(Table { set: Some((opening.set_at, prices)), playing })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A day ends with its last millisecond, wherever it begins by the offset.
    #[test]
    fn days_begin_where_the_offset_says() {
        // 2026-11-29T00:00:00Z.
        let midnight = 1_795_910_400_000;
        let (minute, hour) = (60_000, 3_600_000);
        for (offset_minutes, begins) in [
            (0, midnight),
            (60, midnight - hour),
            (330, midnight - 330 * minute),
            (-300, midnight + 5 * hour),
            (1_439, midnight - 1_439 * minute),
            (-1_439, midnight + 1_439 * minute),
        ] {
            let span = Span { from_ms: 0, to_ms: u64::MAX, offset_minutes, changes: Vec::new() };
            let days =
                [begins - 1, begins, begins + 24 * hour - 1, begins + 24 * hour].map(|at| span.day(at));
            let expected = ["2026-11-28", "2026-11-29", "2026-11-29", "2026-11-30"];
            assert_eq!(days, expected, "{offset_minutes}");
        }
        // Before all days there is the first.
        let first = Span { from_ms: 0, to_ms: 1, offset_minutes: -90, changes: Vec::new() };
        assert_eq!(first.day(0), "1970-01-01");
    }

    /// Where clocks change within a span, a day of 23 hours and one of 25 are whole days.
    #[test]
    fn days_follow_the_clocks_where_they_change() {
        let hour = 3_600_000;
        // Berlin: summer time from 2026-03-29T01:00:00Z to 2026-10-25T01:00:00Z.
        let (summer, winter) = (1_774_746_000_000, 1_792_890_000_000);
        let span = Span {
            from_ms: 0,
            to_ms: u64::MAX,
            offset_minutes: 60,
            changes: vec![
                Change { at_ms: summer, offset_minutes: 120 },
                Change { at_ms: winter, offset_minutes: 60 },
            ],
        };
        let edges = |from: u64, to: u64| [from - 1, from, to - 1, to].map(|at| span.day(at));
        assert_eq!(
            edges(summer - 2 * hour, summer + 21 * hour),
            ["2026-03-28", "2026-03-29", "2026-03-29", "2026-03-30"]
        );
        assert_eq!(
            edges(winter - 3 * hour, winter + 22 * hour),
            ["2026-10-24", "2026-10-25", "2026-10-25", "2026-10-26"]
        );
    }

    /// However many changes there are, it is the last one up to a time that holds.
    #[test]
    fn the_last_change_up_to_a_time_holds() {
        let day = 86_400_000;
        let offset = |no: u64| if no.is_multiple_of(2) { 1_439 } else { -1_439 };
        let changes = (1..=300).map(|no| Change { at_ms: no * day, offset_minutes: offset(no) }).collect();
        let span = Span { from_ms: 0, to_ms: u64::MAX, offset_minutes: 1_439, changes };
        for no in 1..=300 {
            for (at, offset) in [(no * day - 1, offset(no - 1)), (no * day, offset(no))] {
                let there = time_of(at.saturating_add_signed(offset * 60_000));
                assert!(there.starts_with(&span.day(at)), "{no}: {there}");
            }
        }
    }

    /// A span has its first millisecond, and not its last.
    #[test]
    fn a_span_ends_before_its_end() {
        let span = Span { from_ms: 5, to_ms: 7, offset_minutes: 0, changes: Vec::new() };
        assert_eq!([4, 5, 6, 7].map(|at| span.has(at)), [false, true, true, false]);
    }
}
