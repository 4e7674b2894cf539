//! Sets of cards.

use crate::{Card, Rank, Suit, notation::format_cards};
use core::{fmt, iter::FusedIterator};

/// A set of cards: no order, no card twice.
///
/// ```
/// use tercet_cards::{Card, CardSet, parse_cards};
///
/// let hand: CardSet = parse_cards("9c As 9h")?.into_iter().collect();
/// assert_eq!(hand.len(), 3);
/// assert!(hand.contains("9h".parse()?));
/// assert_eq!(hand.to_string(), "As 9h 9c");
/// assert_eq!(CardSet::FULL.difference(hand).len(), 49);
/// # Ok::<(), tercet_cards::CardsError>(())
/// ```
// Four lanes of sixteen bits, one per suit; within a lane, bit 0 is the two and bit 12 the ace.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);
    /// All 52 cards.
    pub const FULL: CardSet = CardSet(0x1FFF_1FFF_1FFF_1FFF);

    /// The set of one card.
    pub const fn of(card: Card) -> CardSet {
        // A card is `rank * 4 + suit`, its bit `suit * 16 + rank`.
        CardSet(1 << ((card.byte() & 3) * 16 + card.byte() / 4))
    }

    /// The cards of an array or slice.
    pub const fn from_cards(cards: &[Card]) -> CardSet {
        let mut set = CardSet::EMPTY;
        let mut i = 0;
        while i < cards.len() {
            set = set.with(cards[i]);
            i += 1;
        }
        set
    }

    /// The set with these bits: `suit * 16 + rank`. `None` if a bit stands for no card.
    pub const fn from_bits(bits: u64) -> Option<CardSet> {
        if bits & !CardSet::FULL.0 == 0 { Some(CardSet(bits)) } else { None }
    }

    /// One bit per card, at `suit * 16 + rank`.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether the card is in the set.
    pub const fn contains(self, card: Card) -> bool {
        self.0 & CardSet::of(card).0 != 0
    }

    /// The set and this card.
    #[must_use]
    pub const fn with(self, card: Card) -> CardSet {
        CardSet(self.0 | CardSet::of(card).0)
    }

    /// The set but for this card.
    #[must_use]
    pub const fn without(self, card: Card) -> CardSet {
        CardSet(self.0 & !CardSet::of(card).0)
    }

    /// Puts a card in; says whether it is new.
    pub const fn insert(&mut self, card: Card) -> bool {
        let new = !self.contains(card);
        *self = self.with(card);
        new
    }

    /// Takes a card out; says whether it was there.
    pub const fn remove(&mut self, card: Card) -> bool {
        let present = self.contains(card);
        *self = self.without(card);
        present
    }

    /// The cards in either set.
    #[must_use]
    pub const fn union(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }

    /// The cards in both sets.
    #[must_use]
    pub const fn intersection(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }

    /// The cards of this set that are not in the other.
    #[must_use]
    pub const fn difference(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }

    /// Whether every card of this set is in the other.
    pub const fn is_subset(self, other: CardSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// The number of cards.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no card.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The ranks held in one suit, one bit each: bit 0 is the two, bit 12 the ace.
    pub const fn suit_mask(self, suit: Suit) -> u16 {
        self.lanes()[suit.index()]
    }

    /// The ranks held in any suit, one bit each: bit 0 is the two, bit 12 the ace.
    pub const fn rank_mask(self) -> u16 {
        let [clubs, diamonds, hearts, spades] = self.lanes();
        clubs | diamonds | hearts | spades
    }

    /// The four suit masks, in the order of [`Suit::ALL`].
    pub(crate) const fn lanes(self) -> [u16; 4] {
        let [a, b, c, d, e, f, g, h] = self.0.to_le_bytes();
        [
            u16::from_le_bytes([a, b]),
            u16::from_le_bytes([c, d]),
            u16::from_le_bytes([e, f]),
            u16::from_le_bytes([g, h]),
        ]
    }

    /// The set with these suit masks, each below `1 << 13`.
    pub(crate) const fn from_lanes(lanes: [u16; 4]) -> CardSet {
        let [clubs, diamonds, hearts, spades] = lanes;
        CardSet(clubs as u64 | (diamonds as u64) << 16 | (hearts as u64) << 32 | (spades as u64) << 48)
    }

    /// The cards suit by suit, clubs first, each suit from low to high: the cheapest order.
    pub const fn iter(self) -> Iter {
        Iter(self.0)
    }

    /// The cards from high to low, spades first among equals: the order in which a hand is read out.
    pub fn descending(self) -> impl Iterator<Item = Card> {
        Rank::ALL.into_iter().rev().flat_map(move |rank| {
            Suit::ALL
                .into_iter()
                .rev()
                .map(move |suit| Card::new(rank, suit))
                .filter(move |&card| self.contains(card))
        })
    }
}

/// The cards of a [`CardSet`], from [`CardSet::iter`].
#[derive(Clone, Debug)]
pub struct Iter(u64);

impl Iterator for Iter {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(Card::new(Rank::ALL[bit % 16], Suit::ALL[bit / 16]))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Iter {}
impl FusedIterator for Iter {}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        cards.into_iter().fold(CardSet::EMPTY, CardSet::with)
    }
}

impl Extend<Card> for CardSet {
    fn extend<I: IntoIterator<Item = Card>>(&mut self, cards: I) {
        *self = cards.into_iter().fold(*self, CardSet::with);
    }
}

impl From<Card> for CardSet {
    fn from(card: Card) -> CardSet {
        CardSet::of(card)
    }
}

impl<const N: usize> From<[Card; N]> for CardSet {
    fn from(cards: [Card; N]) -> CardSet {
        CardSet::from_cards(&cards)
    }
}

/// Writes the cards from high to low: `As 9h 9c`.
impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format_cards(self.descending()))
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}
