//! How many cards of each rank and of each suit a hand holds, as one number.

use crate::{Card, Rank};

/// The tally of each card, at [`Card::byte`]: 256 entries, so that no index is out of bounds.
///
/// The ranks are octal digits from bit 0 (a hand holds at most four of one), the suits hexadecimal digits from bit 48.
/// To add up these numbers is to count.
pub(crate) static TALLY: [u64; 256] = {
    let mut tally = [0; 256];
    let mut i = 0;
    while i < 52 {
        let card = Card::ALL[i];
        tally[card.index()] = of_rank(card.rank()) | 1 << (SUITS + 4 * card.suit() as u32);
        i += 1;
    }
    tally
};

/// The lowest bit of the suit counters.
const SUITS: u32 = 48;

/// All bits of the rank counters.
const RANKS: u64 = (1 << (3 * 13)) - 1;

const fn of_rank(rank: Rank) -> u64 {
    1 << (3 * rank as u32)
}

/// The tally of some cards.
#[inline]
pub(crate) fn tally<const N: usize>(cards: [Card; N]) -> u64 {
    let mut sum = 0;
    for card in cards {
        // At most six cards are added here: no digit overflows into the next.
        sum = TALLY[card.byte() as usize].wrapping_add(sum);
    }
    sum
}

/// Where in a tally `n` cards of one suit show: four bits, at most one of them set for hands of fewer than `2 * n` cards.
#[inline]
pub(crate) const fn suited(tally: u64, n: u64) -> u64 {
    // Each counter is raised so that n becomes eight.
    let raise = (8 - n) * (0x1111 << SUITS);
    tally.wrapping_add(raise) & (0x8888 << SUITS)
}

/// The place in [`Suit::ALL`](crate::Suit::ALL) of the suit that [`suited`] found.
#[inline]
pub(crate) const fn suit_index(suited: u64) -> usize {
    (suited.leading_zeros() / 4 ^ 3) as usize
}

/// The rank counters alone.
#[inline]
pub(crate) const fn ranks_only(tally: u64) -> u64 {
    tally & RANKS
}

/// Some ranks, falling, none of them more than four times.
#[derive(Clone, Copy)]
pub(crate) struct FallingRanks<const K: usize>(pub(crate) [Rank; K]);

impl<const K: usize> FallingRanks<K> {
    /// The lowest of all: 3-2-2-2-2 for five.
    pub(crate) const fn lowest() -> Self {
        let mut ranks = [Rank::Two; K];
        let mut i = 0;
        while i < K {
            ranks[i] = Rank::ALL[(K - 1 - i) / 4];
            i += 1;
        }
        FallingRanks(ranks)
    }

    /// The next higher.
    pub(crate) const fn next(self) -> Option<Self> {
        // Raise the last rank that may rise, and let the lowest follow it.
        let mut place = K;
        while place > 0 {
            place -= 1;
            let rank = self.0[place] as usize + 1;
            let bounded = place == 0 || rank <= self.0[place - 1] as usize;
            let a_fifth = place >= 4 && bounded && rank == self.0[place - 4] as usize;
            if rank < 13 && bounded && !a_fifth {
                let mut ranks = self.0;
                ranks[place] = Rank::ALL[rank];
                let lowest = Self::lowest().0;
                let mut i = place + 1;
                while i < K {
                    ranks[i] = lowest[i];
                    i += 1;
                }
                return Some(FallingRanks(ranks));
            }
        }
        None
    }

    /// The rank counters of these ranks.
    pub(crate) const fn tally(self) -> u64 {
        let mut sum = 0;
        let mut i = 0;
        while i < K {
            sum += of_rank(self.0[i]);
            i += 1;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count<const K: usize>() -> usize {
        core::iter::successors(Some(FallingRanks::<K>::lowest()), |ranks| ranks.next())
            .inspect(|ranks| {
                assert!(ranks.0.is_sorted_by(|a, b| a >= b));
                assert!(ranks.0.windows(5).all(|five| five[0] != five[4]));
            })
            .count()
    }

    #[test]
    fn there_are_so_many_hands_without_suits() {
        assert_eq!([count::<3>(), count::<4>(), count::<5>(), count::<6>()], [455, 1_820, 6_175, 18_395]);
    }

    #[test]
    fn suits_are_counted_and_found() {
        for suit in crate::Suit::ALL {
            let of = |rank| Card::new(rank, suit);
            let three = [of(Rank::Two), of(Rank::King), of(Rank::Ace)];
            assert_eq!(suit_index(suited(tally(three), 3)), suit.index());
            assert_eq!(suited(tally(three), 4), 0);
        }
    }
}
