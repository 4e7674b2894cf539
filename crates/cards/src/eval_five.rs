//! Five and six cards.
//!
//! Without a flush only the ranks matter. For six cards their [tally](crate::tally), sent through a perfect hash,
//! finds the strength in a table. With a flush, one hand in a hundred, nothing but the ranks of that suit matters:
//! six cards have no room for a full house or four of a kind beside it.

use crate::{
    Card, CardSet, FiveCategory, FiveRank, Rank,
    perfect_hash::PerfectHash,
    rank_mask::{bit, highest},
    tally::{FallingRanks, suit_index, suited, tally},
};

/// The strength of five different cards as a poker hand.
#[inline]
pub fn rank_five(cards: [Card; 5]) -> FiveRank {
    rank_set(CardSet::from_cards(&cards))
}

/// The strength of a set of five cards; `None` if there are more or fewer.
#[inline]
pub fn rank_five_set(cards: CardSet) -> Option<FiveRank> {
    if cards.len() == 5 { Some(rank_set(cards)) } else { None }
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
    let tally = tally(cards);
    let flush = suited(tally, 5);
    if flush == 0 {
        UNSUITED[HASH.slot(tally)]
    } else {
        FLUSH[CardSet::from_cards(&cards).lanes()[suit_index(flush)] as usize % FLUSH.len()]
    }
}

/// The strength of the best five of a set of six cards; `None` if there are more or fewer.
#[inline]
pub fn best_five_of_six_set(cards: CardSet) -> Option<FiveRank> {
    if cards.len() == 6 { Some(rank_set(cards)) } else { None }
}

const SLOTS: usize = 1 << 15;

static HASH: PerfectHash<4096, SLOTS> = PerfectHash::build(&{
    let mut keys = [0; 18_395];
    let mut ranks = Some(FallingRanks::<6>::lowest());
    let mut i = 0;
    while let Some(these) = ranks {
        keys[i] = these.tally();
        i += 1;
        ranks = these.next();
    }
    keys
});

/// The strength of six cards without a flush.
static UNSUITED: [FiveRank; SLOTS] = {
    let mut table = [UNUSED; SLOTS];
    let mut ranks = Some(FallingRanks::<6>::lowest());
    while let Some(these) = ranks {
        table[HASH.slot(these.tally())] = Held::from_ranks(&these.0).strength();
        ranks = these.next();
    }
    table
};

/// The strength of the ranks of one suit, five or more.
static FLUSH: [FiveRank; 1 << 13] = {
    let mut table = [UNUSED; 1 << 13];
    let mut mask: u16 = 0;
    while mask < 1 << 13 {
        if mask.count_ones() >= 5 {
            table[mask as usize] = flush_strength(mask);
        }
        mask += 1;
    }
    table
};

const UNUSED: FiveRank = FiveRank::new(FiveCategory::HighCard, [Rank::Seven, Rank::Five, Rank::Four, Rank::Three, Rank::Two]);

/// The strength of the best five of five or six cards.
fn rank_set(cards: CardSet) -> FiveRank {
    match cards.lanes().into_iter().find(|lane| lane.count_ones() >= 5) {
        Some(lane) => FLUSH[lane as usize % FLUSH.len()],
        None => Held::from_lanes(cards.lanes()).strength(),
    }
}

/// The ranks that a hand holds at least once, twice, three times and four times: one bit each, bit 0 for the two.
struct Held([u16; 4]);

impl Held {
    const fn from_ranks(ranks: &[Rank]) -> Held {
        let mut held = [0; 4];
        let mut i = 0;
        while i < ranks.len() {
            let rank = 1 << ranks[i] as u8;
            let mut times = 0;
            while held[times] & rank != 0 {
                times += 1;
            }
            held[times] |= rank;
            i += 1;
        }
        Held(held)
    }

    const fn from_lanes([a, b, c, d]: [u16; 4]) -> Held {
        let (either, both) = ([a | b, c | d], [a & b, c & d]);
        Held([
            either[0] | either[1],
            both[0] | both[1] | (either[0] & either[1]),
            (both[0] & either[1]) | (either[0] & both[1]),
            both[0] & both[1],
        ])
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
