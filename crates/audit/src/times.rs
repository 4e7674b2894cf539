//! Times, which do not run backwards.

use crate::finding::{Finding, Findings, Kind};
use std::collections::BTreeMap;
use tercet_ledger::{Name, Record};
use time::OffsetDateTime;

/// How much earlier than a record before it a record of another table or of the cashier may be, in milliseconds: an hour. Tables
/// take the time before they wait for their turn to write, and a clock may be set.
pub(crate) const EARLIER_MS: u64 = 3_600_000;

/// The times of the records so far.
#[derive(Default)]
pub(crate) struct Times {
    /// The latest.
    latest_ms: u64,
    /// Of the last record of each table.
    tables: BTreeMap<Name, u64>,
}

impl Times {
    /// Compares the time of a record with those before it. At one table it never runs backwards: time stands still there while a
    /// clock that was set back catches up.
    pub(crate) fn compare(&mut self, record: &Record, table: Option<&Name>, findings: &mut Findings) {
        let at_ms = record.at_ms;
        let before = table.and_then(|table| self.tables.insert(table.clone(), at_ms));
        let message = if let Some(before) = before.filter(|before| at_ms < *before) {
            format!(
                "written at {}, and the record of its table before it at {}",
                time_of(at_ms),
                time_of(before)
            )
        } else if at_ms < self.latest_ms.saturating_sub(EARLIER_MS) {
            format!(
                "written at {}, more than an hour before one that stands before it ({})",
                time_of(at_ms),
                time_of(self.latest_ms)
            )
        } else {
            self.latest_ms = self.latest_ms.max(at_ms);
            return;
        };
        // One time that is wrong is not found again at every later record.
        self.latest_ms = at_ms;
        let finding = Finding::new(Kind::Time, message).at(record.seq);
        findings.add(table.map_or(finding.clone(), |table| finding.table(table)));
    }
}

/// A time in the form of RFC 3339, in UTC to the millisecond: `2026-11-28T20:15:00.000Z`.
///
/// A time that no calendar has, which a damaged record may hold, is written as its milliseconds since 1970.
pub fn time_of(at_ms: u64) -> String {
    let nanos = i128::from(at_ms) * 1_000_000;
    let time = OffsetDateTime::from_unix_timestamp_nanos(nanos).ok();
    time.map_or_else(
        || format!("{at_ms} ms"),
        |time| {
            let (date, clock) = (time.date(), time.time());
            format!(
                "{date}T{:02}:{:02}:{:02}.{:03}Z",
                clock.hour(),
                clock.minute(),
                clock.second(),
                clock.millisecond()
            )
        },
    )
}
