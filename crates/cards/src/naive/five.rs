//! Five and six cards, looked at.

use super::{all_but, falling_ranks, in_sequence, one_suit};
use crate::{Card, FiveCategory, FiveRank, Rank};

/// The strength of five different cards as a poker hand.
pub fn rank_five(cards: [Card; 5]) -> FiveRank {
    use Rank::{Ace, Five, Four, Three, Two};
    let mut ranks = falling_ranks(cards);
    if ranks == [Ace, Five, Four, Three, Two] {
        ranks = [Five, Four, Three, Two, Ace];
    }
    // The greatest groups come first; the sort is stable, so equal groups stay in falling order.
    let size = |rank| cards.iter().filter(|card| card.rank() == rank).count();
    insertion_sort(&mut ranks, |a, b| size(a) >= size(b));

    let flush = one_suit(&cards);
    let straight = in_sequence(&ranks) || ranks == [Five, Four, Three, Two, Ace];
    let category = match (flush, straight) {
        (true, true) if ranks[0] == Ace => FiveCategory::RoyalFlush,
        (true, true) => FiveCategory::StraightFlush,
        (true, false) => FiveCategory::Flush,
        (false, true) => FiveCategory::Straight,
        (false, false) => match (size(ranks[0]), size(ranks[3])) {
            (4, _) => FiveCategory::FourOfAKind,
            (3, 2) => FiveCategory::FullHouse,
            (3, _) => FiveCategory::ThreeOfAKind,
            (2, _) if size(ranks[2]) == 2 => FiveCategory::TwoPair,
            (2, _) => FiveCategory::Pair,
            _ => FiveCategory::HighCard,
        },
    };
    FiveRank::new(category, ranks)
}

/// The strength of the best five of six different cards.
pub fn best_five_of_six(cards: [Card; 6]) -> FiveRank {
    let mut best = rank_five(all_but(cards, 0));
    for place in 1..6 {
        best = best.max(rank_five(all_but(cards, place)));
    }
    best
}

/// Sorts so that of any two neighbours the first may stand before the second, moving no more than it must.
fn insertion_sort(ranks: &mut [Rank], may_precede: impl Fn(Rank, Rank) -> bool) {
    for end in 1..ranks.len() {
        let mut i = end;
        while i > 0 && !may_precede(ranks[i - 1], ranks[i]) {
            ranks.swap(i - 1, i);
            i -= 1;
        }
    }
}
