//! Four cards, looked at.

use super::{all_but, falling_ranks, in_sequence, one_suit, rank_three};
use crate::{Ace, Card, FourFeatures, Rank, ThreeRank};

/// The strength of the best three of four different cards.
pub fn best_three_of_four(cards: [Card; 4], ace: Ace) -> ThreeRank {
    rank_three(best_three_cards(cards, ace), ace)
}

/// The best three of four different cards, in descending order; of several that are equally strong, those whose cards
/// are higher in the order of [`Card`].
pub fn best_three_cards(mut cards: [Card; 4], ace: Ace) -> [Card; 3] {
    cards.sort_unstable();
    cards.reverse();
    // Without the lowest card, the three are highest; without the highest, they are lowest.
    let mut best = all_but(cards, 3);
    for place in [2, 1, 0] {
        let three = all_but(cards, place);
        if rank_three(three, ace) > rank_three(best, ace) {
            best = three;
        }
    }
    best
}

/// What four different cards contain.
pub fn four_features(cards: [Card; 4], ace: Ace) -> FourFeatures {
    let mut features = FourFeatures::NONE;
    let mut add = |pattern, present| {
        if present {
            features |= pattern;
        }
    };

    let of_rank = |rank| cards.iter().filter(|card| card.rank() == rank).count();
    let ranks_with = |count| Rank::ALL.into_iter().filter(|&rank| of_rank(rank) >= count).count();
    add(FourFeatures::PAIR, ranks_with(2) >= 1);
    add(FourFeatures::TWO_PAIR, ranks_with(2) >= 2);
    add(FourFeatures::THREE_OF_A_KIND, ranks_with(3) >= 1);
    add(FourFeatures::FOUR_OF_A_KIND, ranks_with(4) >= 1);

    add(FourFeatures::FLUSH_4, one_suit(&cards));
    add(FourFeatures::STRAIGHT_4, straight(cards, ace));
    add(FourFeatures::STRAIGHT_FLUSH_4, one_suit(&cards) && straight(cards, ace));
    for place in 0..4 {
        let three: [Card; 3] = all_but(cards, place);
        add(FourFeatures::FLUSH_3, one_suit(&three));
        add(FourFeatures::STRAIGHT_3, straight(three, ace));
        add(FourFeatures::STRAIGHT_FLUSH_3, one_suit(&three) && straight(three, ace));
    }

    let royal = falling_ranks(cards) == [Rank::Ace, Rank::King, Rank::Queen, Rank::Jack];
    add(FourFeatures::ROYAL_FAMILY, one_suit(&cards) && royal);
    features
}

/// Whether the cards are in sequence, the ace below the two if it may.
fn straight<const N: usize>(cards: [Card; N], ace: Ace) -> bool {
    let mut ranks = falling_ranks(cards);
    if in_sequence(&ranks) {
        return true;
    }
    // 4-3-2-A: with the ace put last, the others must fall by one down to the two.
    ranks.rotate_left(1);
    let (last, others) = (ranks[N - 1], &ranks[..N - 1]);
    ace == Ace::HighAndLow && last == Rank::Ace && others[N - 2] == Rank::Two && in_sequence(others)
}
