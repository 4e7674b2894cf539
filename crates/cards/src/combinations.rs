//! Every hand of a size.

use crate::CardSet;
use core::iter::FusedIterator;

/// Every subset of `k` cards, each once.
///
/// ```
/// use tercet_cards::{CardSet, binomial, combinations};
///
/// assert_eq!(combinations(CardSet::FULL, 3).count(), 22_100);
/// assert_eq!(binomial(52, 6), 20_358_520);
/// ```
pub fn combinations(set: CardSet, k: usize) -> Combinations {
    Combinations::new(set, k)
}

/// The number of ways to choose `k` of `n`, exact for every `n` up to 67.
///
/// # Panics
///
/// If the number does not fit in 64 bits.
pub const fn binomial(n: u64, k: u64) -> u64 {
    if k > n {
        return 0;
    }
    let k = if k > n - k { n - k } else { k };
    let mut ways: u128 = 1;
    let mut i = 0;
    while i < k {
        // Exact: the product of i + 1 successive numbers is divisible by (i + 1)!.
        ways = ways * (n - i) as u128 / (i + 1) as u128;
        i += 1;
    }
    assert!(ways <= u64::MAX as u128, "the binomial coefficient does not fit in 64 bits");
    #[expect(clippy::cast_possible_truncation, reason = "asserted above")]
    return ways as u64;
}

/// The iterator of [`combinations`].
///
/// Hands come in lexicographic order of the places of their cards in [`CardSet::iter`], so most steps replace one card.
#[derive(Clone, Debug)]
pub struct Combinations {
    /// The cards to choose from, as sets of one, in the first `count` places.
    cards: [CardSet; 52],
    count: usize,
    k: usize,
    /// The places of the chosen cards but the last, rising, in the first `k - 1` places.
    chosen: [usize; 52],
    /// The union of the chosen cards before each of them; at `k - 1`, of all but the last.
    before: [CardSet; 52],
    /// The place of the next last card.
    last: usize,
    remaining: u64,
}

impl Combinations {
    fn new(set: CardSet, k: usize) -> Combinations {
        let mut cards = [CardSet::EMPTY; 52];
        let count = set.len();
        for (place, card) in cards.iter_mut().zip(set) {
            *place = CardSet::of(card);
        }
        let mut all = Combinations {
            cards,
            count,
            k,
            chosen: [0; 52],
            before: [CardSet::EMPTY; 52],
            last: k.saturating_sub(1),
            remaining: binomial(count as u64, k as u64),
        };
        if k <= count {
            all.choose_from(0, 0);
        }
        all
    }

    /// Puts successive cards, beginning with the one at `place`, at `level` and all later levels but the last.
    fn choose_from(&mut self, level: usize, place: usize) {
        let mut place = place;
        for level in level..self.k.saturating_sub(1) {
            self.chosen[level] = place;
            self.before[level + 1] = self.before[level].union(self.cards[place]);
            place += 1;
        }
        self.last = place;
    }

    /// Moves on when the last card has been through all its places.
    #[cold]
    fn carry(&mut self) {
        // The card of level l can go no further than count - k + l.
        let stuck = self.count - self.k;
        let Some(level) = (0..self.k.saturating_sub(1)).rev().find(|&l| self.chosen[l] < stuck + l) else {
            return;
        };
        self.choose_from(level, self.chosen[level] + 1);
    }
}

impl Iterator for Combinations {
    type Item = CardSet;

    #[inline]
    fn next(&mut self) -> Option<CardSet> {
        if self.remaining == 0 {
            return None;
        }
        self.remaining -= 1;
        if self.k == 0 {
            return Some(CardSet::EMPTY);
        }
        let hand = self.before[self.k - 1].union(self.cards[self.last]);
        self.last += 1;
        if self.last == self.count {
            self.carry();
        }
        Some(hand)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match usize::try_from(self.remaining) {
            Ok(remaining) => (remaining, Some(remaining)),
            Err(_) => (usize::MAX, None),
        }
    }
}

impl FusedIterator for Combinations {}
