//! What an audit finds: each thing by itself, with its place, what is there and what was expected.

use crate::adrift::{Adrift, Thing, Waiting};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use tercet_ledger::{Account, Name};

/// What is wrong, by its kind. The names are those of the JSON form and of docs/AUDIT.md: they stay.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// The bytes of a record are no record.
    UnreadableRecord,
    /// A record is not there.
    MissingRecord,
    /// Another record stands in the place of one.
    MisplacedRecord,
    /// A record is not the one that the record after it names.
    ChangedRecord,
    /// The first records are not those of a checkpoint.
    Checkpoint,
    /// A checkpoint has more records than there are.
    Truncated,
    /// Time ran backwards.
    Time,
    /// A key was used for two records.
    KeyTwice,
    /// The store keeps another receipt for a record, or none.
    Receipt,
    /// Events of a stream are missing or there twice.
    Version,
    /// The store keeps other events of a stream than the journal has.
    Stream,
    /// The store lists other records for the wallet of a player than the journal has.
    Moves,
    /// An account holds less than nothing, or more than can be counted.
    Overdraft,
    /// Bytes are no event of their stream.
    UnreadableEvent,
    /// An event is not one that the table can have had.
    Event,
    /// The seed of a round was never told.
    Seed,
    /// The key of the seeds was said to be lost, and was not.
    KeyLost,
    /// What was noted as a round opened is not what the table was.
    Opening,
    /// Other money moved than the rules of the round say.
    Money,
    /// Money moved that no rule moves.
    Unfounded,
    /// A meter was shown that the meter did not hold.
    MeterShown,
    /// A meter paid and no award is noted, or an award is noted and no meter paid.
    Award,
    /// The store keeps another balance than the journal makes.
    Balance,
    /// The store cannot be read.
    Store,
}

impl Kind {
    /// Whether the books are not what was written, or cannot be read; else they are, and what was written is not what should have been done.
    #[must_use]
    pub const fn is_damage(self) -> bool {
        match self {
            Kind::UnreadableRecord
            | Kind::MissingRecord
            | Kind::MisplacedRecord
            | Kind::ChangedRecord
            | Kind::Checkpoint
            | Kind::Truncated
            | Kind::Receipt
            | Kind::Version
            | Kind::Stream
            | Kind::Moves
            | Kind::UnreadableEvent
            | Kind::Balance
            | Kind::Store => true,
            Kind::Time
            | Kind::KeyTwice
            | Kind::Overdraft
            | Kind::Event
            | Kind::Seed
            | Kind::KeyLost
            | Kind::Opening
            | Kind::Money
            | Kind::Unfounded
            | Kind::MeterShown
            | Kind::Award => false,
        }
    }

    /// Its name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Kind::UnreadableRecord => "unreadable-record",
            Kind::MissingRecord => "missing-record",
            Kind::MisplacedRecord => "misplaced-record",
            Kind::ChangedRecord => "changed-record",
            Kind::Checkpoint => "checkpoint",
            Kind::Truncated => "truncated",
            Kind::Time => "time",
            Kind::KeyTwice => "key-twice",
            Kind::Receipt => "receipt",
            Kind::Version => "version",
            Kind::Stream => "stream",
            Kind::Moves => "moves",
            Kind::Overdraft => "overdraft",
            Kind::UnreadableEvent => "unreadable-event",
            Kind::Event => "event",
            Kind::Seed => "seed",
            Kind::KeyLost => "key-lost",
            Kind::Opening => "opening",
            Kind::Money => "money",
            Kind::Unfounded => "unfounded",
            Kind::MeterShown => "meter-shown",
            Kind::Award => "award",
            Kind::Balance => "balance",
            Kind::Store => "store",
        }
    }
}

/// One thing that is not as it must be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What.
    pub kind: Kind,
    /// The record in which it shows, from 0.
    pub record: Option<u64>,
    /// The table it is about.
    pub table: Option<Name>,
    /// The round of that table.
    pub round: Option<u64>,
    /// The account it is about.
    pub account: Option<Account>,
    /// What is there, in the smallest unit, where it is about an amount.
    pub found: Option<i128>,
    /// What was expected, in the smallest unit, where it is about an amount.
    pub expected: Option<i128>,
    /// What is wrong and what was expected, as a sentence without its place.
    pub message: String,
}

impl Finding {
    /// A finding without a place.
    pub(crate) fn new(kind: Kind, message: impl Into<String>) -> Finding {
        Finding {
            kind,
            record: None,
            table: None,
            round: None,
            account: None,
            found: None,
            expected: None,
            message: message.into(),
        }
    }

