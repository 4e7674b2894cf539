//! Finding the row that decides.

use super::{Row, Table};
use crate::hand::Hand;
use core::cmp::Ordering;

/// What the rows of a table may ask about one spot of one deal.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The cards that the table reads, with what they make.
    pub hand: &'a Hand,
    /// How the player's hand compares with the dealer's.
    pub versus: Ordering,
    /// Whether the dealer qualifies.
    pub qualifies: bool,
}

impl Row {
    /// Whether the conditions other than the hand hold.
    #[must_use]
    pub fn admits(&self, versus: Ordering, qualifies: bool) -> bool {
        self.dealer.is_none_or(|must| must == qualifies)
            && (self.player.is_empty() || self.player.contains(&versus))
    }

    /// Whether every condition holds.
    #[must_use]
    pub fn fits(&self, question: &Question<'_>) -> bool {
        self.admits(question.versus, question.qualifies)
            && self.hand.as_ref().is_none_or(|test| test.holds(question.hand))
    }
}

impl Table {
    /// The place of the first row that fits; none if no row does (`otherwise` decides).
    #[must_use]
    pub fn first_fit(&self, question: &Question<'_>) -> Option<usize> {
        self.rows.iter().position(|row| row.fits(question))
    }
}
