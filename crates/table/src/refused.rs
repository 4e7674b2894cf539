//! Why a table does not do what it is asked.

use crate::settings::SettingsError;
use std::fmt;
use tercet_fair::RevealError;
use tercet_ledger::LONGEST_REASON;
use tercet_rules::Reject;

/// Why something that was asked is refused. The table is as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// Not for whoever asks.
    NotYours {
        /// Who may.
        whose: &'static str,
    },
    /// Somebody else sits at this spot, or nobody.
    NotYourSpot {
        /// The spot.
        spot: u8,
    },
    /// Nobody sits at this spot.
    Empty {
        /// The spot.
        spot: u8,
    },
    /// Somebody else sits at this spot by now than who is to be stood up.
    SomebodyElse {
        /// The spot.
        spot: u8,
    },
    /// The table was never set to a game.
    NotSet,
    /// The table is closed; nobody sits down.
    Closed,
    /// Not now.
    NotNow {
        /// What the table is doing.
        doing: &'static str,
        /// When it is possible.
        needs: &'static str,
    },
    /// It was meant for another round than the one that is there.
    OtherRound {
        /// The round that it was meant for.
        meant: u64,
        /// The last one that was opened.
        now: u64,
    },
    /// The spot has bets in a round that is not over; whoever sits there stays until it is.
    InPlay {
        /// The spot.
        spot: u8,
    },
    /// The seat committed to another secret, or to none.
    Secret(RevealError),
    /// The seat committed to a secret already, another one.
    Sworn {
        /// The spot.
        spot: u8,
    },
    /// A reason is needed, of at most [`LONGEST_REASON`] characters.
    Reason,
    /// The settings cannot be used.
    Settings(SettingsError),
    /// The rules of the game refuse it.
    Rules(Reject),
    /// So much has happened in this round, or since it was over, that nothing more is taken before the next one.
    Crowded,
    /// The name of the table is too long for the books.
    Name,
    /// The seed of the round is known: it can go on, and nobody ends it for want of that.
    SeedKnown,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::NotYours { whose } => write!(f, "only {whose} may do this"),
            Refused::NotYourSpot { spot } => write!(f, "you do not sit at spot {spot}"),
            Refused::Empty { spot } => write!(f, "nobody sits at spot {spot}"),
            Refused::SomebodyElse { spot } => write!(f, "somebody else sits at spot {spot} by now"),
            Refused::NotSet => f.write_str("the table has no game yet: the floor must set one"),
            Refused::Closed => f.write_str("the table is closed: nobody sits down"),
            Refused::NotNow { doing, needs } => write!(f, "not now: {doing}; this is possible only {needs}"),
            Refused::OtherRound { meant, now } => {
                write!(f, "this was meant for round {meant}, and the table is at round {now}")
            }
            Refused::InPlay { spot } => {
                write!(f, "spot {spot} has bets in this round; its player stays until it is over")
            }
            Refused::Secret(error) => error.fmt(f),
            Refused::Sworn { spot } => write!(f, "spot {spot} has committed to another secret in this round"),
            Refused::Reason => write!(f, "expected a reason of 1 to {LONGEST_REASON} characters"),
            Refused::Settings(error) => error.fmt(f),
            Refused::Rules(reject) => reject.fmt(f),
            Refused::Crowded => f.write_str(
                "places and bets were changed too often since this round opened; this is possible again in the next one",
            ),
            Refused::Name => f.write_str("the name of the table or the meter is too long for the books"),
            Refused::SeedKnown => {
                f.write_str("the key of the house opens the seed of this round, so that it can go on")
            }
        }
    }
}

impl std::error::Error for Refused {}

impl From<Reject> for Refused {
    fn from(reject: Reject) -> Refused {
        Refused::Rules(reject)
    }
}
