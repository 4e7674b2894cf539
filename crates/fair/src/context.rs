//! What a round is bound to: a seed that fits one context fits no other.

use crate::encode::encode;
use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

/// The round that a commitment is made for: everything the house could otherwise choose once it knows the deck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Context {
    table: String,
    round: u64,
    rules: [u8; 32],
    deal: String,
    engine: String,
}

impl Context {
    /// The most bytes of each text.
    pub const MOST_BYTES: usize = 255;
    /// The greatest number of a round, 2⁵³ − 1: JavaScript and JSON readers hold it exactly.
    pub const MOST_ROUND: u64 = (1 << 53) - 1;

    /// A context: the name of the table, the number of the round there, the SHA-256 of the rules, the way of dealing by
    /// its name in the game file, and the program and version that deals.
    ///
    /// # Errors
    ///
    /// A text that is empty or longer than [`MOST_BYTES`](Context::MOST_BYTES); a round above
    /// [`MOST_ROUND`](Context::MOST_ROUND).
    pub fn new(
        table: impl Into<String>,
        round: u64,
        rules: [u8; 32],
        deal: impl Into<String>,
        engine: impl Into<String>,
    ) -> Result<Context, ContextError> {
        let (table, deal, engine) = (table.into(), deal.into(), engine.into());
        for (what, text) in [("table", &table), ("deal", &deal), ("engine", &engine)] {
            if text.is_empty() || text.len() > Context::MOST_BYTES {
                return Err(ContextError::Length { what, bytes: text.len() });
            }
        }
        if round > Context::MOST_ROUND {
            return Err(ContextError::Round(round));
        }
        Ok(Context { table, round, rules, deal, engine })
    }

    /// The name of the table.
    #[must_use]
    pub fn table(&self) -> &str {
        &self.table
    }

    /// The number of the round at this table.
    #[must_use]
    pub fn round(&self) -> u64 {
        self.round
    }

    /// The SHA-256 of the rules.
    #[must_use]
    pub fn rules(&self) -> &[u8; 32] {
        &self.rules
    }

    /// The name of the way of dealing.
    #[must_use]
    pub fn deal(&self) -> &str {
        &self.deal
    }

    /// The program and version that deals.
    #[must_use]
    pub fn engine(&self) -> &str {
        &self.engine
    }

    /// The bytes that stand for it: the five fields in the order of [`Context::new`], the round as eight bytes, the most
    /// significant first, and before each field its length as four such bytes.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        encode(&[
            self.table.as_bytes(),
            &self.round.to_be_bytes(),
            &self.rules,
            self.deal.as_bytes(),
            self.engine.as_bytes(),
        ])
    }
}

/// Why there is no such context.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ContextError {
    /// A text has this many bytes, which is none or too many.
    Length {
        /// `table`, `deal` or `engine`.
        what: &'static str,
        /// How long it is.
        bytes: usize,
    },
    /// This number is too great.
    Round(u64),
}

impl ContextError {
    /// The field: `table`, `round`, `deal` or `engine`.
    #[must_use]
    pub const fn field(&self) -> &'static str {
        match self {
            ContextError::Length { what, .. } => what,
            ContextError::Round(_) => "round",
        }
    }
}

impl fmt::Display for ContextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ContextError::Length { what, bytes } => {
                write!(f, "{what} has {bytes} bytes; expected 1 to {}", Context::MOST_BYTES)
            }
            ContextError::Round(round) => {
                write!(f, "round {round} is too great; expected at most {}", Context::MOST_ROUND)
            }
        }
    }
}

impl Error for ContextError {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString as _;

    #[test]
    fn the_bytes_are_those_of_the_specification() {
        let context = Context::new("t", 258, [9; 32], "p", "é").unwrap();
        let mut expected = alloc::vec![0, 0, 0, 1, b't', 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 32];
        expected.extend([9; 32]);
        expected.extend([0, 0, 0, 1, b'p', 0, 0, 0, 2, 0xC3, 0xA9]);
        assert_eq!(context.bytes(), expected);
    }

    #[test]
    fn texts_and_rounds_out_of_bounds_are_refused() {
        let long = "x".repeat(Context::MOST_BYTES);
        let new = |table: &str, round| Context::new(table, round, [0; 32], "packets", "e");
        assert!(new(&long, Context::MOST_ROUND).is_ok());
        let said = |error: Result<Context, ContextError>| error.unwrap_err().to_string();
        assert_eq!(said(new("", 0)), "table has 0 bytes; expected 1 to 255");
        assert_eq!(said(new(&(long + "x"), 0)), "table has 256 bytes; expected 1 to 255");
        assert_eq!(
            said(new("t", Context::MOST_ROUND + 1)),
            "round 9007199254740992 is too great; expected at most 9007199254740991"
        );
        assert_eq!(Context::new("t", 0, [0; 32], "", "e").unwrap_err().field(), "deal");
        assert_eq!(Context::new("t", 0, [0; 32], "p", "").unwrap_err().field(), "engine");
    }
}
