//! A table as one of those who watch it may see it.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A table as whoever watches it may see it. What is not there is left out, never null.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TableState {
    /// The name of the table.
    pub table: String,
    /// `open`: rounds follow one another; `paused`: the round in play is the last; `closed`: and nobody sits down.
    pub status: super::TableStatus,
    /// What the next round will be played by; left out before the floor has set the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameRef>,
    /// The name of the meter, where the game has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meter: Option<String>,
    /// How long players have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    /// Whether players of the next round are told, if they ask, what each of their decisions is worth.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hints: bool,
    /// Whether game, meter, clocks or hints hold from the next round on only: the one in play was opened with others, which stand in `round`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pending: bool,
    /// Who sits where, by spot.
    pub seats: BTreeMap<String, Seat>,
    /// The round in play, or the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<Round>,
}

/// A game, by its name and its rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameRef {
    /// The id of the game.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The hash of its rules: `sha256:` and 64 digits.
    pub rules: String,
    /// The way it is dealt.
    pub deal: String,
}

/// How long players have, in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Clocks {
    /// To bet, from the first bet of the round on.
    pub bet_ms: u64,
    /// To tell the secret of a seat, once bets are closed.
    pub secret_ms: u64,
    /// To play or fold.
    pub decide_ms: u64,
    /// To look at the result.
    pub show_ms: u64,
}

/// Who sits at a spot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Seat {
    /// The player, as in the books: it never changes.
    pub player: String,
    /// What the player is called.
    pub name: String,
}

/// A round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Round {
    /// Its number at this table, from 1.
    pub no: u64,
    /// `open`, `closed`, `dealt`, `decided`, `settled` or `over`.
    pub stage: String,
    /// What it is played by.
    pub game: GameRef,
    /// The name of its meter, where the game has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meter_name: Option<String>,
    /// How long its players have.
    pub clocks: Clocks,
    /// Whether players of this round are told, if they ask, what each of their decisions is worth.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hints: bool,
    /// When the clock that runs now runs out; left out while none does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline_ms: Option<u64>,
    /// The spots that are done with betting, while bets are open: once all that are taken are, bets are closed before `deadline_ms`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ready: Vec<u8>,
    /// The commitment to the seed.
    pub commitment: String,
    /// What the seed and the secrets of the seats are bound to.
    pub context: Context,
    /// What was published as bets closed: note it before you tell your secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frozen: Option<String>,
    /// The seats that it stands for, by spot, each with the hash that it committed to, or an empty text for none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub frozen_seats: BTreeMap<String, String>,
    /// The spots that have committed to a secret, in ascending order: who stands here need not swear again, and cannot swear to another.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sworn: Vec<u8>,
    /// The spots that have told it, in ascending order: who is sworn and does not stand here has still to tell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<u8>,
    /// The seed, once it is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// The spots that play, by number.
    pub spots: BTreeMap<String, Spot>,
    /// The bets that went back before the deal: those that could not stand as bets closed, then those of seats that withheld their secret, each by spot.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sent_back: Vec<WentBack>,
    /// The dealer's hand, once there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dealer: Option<Dealer>,
    /// What the meter held at the deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meter: Option<i64>,
    /// What the meter did, once everything is paid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meter_move: Option<MeterMove>,
    /// Why the round is void, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub void: Option<String>,
}

/// What the seed of a round is bound to (docs/FAIRNESS.md).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Context {
    /// The name of the table.
    pub table: String,
    /// The number of the round.
    pub round: u64,
    /// The hash of the rules: `sha256:` and 64 digits.
    pub rules: String,
    /// The way it is dealt.
    pub deal: String,
    /// The program that deals, and its version.
    pub engine: String,
}

/// The bets of a seat that went back before the deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct WentBack {
    /// The spot.
    #[schema(maximum = 255)]
    pub spot: u8,
    /// Whose they were, as in the books; left out in rounds of the past.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// What went back, by wager.
    pub wagers: BTreeMap<String, i64>,
    /// The rule that they break, by the name that the settle form has for it; left out where the seat withheld its secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Why, as part of a sentence.
    pub why: String,
}

/// A spot in a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Spot {
    /// Who plays there, as in the books.
    pub player: String,
    /// What lies there, by wager.
    pub wagers: BTreeMap<String, i64>,
    /// How many cards lie there face down, for whoever may not see them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub face_down: usize,
    /// The cards, for whoever may see them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<String>,
    /// What they make, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<String>,
    /// Whether they make a pair or better, and not a high card only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub made: bool,
    /// The best five of the player's and the dealer's cards, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub six_cards: Option<String>,
    /// What was decided, once it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
    /// Whether the spot has still to decide.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undecided: bool,
    /// The lines of the settlement, in the order of the house.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Line>,
    /// Envy pays that it got.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub envy: Vec<Envy>,
    /// What it is up or (negative) down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net: Option<i64>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// What was decided at a spot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Decision {
    /// Play or fold.
    pub choice: super::Choice,
    /// How many times the Ante the Play wager is; left out for a fold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 255)]
    pub times: Option<u8>,
    /// Whether the table decided, as time had run out (R24).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_table: bool,
}

/// A line of a settlement, named as in the settle form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Line {
    /// The wager or bonus.
    pub wager: String,
    /// What was staked on it.
    pub stake: i64,
    /// `win`, `lose`, `push`, `forfeit` or `void`.
    pub outcome: String,
    /// What a win pays, as the table has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pays: Option<String>,
    /// The row of its pay table that decided, from 0, as the game lists them; left out where none did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<usize>,
    /// What the house pays on top.
    pub won: i64,
    /// What comes back of the stake.
    pub returned: i64,
    /// What the line comes to.
    pub net: i64,
    /// The numbered rule that decided it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The rulings behind it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<String>,
    /// What an aggregate limit took of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<i64>,
}

/// An envy pay.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Envy {
    /// The spot whose hand gave it.
    #[schema(maximum = 255)]
    pub spot: u8,
    /// What is paid.
    pub won: i64,
}

/// The dealer's hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Dealer {
    /// How many cards lie face down.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub face_down: usize,
    /// The cards, once they are open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<String>,
    /// What they make, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<String>,
    /// Whether the dealer plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub qualifies: Option<bool>,
}

/// What the meter did in a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct MeterMove {
    /// At the deal, with what the round gave.
    pub before: i64,
    /// Paid from it, to all spots together.
    pub paid: i64,
    /// After the round.
    pub after: i64,
}
