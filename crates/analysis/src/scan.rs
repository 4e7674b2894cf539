//! The plain road: every dealer hand against one player's hand, one by one.

use tercet_cards::{CardSet, combinations};

/// Calls back with every dealer hand of so many cards of the rest of the deck.
///
/// What the counting kernels are checked against.
pub(crate) fn scan(rest: CardSet, cards: usize, each: impl FnMut(CardSet)) {
    combinations(rest, cards).for_each(each);
}
