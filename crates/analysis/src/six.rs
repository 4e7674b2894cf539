//! The best five of six cards: how many of the 20,358,520 hands fall into each category, by patterns.

use crate::strengths::Ranks;
use tercet_cards::{FiveCategory, binomial};

/// The number of five-card categories.
pub(crate) const SIX_CATEGORIES: usize = 10;

/// The category of six cards by their ranks alone, as if no five shared a suit: how many of each rank, and
/// which ranks there are (one bit each).
pub(crate) fn category_of_ranks(counts: &[u8; 13], mask: u16) -> FiveCategory {
    let of = |n: u8| counts.iter().filter(|count| **count == n).count();
    let (fours, trips, pairs) = (of(4), of(3), of(2));
    if fours > 0 {
        FiveCategory::FourOfAKind
    } else if trips > 1 || (trips == 1 && pairs > 0) {
        FiveCategory::FullHouse
    } else if has_straight(mask) {
        FiveCategory::Straight
    } else if trips == 1 {
        FiveCategory::ThreeOfAKind
    } else {
        match pairs {
            0 => FiveCategory::HighCard,
            1 => FiveCategory::Pair,
            _ => FiveCategory::TwoPair,
        }
    }
}

/// The category of a hand whose suited cards (five or more, one bit each) make a flush at least.
pub(crate) fn category_of_suited(mask: u16) -> FiveCategory {
    const ROYAL: u16 = 0b1_1111_0000_0000;
    if mask & ROYAL == ROYAL {
        FiveCategory::RoyalFlush
    } else if has_straight(mask) {
        FiveCategory::StraightFlush
    } else {
        FiveCategory::Flush
    }
}

/// Whether the ranks hold five in a row; the ace also counts below the two.
fn has_straight(mask: u16) -> bool {
    let low = (mask << 1) | (mask >> 12 & 1);
    low & (low >> 1) & (low >> 2) & (low >> 3) & (low >> 4) != 0
}

/// Counts and mask of some ranks.
pub(crate) fn counted(groups: &[&Ranks]) -> ([u8; 13], u16) {
    let (mut counts, mut mask) = ([0; 13], 0);
    for rank in groups.iter().flat_map(|ranks| ranks.iter()) {
        counts[rank.index()] += 1;
        mask |= 1 << rank.index();
    }
    (counts, mask)
}

/// How many hands of six cards fall into each category, by [`FiveCategory`] in rising order.
///
/// Source: 003.6cb.best-five. The hands of a rank pattern are counted at once; then those with five or six
/// cards of one suit are moved to what they really are.
#[must_use]
pub fn six_card_counts() -> [u64; SIX_CATEGORIES] {
    let mut counts = [0; SIX_CATEGORIES];
    by_ranks(&mut counts, &mut [0; 13], 0, 6, 1, 0);
    for mask in 0..1_u16 << 13 {
        let suited = mask.count_ones();
        if suited == 6 {
            move_hands(&mut counts, mask, None, 4);
        } else if suited == 5 {
            for rank in 0..13 {
                // The sixth card is of one of the three other suits.
                move_hands(&mut counts, mask, Some(rank), 4 * 3);
            }
        }
    }
    counts
}

fn by_ranks(
    out: &mut [u64; SIX_CATEGORIES],
    counts: &mut [u8; 13],
    rank: usize,
    left: u8,
    ways: u64,
    mask: u16,
) {
    if left == 0 {
        out[category_of_ranks(counts, mask) as usize] += ways;
        return;
    }
    if rank == 13 {
        return;
    }
    for n in 0..=left.min(4) {
        counts[rank] = n;
        let mask = if n > 0 { mask | 1 << rank } else { mask };
        by_ranks(out, counts, rank + 1, left - n, ways * binomial(4, u64::from(n)), mask);
    }
    counts[rank] = 0;
}

fn move_hands(out: &mut [u64; SIX_CATEGORIES], suited: u16, other: Option<usize>, hands: u64) {
    let mut counts = [0; 13];
    for (rank, count) in counts.iter_mut().enumerate() {
        *count = u8::from(suited >> rank & 1 == 1) + u8::from(other == Some(rank));
    }
    let mask = other.map_or(suited, |rank| suited | 1 << rank);
    out[category_of_ranks(&counts, mask) as usize] -= hands;
    out[category_of_suited(suited) as usize] += hands;
}
