//! The records in their order, and where that order is broken.

use crate::finding::{Finding, Findings, Kind};
use crate::gone::Gone;
use std::collections::VecDeque;
use tercet_ledger::{Hash, Record};
use tercet_store::{Failure, Store};

/// How many records are read at once.
const AT_ONCE: usize = 256;

/// Reads the journal record by record; after something that is wrong it goes on with what follows.
pub(crate) struct Walk<'s> {
    store: &'s dyn Store,
    /// What was read and is not looked at yet, with the place under which the store keeps it.
    read: VecDeque<(u64, Vec<u8>)>,
    /// Where to read on, by the places of the store: those of the records, unless somebody numbered them anew.
    row: u64,
    /// The place of the next record.
    place: u64,
    /// The hash of the record before; none where that is not known.
    head: Option<Hash>,
    /// By how much the store's number of a record is higher than its own, as was said last.
    shift: i128,
    /// Records that were looked at out of their turn, because two stood in each other's place.
    swapped: bool,
    /// The places that have not their record.
    gone: Gone,
}

/// One place of the journal.
pub(crate) struct Place {
    /// Which.
    pub(crate) seq: u64,
    /// The hash of what stands there.
    pub(crate) leaf: Hash,
    /// The record, if the one that belongs there can be read.
    pub(crate) record: Option<Record>,
    /// Whether records before it are missing.
    pub(crate) after_gap: bool,
}

