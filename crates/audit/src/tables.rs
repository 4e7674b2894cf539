//! What the records have of tables: their events, what is noted as rounds open, and the money that moves with them.

use crate::finding::{Finding, Findings, Kind};
use crate::meters::{Look, Meters, Since, paying};
use crate::money::unfounded;
use crate::replay::{Replay, Step};
use crate::report::{InPlay, Lost, Rounds};
use std::collections::{BTreeMap, BTreeSet};
use tercet_ledger::{Balances, Name, Part, Record};
use tercet_rules::Money;
use tercet_table::{HouseKey, Opening, Stream, TableEvent};

/// Every table, one state for each.
#[derive(Default)]
pub(crate) struct Tables<'k> {
    tables: BTreeMap<Name, Replay>,
    /// A key of the seeds that turned up again.
    key: Option<&'k HouseKey>,
    /// The first rounds that ended without their seed; so many are kept at most.
    pub(crate) lost: Vec<Lost>,
    keep: usize,
    /// Since the key was said to be lost, until something happens at a table again.
    stuck: Option<Stuck>,
    /// By how many places the notes of each table's rounds stand further on than they should, as was said.
    notes_ahead: BTreeMap<Name, i128>,
    pub(crate) rounds: Rounds,
}

/// A house that has said that its key is lost. It opens with no other key while a round is in play that was then, so nothing happens at any of its tables
/// until all of these are ended.
struct Stuck {
    /// The record that says so first.
    record: u64,
    /// How many rounds were in play.
    of: u64,
    /// The tables at which they still are.
    tables: BTreeSet<Name>,
}

