//! Why a recorded round cannot be settled, or a wager cannot be made.

use alloc::string::String;
use core::fmt;

/// The kind of a [`Refusal`], in order of precedence: of several, the first is reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub enum Code {
    /// The same card twice in one round.
    DuplicateCard,
    /// A hand with too few or too many cards.
    WrongCardCount,
    /// No wager of this game.
    UnknownWager,
    /// Zero, negative or too large.
    BadAmount,
    /// Less than the table takes.
    BelowMinimum,
    /// More than the table takes.
    AboveMaximum,
    /// Between two steps of the table's limits.
    OffStep,
    /// Not equal to the wager it must equal, or not one of its multiples.
    UnequalWagers,
    /// A wager that every spot must make is not there.
    MissingRequiredWager,
    /// Play may be one of several multiples, and nothing says which.
    MissingMultiple,
    /// A wager without the one it needs beside it.
    RequiresWager,
    /// A wager that cannot be there, such as Play after a fold, or one that stands twice.
    UnexpectedWager,
    /// An Ante without a decision.
    MissingDecision,
    /// A decision where there is nothing to decide.
    UnexpectedDecision,
    /// No such position at this table.
    BadSpot,
    /// The same position twice.
    DuplicateSpot,
    /// A spot, or a round, without a wager.
    NoWagers,
    /// A progressive wager without the meter at the deal.
    MissingMeter,
    /// A meter where the game has none.
    BadMeter,
    /// A wager whose pay table is not posted.
    OddsNotPosted,
}

impl Code {
    /// The stable name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Code::DuplicateCard => "duplicate-card",
            Code::WrongCardCount => "wrong-card-count",
            Code::UnknownWager => "unknown-wager",
            Code::BadAmount => "bad-amount",
            Code::BelowMinimum => "below-minimum",
            Code::AboveMaximum => "above-maximum",
            Code::OffStep => "off-step",
            Code::UnequalWagers => "unequal-wagers",
            Code::MissingRequiredWager => "missing-required-wager",
            Code::MissingMultiple => "missing-multiple",
            Code::RequiresWager => "requires-wager",
            Code::UnexpectedWager => "unexpected-wager",
            Code::MissingDecision => "missing-decision",
            Code::UnexpectedDecision => "unexpected-decision",
            Code::BadSpot => "bad-spot",
            Code::DuplicateSpot => "duplicate-spot",
            Code::NoWagers => "no-wagers",
            Code::MissingMeter => "missing-meter",
            Code::BadMeter => "bad-meter",
            Code::OddsNotPosted => "odds-not-posted",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Why a recorded round cannot be settled: the kind, the place in the record, and a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The kind.
    pub code: Code,
    /// The place, such as `spots[1].wagers.ante`; spots are counted from 0 in the order of the record.
    pub at: String,
    /// What was found and what was expected.
    pub message: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({})", self.at, self.message, self.code)
    }
}

impl core::error::Error for Refusal {}
