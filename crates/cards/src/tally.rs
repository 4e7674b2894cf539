//! How many cards of each rank and of each suit a hand holds, as one number.

use crate::{Card, Rank, rank_mask::RANKS};

/// The tally of each card, at [`Card::byte`]: 256 entries, so that no index is out of bounds.
///
/// The ranks are octal digits from bit 0 (a hand holds at most four of one), the suits hexadecimal digits from bit 48.
/// To add up these numbers is to count.
static OF_CARD: [u64; 256] = {
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

const fn of_rank(rank: Rank) -> u64 {
    1 << (3 * rank as u32)
}

/// The tally of some cards, up to twelve.
#[inline]
pub(crate) fn tally<const N: usize>(cards: [Card; N]) -> u64 {
    let mut sum = 0;
    for card in cards {
        // No digit overflows into the next.
        sum = OF_CARD[card.byte() as usize].wrapping_add(sum);
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
    (3 - suited.leading_zeros() / 4) as usize
}

/// The tally of the ranks in a mask, and from bit 48 how many there are.
#[inline]
pub(crate) fn tally_of_mask(mask: u16) -> u64 {
    OF_LOW_RANKS[mask as usize & 0x7F].wrapping_add(OF_HIGH_RANKS[(mask >> 7) as usize & 0x3F])
}

/// The number of cards that [`tally_of_mask`] counted.
#[inline]
pub(crate) const fn count(tally_of_mask: u64) -> u64 {
    tally_of_mask >> SUITS
}

static OF_LOW_RANKS: [u64; 128] = of_masks(0);
static OF_HIGH_RANKS: [u64; 64] = of_masks(7);

const fn of_masks<const N: usize>(lowest_rank: usize) -> [u64; N] {
    let mut tally = [0; N];
    let mut mask = 0;
    while mask < N {
        let mut rank = 0;
        while mask >> rank != 0 {
            if mask >> rank & 1 != 0 {
                tally[mask] += of_rank(Rank::ALL[lowest_rank + rank]) + (1 << SUITS);
            }
            rank += 1;
        }
        mask += 1;
    }
    tally
}

/// Some ranks, falling, none of them more than four times.
#[derive(Clone, Copy)]
pub(crate) struct FallingRanks<const K: usize>(pub(crate) [Rank; K]);

impl<const K: usize> FallingRanks<K> {
    /// The lowest: 3-2-2-2-2 for five.
    pub(crate) const fn lowest() -> Self {
        let mut ranks = [Rank::Two; K];
        let mut i = 0;
        while i < K {
            ranks[i] = RANKS[(K - 1 - i) / 4];
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
                ranks[place] = RANKS[rank];
                let mut i = place + 1;
                while i < K {
                    ranks[i] = RANKS[(K - 1 - i) / 4];
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
