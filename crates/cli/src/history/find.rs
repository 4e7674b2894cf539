//! Which rounds are meant.

use crate::journal;
use std::collections::{BTreeMap, VecDeque};
use tercet_audit::{opened_ms, round_of, rounds_at};
use tercet_ledger::{Account, Name, Part, Record};
use tercet_store::{Failure, Store};
use tercet_table::{Stream, TableEvent};

/// How many records are read at once.
const AT_ONCE: usize = 256;

/// After so many rounds of a table in a row that cannot be found, no more of it are looked for.
const MOST_MISSING: u64 = 20;

/// What was asked for.
pub(super) struct Query<'a> {
    pub(super) table: Option<&'a Name>,
    pub(super) player: Option<&'a Name>,
    pub(super) from: Option<u64>,
    pub(super) to: Option<u64>,
}

impl Query<'_> {
    fn wants(&self, at_ms: u64) -> bool {
        self.from.is_none_or(|from| at_ms >= from) && self.to.is_none_or(|to| at_ms < to)
    }
}

/// What was found on the way.
pub(super) enum Found {
    /// A round that is meant.
    Round {
        /// Its table.
        table: Name,
        /// Its number.
        no: u64,
    },
    /// Something that is not as it should be, so that a round that is meant may not be found: where and what.
    Broken(String),
}

/// Why no more is looked for.
pub(super) enum NotFound<E> {
    /// The store cannot be read.
    Failed(Failure),
    /// Whoever was called wants no more.
    Stopped(E),
}

/// Calls for each round that is meant, in the order in which they opened or, for a player, were first bet in; with a limit
/// for the latest so many. What is broken is called for as it is found, and what follows all the same.
pub(super) fn each<E>(
    store: &dyn Store,
    query: &Query<'_>,
    limit: Option<usize>,
    call: &mut dyn FnMut(Found) -> Result<(), E>,
) -> Result<(), NotFound<E>> {
    let Some(limit) = limit else {
        return all(store, query, &mut |found| call(found).map_err(NotFound::Stopped));
    };
    let mut latest: VecDeque<Found> = VecDeque::new();
    all(store, query, &mut |found| {
        if let Found::Broken(_) = found {
            return call(found).map_err(NotFound::Stopped);
        }
        latest.push_back(found);
        if latest.len() > limit {
            latest.pop_front();
        }
        Ok(())
    })?;
    latest.into_iter().try_for_each(call).map_err(NotFound::Stopped)
}

/// Whoever is called for each.
type Call<'c, E> = &'c mut dyn FnMut(Found) -> Result<(), NotFound<E>>;

fn all<E>(store: &dyn Store, query: &Query<'_>, call: Call<'_, E>) -> Result<(), NotFound<E>> {
    if let Some(player) = query.player {
        return of_player(store, query, player, call);
    }
    if let Some(table) = query.table {
        let rounds = rounds_at(store, table).map_err(NotFound::Failed)?;
        return of_table(store, query, table, 1, rounds, call);
    }
    // The last round of each table that was called for: the journal has them in order, each once.
    let mut last: BTreeMap<Name, u64> = BTreeMap::new();
    let mut journal = Journal::new(store);
    while let Some(read) = journal.next().map_err(NotFound::Failed)? {
        let record = match read {
            Ok(record) => record,
            Err(broken) => {
                call(Found::Broken(broken))?;
                continue;
            }
        };
        for (table, part) in tables(&record) {
            let Some(no) = opens(part) else { continue };
            let next = last.get(&table).map_or(1, |last| last + 1);
            // Rounds before it whose record is broken are asked for all the same, and it is said what is wrong.
            if no > next {
                of_table(store, query, &table, next, no - 1, call)?;
            }
            if no >= next && query.wants(record.at_ms) {
                call(Found::Round { table: table.clone(), no })?;
            }
            last.insert(table, no.max(next - 1));
        }
    }
    for (table, last) in last {
        let rounds = rounds_at(store, &table).map_err(NotFound::Failed)?;
        if rounds > last {
            of_table(store, query, &table, last + 1, rounds, call)?;
        }
    }
    Ok(())
}

