//! The cards of one hand as they are held: from several decks a card may be there twice, so they are no set.

use crate::numbered::falling;
use core::fmt;
use core::ops::Deref;
use std::borrow::Cow;
use tercet_cards::{
    Ace, Card, CardSet, Suit, SuitClass, ThreeRank, best_three_of_four, format_cards, rank_three,
};

/// The three or four cards of a hand, from high to low; a card of several decks may be there more than once.
///
/// ```
/// use tercet_analysis::Held;
/// use tercet_cards::parse_cards;
///
/// let king = parse_cards("Kd")?[0];
/// let hand = Held::new(&[parse_cards("5d")?[0], king, king]).expect("three cards");
/// assert_eq!(hand.to_string(), "Kd Kd 5d");
/// assert_eq!(hand.set(), None);
/// # Ok::<(), tercet_cards::CardsError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Held {
    /// Those beyond `len` are the lowest card there is.
    cards: [Card; 4],
    len: u8,
}

impl Held {
    /// These cards in any order; none if there are more than four.
    #[must_use]
    pub fn new(cards: &[Card]) -> Option<Held> {
        let mut held = Held { cards: [Card::ALL[0]; 4], len: u8::try_from(cards.len()).ok()? };
        held.cards.get_mut(..cards.len())?.copy_from_slice(cards);
        held.cards[..cards.len()].sort_unstable_by(|a, b| b.cmp(a));
        Some(held)
    }

    /// Renames the suits.
    pub(crate) fn rename(&mut self, names: impl Fn(Suit) -> Suit) {
        let cards = &mut self.cards[..usize::from(self.len)];
        for card in cards.iter_mut() {
            *card = Card::new(card.rank(), names(card.suit()));
        }
        cards.sort_unstable_by(|a, b| b.cmp(a));
    }

    /// The cards as a set; none if one of them is there twice.
    #[must_use]
    pub fn set(&self) -> Option<CardSet> {
        let set: CardSet = self.iter().copied().collect();
        (set.len() == self.cards().len()).then_some(set)
    }

    /// How strong the three cards are that play, of four the best three.
    pub(crate) fn strength(&self, ace: Ace) -> ThreeRank {
        match **self {
            [a, b, c] => rank_three([a, b, c], ace),
            [a, b, c, d] => best_three_of_four([a, b, c, d], ace),
            _ => unreachable!("three or four cards are dealt"),
        }
    }

    /// The cards, from high to low.
    #[must_use]
    pub fn cards(&self) -> &[Card] {
        self.cards.split_at(usize::from(self.len)).0
    }
}

impl Deref for Held {
    type Target = [Card];

    fn deref(&self) -> &[Card] {
        self.cards()
    }
}

/// The cards of a set of at most four.
impl From<CardSet> for Held {
    fn from(set: CardSet) -> Held {
        let (cards, len) = falling(set);
        Held { cards, len }
    }
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format_cards(self.iter().copied()))
    }
}

impl fmt::Debug for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Held({self})")
    }
}

/// Hands of the player's that are all the same to a bet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandClass {
    /// One of them.
    pub cards: Held,
    /// How many there are.
    pub size: u64,
}

impl From<SuitClass> for HandClass {
    fn from(class: SuitClass) -> HandClass {
        HandClass { cards: class.representative.into(), size: class.size }
    }
}

/// The classes of a law.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Classes {
    /// Of one deck.
    Sets(Cow<'static, [SuitClass]>),
    /// Of several decks.
    Held(Vec<HandClass>),
}

impl Classes {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        match self {
            Classes::Sets(classes) => classes.len(),
            Classes::Held(classes) => classes.len(),
        }
    }

    /// The class at a place.
    pub(crate) fn at(&self, place: usize) -> HandClass {
        match self {
            Classes::Sets(classes) => classes[place].into(),
            Classes::Held(classes) => classes[place],
        }
    }

    /// How many hands are in the class at a place.
    pub(crate) fn size(&self, place: usize) -> u64 {
        match self {
            Classes::Sets(classes) => classes[place].size,
            Classes::Held(classes) => classes[place].size,
        }
    }
}
