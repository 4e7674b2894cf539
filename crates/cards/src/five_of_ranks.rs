//! The best five of some ranks: what the tables of five and six cards are built from.

use crate::{
    FiveCategory, FiveRank, Rank,
    rank_mask::{bit, highest},
};

/// The strength of the best five of five or six ranks, if no five have one suit.
pub(crate) const fn best_of_ranks(ranks: &[Rank]) -> FiveRank {
    let [once, twice, thrice, four_times] = held(ranks);
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

/// The ranks that are there at least once, twice, three times and four times, as masks.
const fn held(ranks: &[Rank]) -> [u16; 4] {
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
    held
}

/// The strength of five or more ranks of one suit.
pub(crate) const fn best_of_suit(ranks: u16) -> FiveRank {
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
