//! Why a round does not do what it is told.

use crate::refusal::Refusal;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Why a command was refused. The round is as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reject {
    /// Not in this phase of the round.
    WrongPhase {
        /// What the round is doing now.
        phase: &'static str,
        /// What the command needs.
        needs: &'static str,
    },
    /// The table has no such position.
    NoSuchSpot {
        /// The position asked for.
        spot: u8,
        /// How many there are.
        spots: u8,
    },
    /// Somebody sits there.
    SpotTaken {
        /// The position.
        spot: u8,
    },
    /// Nobody sits there.
    SpotEmpty {
        /// The position.
        spot: u8,
    },
    /// The player would hold positions that the game does not allow (000.1.positions, R27).
    Positions {
        /// What is wrong with them.
        why: String,
    },
    /// A player needs a name.
    NoName,
    /// The wager breaks a rule or a limit.
    Wager(Refusal),
    /// There is no such wager to take back.
    NothingThere {
        /// The position.
        spot: u8,
    },
    /// No wager stands, so there is nothing to deal.
    NoWagers,
    /// The progressive wager was made and no possible meter was given.
    Meter,
    /// There is nothing (more) to decide at this spot.
    NothingToDecide {
        /// The position.
        spot: u8,
    },
    /// The Play wager may not be this multiple.
    BadMultiple {
        /// The multiple asked for.
        times: u8,
        /// The multiples there are.
        choices: Vec<u8>,
    },
    /// Some spots have not decided.
    Undecided {
        /// Which.
        spots: Vec<u8>,
    },
    /// The game has no policy for such an event.
    UnknownEvent {
        /// What was reported.
        event: String,
        /// What can be reported.
        known: Vec<String>,
    },
}

impl fmt::Display for Reject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reject::WrongPhase { phase, needs } => {
                write!(f, "not now: {phase}; this is possible only {needs}")
            }
            Reject::NoSuchSpot { spot, spots } => {
                write!(f, "there is no spot {spot}; the table has 1 to {spots}")
            }
            Reject::SpotTaken { spot } => write!(f, "spot {spot} is taken"),
            Reject::SpotEmpty { spot } => write!(f, "nobody sits at spot {spot}"),
            Reject::Positions { why } => write!(f, "the player {why}"),
            Reject::NoName => f.write_str("a player needs a name"),
            Reject::Wager(refusal) => f.write_str(&refusal.message),
            Reject::NothingThere { spot } => write!(f, "no such wager lies at spot {spot}"),
            Reject::NoWagers => f.write_str("no wager stands, so there is nothing to deal"),
            Reject::Meter => {
                f.write_str("the progressive wager was made: the deal needs the meter, more than $0")
            }
            Reject::NothingToDecide { spot } => write!(f, "spot {spot} has nothing to decide"),
            Reject::BadMultiple { times, choices } => {
                write!(
                    f,
                    "Play may not be {times} times the wager; it may be {} times it",
                    list(choices, "or")
                )
            }
            Reject::Undecided { spots } => write!(f, "still to decide: spot {}", list(spots, "and")),
            Reject::UnknownEvent { event, known } => {
                write!(f, "the game has no policy for `{event}`; it knows {}", known.join(", "))
            }
        }
    }
}

/// `1, 2 or 3`, with the word that stands before the last.
fn list(numbers: &[u8], last_word: &str) -> String {
    let words: Vec<String> = numbers.iter().map(|n| alloc::format!("{n}")).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => alloc::format!("{} {last_word} {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

impl core::error::Error for Reject {}
