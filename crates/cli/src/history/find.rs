//! Which rounds are meant.

use super::Stop;
use crate::journal;
use std::collections::{BTreeMap, VecDeque};
use tercet_audit::{NotRecalled, opened_ms, round_of, rounds_at};
use tercet_ledger::{Name, Record};
use tercet_store::{Failure, Store};
use tercet_table::Stream;

/// How many records are read at once.
const AT_ONCE: usize = 256;

/// What was asked for.
pub(super) struct Query<'a> {
    pub(super) table: Option<&'a Name>,
    pub(super) player: Option<&'a Name>,
    pub(super) from: Option<u64>,
    pub(super) to: Option<u64>,
}

/// A round that was found.
pub(super) struct Found {
    pub(super) table: Name,
    pub(super) no: u64,
}

/// Calls for each round that is meant, in the order in which they opened or, for a player, were first bet in; with a limit
/// for the latest so many.
pub(super) fn each(
    store: &dyn Store,
    query: &Query<'_>,
    limit: Option<usize>,
    call: &mut dyn FnMut(Found) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let Some(limit) = limit else { return all(store, query, call) };
    let mut latest: VecDeque<Found> = VecDeque::new();
    all(store, query, &mut |found| {
        latest.push_back(found);
        if latest.len() > limit {
            latest.pop_front();
        }
        Ok(())
    })?;
    latest.into_iter().try_for_each(call)
}

fn all(
    store: &dyn Store,
    query: &Query<'_>,
    call: &mut dyn FnMut(Found) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let failed = |failure: Failure| Stop::Failed(journal::cannot(&failure));
    let damaged = |error: NotRecalled| Stop::Failed(format!("error: {error}"));
    let wanted =
        |at_ms: u64| query.from.is_none_or(|from| at_ms >= from) && query.to.is_none_or(|to| at_ms < to);
    if let Some(player) = query.player {
        return of_player(store, query, player, &mut |table, no| {
            if wanted(opened_ms(store, table, no).map_err(damaged)?) {
                call(Found { table: table.clone(), no })?;
            }
            Ok(())
        });
    }
    if let Some(table) = query.table {
        for no in 1..=rounds_at(store, table).map_err(failed)? {
            if wanted(opened_ms(store, table, no).map_err(damaged)?) {
                call(Found { table: table.clone(), no })?;
            }
        }
        return Ok(());
    }
    let mut from = 0;
    loop {
        let records = store.records(from, AT_ONCE).map_err(failed)?;
        if records.is_empty() {
            return Ok(());
        }
        for bytes in records {
            let record = decoded(&bytes, from)?;
            if record.seq != from {
                let said = format!("record {} stands in place {from}; tercet audit says more", record.seq);
                return Err(Stop::Failed(format!("error: the store is damaged: {said}")));
            }
            from += 1;
            for part in record.parts.iter().filter(|part| !part.events.is_empty() && wanted(record.at_ms)) {
                if let Some(Stream::Rounds(table)) = Stream::of(&part.stream) {
                    call(Found { table, no: part.version.saturating_add(1) })?;
                }
            }
        }
    }
}

/// The rounds in which the wallet of a player was touched.
fn of_player(
    store: &dyn Store,
    query: &Query<'_>,
    player: &Name,
    call: &mut dyn FnMut(&Name, u64) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let failed = |failure: Failure| Stop::Failed(journal::cannot(&failure));
    // The last round of each table that was called for: their numbers only grow.
    let mut last: BTreeMap<Name, u64> = BTreeMap::new();
    let mut from = 0;
    loop {
        let moves = store.moves(player, from, AT_ONCE).map_err(failed)?;
        if moves.is_empty() {
            return Ok(());
        }
        for seq in moves {
            from = seq.saturating_add(1);
            let record = store.records(seq, 1).map_err(failed)?;
            let Some(bytes) = record.first() else { continue };
            let record = decoded(bytes, seq)?;
            for part in &record.parts {
                let Some(Stream::Table(table)) = Stream::of(&part.stream) else { continue };
                if query.table.is_some_and(|wanted| *wanted != table) {
                    continue;
                }
                let round = round_of(store, &table, part.version);
                let round = round.map_err(|error| Stop::Failed(format!("error: {error}")))?;
                if let Some(no) = round.filter(|no| last.get(&table).is_none_or(|last| no > last)) {
                    call(&table, no)?;
                    last.insert(table, no);
                }
            }
        }
    }
}

fn decoded(bytes: &[u8], place: u64) -> Result<Record, Stop> {
    Record::decode(bytes).map_err(|bad| {
        Stop::Failed(format!("error: record {place}: not a record: {bad}; tercet audit says more"))
    })
}
