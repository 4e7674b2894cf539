//! The best five of six cards: how many of the 20,358,520 hands fall into each category, by patterns.

use crate::strengths::Ranks;
use tercet_cards::{FiveCategory, Rank, binomial};

/// The number of five-card categories.
pub(crate) const SIX_CATEGORIES: usize = 10;

/// Ranks with how many there are of each: a digit of three bits for each rank, octal like the ranks of a tally.
#[derive(Clone, Copy)]
pub(crate) struct RankCounts(u64);

/// The lowest bit of each digit.
const ONES: u64 = 0o1_1111_1111_1111;

impl RankCounts {
    /// The counts of three ranks.
    pub(crate) fn of(ranks: Ranks) -> RankCounts {
        RankCounts(ranks.iter().map(|rank| 1 << (3 * rank.index())).sum())
    }

    /// The counts of both together; none if five cards would have one rank.
    pub(crate) fn and(self, other: RankCounts) -> Option<RankCounts> {
        let sum = self.0 + other.0;
        let (one, two, four) = (sum & ONES, sum >> 1 & ONES, sum >> 2 & ONES);
        (four & (one | two) == 0).then_some(RankCounts(sum))
    }

    /// The category of six cards by their ranks alone, as if no five shared a suit.
    pub(crate) fn category(self) -> FiveCategory {
        let (one, two, four) = (self.0 & ONES, self.0 >> 1 & ONES, self.0 >> 2 & ONES);
        let shape = Shape {
            fours: four.count_ones(),
            threes: (one & two).count_ones(),
            pairs: (two & !one).count_ones(),
        };
        shape.category(|| has_straight_of_digits(one | two | four))
    }
}

/// How many ranks there are four, three and two cards of.
#[derive(Clone, Copy)]
struct Shape {
    fours: u32,
    threes: u32,
    pairs: u32,
}

impl Shape {
    /// The category of six cards of this shape without a flush.
    fn category(&self, straight: impl FnOnce() -> bool) -> FiveCategory {
        match (self.fours, self.threes, self.pairs) {
            (1.., ..) => FiveCategory::FourOfAKind,
            (0, 2.., _) | (0, 1, 1..) => FiveCategory::FullHouse,
            (0, ..) if straight() => FiveCategory::Straight,
            (0, 1, 0) => FiveCategory::ThreeOfAKind,
            (0, 0, 0) => FiveCategory::HighCard,
            (0, 0, 1) => FiveCategory::Pair,
            (0, 0, 2..) => FiveCategory::TwoPair,
        }
    }
}

/// Whether octal digits, 1 where a rank is there, hold five in a row; the ace also counts below the two.
fn has_straight_of_digits(digits: u64) -> bool {
    let low = digits << 3 | digits >> (3 * Rank::Ace.index());
    low & low >> 3 & low >> 6 & low >> 9 & low >> 12 != 0
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

/// How many hands of six cards fall into each category, by [`FiveCategory`] in rising order.
///
/// Source: 003.6cb.best-five. All hands are counted as if there were no flushes; then those with five or six
/// cards of one suit are moved to what they really are.
#[must_use]
pub fn six_card_counts() -> [u64; SIX_CATEGORIES] {
    // Masks by how many ranks they hold, without and with five in a row.
    let mut masks = [[0_u64; 2]; 14];
    for mask in 0..1_u16 << 13 {
        masks[mask.count_ones() as usize][usize::from(has_straight(mask))] += 1;
    }
    let mut counts = [0; SIX_CATEGORIES];
    for fours in 0..=1 {
        for threes in 0..=2 {
            for pairs in 0..=3 {
                shapes(&mut counts, &masks, Shape { fours, threes, pairs });
            }
        }
    }
    for mask in 0..1_u16 << 13 {
        if let ranks @ 5..=6 = mask.count_ones() {
            flushes(&mut counts, mask, ranks);
        }
    }
    counts
}

/// Counts the hands of a shape, if it is one of six cards.
fn shapes(counts: &mut [u64; SIX_CATEGORIES], masks: &[[u64; 2]; 14], shape: Shape) {
    let Some(ones) = 6_u32.checked_sub(4 * shape.fours + 3 * shape.threes + 2 * shape.pairs) else { return };
    let ranks = shape.fours + shape.threes + shape.pairs + ones;
    // Which ranks are the fours, which of the others the threes, which of the rest the pairs; then the suits.
    let groups = [(shape.fours, 1), (shape.threes, 4), (shape.pairs, 6), (ones, 4)];
    let (mut left, mut ways) = (u64::from(ranks), 1);
    for (group, suits) in groups {
        ways *= binomial(left, u64::from(group)) * u64::pow(suits, group);
        left -= u64::from(group);
    }
    for (straight, masks) in [false, true].into_iter().zip(masks[ranks as usize]) {
        counts[shape.category(|| straight) as usize] += masks * ways;
    }
}

/// Moves the hands whose five or six cards of one suit are just these from the category of their ranks.
fn flushes(counts: &mut [u64; SIX_CATEGORIES], mask: u16, ranks: u32) {
    let mut shift = |from: FiveCategory, hands: u64| {
        counts[from as usize] -= hands;
        counts[category_of_suited(mask) as usize] += hands;
    };
    let plain = Shape { fours: 0, threes: 0, pairs: 0 };
    if ranks == 6 {
        shift(plain.category(|| has_straight(mask)), 4);
        return;
    }
    // The sixth card is of one of the three other suits: it pairs one of the five, or is of a rank of its own.
    let paired = Shape { pairs: 1, ..plain };
    shift(paired.category(|| has_straight(mask)), 4 * 3 * 5);
    for rank in (0..13).filter(|rank| mask >> rank & 1 == 0) {
        shift(plain.category(|| has_straight(mask | 1 << rank)), 4 * 3);
    }
}