/// These rounds of a table.
fn of_table<E>(
    store: &dyn Store,
    query: &Query<'_>,
    table: &Name,
    first: u64,
    last: u64,
    call: Call<'_, E>,
) -> Result<(), NotFound<E>> {
    let mut missing = 0;
    for no in first..=last {
        match opened_ms(store, table, no) {
            Ok(at_ms) => {
                missing = 0;
                if query.wants(at_ms) {
                    call(Found::Round { table: table.clone(), no })?;
                }
            }
            // When it opened is not known; what can be read of it is shown to whoever asks for no time.
            Err(_) if query.from.is_none() && query.to.is_none() && missing < MOST_MISSING => {
                missing += 1;
                call(Found::Round { table: table.clone(), no })?;
                if missing == MOST_MISSING && no < last {
                    let what = format!("rounds {} to {last} at {table} are not looked for", no + 1);
                    return call(Found::Broken(what));
                }
            }
            Err(error) => {
                missing += 1;
                call(Found::Broken(format!("round {no} at {table}: {error}")))?;
                if missing == MOST_MISSING && no < last {
                    let what = format!("rounds {} to {last} at {table} are not looked for", no + 1);
                    return call(Found::Broken(what));
                }
            }
        }
    }
    Ok(())
}

/// The rounds in which the wallet of a player was touched: by the journal itself, beside which what the store lists for the wallet is
/// compared.
fn of_player<E>(
    store: &dyn Store,
    query: &Query<'_>,
    player: &Name,
    call: Call<'_, E>,
) -> Result<(), NotFound<E>> {
    let (mut open, mut listed) = (Open::default(), Listed::new(store, player));
    // The last round of each table that was called for: their numbers only grow.
    let mut last: BTreeMap<Name, u64> = BTreeMap::new();
    let mut journal = Journal::new(store);
    while let Some(read) = journal.next().map_err(NotFound::Failed)? {
        let record = match read {
            Ok(record) => record,
            Err(broken) => {
                call(Found::Broken(broken))?;
                continue;
            }
        };
        open.take(&record);
        if !touches(&record, player) {
            continue;
        }
        listed.compare(record.seq);
        for (table, part) in tables(&record) {
            if query.table.is_some_and(|wanted| *wanted != table) {
                continue;
            }
            let opened = match open.round(&table) {
                Some(opened) => Ok(Some(opened)),
                // The record in which it opened cannot be read: what is noted of it says where that was.
                None => round_of(store, &table, part.version).and_then(|no| {
                    let at = no.map(|no| opened_ms(store, &table, no).map(|at_ms| (no, at_ms)));
                    at.transpose()
                }),
            };
            match opened {
                Ok(Some((no, at_ms))) if last.get(&table).is_none_or(|last| no > *last) => {
                    last.insert(table.clone(), no);
                    if query.wants(at_ms) {
                        call(Found::Round { table, no })?;
                    }
                }
                Ok(_) => {}
                Err(error) => {
                    call(Found::Broken(format!("record {}, table {table}: {error}", record.seq)))?;
                }
            }
        }
    }
    listed.end().map_or(Ok(()), |wrong| call(Found::Broken(wrong)))
}

/// The round that is open at each table, by its events.
#[derive(Default)]
struct Open(BTreeMap<Name, At>);

/// How far the events of a table are known.
#[derive(Default)]
struct At {
    /// The round, and when it opened; none if the events that say so cannot be read.
    round: Option<(u64, u64)>,
    /// The place of its next event.
    version: u64,
}

impl Open {
    fn take(&mut self, record: &Record) {
        for (table, part) in tables(record) {
            let at = self.0.entry(table).or_default();
            if at.version != part.version {
                at.round = None;
            }
            at.version = part.version.saturating_add(part.events.len() as u64);
            at.round = opens(part).map(|no| (no, record.at_ms)).or(at.round);
        }
    }

    fn round(&self, table: &Name) -> Option<(u64, u64)> {
        self.0.get(table).and_then(|at| at.round)
    }
}

/// What the store lists for the wallet of a player, beside what the journal has.
struct Listed<'a> {
    store: &'a dyn Store,
    player: &'a Name,
    /// What was read and is not compared yet.
    read: VecDeque<u64>,
    from: u64,
    /// Where the two differ first.
    wrong: Option<String>,
}

impl<'a> Listed<'a> {
    fn new(store: &'a dyn Store, player: &'a Name) -> Listed<'a> {
        Listed { store, player, read: VecDeque::new(), from: 0, wrong: None }
    }

    /// The next record in the list.
    fn next(&mut self) -> Option<u64> {
        if self.read.is_empty() {
            match self.store.moves(self.player, self.from, AT_ONCE) {
                Ok(read) => self.read = read.into(),
                Err(failure) => {
                    self.wrong = Some(journal::cannot(&failure));
                    return None;
                }
            }
            self.from = self.read.back().map_or(self.from, |last| last.saturating_add(1));
        }
        self.read.pop_front()
    }

    /// Compares the list with the next record that touches the wallet.
    fn compare(&mut self, seq: u64) {
        if self.wrong.is_some() {
            return;
        }
        let player = self.player;
        match self.next() {
            Some(next) if next == seq => {}
            None if self.wrong.is_some() => {}
            Some(next) if next < seq => {
                self.wrong = Some(format!(
                    "record {next} is listed for the wallet of {player}, which it does not touch, or it cannot be read"
                ));
            }
            Some(_) | None => {
                self.wrong = Some(format!(
                    "record {seq} touches the wallet of {player}, and the store does not list it"
                ));
            }
        }
    }

    /// What is wrong with the list.
    fn end(mut self) -> Option<String> {
        if self.wrong.is_none()
            && let Some(next) = self.next()
        {
            let player = self.player;
            self.wrong = Some(format!(
                "record {next} is listed for the wallet of {player}, which it does not touch, or it cannot be read"
            ));
        }
        self.wrong
            .map(|wrong| format!("{wrong}; what is shown is by the journal itself; tercet audit says more"))
    }
}

