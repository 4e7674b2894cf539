//! Why a round does not do what it is told.

use crate::money::Money;
use crate::refusal::Refusal;
use crate::shown;
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
    /// No wager was made: there is nothing to close, and bets stay open.
    NoWagers,
    /// A meter was given to a game that has none.
    NoMeter {
        /// The name of the game.
        game: String,
    },
    /// No meter can be this amount.
    BadMeter {
        /// The amount given.
        amount: Money,
    },
    /// A wager on the meter was made and the meter was not given at the deal.
    MeterNeeded {
        /// The name of the wager.
        wager: String,
    },
    /// A meter was given at the settlement and none at the deal.
    MeterNotDealt,
    /// There is nothing (more) to decide at this spot.
    NothingToDecide {
        /// The position.
        spot: u8,
    },
    /// The Play wager may not be this multiple.
    BadMultiple {
        /// The name of the Play wager.
        play: String,
        /// The name of the wager it is measured by.
        on: String,
        /// The multiple asked for.
        times: u8,
        /// The multiples that it may be; never none.
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
            Reject::Positions { why } => write!(f, "with this spot the player {why}"),
            Reject::NoName => f.write_str("a player needs a name"),
            Reject::Wager(refusal) => f.write_str(&refusal.message),
            Reject::NothingThere { spot } => write!(f, "no such wager lies at spot {spot}"),
            Reject::NoWagers => f.write_str("no wager is made, so there is nothing to deal"),
            Reject::NoMeter { game } => write!(f, "{game} has no meter; leave it out"),
            Reject::BadMeter { amount } => {
                let least = Money::from_units(1);
                write!(f, "a meter of {amount}; expected {least} to {}", Money::MAX_STAKE)
            }
            Reject::MeterNeeded { wager } => {
                write!(f, "a {wager} wager was made; expected the meter at the deal")
            }
            Reject::MeterNotDealt => {
                f.write_str("the cards were dealt without a meter; expected none at the settlement")
            }
            Reject::NothingToDecide { spot } => write!(f, "spot {spot} has nothing to decide"),
            Reject::BadMultiple { play, on, times, choices } => {
                let choices = list(choices, "or");
                write!(f, "{play} may not be {times} times the {on}; it may be {choices} times it")
            }
            Reject::Undecided { spots } => write!(f, "still to decide: spot {}", list(spots, "and")),
            Reject::UnknownEvent { event, known } => {
                write!(f, "the game has no policy for `{}`; it knows {}", shown(event, 60), known.join(", "))
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
