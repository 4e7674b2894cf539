//! Why a line is answered with a refusal.

use core::fmt;
use tercet_rules::{Code, Refusal};

/// The kind of a [`Problem`]. Of several in one line, the first in this order is reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Longer than what is read.
    LineTooLong,
    /// Not JSON, or not made like a round.
    BadJson,
    /// A field that a round does not have.
    UnknownField,
    /// A field that every round needs.
    MissingField,
    /// No game of this name.
    UnknownGame,
    /// A text that is not cards.
    BadCard,
    /// Neither `play` nor `fold`.
    BadDecision,
    /// What the rules refuse.
    Rules(Code),
}

impl Reason {
    /// The stable name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Reason::LineTooLong => "line-too-long",
            Reason::BadJson => "bad-json",
            Reason::UnknownField => "unknown-field",
            Reason::MissingField => "missing-field",
            Reason::UnknownGame => "unknown-game",
            Reason::BadCard => "bad-card",
            Reason::BadDecision => "bad-decision",
            Reason::Rules(code) => code.as_str(),
        }
    }

    /// The place in the order of precedence.
    pub(crate) const fn rank(self) -> u16 {
        match self {
            Reason::LineTooLong => 0,
            Reason::BadJson => 1,
            Reason::UnknownField => 2,
            Reason::MissingField => 3,
            Reason::UnknownGame => 4,
            Reason::BadCard => 5,
            // A decision that cannot be read goes just before one that is not there.
            Reason::BadDecision => 9 + 2 * Code::MissingDecision as u16,
            Reason::Rules(code) => 10 + 2 * code as u16,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Why a round cannot be settled: the kind, the place in the line, and a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The kind.
    pub reason: Reason,
    /// The place, such as `spots[1].cards` (counted from 0 in the order of the record); `line` for the whole.
    pub at: String,
    /// What was found and what was expected.
    pub message: String,
}

impl Problem {
    /// A problem of this kind with the line as a whole.
    #[must_use]
    pub fn of_line(reason: Reason, message: impl Into<String>) -> Problem {
        Problem { reason, at: "line".into(), message: message.into() }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        Problem { reason: Reason::Rules(refusal.code), at: refusal.at, message: refusal.message }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({})", self.at, self.message, self.reason)
    }
}

impl core::error::Error for Problem {}

/// The most important problem so far.
#[derive(Default)]
pub(crate) struct Worst(pub(crate) Option<Problem>);

impl Worst {
    /// Keeps this one if it goes before what is kept; of equals the first stays.
    pub(crate) fn note(
        &mut self,
        reason: Reason,
        at: impl FnOnce() -> String,
        message: impl FnOnce() -> String,
    ) {
        if self.0.as_ref().is_none_or(|kept| reason.rank() < kept.reason.rank()) {
            self.0 = Some(Problem { reason, at: at(), message: message() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_precedence_is_that_of_the_contract() {
        let rules = |code| Reason::Rules(code);
        let order = [
            Reason::LineTooLong,
            Reason::BadJson,
            Reason::UnknownField,
            Reason::MissingField,
            Reason::UnknownGame,
            Reason::BadCard,
            rules(Code::DuplicateCard),
            rules(Code::WrongCardCount),
            rules(Code::UnknownWager),
            rules(Code::BadAmount),
            rules(Code::BelowMinimum),
            rules(Code::AboveMaximum),
            rules(Code::OffStep),
            rules(Code::UnequalWagers),
            rules(Code::MissingRequiredWager),
            rules(Code::MissingMultiple),
            rules(Code::RequiresWager),
            rules(Code::UnexpectedWager),
            Reason::BadDecision,
            rules(Code::MissingDecision),
            rules(Code::UnexpectedDecision),
            rules(Code::BadSpot),
            rules(Code::DuplicateSpot),
            rules(Code::NoWagers),
            rules(Code::MissingMeter),
            rules(Code::BadMeter),
            rules(Code::OddsNotPosted),
        ];
        for pair in order.windows(2) {
            assert!(pair[0].rank() < pair[1].rank(), "{} before {}", pair[0], pair[1]);
        }
        let page = include_str!("../../../../docs/SETTLE.md");
        let (_, after) =
            page.split_once("the first in this order is reported:").expect("SETTLE.md has the order");
        let (list, _) = after.trim().split_once("\n\n").expect("a paragraph");
        let said: Vec<&str> = list.split('`').skip(1).step_by(2).collect();
        assert_eq!(said, order.map(Reason::as_str), "docs/SETTLE.md has the same order");
    }
}
