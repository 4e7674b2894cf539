//! Cases: what somebody disputes about a round, and what the house says to it (GLI-19 §A.4.4, regulators' case files).

use std::fmt;
use tercet_ledger::Name;

/// How far a case is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CaseState {
    /// Nobody has answered.
    Open,
    /// The house has decided; whoever opened it may still say something, which opens it again.
    Answered,
    /// It is over: nothing is added any more.
    Closed,
}

impl CaseState {
    /// The state as one word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            CaseState::Open => "open",
            CaseState::Answered => "answered",
            CaseState::Closed => "closed",
        }
    }

    pub(crate) fn of(word: &str) -> Option<CaseState> {
        [CaseState::Open, CaseState::Answered, CaseState::Closed]
            .into_iter()
            .find(|state| state.word() == word)
    }
}

impl fmt::Display for CaseState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// What is disputed, as it is opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Whose round it is about.
    pub patron: Name,
    /// At which table.
    pub table: Name,
    /// Which round of it, from 1.
    pub round: u64,
    /// What is claimed.
    pub claim: String,
    /// Until when it is to be answered, in milliseconds since 1970-01-01 UTC.
    pub deadline_ms: u64,
}

/// What is added to a case.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum EntryKind {
    /// A note, evidence, or a word of the patron: the text alone.
    Note,
    /// A decision of the house.
    Decision,
    /// That it is over.
    Closing,
}

impl EntryKind {
    /// The kind as one word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            EntryKind::Note => "note",
            EntryKind::Decision => "decision",
            EntryKind::Closing => "closing",
        }
    }

    pub(crate) fn of(word: &str) -> Option<EntryKind> {
        [EntryKind::Note, EntryKind::Decision, EntryKind::Closing]
            .into_iter()
            .find(|kind| kind.word() == word)
    }
}

/// One entry of a case; none is ever changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its place, from 1.
    pub number: u64,
    /// When, in milliseconds since 1970-01-01 UTC.
    pub at_ms: u64,
    /// By whom.
    pub by: Name,
    /// What it is.
    pub kind: EntryKind,
    /// What it says.
    pub text: String,
    /// By whose authority it was decided, such as the shift manager; of decisions alone.
    pub authority: Option<String>,
}

/// A case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// Its number, from 1.
    pub number: u64,
    /// What is disputed.
    pub claim: Claim,
    /// Who opened it: the patron, or somebody of the floor.
    pub opened_by: Name,
    /// When, in milliseconds since 1970-01-01 UTC.
    pub opened_ms: u64,
    /// How far it is.
    pub state: CaseState,
    /// When it became so.
    pub state_ms: u64,
}

/// Which cases are asked for: all that fit everything that is said.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WhichCases {
    /// As far as this.
    pub state: Option<CaseState>,
    /// About a round of this player.
    pub patron: Option<Name>,
    /// About a round of this table.
    pub table: Option<Name>,
    /// To be answered before this time.
    pub deadline_before_ms: Option<u64>,
    /// Before this number: the last of one page asks for the next, as the newest come first.
    pub before: Option<u64>,
}

/// Says why something is not for a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaseRefused {
    /// There is none of this number.
    None(u64),
    /// It is closed.
    Closed(u64),
    /// It has no answer yet, and cannot be closed.
    Unanswered(u64),
    /// Its round is 0.
    Round,
    /// It would have to be answered before it was asked.
    Deadline,
    /// It has as many entries as it may have.
    Full(u64),
}

impl fmt::Display for CaseRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CaseRefused::None(number) => write!(f, "there is no case {number}"),
            CaseRefused::Closed(number) => write!(f, "case {number} is closed; expected an open one"),
            CaseRefused::Unanswered(number) => write!(f, "case {number} has no answer; expected one first"),
            CaseRefused::Round => f.write_str("there is no round 0; expected one from 1 on"),
            CaseRefused::Deadline => f.write_str("a deadline that is over; expected one in the future"),
            CaseRefused::Full(number) => {
                write!(f, "case {number} has all the entries it may have; expected a new case")
            }
        }
    }
}

impl std::error::Error for CaseRefused {}
