//! The audit of a store of live tables: whether its journal is what was written, whether every round was paid by its rules, and
//! whether what the store keeps beside the journal follows from it.
//!
//! [`audit`] walks the journal once, record by record. Nothing is asked of the house but what is in the store: the seed of each
//! round was told at its end, so its deck is derived, dealt and settled again under the rules that the table was set to. What
//! cannot be seen from the inside, a journal that was written anew as a whole, shows beside [`Checkpoint`]s that were kept
//! elsewhere.
//!
//! After something that is wrong it goes on: a table is taken up again at its next round. docs/AUDIT.md says what each finding
//! means. [`recall`] makes one round of the past again, and [`proof()`] proves it.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod adrift;
mod books;
mod finding;
mod gone;
mod house;
mod index;
mod marks;
mod meters;
mod money;
mod noted;
mod past;
mod proof;
mod recall;
mod replay;
mod replay_of;
mod report;
mod set_before;
mod statement;
mod tables;
mod times;
mod unproven;
mod untold;
mod walk;

pub use finding::{Finding, Findings, Kind};
pub use past::{Damage, Page, Sought, When, first_record_at, rounds, rounds_of};
pub use proof::{Named, NoProof, proof};
pub use recall::{NotRecalled, Recalled, Recollection, opened_ms, recall, round_of, rounds_at};
pub use replay_of::{Called, by_id, told};
pub use report::{InPlay, Lost, Moved, Report, Rounds};
pub use set_before::set_before;
pub use statement::{Move, Until, statement};
pub use times::time_of;
pub use unproven::{Unproven, Was};

use books::{Books, Receipts};
use gone::Gone;
use house::House;
use index::{Index, Moves};
use marks::Marks;
use meters::Meters;
use tables::Tables;
use tercet_ledger::{Checkpoint, Hash};
use tercet_store::{Failure, Store, StrayOf};
use tercet_table::{HouseKey, Stream};
use times::Times;
use walk::{Place, Walk};

/// How an audit is made.
#[derive(Clone, Copy, Debug)]
pub struct Options<'k> {
    /// How many findings are kept, and how many rounds that ended without their seed are listed; all are counted.
    pub keep: usize,
    /// A key of the seeds that was said to be lost and turned up again: whether it opens rounds that were ended for want of it.
    pub lost_key: Option<&'k HouseKey>,
}

impl Default for Options<'_> {
    /// A thousand findings, and no key.
    fn default() -> Self {
        Options { keep: 1_000, lost_key: None }
    }
}

/// After so many records somebody is told how far the audit is.
const STEP: u64 = 1_000;

/// How often the end is looked at again because somebody has written meanwhile.
const TRIES: usize = 1_000;

/// Audits a store beside checkpoints of its journal, which the caller has opened with the key of the house.
///
/// `progress` is told now and then how many records were looked at. Tables may go on meanwhile: what they write before the end
/// is looked at too. Memory is bounded by the accounts, the tables with one round each, and the findings that are kept.
pub fn audit(
    store: &dyn Store,
    checkpoints: &[Checkpoint],
    options: Options<'_>,
    progress: &mut dyn FnMut(u64),
) -> Report {
    let mut findings = Findings::keep(options.keep);
    let marks = Marks::new(checkpoints, &mut findings);
    let mut audit = Audit {
        store,
        findings,
        marks,
        books: Books::default(),
        receipts: Receipts::default(),
        index: Index::default(),
        moves: Moves::default(),
        meters: Meters::default(),
        tables: Tables::new(options.lost_key, options.keep),
        house: House::default(),
        times: Times::default(),
        span_ms: None,
        head: Hash::ZERO,
    };
    let mut walk = Walk::new(store);
    if let Err(failure) = audit.run(&mut walk, progress) {
        let message = format!("{failure}; nothing after this was looked at");
        audit.findings.add(Finding::new(Kind::Store, message).at(walk.size()));
    }
    audit.report(&walk)
}

/// An audit under way.
struct Audit<'s> {
    store: &'s dyn Store,
    findings: Findings,
    marks: Marks,
    books: Books,
    receipts: Receipts,
    index: Index,
    moves: Moves,
    meters: Meters,
    tables: Tables<'s>,
    house: House,
    times: Times,
    span_ms: Option<(u64, u64)>,
    head: Hash,
}

