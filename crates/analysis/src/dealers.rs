//! How many dealer hands of three cards lie below a strength and avoid the player's cards, by inclusion and
//! exclusion over prefix sums.
//!
//! Dealer hands below strength `s` that avoid a set `P` are the sum over the subsets `S` of `P` of at most
//! three cards of `(-1)^|S| F_S(s)`, where `F_S(s)` counts the hands below `s` that hold all of `S`. By the
//! symmetry of suits `F_S` depends on ranks and on whether two cards share a suit only.

use crate::cells::{Cells, cells};
use crate::strengths::Strengths;
use tercet_cards::{Ace, Card, CardSet, SuitClass, ThreeRank, binomial, rank_three};

/// The number of kinds of two cards: 13 pairs, 78 of one suit, 78 of two.
const PAIRS: usize = 169;

/// Prefix counts of dealer hands by what they hold.
pub(crate) struct DealerCounts<'a> {
    strengths: &'a Strengths,
    ace: Ace,
    floor: usize,
    /// `any[s]`: hands below strength `s`.
    any: Vec<u32>,
    /// `one[rank * stride + s]`: those that hold a given card of this rank.
    one: Vec<u32>,
    /// `two[pair * stride + s]`: those that hold two given cards of this kind.
    two: Vec<u32>,
}

impl<'a> DealerCounts<'a> {
    /// Counts all dealer hands; `classes` are the suit classes of three cards, `floor` the least strength that
    /// qualifies (none: every dealer does).
    #[must_use]
    pub(crate) fn new(
        strengths: &'a Strengths,
        ace: Ace,
        floor: Option<ThreeRank>,
        classes: &[SuitClass],
    ) -> DealerCounts<'a> {
        let stride = strengths.len() + 1;
        let (mut any, mut one, mut two) = (vec![0; stride], vec![0; 13 * stride], vec![0; PAIRS * stride]);
        for class in classes {
            let hand = three(class.representative);
            let size = u32::try_from(class.size).expect("at most 24");
            // Counted one place up, so that the sums below are of what lies below.
            let at = strengths.number(rank_three(hand, ace)) + 1;
            any[at] += size;
            let [a, b, c] = hand;
            for card in hand {
                one[card.rank().index() * stride + at] += size;
            }
            for (x, y) in [(a, b), (a, c), (b, c)] {
                two[pair(x, y) * stride + at] += size;
            }
        }
        accumulate(&mut any, 1);
        for row in one.chunks_exact_mut(stride) {
            // Four cards of a rank share the hands counted for it.
            accumulate(row, 4);
        }
        for (kind, row) in two.chunks_exact_mut(stride).enumerate() {
            accumulate(row, pairs_of_kind(kind));
        }
        let floor = floor.map_or(0, |floor| strengths.below(floor));
        DealerCounts { strengths, ace, floor, any, one, two }
    }

    /// The cells of a player's cards (three or four) whose playing strength has this number.
    #[must_use]
    pub(crate) fn cells(&self, cards: &[Card], strength: usize) -> Cells {
        let [below_floor, below, up_to] = self.below(cards, [self.floor, strength, strength + 1]);
        let left = 52 - cards.len() as u64;
        let all = u32::try_from(binomial(left, 3)).expect("at most 18,424");
        cells(below_floor, below, up_to, all, strength < self.floor)
    }

    /// Dealer hands that avoid these cards, below each of some strengths.
    fn below<const N: usize>(&self, cards: &[Card], at: [usize; N]) -> [u32; N] {
        let stride = self.any.len();
        let mut counts = at.map(|s| self.any[s]);
        for (i, a) in cards.iter().enumerate() {
            let one = &self.one[a.rank().index() * stride..][..stride];
            for (count, s) in counts.iter_mut().zip(at) {
                // Subtracted first; wrapping, because what is added back comes later.
                *count = count.wrapping_sub(one[s]);
            }
            for (j, b) in cards.iter().enumerate().skip(i + 1) {
                let two = &self.two[pair(*a, *b) * stride..][..stride];
                for (count, s) in counts.iter_mut().zip(at) {
                    *count = count.wrapping_add(two[s]);
                }
                for c in &cards[j + 1..] {
                    let strength = self.strengths.number(rank_three([*a, *b, *c], self.ace));
                    for (count, s) in counts.iter_mut().zip(at) {
                        *count = count.wrapping_sub(u32::from(strength < s));
                    }
                }
            }
        }
        counts
    }
}

/// Prefix sums of a row, each divided by the number of card choices that share its hands.
fn accumulate(row: &mut [u32], share: u32) {
    let mut sum = 0;
    for count in row {
        sum += *count;
        *count = sum / share;
    }
}

/// The kind of two cards: the two ranks, and for different ranks whether the suit is one.
fn pair(a: Card, b: Card) -> usize {
    let (high, low) = (a.rank().index().max(b.rank().index()), a.rank().index().min(b.rank().index()));
    // One triangle for two suits (with the pairs on the diagonal), the other for one suit.
    if a.suit() == b.suit() { low * 13 + high } else { high * 13 + low }
}

/// How many choices of two cards are of this kind.
fn pairs_of_kind(kind: usize) -> u32 {
    let (row, column) = (kind / 13, kind % 13);
    match row.cmp(&column) {
        core::cmp::Ordering::Equal => 6,
        core::cmp::Ordering::Less => 4,
        core::cmp::Ordering::Greater => 12,
    }
}

/// The cards of a set of three.
pub(crate) fn three(set: CardSet) -> [Card; 3] {
    let mut cards = set.iter();
    [(); 3].map(|()| cards.next().expect("three cards"))
}