/// The records of the journal in their order, and what is wrong with it in between.
struct Journal<'a> {
    store: &'a dyn Store,
    read: VecDeque<(u64, Vec<u8>)>,
    /// The place of the next record; none behind the last that there can be.
    place: Option<u64>,
}

impl<'a> Journal<'a> {
    fn new(store: &'a dyn Store) -> Journal<'a> {
        Journal { store, read: VecDeque::new(), place: Some(0) }
    }

    /// The next record, or why there is none in its place.
    fn next(&mut self) -> Result<Option<Result<Record, String>>, Failure> {
        let Some(place) = self.place else { return Ok(None) };
        if self.read.is_empty() {
            self.read = self.store.rows(place, AT_ONCE)?.into();
        }
        let Some((row, bytes)) = self.read.pop_front() else { return Ok(None) };
        if row > place {
            self.place = Some(row);
            self.read.push_front((row, bytes));
            return Ok(Some(Err(format!("records {place} to {} are missing", row - 1))));
        }
        self.place = row.checked_add(1);
        Ok(Some(record(row, &bytes)))
    }
}

/// What a record has of tables.
fn tables(record: &Record) -> impl Iterator<Item = (Name, &Part)> {
    record.parts.iter().filter_map(|part| Some((Stream::table_of(&part.stream)?, part)))
}

/// The round that opens with these events of a table.
fn opens(part: &Part) -> Option<u64> {
    part.events.iter().find_map(|event| match TableEvent::read(event) {
        Ok(TableEvent::RoundOpened { round, .. }) => Some(round),
        Ok(_) | Err(_) => None,
    })
}

/// The record that stands in a place.
fn record(place: u64, bytes: &[u8]) -> Result<Record, String> {
    match Record::decode(bytes) {
        Ok(record) if record.seq == place => Ok(record),
        Ok(record) => Err(format!("record {} stands in place {place}", record.seq)),
        Err(bad) => Err(format!("record {place}: not a record: {bad}")),
    }
}

/// Whether money comes to the wallet of a player or leaves it.
fn touches(record: &Record, player: &Name) -> bool {
    let postings = record.transactions.iter().flat_map(tercet_ledger::Transaction::postings);
    let mut accounts = postings.flat_map(|posting| [&posting.from, &posting.to]);
    accounts.any(|account| matches!(account, Account::Wallet(name) if name == player))
}

/// Whether a record of the journal touches the wallet of a player, or it cannot be known as one cannot be read: asked where the store lists
/// none.
fn is_player(store: &dyn Store, player: &Name) -> Result<bool, Failure> {
    let mut journal = Journal::new(store);
    while let Some(read) = journal.next()? {
        if read.map_or(true, |record| touches(&record, player)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What became of looking whether the journal knows what was asked for.
pub(super) enum Unknown {
    /// It does not: a message for the person at the terminal.
    Asked(String),
    /// It cannot be found, as the store is not what it should be.
    Broken(String),
}

/// Whether the journal knows what was asked for.
///
/// # Errors
///
/// An [`Unknown`].
pub(super) fn is_known(store: &dyn Store, query: &Query<'_>) -> Result<(), Unknown> {
    let cannot = |failure: Failure| Unknown::Broken(journal::cannot(&failure));
    if let Some(table) = query.table {
        let stream = Stream::Table(table.clone()).name();
        let events = stream.map_or(Ok(0), |stream| store.version(&stream)).map_err(cannot)?;
        if events == 0 && rounds_at(store, table).map_err(cannot)? == 0 {
            return Err(Unknown::Asked(format!(
                "error: --table {table}: the journal knows no such table; no round was played there"
            )));
        }
    }
    if let Some(player) = query.player
        && store.moves(player, 0, 1).map_err(cannot)?.is_empty()
        && !is_player(store, player).map_err(cannot)?
    {
        return Err(Unknown::Asked(format!(
            "error: --player {player}: the journal knows no such player; expected one as in the books, such as `g-…` (`tercet admin SERVER people` lists them)"
        )));
    }
    Ok(())
}