impl<'s> Walk<'s> {
    pub(crate) fn new(store: &'s dyn Store) -> Walk<'s> {
        Walk {
            store,
            read: VecDeque::new(),
            row: 0,
            place: 0,
            head: Some(Hash::ZERO),
            shift: 0,
            swapped: false,
            gone: Gone::default(),
        }
    }

    /// The places so far that have not their record.
    pub(crate) const fn gone(&self) -> &Gone {
        &self.gone
    }

    /// How many places were looked at.
    pub(crate) const fn size(&self) -> u64 {
        self.place
    }

    /// The next place, or none at the end.
    pub(crate) fn next(&mut self, findings: &mut Findings) -> Result<Option<Place>, Failure> {
        self.fill(1)?;
        let Some((row, bytes)) = self.read.pop_front() else { return Ok(None) };
        let leaf = Record::hash(&bytes);
        let place = self.place;
        let record = match Record::decode(&bytes) {
            Ok(record) => record,
            Err(bad) => {
                let found = Finding::new(Kind::UnreadableRecord, format!("not a record: {bad}"));
                findings.add(found.at(place));
                self.gone.add(place, place);
                return Ok(Some(self.take(place, leaf, None, false)));
            }
        };
        if record.seq == place {
            let shift = shift(row, place);
            if shift != self.shift {
                self.shift = shift;
                let message = format!("the store keeps it under number {row}");
                findings.add(Finding::new(Kind::MisplacedRecord, message).at(place));
                self.number_anew(place, findings);
            }
            self.link(&record, leaf, findings)?;
            return Ok(Some(self.take(place, leaf, Some(record), false)));
        }
        self.out_of_place(row, bytes, record, findings)
    }

    /// Another record stands in this place.
    fn out_of_place(
        &mut self,
        row: u64,
        bytes: Vec<u8>,
        record: Record,
        findings: &mut Findings,
    ) -> Result<Option<Place>, Failure> {
        let (place, found, leaf) = (self.place, record.seq, Record::hash(&bytes));
        self.fill(1)?;
        let after = self.after();
        let misplaced = |at, found| {
            Finding::new(Kind::MisplacedRecord, format!("record {found} stands in its place")).at(at)
        };
        // Two records in each other's place: both are there, and are looked at in their order.
        if found == place + 1
            && !self.swapped
            && let Some(after) = &after
            && after.seq == place
        {
            findings.add(misplaced(place, found));
            findings.add(misplaced(found, place));
            self.gone.add(place, found);
            let (row_after, first) = self.read.pop_front().expect("it was looked at");
            self.read.push_front((row_after, bytes));
            self.read.push_front((row, first));
            self.swapped = true;
            return self.next(findings);
        }
        let goes_on = after.as_ref().is_none_or(|after| after.seq == found + 1 && after.prev == leaf);
        if found > place && goes_on {
            let missing = match found - 1 {
                last if last == place => format!("it is missing; record {found} follows"),
                last => format!("records {place} to {last} are missing; record {found} follows"),
            };
            findings.add(Finding::new(Kind::MissingRecord, missing).at(place));
            self.gone.add(place, found - 1);
            self.head = None;
            // That those that follow moved up is one thing.
            let shift = shift(row, found);
            if shift != self.shift {
                self.shift = shift;
                self.number_anew(found, findings);
            }
            return Ok(Some(self.take(found, leaf, Some(record), true)));
        }
        findings.add(misplaced(place, found));
        self.gone.add(place, place);
        Ok(Some(self.take(place, leaf, None, false)))
    }

    /// Says once that the store keeps records under other numbers than their own.
    fn number_anew(&mut self, seq: u64, findings: &mut Findings) {
        if self.gone.number_anew() {
            let message = "from this record on the store keeps records under other numbers than their own: the receipts, events and \
                           lists that it finds by these numbers are not compared";
            findings.add(Finding::new(Kind::Store, message).at(seq));
        }
    }

    /// Goes on behind this place.
    fn take(&mut self, seq: u64, leaf: Hash, record: Option<Record>, after_gap: bool) -> Place {
        self.place = seq.saturating_add(1);
        // What follows something that does not belong there need not name it.
        self.head = record.is_some().then_some(leaf);
        self.swapped &= record.is_none();
        Place { seq, leaf, record, after_gap }
    }

    /// Whether the record names the one before it; if not, which of the two was changed.
    fn link(&mut self, record: &Record, leaf: Hash, findings: &mut Findings) -> Result<(), Failure> {
        let Some(head) = self.head.filter(|head| *head != record.prev) else { return Ok(()) };
        self.fill(1)?;
        let after = self.after();
        let vouched = after.is_none_or(|after| after.prev == leaf);
        let seq = record.seq;
        let finding = if seq == 0 {
            let message = format!("it names {} as the record before it, and it is the first", record.prev);
            Finding::new(Kind::ChangedRecord, message).at(seq)
        } else if vouched {
            let message = format!("its hash is {head}; record {seq} names {}", record.prev);
            Finding::new(Kind::ChangedRecord, message).at(seq - 1)
        } else {
            let message = format!(
                "it names {} as record {}, whose hash is {head}; record {} names another than this",
                record.prev,
                seq - 1,
                seq + 1
            );
            Finding::new(Kind::ChangedRecord, message).at(seq)
        };
        findings.add(finding);
        Ok(())
    }

    /// What stands behind the record that is looked at, if it can be read.
    fn after(&self) -> Option<Record> {
        self.read.front().and_then(|(_, bytes)| Record::decode(bytes).ok())
    }

    /// Whether the store has nothing behind what was read.
    pub(crate) fn is_at_the_end(&self) -> Result<bool, Failure> {
        Ok(self.store.rows(self.row, 1)?.is_empty())
    }

    /// Reads on unless so many records are at hand.
    fn fill(&mut self, wanted: usize) -> Result<(), Failure> {
        if self.read.len() >= wanted {
            return Ok(());
        }
        let rows = self.store.rows(self.row, AT_ONCE)?;
        if let Some((last, _)) = rows.last() {
            self.row = last.saturating_add(1);
        }
        self.read.extend(rows);
        Ok(())
    }
}

/// By how much a number of the store is higher than that of the record.
fn shift(row: u64, seq: u64) -> i128 {
    i128::from(row) - i128::from(seq)
}