    pub(crate) fn at(mut self, record: u64) -> Finding {
        self.record = Some(record);
        self
    }

    pub(crate) fn table(mut self, table: &Name) -> Finding {
        self.table = Some(table.clone());
        self
    }

    pub(crate) fn round(mut self, round: impl Into<Option<u64>>) -> Finding {
        self.round = round.into();
        self
    }

    /// Says this too.
    pub(crate) fn and(mut self, more: &str) -> Finding {
        self.message = format!("{}; {more}", self.message);
        self
    }

    pub(crate) fn account(mut self, account: &Account, found: i128, expected: i128) -> Finding {
        self.account = Some(account.clone());
        (self.found, self.expected) = (Some(found), Some(expected));
        self
    }
}

impl fmt::Display for Finding {
    /// The place, then the sentence: `record 12, table t1, round 3: …`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut places: Vec<String> = Vec::new();
        places.extend(self.record.map(|seq| format!("record {seq}")));
        places.extend(self.table.as_ref().map(|table| format!("table {table}")));
        places.extend(self.round.map(|round| format!("round {round}")));
        if places.is_empty() {
            return f.write_str(&self.message);
        }
        write!(f, "{}: {}", places.join(", "), self.message)
    }
}

/// What was found so far: the first as they are, of all how many.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Findings {
    kept: Vec<Finding>,
    most: usize,
    counts: BTreeMap<Kind, u64>,
    /// What the store could not say, in its words.
    failures: BTreeSet<String>,
    adrift: Adrift,
}

/// How many failures of the store are remembered: whatever is beyond that is named each time.
const FAILURES: usize = 64;

impl Findings {
    /// Nothing yet; so many are kept at most.
    pub(crate) fn keep(most: usize) -> Findings {
        Findings { most, ..Findings::default() }
    }

    pub(crate) fn add(&mut self, finding: Finding) {
        self.note(&finding);
        *self.counts.entry(finding.kind).or_default() += 1;
        if self.kept.len() < self.most {
            self.kept.push(finding);
        }
    }

    /// Adds that the store could not say something, unless it failed for the same reason before: what cannot be read at one place may be in
    /// the way of all that is asked.
    pub(crate) fn add_failure(&mut self, finding: Finding, said: &str) {
        if self.failures.contains(said) {
            return;
        }
        if self.failures.len() < FAILURES {
            self.failures.insert(said.to_owned());
        }
        self.add(finding.and("what else it cannot say for this reason is not named"));
    }

    /// Adds the first of the differences of one record, and how many more there are: all of them may follow from what is in doubt about a
    /// record before it.
    pub(crate) fn add_first(&mut self, all: Vec<Finding>, doubted: u64) {
        let mut all = all.into_iter();
        let Some(first) = all.next() else { return };
        let others = all.map(|finding| self.note(&finding)).count();
        let so = match others {
            0 => String::new(),
            1 => "another account differs, too; ".into(),
            _ => format!("{others} more accounts differ, too; "),
        };
        self.add(first.and(&format!("{so}it may follow from what was asked in record {doubted}")));
    }

    /// Notes by how much an account has more than follows, where a finding says so.
    fn note(&mut self, finding: &Finding) {
        if let (Kind::Money, Some(account), Some(record), Some(found), Some(expected)) =
            (finding.kind, &finding.account, finding.record, finding.found, finding.expected)
        {
            self.adrift.name(Thing::Holds(account.clone()), record, found - expected);
        }
    }

    /// Notes that from this record on the round of a table is not looked at: what it left on the layout is not known.
    pub(crate) fn lose(&mut self, table: &Name, seq: u64) {
        self.adrift.lose(table, seq);
    }

    /// Notes what a finding without amounts says: in this record so much more of something was written than follows.
    pub(crate) fn astray(&mut self, thing: Thing, record: u64, more: i128) {
        self.adrift.name(thing, record, more);
    }

    /// Adds what may follow from money that was named: once all is known, and unless it does.
    pub(crate) fn add_unless(&mut self, waiting: Waiting) {
        self.adrift.wait(waiting).into_iter().for_each(|finding| self.add(finding));
    }

    /// Adds what waited for its reason, and has none.
    pub(crate) fn conclude(&mut self) {
        self.adrift.judge().into_iter().for_each(|finding| self.add(finding));
    }

    /// The first ones, in the order in which they were found.
    #[must_use]
    pub fn kept(&self) -> &[Finding] {
        &self.kept
    }

    /// How many there are of each kind, those that were not kept too.
    #[must_use]
    pub const fn counts(&self) -> &BTreeMap<Kind, u64> {
        &self.counts
    }

    /// How many there are in all.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.counts.values().sum()
    }
}
