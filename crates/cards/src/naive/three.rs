//! Three cards, looked at.

use super::{falling_ranks, in_sequence, one_suit};
use crate::{Ace, Card, Rank, ThreeCategory, ThreeRank};

/// The strength of three different cards.
pub fn rank_three(cards: [Card; 3], ace: Ace) -> ThreeRank {
    let flush = one_suit(&cards);
    let [a, b, c] = falling_ranks(cards);
    let ace_is_low = ace == Ace::HighAndLow && [a, b, c] == [Rank::Ace, Rank::Three, Rank::Two];
    let straight = ace_is_low || in_sequence(&[a, b, c]);

    let category = match (flush, straight) {
        (true, true) => ThreeCategory::StraightFlush,
        (false, true) => ThreeCategory::Straight,
        (true, false) => ThreeCategory::Flush,
        (false, false) if a == c => ThreeCategory::ThreeOfAKind,
        (false, false) if a == b || b == c => ThreeCategory::Pair,
        (false, false) => ThreeCategory::HighCard,
    };
    let ranks = match category {
        ThreeCategory::Pair if b == c => [b, c, a],
        ThreeCategory::Straight | ThreeCategory::StraightFlush if ace_is_low => [b, c, a],
        ThreeCategory::HighCard
        | ThreeCategory::Pair
        | ThreeCategory::Flush
        | ThreeCategory::Straight
        | ThreeCategory::ThreeOfAKind
        | ThreeCategory::StraightFlush => [a, b, c],
    };
    ThreeRank::new(category, ranks)
}
