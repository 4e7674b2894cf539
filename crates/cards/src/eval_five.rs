//! Five and six cards, by table.
//!
//! Without a flush only the ranks matter: their [tally](crate::tally), sent through a perfect hash, finds the strength
//! in a table. With a flush, one hand in a hundred, nothing but the ranks of that suit matters: six cards have no room
//! for a full house or four of a kind beside it.

use crate::{
    Card, CardSet, FiveCategory, FiveRank, Rank,
    perfect_hash::PerfectHash,
    rank_mask::{bit, highest},
    tally::{FallingRanks, count, suit_index, suited, tally, tally_of_mask},
};

/// The strength of five different cards as a poker hand.
#[inline]
pub fn rank_five(cards: [Card; 5]) -> FiveRank {
    best_five(cards)
}

/// The strength of a set of five cards; `None` if there are more or fewer.
#[inline]
pub fn rank_five_set(cards: CardSet) -> Option<FiveRank> {
    best_five_of_set(cards, 5)
}

/// The strength of the best five of six different cards.
///
/// ```
/// use tercet_cards::{best_five_of_six, parse_cards};
///
/// let cards = parse_cards("Ks Kh 9d 9c 9s Kd")?;
/// let strength = best_five_of_six(cards.try_into().expect("six cards"));
/// assert_eq!(strength.to_string(), "full house, kings over nines");
/// # Ok::<(), tercet_cards::CardsError>(())
/// ```
#[inline]
pub fn best_five_of_six(cards: [Card; 6]) -> FiveRank {
    best_five(cards)
}

/// The strength of the best five of a set of six cards; `None` if there are more or fewer.
#[inline]
pub fn best_five_of_six_set(cards: CardSet) -> Option<FiveRank> {
    best_five_of_set(cards, 6)
}

/// For five or six cards.
#[inline]
fn best_five<const N: usize>(cards: [Card; N]) -> FiveRank {
    let tally = tally(cards);
    let flush = suited(tally, 5);
    if flush == 0 { OF_RANKS[HASH.slot(tally)] } else { best_flush(cards, suit_index(flush)) }
}

#[cold]
fn best_flush<const N: usize>(cards: [Card; N], suit: usize) -> FiveRank {
    OF_SUIT[CardSet::from_cards(&cards).lanes()[suit] as usize % MASKS]
}

#[inline]
fn best_five_of_set(cards: CardSet, len: u64) -> Option<FiveRank> {
    let tallies = cards.lanes().map(tally_of_mask);
    let tally = tallies.into_iter().fold(0, u64::wrapping_add);
    if count(tally) != len {
        return None;
    }
    match tallies.iter().position(|&suit| count(suit) >= 5) {
        None => Some(OF_RANKS[HASH.slot(tally)]),
        Some(suit) => Some(OF_SUIT[cards.lanes()[suit] as usize % MASKS]),
    }
}

const SLOTS: usize = 1 << 15;
const MASKS: usize = 1 << 13;

static HASH: PerfectHash<4096, SLOTS> = PerfectHash::build(&KEYS, MULTIPLIER);

/// Found by the search in the tests of `perfect_hash`.
pub(crate) const MULTIPLIER: u64 = 0x1715_609F_7C72;

/// The tallies of five and six ranks.
pub(crate) const KEYS: [u64; 6_175 + 18_395] = {
    let mut keys = [0; 6_175 + 18_395];
    let mut i = 0;
    let mut five = Some(FallingRanks::<5>::lowest());
    while let Some(ranks) = five {
        keys[i] = ranks.tally();
        i += 1;
        five = ranks.next();
    }
    let mut six = Some(FallingRanks::<6>::lowest());
    while let Some(ranks) = six {
        keys[i] = ranks.tally();
        i += 1;
        six = ranks.next();
    }
    keys
};

