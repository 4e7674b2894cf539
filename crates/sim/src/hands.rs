//! The places of hands in tables: three or four cards in any order, without gaps.

use crate::shuffler::{LANES, Row};
use tercet_cards::{Card, CardSet};

/// No game knows more strengths of three cards.
pub(crate) const MOST_STRENGTHS: usize = 741;

/// By card: how many fours there are of lower cards alone.
static FOURS: [u32; 64] = {
    let mut table = [0; 64];
    let mut n: u32 = 3;
    while n < 64 {
        table[n as usize] = n * (n - 1) * (n - 2) * (n - 3) / 24;
        n += 1;
    }
    table
};

/// The place of a hand among all hands of so many cards.
pub(crate) struct Index;

impl Index {
    /// Of a set of three or four cards.
    pub(crate) fn of(cards: CardSet) -> usize {
        let mut rows: Vec<Row> = cards.iter().map(|card| [number(card); LANES]).collect();
        rows.sort_unstable();
        let indexes = match rows.as_slice() {
            [a, b, c, d] => Index::fours(&[*a, *b, *c, *d]),
            [a, b, c] => Index::threes(&[*a, *b, *c]),
            _ => [0; LANES],
        };
        indexes[0] as usize
    }

    /// Of the cards of each lane, three or four.
    #[inline]
    pub(crate) fn all<const CARDS: usize>(rows: &[Row; CARDS]) -> [u32; LANES] {
        match rows.as_slice() {
            [a, b, c, d] => Index::fours(&[*a, *b, *c, *d]),
            [a, b, c] => Index::threes(&[*a, *b, *c]),
            _ => [0; LANES],
        }
    }

    /// Of three cards in ascending order: how many threes there are of cards below the highest, twos of those below the middle one, and
    /// cards below the lowest.
    #[inline]
    fn threes([low, middle, high]: &[Row; 3]) -> [u32; LANES] {
        let mut indexes = [0; LANES];
        for (((index, low), middle), high) in indexes.iter_mut().zip(low).zip(middle).zip(high) {
            let twos = |n: u16| n.wrapping_mul(n.wrapping_sub(1)) >> 1;
            let high = u16::from(*high);
            // 3 * 0xaaab is 1 mod 2^16, so this divides by three what three divides.
            let threes = twos(high).wrapping_mul(high.wrapping_sub(2)).wrapping_mul(0xaaab);
            let index16 = threes.wrapping_add(twos(u16::from(*middle))).wrapping_add(u16::from(*low));
            *index = u32::from(index16);
        }
        indexes
    }

    /// Of three cards in ascending order and a fourth.
    #[inline]
    fn fours([a, b, c, d]: &[Row; 4]) -> [u32; LANES] {
        let mut rows = [*a, *b, *c];
        let mut highest = *d;
        for row in &mut rows {
            for (card, carried) in row.iter_mut().zip(&mut highest) {
                // What is carried on is the higher of both.
                (*card, *carried) = ((*card).min(*carried), (*card).max(*carried));
            }
        }
        let mut indexes = Index::threes(&rows);
        for (index, highest) in indexes.iter_mut().zip(highest) {
            *index = index.wrapping_add(FOURS[usize::from(highest % 64)]);
        }
        indexes
    }
}

/// The place of a card among all 52.
#[expect(clippy::cast_possible_truncation, reason = "52 cards")]
fn number(card: Card) -> u8 {
    card.index() as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use tercet_cards::combinations;

    #[test]
    fn every_hand_has_a_place_of_its_own_in_any_order() {
        for (cards, hands) in [(3, 22_100), (4, 270_725)] {
            let mut met = vec![false; hands];
            for set in combinations(CardSet::FULL, cards) {
                assert!(!std::mem::replace(&mut met[Index::of(set)], true), "{set:?}");
            }
        }
        // The fourth card of a hand comes as it is drawn.
        let rows = |cards: [u8; 4]| cards.map(|card| [card; LANES]);
        let first = Index::all(&rows([3, 17, 40, 51]));
        for cards in [[3, 17, 51, 40], [3, 40, 51, 17], [17, 40, 51, 3]] {
            assert_eq!(Index::all(&rows(cards)), first);
        }
    }
}