impl Audit<'_> {
    fn run(&mut self, walk: &mut Walk<'_>, progress: &mut dyn FnMut(u64)) -> Result<(), Failure> {
        let mut looked = false;
        for _ in 0..TRIES {
            while let Some(place) = walk.next(&mut self.findings)? {
                self.place(place, walk.gone())?;
                if walk.size().is_multiple_of(STEP) {
                    progress(walk.size());
                }
            }
            if !looked {
                self.strays(walk.gone())?;
                looked = true;
            }
            // What the store keeps is compared as it is at one moment: nothing was written while it was read.
            let before = self.store.chain();
            let kept = self.store.balances()?;
            if before == self.store.chain() && walk.is_at_the_end()? {
                progress(walk.size());
                return self.books.compare(self.store, &kept, &mut self.findings);
            }
        }
        Err(Failure::Busy("tables write to it all the time; audit a copy of it".into()))
    }

    /// What the store keeps and what follows from no record.
    fn strays(&mut self, gone: &Gone) -> Result<(), Failure> {
        let findings = &mut self.findings;
        self.store.strays(&mut |stray| {
            // What names a record that has not its place follows from that, which was said.
            let by_number = matches!(stray.of, StrayOf::Key | StrayOf::Stream | StrayOf::Move);
            if by_number && (!gone.is_in_order() || stray.record.is_some_and(|seq| gone.has(seq))) {
                return;
            }
            // An account that only a record had that is not there: its balance is compared, and named with the others.
            if stray.of == StrayOf::Balance && !gone.is_none() {
                return;
            }
            let kind = match stray.of {
                StrayOf::Record => Kind::MisplacedRecord,
                StrayOf::Key => Kind::Receipt,
                StrayOf::Stream => Kind::Stream,
                StrayOf::Move => Kind::Moves,
                StrayOf::Balance => Kind::Balance,
                StrayOf::Store => Kind::Store,
            };
            findings.add(Finding::new(kind, stray.what));
        })
    }

    fn place(&mut self, place: Place, gone: &Gone) -> Result<(), Failure> {
        let Place { seq, leaf, record, after_gap } = place;
        self.marks.push(seq, leaf, after_gap, &mut self.findings);
        self.head = leaf;
        let gap = if after_gap { seq.checked_sub(1) } else { record.is_none().then_some(seq) };
        if let Some(gap) = gap {
            self.books.miss(gap);
            self.meters.miss(gap);
        }
        let Some(record) = record else { return Ok(()) };
        let (first, last) = self.span_ms.unwrap_or((record.at_ms, record.at_ms));
        self.span_ms = Some((first.min(record.at_ms), last.max(record.at_ms)));
        if gone.is_in_order() {
            if !gone.has(seq) {
                self.receipts.compare(&record, self.store, &mut self.findings)?;
                self.index.compare(&record, self.store, &mut self.findings);
            }
            self.moves.compare(&record, self.store, gone, &mut self.findings);
        }
        let at = self.tables.take(&record, &mut self.meters, &self.books.balances, &mut self.findings);
        self.house.take(&record, &mut self.findings);
        self.books.take(&record, &mut self.findings);
        let table = record.parts.iter().find_map(|part| Stream::table_of(&part.stream));
        self.times.compare(&record, table.as_ref(), &mut self.findings);
        let at = at.as_ref().map(|(table, round)| (table, *round));
        self.meters.take(&record, &self.books.balances, at, &mut self.findings);
        Ok(())
    }

    fn report(mut self, walk: &Walk<'_>) -> Report {
        self.tables.end(&mut self.findings);
        self.marks.finish(walk.size(), &mut self.findings);
        self.findings.conclude();
        let in_play = self.tables.in_play();
        Report {
            records: walk.size(),
            root: self.marks.root(),
            head: self.head,
            span_ms: self.span_ms,
            checkpoints: self.marks.fitting(),
            rounds: Rounds { in_play: in_play.len() as u64, ..self.tables.rounds },
            in_play,
            lost: self.tables.lost,
            moved: self.books.moved,
            balances: self.books.balances,
            findings: self.findings,
        }
    }
}
