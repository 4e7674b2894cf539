//! What each decision is worth to one hand, as a player at a table is told it.

use super::Choice;
use serde::{Deserialize, Serialize};
use tercet_analysis::report::{Advice as Counted, Advised};
use tercet_analysis::{Fraction, Play};
use tercet_cards::format_cards;
use utoipa::ToSchema;

/// What each decision is worth to one hand: every hand that the dealer may have is counted, as `tercet advise` does. Envy is left out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Advice {
    /// The round.
    pub round: u64,
    /// The spot.
    #[schema(maximum = 255)]
    pub spot: u8,
    /// The cards of the spot, from high to low.
    pub cards: String,
    /// How many hands the dealer may have, each as likely as the next.
    pub deals: u64,
    /// The decisions, the cheapest first.
    pub decisions: Vec<DecisionValue>,
    /// The place of the best one in the list, from 0; of equal ones the cheapest.
    pub best: usize,
    /// What must be known beside the figures, in sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// What one decision is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct DecisionValue {
    /// Play or fold.
    pub choice: Choice,
    /// How many times the Ante the Play wager is; left out for a fold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 255)]
    pub times: Option<u8>,
    /// What the whole spot comes to on average, in the smallest unit: `total` by `deals`.
    pub value: f64,
    /// The sum of what the spot comes to over all hands of the dealer: exact, in the smallest unit.
    pub total: i64,
    /// Hands of the dealer's against which the spot comes out ahead.
    pub ahead: u64,
    /// Even.
    pub even: u64,
    /// Behind.
    pub behind: u64,
}

impl Advice {
    /// What was counted for a spot; none if there is nothing to decide, or sums are larger than any that money at a table makes.
    #[must_use]
    pub fn of(round: u64, spot: u8, counted: &Counted) -> Option<Advice> {
        Some(Advice {
            round,
            spot,
            cards: format_cards(counted.cards.iter().copied()),
            deals: u64::try_from(counted.deals).ok()?,
            decisions: counted.decisions.iter().map(decision).collect::<Option<_>>()?,
            best: counted.best,
            notes: counted.notes.clone(),
        })
    }
}

fn decision(advised: &Advised) -> Option<DecisionValue> {
    let (choice, times) = match advised.play {
        Play::Nothing => return None,
        Play::Fold => (Choice::Fold, None),
        Play::Times(times) => (Choice::Play, Some(times)),
    };
    let figures = &advised.figures;
    let [ahead, even, behind] = advised.results().map(u64::try_from);
    Some(DecisionValue {
        choice,
        times,
        value: Fraction::new(figures.net, i128::try_from(figures.deals).ok()?).value(),
        total: i64::try_from(figures.net).ok()?,
        ahead: ahead.ok()?,
        even: even.ok()?,
        behind: behind.ok()?,
    })
}
