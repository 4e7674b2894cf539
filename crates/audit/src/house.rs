//! What the records have of the house as a whole: which tables were founded, and that nothing stands in a stream of which nobody knows.

use crate::finding::{Finding, Findings, Kind};
use std::collections::BTreeSet;
use tercet_ledger::{Name, Record};
use tercet_table::{Founding, Stream};

/// The tables that were founded so far.
#[derive(Default)]
pub(crate) struct House {
    founded: BTreeSet<Name>,
}

impl House {
    /// Looks at what a record has of the house, and at parts that nothing writes: of no known stream, or without an event. (A table's own
    /// are looked at with its step.)
    pub(crate) fn take(&mut self, record: &Record, findings: &mut Findings) {
        for part in &record.parts {
            let stream = &part.stream;
            let wrong = match Stream::of(stream) {
                Some(Stream::Table(_)) => continue,
                Some(_) if part.events.is_empty() => {
                    vec![(Kind::Event, format!("nothing happens in {stream}"))]
                }
                Some(Stream::Rounds(_) | Stream::Meter(_)) => continue,
                Some(Stream::House) => part.events.iter().filter_map(|event| self.founds(event)).collect(),
                None => vec![(
                    Kind::UnreadableEvent,
                    format!("{stream} is no stream of tables, meters or the house"),
                )],
            };
            wrong.into_iter().for_each(|(kind, message)| {
                findings.add(Finding::new(kind, message).at(record.seq));
            });
        }
    }

    /// Takes what is written of the house; says what is wrong with it.
    fn founds(&mut self, event: &[u8]) -> Option<(Kind, String)> {
        match Founding::read(event) {
            Err(bad) => Some((Kind::UnreadableEvent, format!("not a table that is founded: {bad}"))),
            Ok(Founding { table, .. }) if self.founded.contains(&table) => {
                Some((Kind::Event, format!("the table {table} is founded, and was before")))
            }
            Ok(Founding { table, .. }) => {
                self.founded.insert(table);
                None
            }
        }
    }
}
