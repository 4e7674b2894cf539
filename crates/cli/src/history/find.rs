//! Which rounds are meant.

use crate::journal;
use crate::settle::text::dollars;
use std::collections::{BTreeMap, VecDeque};
use tercet_audit::{opened_ms, round_of, rounds_at};
use tercet_ledger::{Account, Name, Record};
use tercet_store::{Failure, Store};
use tercet_table::Stream;

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
    let mut from = 0;
    loop {
        let rows = store.rows(from, AT_ONCE).map_err(NotFound::Failed)?;
        if rows.is_empty() {
            break;
        }
        for (row, bytes) in rows {
            if row > from {
                call(Found::Broken(format!("records {from} to {} are missing", row - 1)))?;
            }
            from = row.saturating_add(1);
            let record = match record(row, &bytes) {
                Ok(record) => record,
                Err(broken) => {
                    call(Found::Broken(broken))?;
                    continue;
                }
            };
            for part in record.parts.iter().filter(|part| !part.events.is_empty()) {
                let Some(Stream::Rounds(table)) = Stream::of(&part.stream) else { continue };
                let no = part.version.saturating_add(1);
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
        if from == u64::MAX {
            break;
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

/// The rounds in which the wallet of a player was touched.
fn of_player<E>(
    store: &dyn Store,
    query: &Query<'_>,
    player: &Name,
    call: Call<'_, E>,
) -> Result<(), NotFound<E>> {
    // The last round of each table that was called for: their numbers only grow.
    let mut last: BTreeMap<Name, u64> = BTreeMap::new();
    let mut from = 0;
    // What the records that are listed leave in the wallet; none if one of them cannot be read.
    let wallet = Account::Wallet(player.clone());
    let mut holds = Some(0_i128);
    loop {
        let moves = store.moves(player, from, AT_ONCE).map_err(NotFound::Failed)?;
        if moves.is_empty() {
            let kept = i128::from(store.balance(&wallet).map_err(NotFound::Failed)?.units());
            if !store.moves(player, from, 1).map_err(NotFound::Failed)?.is_empty() {
                // Something was written meanwhile.
                continue;
            }
            return match holds.filter(|holds| *holds != kept) {
                Some(holds) => call(Found::Broken(format!(
                    "the records that the store lists for the wallet of {player} leave {} in it, and it holds {}: rounds may be missing \
                     here; tercet audit says more",
                    dollars(holds),
                    dollars(kept)
                ))),
                None => Ok(()),
            };
        }
        for seq in moves {
            from = seq.saturating_add(1);
            let rows = store.rows(seq, 1).map_err(NotFound::Failed)?;
            let found = match rows.first() {
                Some((row, bytes)) if *row == seq => record(seq, bytes),
                Some(_) | None => Err(format!("record {seq} is missing")),
            };
            let record = match found {
                Ok(record) => record,
                Err(broken) => {
                    holds = None;
                    call(Found::Broken(broken))?;
                    continue;
                }
            };
            let changes = record.transactions.iter().flat_map(tercet_ledger::Transaction::changes);
            let change: i128 =
                changes.filter(|(account, _)| **account == wallet).map(|(_, change)| change).sum();
            holds = holds.map(|holds| holds + change);
            if !touches(&record, player) {
                let what =
                    format!("record {seq} is listed for the wallet of {player}, which it does not touch");
                call(Found::Broken(what))?;
                continue;
            }
            for part in &record.parts {
                let Some(Stream::Table(table)) = Stream::of(&part.stream) else { continue };
                if query.table.is_some_and(|wanted| *wanted != table) {
                    continue;
                }
                let opened = round_of(store, &table, part.version).and_then(|round| {
                    let opened = round.map(|no| opened_ms(store, &table, no).map(|at_ms| (no, at_ms)));
                    opened.transpose()
                });
                match opened {
                    Ok(Some((no, at_ms))) if last.get(&table).is_none_or(|last| no > *last) => {
                        last.insert(table.clone(), no);
                        if query.wants(at_ms) {
                            call(Found::Round { table, no })?;
                        }
                    }
                    Ok(_) => {}
                    Err(error) => call(Found::Broken(format!("record {seq}, table {table}: {error}")))?,
                }
            }
        }
    }
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
fn is_player(store: &dyn Store, player: &Name) -> Result<Option<String>, Failure> {
    let mut from = 0;
    loop {
        let rows = store.rows(from, AT_ONCE)?;
        let Some((last, _)) = rows.last() else { return Ok(None) };
        from = last.saturating_add(1);
        for (row, bytes) in rows {
            match record(row, &bytes) {
                Ok(record) if touches(&record, player) => {
                    return Ok(Some(format!(
                        "record {row} touches the wallet of {player}, for which the store lists none: their rounds cannot be found; \
                         tercet audit says more"
                    )));
                }
                Ok(_) => {}
                Err(broken) => {
                    return Ok(Some(format!("{broken}; whether the journal knows {player} cannot be said")));
                }
            }
        }
    }
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
    {
        return Err(match is_player(store, player).map_err(cannot)? {
            Some(broken) => Unknown::Broken(format!("error: {broken}")),
            None => Unknown::Asked(format!("error: --player {player}: the journal knows no such player")),
        });
    }
    Ok(())
}
