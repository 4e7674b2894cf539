//! What happened at a table, as everybody may know it.

use super::{Choice, TableStatus};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Something that happened at a table. It is the same for everybody: no card and no secret is in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Fact {
    /// Its number at the table, from 1: as many events there were, this one included.
    pub n: u64,
    /// When it was written.
    pub at_ms: u64,
    /// What it is.
    #[serde(flatten)]
    pub what: FactKind,
}

/// A seat whose bets went back as bets closed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct CannotStand {
    /// The spot.
    #[schema(maximum = 255)]
    pub spot: u8,
    /// The rule that its bets break, by the name that the settle form has for it, such as `missing-required-wager`, `requires-wager`,
    /// `unequal-wagers` or `unexpected-wager` (the spots of the player lie apart).
    pub code: String,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum FactKind {
    /// The floor set the table.
    Set,
    /// The floor opened, paused or closed the table.
    Turned {
        /// To what.
        status: TableStatus,
        /// Why.
        reason: String,
    },
    /// A player took a spot.
    Seated {
        /// The spot.
        #[schema(maximum = 255)]
        spot: u8,
        /// The player, as in the books.
        player: String,
    },
    /// A player left a spot.
    Left {
        /// The spot.
        #[schema(maximum = 255)]
        spot: u8,
        /// Whether the floor stood the player up, or the house did.
        by_floor: bool,
        /// Whether it was the house that did, as the player had been absent for long.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        absent: bool,
    },
    /// Bets may be made.
    RoundOpened {
        /// The number of the round.
        round: u64,
    },
    /// The meter held nothing and was started (R19).
    MeterStarted,
    /// A wager lies so high in all.
    Placed {
        /// The spot.
        #[schema(maximum = 255)]
        spot: u8,
        /// The wager.
        wager: String,
        /// The whole stake.
        amount: i64,
    },
    /// A wager was taken back.
    TakenBack {
        /// The spot.
        #[schema(maximum = 255)]
        spot: u8,
        /// The wager.
        wager: String,
    },
    /// A seat committed to a secret.
    Sworn {
        /// The spot.
        #[schema(maximum = 255)]
        spot: u8,
    },
    /// A seat is done with betting, until it bets or takes back once more.
    Ready {
        /// The spot.
        #[schema(maximum = 255)]
        spot: u8,
    },
    /// No more bets; those that cannot stand went back.
    BetsClosed {
        /// The seats whose bets went back, in ascending order, each with why.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        sent_back: Vec<CannotStand>,
    },
    /// A seat told its secret.
    Told {
        /// The spot.
        #[schema(maximum = 255)]
        spot: u8,
    },
    /// Seats that withheld their secret were sent back, and the cards are out, unless nobody is left.
    Dealt {
        /// The spots that were sent back, in ascending order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        withheld: Vec<u8>,
    },
    /// A player decided.
    Decided {
        /// The spot.
        #[schema(maximum = 255)]
        spot: u8,
        /// Play or fold.
        choice: Choice,
    },
    /// The table decided for a player whose time had run out (R24).
    TimedOut {
        /// The spot.
        #[schema(maximum = 255)]
        spot: u8,
    },
    /// The floor reported something irregular (R25).
    Reported {
        /// Its name in the game file.
        event: String,
    },
    /// The dealer's cards were turned over.
    Revealed,
    /// Every spot was paid and taken.
    Reconciled,
    /// The seed was told.
    SeedTold,
    /// The round is void.
    Voided {
        /// Why.
        reason: String,
    },
    /// The round ended without its seed while the house was closed, as the key from which it follows was said to be lost: every stake that was not
    /// settled by then went back, and the table has no round until the next one opens.
    SeedLost {
        /// Why.
        reason: String,
    },
}
