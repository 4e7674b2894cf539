//! Dealt cards with the number of their strength.

use crate::strengths::Strengths;
use tercet_cards::{Ace, Card, CardSet, SuitClass, rank_three};
use tercet_rules::Hand;

/// Dealt cards with the number of what their best three make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbered {
    cards: [Card; 4],
    len: u8,
    /// The number of their strength.
    pub(crate) number: u16,
    /// How many hands it stands for.
    pub(crate) ways: u8,
}

impl Numbered {
    /// One hand of three or four cards.
    #[inline]
    pub(crate) fn new(set: CardSet, strengths: &Strengths) -> Numbered {
        let (cards, len) = falling(set);
        let number = strengths.of(&cards[..usize::from(len)]);
        Numbered { cards, len, number, ways: 1 }
    }

    /// The representative of a class, for all its hands.
    #[inline]
    pub(crate) fn of_class(class: &SuitClass, strengths: &Strengths) -> Numbered {
        Numbered { ways: ways(class), ..Numbered::new(class.representative, strengths) }
    }

    /// The representative of a class of three cards, for all its hands.
    pub(crate) const fn of_three(class: &SuitClass, ace: Ace) -> Numbered {
        let (cards, len) = falling(class.representative);
        let [a, b, c, _] = cards;
        let number = Strengths::under(ace).number(rank_three([a, b, c], ace));
        Numbered { cards, len, number, ways: ways(class) }
    }

    /// The three cards that play, with what they make.
    pub(crate) fn playing(&self, ace: Ace) -> Hand {
        Hand::playing(self.cards(), ace).expect("three or four cards are dealt")
    }

    /// The cards, from high to low.
    pub(crate) const fn cards(&self) -> &[Card] {
        self.cards.split_at(self.len as usize).0
    }
}

#[expect(clippy::cast_possible_truncation, reason = "at most 24 renamings")]
const fn ways(class: &SuitClass) -> u8 {
    class.size as u8
}

/// The cards of a set of at most four, from high to low, and how many there are.
pub(crate) const fn falling(set: CardSet) -> ([Card; 4], u8) {
    // A fourth card that is not there counts as the lowest of all.
    let mut cards = [Card::ALL[0]; 4];
    let mut len = 0;
    let mut bits = set.bits();
    while bits != 0 {
        let bit = bits.trailing_zeros();
        cards[len as usize] = Card::ALL[(bit % 16 * 4 + bit / 16) as usize];
        bits &= bits - 1;
        len += 1;
    }
    // A sorting network: hands come in no order that would help to foresee branches.
    let [a, b, c, d] = cards;
    let ([a, b], [c, d]) = (ordered(a, b), ordered(c, d));
    let ([a, c], [b, d]) = (ordered(a, c), ordered(b, d));
    let [b, c] = ordered(b, c);
    ([a, b, c, d], len)
}

/// The higher card first.
const fn ordered(a: Card, b: Card) -> [Card; 2] {
    if a.index() >= b.index() { [a, b] } else { [b, a] }
}