/// The strength of five or six ranks without a flush, by slot.
#[expect(long_running_const_eval, reason = "some seconds of compile time, instead of a table in the source")]
static OF_RANKS: [FiveRank; SLOTS] = {
    let mut table = [UNUSED; SLOTS];
    let mut five = Some(FallingRanks::<5>::lowest());
    while let Some(ranks) = five {
        table[HASH.slot(ranks.tally())] = Held::new(&ranks.0).strength();
        five = ranks.next();
    }
    let mut six = Some(FallingRanks::<6>::lowest());
    while let Some(ranks) = six {
        table[HASH.slot(ranks.tally())] = Held::new(&ranks.0).strength();
        six = ranks.next();
    }
    table
};

/// The strength of the ranks of one suit, five or more, by mask.
static OF_SUIT: [FiveRank; MASKS] = {
    let mut table = [UNUSED; MASKS];
    let mut ranks = 0_u16;
    while (ranks as usize) < MASKS {
        if ranks.count_ones() >= 5 {
            table[ranks as usize] = flush_strength(ranks);
        }
        ranks += 1;
    }
    table
};

/// The lowest strength there is.
const UNUSED: FiveRank =
    FiveRank::new(FiveCategory::HighCard, [Rank::Seven, Rank::Five, Rank::Four, Rank::Three, Rank::Two]);

/// The ranks that a hand holds at least once, twice, three times and four times, as masks.
struct Held([u16; 4]);

impl Held {
    const fn new(ranks: &[Rank]) -> Held {
        let mut held = [0; 4];
        let mut i = 0;
        while i < ranks.len() {
            let mut times = 0;
            while held[times] & bit(ranks[i]) != 0 {
                times += 1;
            }
            held[times] |= bit(ranks[i]);
            i += 1;
        }
        Held(held)
    }

    /// The strength of the best five cards, if no five have one suit.
    const fn strength(&self) -> FiveRank {
        let Held([once, twice, thrice, four_times]) = *self;
        if four_times != 0 {
            let [four] = highest(four_times);
            let [kicker] = highest(once & !bit(four));
            return FiveRank::new(FiveCategory::FourOfAKind, [four, four, four, four, kicker]);
        }
        if thrice != 0 {
            let [three] = highest(thrice);
            let pairs = twice & !bit(three);
            if pairs != 0 {
                let [pair] = highest(pairs);
                return FiveRank::new(FiveCategory::FullHouse, [three, three, three, pair, pair]);
            }
        }
        if let Some(ranks) = straight(once) {
            return FiveRank::new(FiveCategory::Straight, ranks);
        }
        if thrice != 0 {
            let [three] = highest(thrice);
            let [a, b] = highest(once & !bit(three));
            return FiveRank::new(FiveCategory::ThreeOfAKind, [three, three, three, a, b]);
        }
        if twice.count_ones() >= 2 {
            let [high, low] = highest(twice);
            let [kicker] = highest(once & !bit(high) & !bit(low));
            return FiveRank::new(FiveCategory::TwoPair, [high, high, low, low, kicker]);
        }
        if twice != 0 {
            let [pair] = highest(twice);
            let [a, b, c] = highest(once & !bit(pair));
            return FiveRank::new(FiveCategory::Pair, [pair, pair, a, b, c]);
        }
        FiveRank::new(FiveCategory::HighCard, highest(once))
    }
}

/// The strength of five or more ranks of one suit.
const fn flush_strength(ranks: u16) -> FiveRank {
    match straight(ranks) {
        Some(run @ [Rank::Ace, ..]) => FiveRank::new(FiveCategory::RoyalFlush, run),
        Some(run) => FiveRank::new(FiveCategory::StraightFlush, run),
        None => FiveRank::new(FiveCategory::Flush, highest(ranks)),
    }
}

/// The highest five ranks in sequence among these.
const fn straight(ranks: u16) -> Option<[Rank; 5]> {
    // After this, bit r says that the ranks from r to r + 4 are there.
    let runs = ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4;
    if runs != 0 {
        let [lowest] = highest(runs);
        return Some(highest(0b1_1111 << lowest as u8));
    }
    let wheel = [Rank::Five, Rank::Four, Rank::Three, Rank::Two, Rank::Ace];
    if ranks & 0b1_0000_0000_1111 == 0b1_0000_0000_1111 { Some(wheel) } else { None }
}
