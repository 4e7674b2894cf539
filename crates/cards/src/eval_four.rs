//! Four cards, by table.
//!
//! Without three cards of one suit only the ranks matter: their [tally](crate::tally), sent through a perfect hash,
//! finds the answer in a table. The ranks of that suit, if there is one, find what they are good for in another table,
//! and the two answers are put together.

use crate::{
    Ace, Card, FourFeatures, Rank, ThreeCategory, ThreeRank,
    eval_three::strength,
    perfect_hash::PerfectHash,
    rank_mask::{bit, has_run, highest},
    rank_three,
    tally::{FallingRanks, tally},
};

/// The strength of the best three of four different cards.
///
/// ```
/// use tercet_cards::{Ace, best_three_of_four, parse_cards};
///
/// let cards = parse_cards("Kd 9c Qd Jd")?;
/// let strength = best_three_of_four([cards[0], cards[1], cards[2], cards[3]], Ace::HighAndLow);
/// assert_eq!(strength.to_string(), "straight flush, king high");
/// # Ok::<(), tercet_cards::CardsError>(())
/// ```
#[inline]
pub fn best_three_of_four(cards: [Card; 4], ace: Ace) -> ThreeRank {
    let of_ranks = STRENGTH[ace as usize][HASH.slot(tally(cards))];
    of_ranks.max(FLUSH_STRENGTH[ace as usize][flush_ranks(cards)])
}

/// The best three of four different cards, in descending order; of several that are equally strong, those whose cards
/// are higher in the order of [`Card`].
///
/// ```
/// use tercet_cards::{Ace, best_three_cards, format_cards, parse_cards};
///
/// let cards = parse_cards("3c Kh 9c 9s")?;
/// let best = best_three_cards([cards[0], cards[1], cards[2], cards[3]], Ace::HighAndLow);
/// assert_eq!(format_cards(best), "Kh 9s 9c");
/// # Ok::<(), tercet_cards::CardsError>(())
/// ```
pub fn best_three_cards(mut cards: [Card; 4], ace: Ace) -> [Card; 3] {
    cards.sort_unstable_by(|a, b| b.cmp(a));
    let [a, b, c, d] = cards;
    // From the highest cards to the lowest, so that the first of several best is the one to take.
    let threes = [[a, b, c], [a, b, d], [a, c, d], [b, c, d]];
    let best = best_three_of_four(cards, ace);
    threes.into_iter().find(|&three| rank_three(three, ace) == best).unwrap_or(threes[0])
}

/// What four different cards contain.
///
/// ```
/// use tercet_cards::{Ace, FourFeatures, four_features, parse_cards};
///
/// let cards = parse_cards("As Ks Qs Js")?;
/// let features = four_features([cards[0], cards[1], cards[2], cards[3]], Ace::HighAndLow);
/// assert!(features.contains(FourFeatures::ROYAL_FAMILY));
/// # Ok::<(), tercet_cards::CardsError>(())
/// ```
#[inline]
pub fn four_features(cards: [Card; 4], ace: Ace) -> FourFeatures {
    let of_ranks = FEATURES[ace as usize][HASH.slot(tally(cards))];
    of_ranks.union(FLUSH_FEATURES[ace as usize][flush_ranks(cards)])
}

/// The ranks of the suit that has three or four of the cards; none, if no suit has.
///
/// There is no branch here, for it would be taken by one hand in six, at random.
#[inline]
fn flush_ranks(cards: [Card; 4]) -> usize {
    let mut lanes = 0;
    for card in cards {
        // Four different cards: no lane overflows into the next.
        lanes = LANE[card.byte() as usize].wrapping_add(lanes);
    }
    // Three or four, and one more, have bit 2.
    let flush = lanes.wrapping_add(EACH_LANE) & EACH_LANE << 2;
    // From bit 2 of a lane to its bits 3 to 15.
    let ranks = (flush << 14).wrapping_sub(flush << 1) & lanes;
    // At most one lane is left. The product has the sum of all four in its top lane.
    (ranks.wrapping_mul(EACH_LANE) >> 51) as usize % MASKS
}

/// What each card adds to four lanes of sixteen bits, one per suit: one card, counted in bits 0 to 2, and its rank, in
/// bits 3 to 15. At [`Card::byte`]: 256 entries, so that no index is out of bounds.
static LANE: [u64; 256] = {
    let mut lane = [0; 256];
    let mut i = 0;
    while i < 52 {
        let card = Card::ALL[i];
        lane[card.index()] = (1 | 1 << (3 + card.rank() as u64)) << (16 * card.suit() as u64);
        i += 1;
    }
    lane
};

const EACH_LANE: u64 = 0x0001_0001_0001_0001;

const SLOTS: usize = 2048;
const MASKS: usize = 1 << 13;

static HASH: PerfectHash<512, SLOTS> = PerfectHash::build(&keys(), MULTIPLIER);

