//! The oracle: every evaluator once more, written to be read.
//!
//! Nothing here is fast. A hand is sorted and looked at; the best of several hands is found by trying them all. The
//! evaluators at the root of the crate are compared with these on every hand there is.

mod five;
mod four;
mod three;

pub use five::{best_five_of_six, rank_five};
pub use four::{best_three_cards, best_three_of_four, four_features};
pub use three::rank_three;

use crate::{Card, Rank};

/// The ranks of some cards from high to low.
fn falling_ranks<const N: usize>(cards: [Card; N]) -> [Rank; N] {
    let mut ranks = cards.map(Card::rank);
    ranks.sort_unstable();
    ranks.reverse();
    ranks
}

/// Whether all cards have one suit.
fn one_suit(cards: &[Card]) -> bool {
    cards.windows(2).all(|two| two[0].suit() == two[1].suit())
}

/// Whether each rank is one below the rank before it.
fn in_sequence(falling: &[Rank]) -> bool {
    falling.windows(2).all(|two| two[0].index() == two[1].index() + 1)
}

/// The cards but for the one at a place.
fn all_but<const N: usize, const M: usize>(cards: [Card; N], place: usize) -> [Card; M] {
    core::array::from_fn(|i| cards[if i < place { i } else { i + 1 }])
}