impl<'k> Tables<'k> {
    /// No table yet. `key` is a key of the seeds that turned up again; of the rounds that ended without their seed so many are listed.
    pub(crate) fn new(key: Option<&'k HouseKey>, keep: usize) -> Tables<'k> {
        Tables { key, keep, ..Tables::default() }
    }

    /// Takes a record; `balances` are those before it. Gives the table and the round in which it happens.
    pub(crate) fn take(
        &mut self,
        record: &Record,
        meters: &mut Meters,
        balances: &Balances,
        findings: &mut Findings,
    ) -> Option<(Name, u64)> {
        let mut parts = record.parts.iter().filter_map(|part| Some((Stream::table_of(&part.stream)?, part)));
        let Some((name, part)) = parts.next() else {
            unfounded(record, findings);
            for part in record.parts.iter().filter(|part| !part.events.is_empty()) {
                let Some(table) = rounds(part) else { continue };
                let message = format!("{} without a round that opens", part.stream);
                findings.add(Finding::new(Kind::Opening, message).at(record.seq));
                *self.notes_ahead.entry(table).or_default() += part.events.len() as i128;
            }
            return None;
        };
        if let Some((other, _)) = parts.next() {
            let message = format!("something happens at {name} and at {other}; a step is of one table");
            findings.add(Finding::new(Kind::Event, message).at(record.seq).table(&other));
            self.lose(&other);
            self.lose(&name);
            return None;
        }
        if !record.parts.is_sorted_by_key(|part| place_of(&part.stream)) {
            let message = "its parts stand in another order than a table writes them: its own, its round's, its meter's";
            findings.add(Finding::new(Kind::Event, message).at(record.seq).table(&name));
        }
        let replay = self.tables.entry(name.clone()).or_insert_with(|| Replay::new(&name));
        let events: Result<Vec<TableEvent>, _> =
            part.events.iter().map(|event| TableEvent::read(event)).collect();
        let events = match events {
            Ok(events) => events,
            Err(bad) => {
                let message = format!("not an event of a table: {bad}");
                let finding = Finding::new(Kind::UnreadableEvent, message).at(record.seq).table(&name);
                findings.add(finding.round(replay.round()));
                replay.lose(&mut self.rounds);
                return None;
            }
        };
        let opens = events.iter().find_map(|event| {
            if let TableEvent::RoundOpened { round, .. } = event { Some(*round) } else { None }
        });
        let round = opens.or(replay.round()).unwrap_or(0);
        for (event, seen) in events.iter().filter_map(|event| Some((event, event.meter_seen()?))) {
            // A table that was lost is not known to have a meter.
            let Some(meter) = replay.settings().and_then(|settings| settings.meter.as_ref()) else {
                continue;
            };
            let since = if matches!(event, TableEvent::MeterStarted { .. }) {
                Since::Nothing
            } else if paying(record).contains(meter) {
                Since::Contributions
            } else {
                Since::Anything
            };
            let look = Look { meter, seen, since, last: replay.last(), seq: record.seq };
            let place = |finding: Finding| finding.at(record.seq).table(&name).round(round);
            meters.look(&look, balances, findings, &place);
        }
        let starts = events.iter().any(|event| matches!(event, TableEvent::MeterStarted { .. }));
        if opens.is_some()
            && !starts
            && let Some(settings) = replay.settings()
            && let Some(meter) = &settings.meter
            && settings.game.meter.as_ref().is_some_and(|meter| meter.start > Money::ZERO)
        {
            let place = |finding: Finding| finding.at(record.seq).table(&name).round(round);
            meters.unstarted(meter, replay.last(), findings, &place);
        }
        let ahead = self.notes_ahead.entry(name.clone()).or_default();
        let opening = opening(record, &name, opens, ahead, findings);
        let step = Step {
            seq: record.seq,
            at_ms: record.at_ms,
            key: record.key.clone(),
            request: record.request,
            version: part.version,
            events,
            opening,
            transactions: record.transactions.clone(),
        };
        let loses = step.events.iter().any(|event| matches!(event, TableEvent::SeedLost { .. }));
        let goes_on = !loses && !step.events.is_empty();
        if loses && self.stuck.is_none() {
            let in_play = self.tables.iter().filter(|(_, replay)| replay.in_play().is_some());
            let tables: BTreeSet<Name> = in_play.map(|(name, _)| name.clone()).collect();
            self.stuck = Some(Stuck { record: record.seq, of: tables.len() as u64, tables });
        }
        let of = self.stuck.as_ref().map_or(0, |stuck| stuck.of);
        let replay = self.tables.entry(name.clone()).or_insert_with(|| Replay::new(&name));
        let lost = replay.step(step, (self.key, of), &mut self.rounds, findings);
        self.lost.extend(lost.filter(|_| self.lost.len() < self.keep));
        if goes_on {
            self.go_on(record, findings);
        } else if let Some(stuck) = &mut self.stuck {
            stuck.tables.remove(&name);
        }
        Some((name, round))
    }

    /// Something happens at a table, so the house is open: with the key of every round that is in play.
    fn go_on(&mut self, record: &Record, findings: &mut Findings) {
        let Some(Stuck { record: lost, tables, .. }) = self.stuck.take() else { return };
        let Some(name) = tables.first() else { return };
        let round = self.tables.get(name).and_then(Replay::round);
        let message = format!(
            "the key of the seeds was said to be lost in record {lost}, where this round was in play under the same key; it was not ended, and the house went on"
        );
        findings.add(Finding::new(Kind::KeyLost, message).at(record.seq).table(name).round(round));
    }

    /// At the end of the journal: looks at the rounds in play as far as that can be done without their seeds.
    pub(crate) fn end(&mut self, findings: &mut Findings) {
        self.tables.values_mut().for_each(|replay| replay.end(findings));
    }

    /// The rounds that are not over.
    pub(crate) fn in_play(&self) -> Vec<InPlay> {
        self.tables.values().filter_map(Replay::in_play).collect()
    }

    fn lose(&mut self, name: &Name) {
        if let Some(replay) = self.tables.get_mut(name) {
            replay.lose(&mut self.rounds);
        }
    }
}

/// Where a part of this stream stands in a step of a table.
fn place_of(stream: &Name) -> u8 {
    match Stream::of(stream) {
        Some(Stream::Table(_)) => 0,
        Some(Stream::Rounds(_)) => 1,
        Some(Stream::Meter(_)) => 2,
        // Nothing that a table writes: that is found elsewhere.
        Some(Stream::House) | None => 3,
    }
}

/// The table of whose rounds this is a note.
fn rounds(part: &Part) -> Option<Name> {
    match Stream::of(&part.stream)? {
        Stream::Rounds(name) => Some(name),
        Stream::Table(_) | Stream::Meter(_) | Stream::House => None,
    }
}

/// What is noted with the round that opens in this record. `ahead` is by how many places notes before it stand too far on: those behind one
/// that is missing, or is there twice, are read all the same.
fn opening(
    record: &Record,
    table: &Name,
    opens: Option<u64>,
    ahead: &mut i128,
    findings: &mut Findings,
) -> Option<Opening> {
    let mut noted = None;
    for part in &record.parts {
        let Some(name) = rounds(part) else { continue };
        let place =
            |message: String| Finding::new(Kind::Opening, message).at(record.seq).table(&name).round(opens);
        let not_here = || place(format!("{} is not about the round that opens here", part.stream));
        let by = opens.map(|round| i128::from(part.version) + 1 - i128::from(round));
        match (part.events.as_slice(), by) {
            ([event], Some(by)) if name == *table => {
                if by != *ahead {
                    findings.add(not_here());
                    *ahead = by;
                }
                match Opening::read(event) {
                    Ok(opening) => noted = Some(opening),
                    Err(bad) => findings.add(place(format!("what is noted of it cannot be read: {bad}"))),
                }
            }
            ([], _) => {}
            (events, _) => {
                findings.add(not_here());
                if name == *table {
                    *ahead += events.len() as i128 - i128::from(opens.is_some());
                }
            }
        }
    }
    noted
}
