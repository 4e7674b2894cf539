//! A round of the past as it is told again: what `tercet history --json` prints, and what a server answers.
//!
//! It is a replay: nothing of it is live, and nothing can be done with it. docs/AUDIT.md explains each field.

use crate::live::{Envy, Line, MeterMove, WentBack};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// What became of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReplayStatus {
    /// Everybody was paid.
    Settled,
    /// All stakes went back.
    Void,
    /// Everybody was paid before its seed was lost: what moved stands in its steps, and no card of it is known or can be proved.
    Unproven,
    /// It is not over: no card of it is told.
    InPlay,
    /// It cannot be made again: what can be read of it is told, and no card.
    Damaged,
}

/// A round of the past.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Replay {
    /// Always true: nobody can take it for a round that is played.
    pub replay: bool,
    /// The table.
    pub table: String,
    /// The number of the round at its table, from 1.
    pub round: u64,
    /// What became of it.
    pub status: ReplayStatus,
    /// When it opened, as a date and time of RFC 3339 in UTC.
    pub opened: String,
    /// The same, in milliseconds since 1970-01-01 UTC.
    pub opened_ms: u64,
    /// When it ended, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<String>,
    /// The same, in milliseconds since 1970-01-01 UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_ms: Option<u64>,
    /// The first and the last of its records in the journal.
    pub records: [Option<u64>; 2],
    /// The records in which other money was written than follows by the rules, which is what is told.
    pub other_money: Vec<u64>,
    /// Why it cannot be made again, if it cannot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damaged: Option<String>,
    /// The id of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The hash of its rules and pay tables: `sha256:` and 64 digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The dealer's cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dealer: Option<String>,
    /// The dealer's hand in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dealer_hand: Option<String>,
    /// Whether the dealer qualified.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dealer_qualifies: Option<bool>,
    /// What the meter did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meter: Option<MeterMove>,
    /// Why it is void, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub void: Option<String>,
    /// Why the operator of the house ended it without its seed, if it ended so: the key from which that follows was said to be lost. Then there is
    /// no proof of its shuffle, and no card of it is known; unless it was settled before, every stake went back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed_lost: Option<String>,
    /// Who of the floor voided it; left out where the table did so by itself, and for whoever may not know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub void_by: Option<String>,
    /// The spots that were sent back before the deal, as they withheld their secret for the shuffle.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub withheld: Vec<u8>,
    /// What went back before the deal, as its bets could not stand or their seat withheld its secret; nothing while the round is in play, or is damaged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sent_back: Vec<WentBack>,
    /// The spots that played, or sit there.
    pub spots: Vec<ReplaySpot>,
    /// What happened, record by record, where all of it is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<ReplayStep>>,
}

/// A spot of a round of the past.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct ReplaySpot {
    /// The spot.
    pub spot: u8,
    /// Who played there, as in the books; left out for whoever may not know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// What the player is called, where somebody is asked who knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What was staked, by wager.
    pub wagers: BTreeMap<String, i64>,
    /// The cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<String>,
    /// The hand in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<String>,
    /// `play` or `fold`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<String>,
    /// `player`; or `table`, as time was up (R24).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<String>,
    /// What it was up or (negative) down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net: Option<i64>,
    /// The lines of the settlement, where all of it is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<ReplayLine>>,
    /// Envy pays that it got, where all of it is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub envy: Option<Vec<Envy>>,
}

/// A line of a settlement and the reason for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ReplayLine {
    /// The line.
    #[serde(flatten)]
    pub line: Line,
    /// Why it came out so, in a sentence.
    pub why: String,
}

/// What one record has of a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ReplayStep {
    /// The place of the record in the journal.
    pub record: u64,
    /// When it was written, as a date and time of RFC 3339 in UTC.
    pub at: String,
    /// The same, in milliseconds since 1970-01-01 UTC.
    pub at_ms: u64,
    /// What happened, in words.
    pub said: Vec<String>,
    /// The money that moved, as it was written.
    pub postings: Vec<ReplayPosting>,
}

/// Money that moved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ReplayPosting {
    /// Where it was: `wallet/…`, `layout/TABLE/SPOT`, `bank/TABLE` and so on.
    pub from: String,
    /// Where it went.
    pub to: String,
    /// How much.
    pub amount: i64,
    /// Why.
    pub why: String,
}
