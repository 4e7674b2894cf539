//! What is asked of a table.

use super::Clocks;
use super::object::{object_if_any, objects_if_any};
use crate::said::or_left_out;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// What is asked of a table. Players ask for what stands up to `decide`; what follows is for the floor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum AskBody {
    /// Sit down.
    Sit {
        /// The spot, from 1.
        #[schema(maximum = 255)]
        spot: u8,
    },
    /// Leave a spot; or, by the floor, stand up whoever sits there.
    Leave {
        /// The spot, from 1.
        #[schema(maximum = 255)]
        spot: u8,
        /// Why somebody else is stood up, for the log of events; a player who leaves has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(min_length = 1, max_length = 500)]
        reason: Option<String>,
    },
    /// Set a wager to so much in all.
    Place {
        /// The spot, from 1.
        #[schema(maximum = 255)]
        spot: u8,
        /// The id of the wager in the game.
        wager: String,
        /// The whole stake.
        amount: i64,
        /// The number of the round that this is meant for: in any other it is refused. Whichever is there when it comes, if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        round: Option<u64>,
    },
    /// Take a wager back.
    TakeBack {
        /// The spot, from 1.
        #[schema(maximum = 255)]
        spot: u8,
        /// The id of the wager in the game.
        wager: String,
        /// The number of the round that this is meant for: in any other it is refused. Whichever is there when it comes, if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        round: Option<u64>,
    },
    /// Commit to a secret for the shuffle, while bets are open.
    Swear {
        /// The spot, from 1.
        #[schema(maximum = 255)]
        spot: u8,
        /// The hash of the secret: 64 hexadecimal digits.
        hash: String,
        /// The number of the round that this is meant for: in any other it is refused. Whichever is there when it comes, if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        round: Option<u64>,
    },
    /// Say that the spot is done with betting, with bets or without. Once all spots that are taken are, and there is a bet, bets are closed before their time.
    /// Who bets or takes back once more is not done.
    Ready {
        /// The spot, from 1.
        #[schema(maximum = 255)]
        spot: u8,
        /// The number of the round that this is meant for: in any other it is refused. Whichever is there when it comes, if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        round: Option<u64>,
    },
    /// Tell the secret, once bets are closed.
    Tell {
        /// The spot, from 1.
        #[schema(maximum = 255)]
        spot: u8,
        /// The secret: 64 hexadecimal digits.
        secret: String,
        /// The number of the round that this is meant for: in any other it is refused. Whichever is there when it comes, if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        round: Option<u64>,
    },
    /// Play or fold.
    Decide {
        /// The spot, from 1.
        #[schema(maximum = 255)]
        spot: u8,
        /// Play or fold.
        choice: Choice,
        /// How many times the Ante the Play wager is; 1 if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(maximum = 255)]
        times: Option<u8>,
        /// The number of the round that this is meant for: in any other it is refused. Whichever is there when it comes, if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        round: Option<u64>,
    },
    /// Open, pause or close the table.
    Turn {
        /// To what.
        status: TableStatus,
        /// Why.
        #[schema(min_length = 1, max_length = 500)]
        reason: String,
    },
    /// Void the round: every stake goes back.
    Void {
        /// Why.
        #[schema(min_length = 1, max_length = 500)]
        reason: String,
        /// The number of the round that this is meant for: in any other it is refused. Whichever is there when it comes, if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        round: Option<u64>,
    },
    /// Report something irregular, by its name in the game file.
    Report {
        /// Its name, such as `exposed-card`.
        event: String,
        /// Why, for the log of events.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(min_length = 1, max_length = 500)]
        reason: Option<String>,
        /// The number of the round that this is meant for: in any other it is refused. Whichever is there when it comes, if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        round: Option<u64>,
    },
    /// Set the table. A round in play is played to its end by what it was opened with, and the next one is the first that is played so.
    Set {
        /// The game: the id of one of the house's, or the hash of its rules.
        game: String,
        /// The way of dealing, by its name in the game file; its first if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deal: Option<String>,
        /// The name of the meter, where the game has one: 1 to 40 lower-case letters, digits and hyphens, as it stands in addresses.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        meter: Option<String>,
        /// The clocks; those of the house if left out.
        #[serde(default, deserialize_with = "object_if_any", skip_serializing_if = "Option::is_none")]
        clocks: Option<Clocks>,
        /// The limits posted at this table, by the id of the wager, in the place of those of the game file.
        #[serde(default, deserialize_with = "objects_if_any", skip_serializing_if = "BTreeMap::is_empty")]
        limits: BTreeMap<String, StakeLimits>,
        /// Whether players are told, if they ask, what each of their decisions is worth; not if left out.
        #[serde(default, deserialize_with = "or_left_out", skip_serializing_if = "std::ops::Not::not")]
        hints: bool,
        /// Why, for the log of events.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(min_length = 1, max_length = 500)]
        reason: Option<String>,
    },
}

/// The limits of a stake, in the smallest unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StakeLimits {
    /// The least stake.
    pub min: i64,
    /// The largest stake.
    pub max: i64,
    /// Stakes go up from the least by this.
    pub step: i64,
}

/// Play or fold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// Make the Play wager.
    Play,
    /// Fold.
    Fold,
}

/// Whether a table takes bets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TableStatus {
    /// Rounds follow one another.
    Open,
    /// The round is played to its end, and no other opens.
    Paused,
    /// As paused, and nobody may sit down.
    Closed,
}

impl AskBody {
    /// The number of the round that this is meant for, if it says one.
    #[must_use]
    pub const fn round(&self) -> Option<u64> {
        match self {
            AskBody::Place { round, .. }
            | AskBody::TakeBack { round, .. }
            | AskBody::Swear { round, .. }
            | AskBody::Ready { round, .. }
            | AskBody::Tell { round, .. }
            | AskBody::Decide { round, .. }
            | AskBody::Void { round, .. }
            | AskBody::Report { round, .. } => *round,
            AskBody::Sit { .. } | AskBody::Leave { .. } | AskBody::Turn { .. } | AskBody::Set { .. } => None,
        }
    }
}
