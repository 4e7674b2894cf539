//! Three cards, looked at.

use super::{falling_ranks, in_sequence, one_suit};
use crate::{Ace, Card, Rank, ThreeCategory, ThreeRank};

/// The strength of three cards, of one deck or of several shuffled together.
pub fn rank_three(cards: [Card; 3], ace: Ace) -> ThreeRank {
    let flush = one_suit(&cards);
    let [a, b, c] = falling_ranks(cards);
    let ace_is_low = ace == Ace::HighAndLow && [a, b, c] == [Rank::Ace, Rank::Three, Rank::Two];
    let straight = ace_is_low || in_sequence(&[a, b, c]);

    let of_a_kind = a == c;
    let pair = a == b || b == c;
    let definitions = [
        (straight && flush, ThreeCategory::StraightFlush),
        (of_a_kind, ThreeCategory::ThreeOfAKind),
        (straight, ThreeCategory::Straight),
        (flush, ThreeCategory::Flush),
        (pair, ThreeCategory::Pair),
    ];
    let highest = definitions.into_iter().find(|(is_met, _)| *is_met);
    let category = highest.map_or(ThreeCategory::HighCard, |(_, category)| category);
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