/// Found by the search in the tests of `perfect_hash`.
pub(crate) const MULTIPLIER: u64 = 0x9E37_79B9_7F4A;

/// The tallies of four ranks.
pub(crate) const fn keys() -> [u64; 1_820] {
    let mut keys = [0; 1_820];
    let mut ranks = Some(FallingRanks::<4>::lowest());
    let mut i = 0;
    while let Some(these) = ranks {
        keys[i] = these.tally();
        i += 1;
        ranks = these.next();
    }
    keys
}

static STRENGTH: [[ThreeRank; SLOTS]; 2] = [strengths(Ace::HighAndLow), strengths(Ace::HighOnly)];
static FEATURES: [[FourFeatures; SLOTS]; 2] = [features(Ace::HighAndLow), features(Ace::HighOnly)];
static FLUSH_STRENGTH: [[ThreeRank; MASKS]; 2] =
    [flush_strengths(Ace::HighAndLow), flush_strengths(Ace::HighOnly)];
static FLUSH_FEATURES: [[FourFeatures; MASKS]; 2] =
    [flush_features(Ace::HighAndLow), flush_features(Ace::HighOnly)];

/// The best three of four ranks, whose suits do not matter, by slot.
const fn strengths(ace: Ace) -> [ThreeRank; SLOTS] {
    let mut table = [ThreeRank::lowest(ThreeCategory::HighCard); SLOTS];
    let mut ranks = Some(FallingRanks::<4>::lowest());
    while let Some(these) = ranks {
        table[HASH.slot(these.tally())] = best_strength(these.0, false, ace);
        ranks = these.next();
    }
    table
}

/// The best three of the ranks of one suit, by mask.
const fn flush_strengths(ace: Ace) -> [ThreeRank; MASKS] {
    let mut table = [ThreeRank::lowest(ThreeCategory::HighCard); MASKS];
    let mut ranks = 0_u16;
    while (ranks as usize) < MASKS {
        match ranks.count_ones() {
            3 => table[ranks as usize] = strength(highest(ranks), true, ace),
            4 => table[ranks as usize] = best_strength(highest(ranks), true, ace),
            _ => {}
        }
        ranks += 1;
    }
    table
}

const fn best_strength([a, b, c, d]: [Rank; 4], one_suit: bool, ace: Ace) -> ThreeRank {
    let threes = [[a, b, c], [a, b, d], [a, c, d], [b, c, d]];
    let mut best = strength(threes[0], one_suit, ace);
    let mut i = 1;
    while i < 4 {
        let other = strength(threes[i], one_suit, ace);
        if other.bits() > best.bits() {
            best = other;
        }
        i += 1;
    }
    best
}

/// What four ranks contain whose suits do not matter, by slot.
const fn features(ace: Ace) -> [FourFeatures; SLOTS] {
    let mut table = [FourFeatures::NONE; SLOTS];
    let mut ranks = Some(FallingRanks::<4>::lowest());
    while let Some(these) = ranks {
        table[HASH.slot(these.tally())] = rank_features(these.0, ace);
        ranks = these.next();
    }
    table
}

const fn rank_features([a, b, c, d]: [Rank; 4], ace: Ace) -> FourFeatures {
    let mask = bit(a) | bit(b) | bit(c) | bit(d);
    let equal = [a as u8 == b as u8, b as u8 == c as u8, c as u8 == d as u8];
    FourFeatures::NONE
        .or(FourFeatures::PAIR, equal[0] || equal[1] || equal[2])
        .or(FourFeatures::TWO_PAIR, matches!(equal, [true, false, true]))
        .or(FourFeatures::THREE_OF_A_KIND, matches!(equal, [true, true, _] | [_, true, true]))
        .or(FourFeatures::FOUR_OF_A_KIND, matches!(equal, [true, true, true]))
        .or(FourFeatures::STRAIGHT_3, has_run(mask, 3, ace))
        .or(FourFeatures::STRAIGHT_4, has_run(mask, 4, ace))
}

/// What three or four ranks of one suit contain besides, by mask.
const fn flush_features(ace: Ace) -> [FourFeatures; MASKS] {
    let royal_family = bit(Rank::Ace) | bit(Rank::King) | bit(Rank::Queen) | bit(Rank::Jack);
    let mut table = [FourFeatures::NONE; MASKS];
    let mut ranks = 0_u16;
    while (ranks as usize) < MASKS {
        table[ranks as usize] = FourFeatures::NONE
            .or(FourFeatures::FLUSH_3, ranks.count_ones() >= 3)
            .or(FourFeatures::FLUSH_4, ranks.count_ones() >= 4)
            .or(FourFeatures::STRAIGHT_FLUSH_3, has_run(ranks, 3, ace))
            .or(FourFeatures::STRAIGHT_FLUSH_4, has_run(ranks, 4, ace))
            .or(FourFeatures::ROYAL_FAMILY, ranks == royal_family);
        ranks += 1;
    }
    table
}
