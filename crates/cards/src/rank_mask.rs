//! Ranks as bits: bit 0 is the two, bit 12 the ace.

use crate::{Ace, Rank};

/// [`Rank::ALL`] in one place: a constant would be copied wherever it is looked at, which costs seconds at compile time.
pub(crate) static RANKS: [Rank; 13] = Rank::ALL;

/// The bit of one rank.
pub(crate) const fn bit(rank: Rank) -> u16 {
    1 << rank as u8
}

/// The highest K of these ranks, falling.
pub(crate) const fn highest<const K: usize>(mask: u16) -> [Rank; K] {
    let mut left = mask;
    let mut highest = [Rank::Two; K];
    let mut i = 0;
    while i < K {
        let rank = 15 - left.leading_zeros();
        left ^= 1 << rank;
        highest[i] = RANKS[rank as usize];
        i += 1;
    }
    highest
}

/// Whether `n` of these ranks are in sequence.
pub(crate) const fn has_run(mask: u16, n: u32, ace: Ace) -> bool {
    // One bit lower than the two there is room for the ace.
    let mut runs = match ace {
        Ace::HighAndLow => mask << 1 | mask >> 12,
        Ace::HighOnly => mask << 1,
    };
    // A bit survives if the one above it survived, n - 1 times.
    let mut i = 1;
    while i < n {
        runs &= runs >> 1;
        i += 1;
    }
    runs != 0
}
