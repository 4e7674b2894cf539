//! A table as the messages make it.

use serde_json::Value;
use std::fmt;
use tercet_protocol::live::{TableState, ToClient, apply};

/// A table as the messages make it: the snapshot, and every patch on it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Table {
    n: u64,
    state: Value,
}

/// What is wrong with a message about a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Broken {
    /// It belongs on another number: something was missed, or came twice.
    Number {
        /// What the client has.
        has: u64,
        /// What the message belongs on.
        after: u64,
    },
    /// The facts are not those from one number to the other.
    Facts,
    /// The state is none after it.
    State(String),
}

impl Table {
    /// The number that it has.
    #[must_use]
    pub const fn n(&self) -> u64 {
        self.n
    }

    /// Takes a message about this table; whether it was about the state.
    ///
    /// # Errors
    ///
    /// If it does not follow from the ones before.
    pub fn take(&mut self, message: &ToClient) -> Result<bool, Broken> {
        match message {
            ToClient::Snapshot { n, state, missed, more_missed, .. } => {
                let from = missed.first().map_or(*n, |fact| fact.n - 1);
                if !follow(missed.iter().map(|fact| fact.n), from, *n)
                    || (!more_missed && from > self.n && self.n > 0 && !missed.is_empty())
                {
                    return Err(Broken::Facts);
                }
                self.n = *n;
                self.state = serde_json::to_value(state).map_err(|error| Broken::State(error.to_string()))?;
                Ok(true)
            }
            ToClient::Event { after, n, facts, patch, .. } => {
                if *after != self.n {
                    return Err(Broken::Number { has: self.n, after: *after });
                }
                if !follow(facts.iter().map(|fact| fact.n), *after, *n) {
                    return Err(Broken::Facts);
                }
                self.n = *n;
                apply(&mut self.state, patch);
                Ok(true)
            }
            ToClient::Hello { .. }
            | ToClient::Done { .. }
            | ToClient::Refused { .. }
            | ToClient::Advice { .. }
            | ToClient::Wallet { .. }
            | ToClient::Pong { .. }
            | ToClient::Bye { .. } => Ok(false),
        }
    }

    /// The state.
    ///
    /// # Errors
    ///
    /// If the patches have made something else of it.
    pub fn state(&self) -> Result<TableState, Broken> {
        serde_json::from_value(self.state.clone()).map_err(|error| Broken::State(error.to_string()))
    }
}

/// Whether these are the numbers after `from` up to `to`, each once and in order.
fn follow(numbers: impl Iterator<Item = u64>, from: u64, to: u64) -> bool {
    numbers.eq(from + 1..=to)
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::Number { has, after } => write!(f, "a patch on number {after}, but number {has} is here"),
            Broken::Facts => f.write_str("the facts are not those between the two numbers"),
            Broken::State(why) => write!(f, "no state of a table: {why}"),
        }
    }
}

impl std::error::Error for Broken {}
