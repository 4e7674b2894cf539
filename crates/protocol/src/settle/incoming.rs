//! A line, read.

use super::problem::{Problem, Reason};
use super::read;
use crate::json::{Out, shown};
use core::fmt;
use std::borrow::Cow;
use tercet_rules::{CheckedRound, Game, RoundRecord, TableLimits, WagerId, is_id};

/// The id of a round, as the line gives it: a text or a number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Id<'t> {
    /// A number, as it is written.
    Number(&'t str),
    /// A text.
    Text(Cow<'t, str>),
}

impl Id<'_> {
    /// The id as JSON.
    pub(crate) fn json(&self) -> Cow<'_, str> {
        match self {
            Id::Number(text) => Cow::Borrowed(text),
            Id::Text(text) => {
                let mut bytes = Vec::with_capacity(text.len() + 2);
                Out(&mut bytes).quoted(text);
                Cow::Owned(String::from_utf8_lossy(&bytes).into_owned())
            }
        }
    }
}

impl fmt::Display for Id<'_> {
    /// The id for a person: cut short if it is long, without control characters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Id::Number(text) => f.pad(&shown(text)),
            Id::Text(text) => f.pad(&shown(text)),
        }
    }
}

/// Reads lines, and keeps what they have in common: the ids of wagers.
#[derive(Debug, Default)]
pub struct Reader {
    wagers: Vec<WagerId>,
}

impl Reader {
    /// More ids than all games together are likely to have; an input that makes them up is not remembered.
    const MOST_WAGERS: usize = 64;

    /// Reads a line: a round as JSON, without the line end. Whatever it holds, there is an answer to it.
    #[must_use]
    pub fn read<'t>(&mut self, line: &'t [u8]) -> Incoming<'t> {
        read::line(line, self)
    }

    /// The id of a wager; what cannot be one is cut short, as no game has it.
    pub(super) fn wager(&mut self, key: &str) -> WagerId {
        if let Some(known) = self.wagers.iter().find(|known| **known == *key) {
            return known.clone();
        }
        if !is_id(key) {
            return WagerId::from(&*shown(key));
        }
        let id = WagerId::from(key);
        if self.wagers.len() < Reader::MOST_WAGERS {
            self.wagers.push(id.clone());
        }
        id
    }
}

/// A line that was read, for better or worse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Incoming<'t> {
    pub(super) id: Option<Id<'t>>,
    pub(super) game: Option<Cow<'t, str>>,
    /// What could be read; where a part could not, something stands there that the rules refuse too, but later.
    pub(super) record: RoundRecord,
    pub(super) problem: Option<Problem>,
}

impl<'t> Incoming<'t> {
    /// Reads one line; for many, [`Reader::read`] is faster.
    #[must_use]
    pub fn read(line: &'t [u8]) -> Incoming<'t> {
        Reader::default().read(line)
    }

    /// The id, whenever it could be read.
    #[must_use]
    pub fn id(&self) -> Option<&Id<'t>> {
        self.id.as_ref()
    }

    /// The game that the line names, if it names one.
    #[must_use]
    pub fn game(&self) -> Option<&str> {
        self.game.as_deref()
    }

    /// The round, if all of it could be read; it is not checked yet.
    ///
    /// # Errors
    ///
    /// The first [`Problem`] in order of precedence.
    pub fn record(&self) -> Result<&RoundRecord, &Problem> {
        self.problem.as_ref().map_or(Ok(&self.record), Err)
    }

    /// What could be read, whether it is all of the round or not.
    pub(crate) fn what_was_read(&self) -> &RoundRecord {
        &self.record
    }

    /// Checks the round against the rules of its game.
    ///
    /// # Errors
    ///
    /// The first [`Problem`] in order of precedence, in the line and before the rules.
    pub fn check(&self, game: &Game, limits: TableLimits) -> Result<CheckedRound, Problem> {
        let Some(problem) = &self.problem else { return Ok(self.record.check(game, limits)?) };
        // Every refusal of the rules comes later than what is wrong with the line itself.
        if !matches!(problem.reason, Reason::Rules(_) | Reason::BadDecision) {
            return Err(problem.clone());
        }
        match self.record.check(game, limits).map_err(Problem::from) {
            Err(refusal) if refusal.reason.rank() < problem.reason.rank() => Err(refusal),
            Ok(_) | Err(_) => Err(problem.clone()),
        }
    }

    /// The refusal of a round whose game is not to be had, unless something else in it goes first.
    #[must_use]
    pub fn unknown_game(&self, message: impl Into<String>) -> Problem {
        match &self.problem {
            Some(problem) if problem.reason.rank() < Reason::UnknownGame.rank() => problem.clone(),
            Some(_) | None => {
                Problem { reason: Reason::UnknownGame, at: "game".into(), message: message.into() }
            }
        }
    }
}
