//! Why the table or the bankroll does not allow what the player wants. Nothing has changed.

use std::fmt;
use tercet_rules::{Money, Reject};

/// A refusal, with what to do about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Refused {
    /// The round refuses the command.
    Table(Reject),
    /// The bets of a position cannot stand by the rules.
    CannotStand {
        /// The position.
        spot: u8,
        /// Which rule they break.
        message: String,
    },
    /// The bankroll is smaller than the bets.
    Short {
        /// What they cost.
        cost: Money,
        /// What there is.
        have: Money,
    },
    /// The bets would leave too little for the Play wagers after the deal.
    ShortLater {
        /// What would be left.
        left: Money,
        /// What the Play wagers need.
        play: Money,
        /// The wager that they are measured by.
        on: String,
    },
    /// The Play wager costs more than can be spared.
    ShortForPlay {
        /// What it costs.
        cost: Money,
        /// What there is.
        have: Money,
        /// What must be kept for the hands that are to come.
        kept: Money,
    },
    /// There is no such bet to take back.
    NothingThere(String),
    /// No bets lie on the player's positions.
    NoBets,
    /// No bet was changed since the round was opened.
    NothingToUndo,
    /// No round was played yet.
    NothingToRepeat,
    /// Not possible now.
    NotNow(&'static str),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Table(reject) => reject.fmt(f),
            Refused::CannotStand { spot, message } => write!(f, "Spot {spot}: {message}"),
            Refused::Short { cost, have } => write!(f, "That costs {cost}; you have {have}"),
            Refused::ShortLater { left, play, on } => {
                write!(f, "That leaves you {left}, and to play on the {on} you will need {play}")
            }
            Refused::ShortForPlay { cost, have, kept } if *kept == Money::ZERO => {
                write!(f, "Play costs {cost}; you have {have}")
            }
            Refused::ShortForPlay { cost, have, kept } => {
                write!(f, "Play costs {cost}; you have {have}, and your other hand needs {kept}")
            }
            Refused::NothingThere(name) => write!(f, "Nothing lies on {name}"),
            Refused::NoBets => f.write_str("No bets lie on the table"),
            Refused::NothingToUndo => f.write_str("Nothing to undo"),
            Refused::NothingToRepeat => f.write_str("No bets to repeat yet"),
            Refused::NotNow(why) => write!(f, "Not now: {why}"),
        }
    }
}
