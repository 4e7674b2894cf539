//! The plain road: every dealer hand against one player's hand, one by one.

use tercet_cards::{CardSet, combinations};

/// Calls back with every dealer hand of so many cards that avoids the player's.
///
/// The oracle of the counting kernels, and the road for tables that read the dealer's own cards.
pub(crate) fn scan(player: CardSet, cards: usize, each: impl FnMut(CardSet)) {
    combinations(CardSet::FULL.difference(player), cards).for_each(each);
}
