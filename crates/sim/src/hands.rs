//! The places of hands in tables: three or four cards in any order, without gaps.

use crate::shuffler::PLACES;
use tercet_cards::{Card, CardSet};

/// No game knows more strengths of three cards.
pub(crate) const MOST_STRENGTHS: usize = 741;

/// By card: how many pairs, threes and fours there are of lower cards alone.
#[expect(clippy::cast_possible_truncation, reason = "fewer than a million fours of 64 cards")]
const fn choose(k: u64) -> [u32; PLACES] {
    let mut table = [0; PLACES];
    let mut n = 0;
    while n < PLACES as u64 {
        let ways = match k {
            2 => n * n.saturating_sub(1) / 2,
            3 => n * n.saturating_sub(1) * n.saturating_sub(2) / 6,
            _ => n * n.saturating_sub(1) * n.saturating_sub(2) * n.saturating_sub(3) / 24,
        };
        table[n as usize] = ways as u32;
        n += 1;
    }
    table
}

static PAIRS: [u32; PLACES] = choose(2);
static THREES: [u32; PLACES] = choose(3);
static FOURS: [u32; PLACES] = choose(4);

/// The place of a hand among all hands of so many cards.
pub(crate) struct Index;

impl Index {
    /// Of a set of three or four cards.
    pub(crate) fn of(cards: CardSet) -> usize {
        let mut at = cards.iter();
        let mut next = || at.next().unwrap_or(Card::ALL[0]);
        if cards.len() == 4 {
            Index::four([next(), next(), next(), next()])
        } else {
            Index::three([next(), next(), next()])
        }
    }

    /// Of three cards in any order.
    #[inline]
    pub(crate) fn three(cards: [Card; 3]) -> usize {
        let [a, b, c] = cards.map(number);
        let (low, high) = (a.min(b), a.max(b));
        let (low, middle, high) = (low.min(c), low.max(high.min(c)), high.max(c));
        let at = |card: u32| card as usize % PLACES;
        (THREES[at(high)] + PAIRS[at(middle)] + low) as usize
    }

    /// Of four cards in any order.
    #[inline]
    pub(crate) fn four(cards: [Card; 4]) -> usize {
        let [a, b, c, d] = cards.map(number);
        let (first, second) = ((a.min(b), a.max(b)), (c.min(d), c.max(d)));
        let (lowest, highest) = (first.0.min(second.0), first.1.max(second.1));
        let (one, other) = (first.0.max(second.0), first.1.min(second.1));
        let (low, high) = (one.min(other), one.max(other));
        let at = |card: u32| card as usize % PLACES;
        (FOURS[at(highest)] + THREES[at(high)] + PAIRS[at(low)] + lowest) as usize
    }
}

/// The place of a card among all 52.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "52 cards")]
fn number(card: Card) -> u32 {
    card.index() as u32
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
        let card = |place: usize| Card::ALL[[51, 3, 17, 40][place]];
        for order in [[0, 1, 2, 3], [3, 1, 0, 2], [2, 3, 1, 0], [1, 0, 3, 2]] {
            assert_eq!(Index::four(order.map(card)), Index::four([0, 1, 2, 3].map(card)));
        }
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            assert_eq!(Index::three(order.map(card)), Index::three([0, 1, 2].map(card)));
        }
    }
}
