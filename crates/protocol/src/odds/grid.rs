//! What is decided, by the two highest of the cards that play, as a page draws it.

use super::write::decision;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tercet_analysis::report::{Decisions, Grid, GridCell};
use utoipa::ToSchema;

/// What is decided in a bet, by the cards that play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct DecisionGrid {
    /// The game.
    pub game: String,
    /// The hash of its rules: `sha256:` and 64 digits.
    pub rules: String,
    /// What was asked.
    pub command: String,
    /// Hands of no more than high cards, flushes and pairs.
    pub cells: Vec<DecisionCell>,
    /// The other hands, by what they are, the strongest first.
    pub others: Vec<DecidedHands>,
}

/// Hands with the same two highest cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct DecisionCell {
    /// `high-card`, `flush` or `pair`.
    pub category: String,
    /// The highest rank, such as `Q`; that of the pair.
    pub high: String,
    /// The second rank; that of the pair too.
    pub second: String,
    /// How many of the hands are decided how: `fold`, `play-1x` and so on.
    pub decisions: BTreeMap<String, u64>,
    /// From which third card on the dearer decision is taken, if the third card alone decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub third: Option<ThirdCard>,
}

/// The third card that decides.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ThirdCard {
    /// Its rank, or a higher one.
    pub rank: String,
    /// What is decided with it.
    pub decision: String,
}

/// Hands of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct DecidedHands {
    /// What they are, in words.
    pub hands: String,
    /// How many of them are decided how.
    pub decisions: BTreeMap<String, u64>,
}

impl DecisionGrid {
    /// The grid of a game, and what asked for it.
    #[must_use]
    pub fn of(game: &str, rules: &str, command: &str, grid: &Grid) -> DecisionGrid {
        let others = grid.others.iter().map(|(category, decisions)| DecidedHands {
            hands: category.name().to_owned(),
            decisions: counted(decisions),
        });
        DecisionGrid {
            game: game.to_owned(),
            rules: rules.to_owned(),
            command: command.to_owned(),
            cells: grid.cells.iter().map(cell).collect(),
            others: others.collect(),
        }
    }
}

fn cell(cell: &GridCell) -> DecisionCell {
    DecisionCell {
        category: super::slug(cell.category.name()),
        high: cell.high.to_string(),
        second: cell.second.to_string(),
        decisions: counted(&cell.decisions()),
        third: cell
            .least_third()
            .map(|(rank, play)| ThirdCard { rank: rank.to_string(), decision: decision(play) }),
    }
}

fn counted(decisions: &Decisions) -> BTreeMap<String, u64> {
    decisions.iter().map(|(play, hands)| (decision(*play), *hands)).collect()
}
