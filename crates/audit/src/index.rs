//! The events of each stream as the store keeps them, beside those of the journal.

use crate::finding::{Finding, Findings, Kind};
use std::collections::{BTreeMap, VecDeque};
use tercet_ledger::{Name, Part, Record};
use tercet_store::{Failure, Store, Stored};

/// How many events of a stream are read at once.
const AT_ONCE: usize = 64;

/// The next events of each stream, as the store has them.
#[derive(Default)]
pub(crate) struct Index(BTreeMap<Name, Ahead>);

/// What was read of one stream and is not compared yet.
#[derive(Default)]
struct Ahead {
    read: VecDeque<Stored>,
    /// Whether something was found: the rest would be found again and again.
    given_up: bool,
}

impl Index {
    /// Compares the events of a record with what the store gives for their places in the streams.
    pub(crate) fn compare(&mut self, record: &Record, store: &dyn Store, findings: &mut Findings) {
        for part in &record.parts {
            let ahead = self.0.entry(part.stream.clone()).or_default();
            if ahead.given_up {
                continue;
            }
            if let Err(message) = ahead.compare(part, record, store) {
                findings.add(Finding::new(Kind::Stream, message).at(record.seq));
                ahead.given_up = true;
            }
        }
    }
}

impl Ahead {
    fn compare(&mut self, part: &Part, record: &Record, store: &dyn Store) -> Result<(), String> {
        let stream = &part.stream;
        for (version, event) in (part.version..).zip(&part.events) {
            let stored = self.next(stream, version, store);
            let stored = stored.map_err(|failure| format!("the events of {stream}: {failure}"))?;
            let Some(stored) = stored else {
                return Err(format!("the store has no event {version} of {stream}; the journal has it here"));
            };
            if stored.event != *event || stored.seq != record.seq || stored.at_ms != record.at_ms {
                return Err(format!(
                    "the store gives event {version} of {stream} from record {} as another than stands here",
                    stored.seq
                ));
            }
        }
        Ok(())
    }

    fn next(&mut self, stream: &Name, version: u64, store: &dyn Store) -> Result<Option<Stored>, Failure> {
        if self.read.front().is_none_or(|stored| stored.version != version) {
            self.read = store.events(stream, version, AT_ONCE)?.into();
        }
        Ok(self.read.pop_front().filter(|stored| stored.version == version))
    }
}
