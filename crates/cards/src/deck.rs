//! An order of the 52 cards.

use crate::{Card, CardSet, draw::draw_below};
use core::{error::Error, fmt};

/// The 52 cards, each once, in a certain order, top card first.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Deck([Card; 52]);

impl Deck {
    /// The deck in ascending order, 2c on top: the order of [`Card::ALL`].
    pub const fn sorted() -> Deck {
        Deck(Card::ALL)
    }

    /// A deck in the given order, top card first.
    ///
    /// # Errors
    ///
    /// Unless there are exactly 52 cards, each once.
    pub fn from_cards(cards: &[Card]) -> Result<Deck, DeckError> {
        let deck: [Card; 52] = cards.try_into().map_err(|_| DeckError::Count(cards.len()))?;
        let mut seen = CardSet::EMPTY;
        for card in deck {
            if !seen.insert(card) {
                return Err(DeckError::Twice(card));
            }
        }
        Ok(Deck(deck))
    }

    /// A deck shuffled by a stream of random words, every order equally likely if the words are uniform and
    /// independent.
    ///
    /// This is the whole algorithm, for whoever wants to repeat a deal. Start with [`Deck::sorted`], places counted from
    /// 0 at the top. For `n` = 52, 51, … 2: draw `j` below `n` with [`draw_below`], which takes one word and, rarely,
    /// more; exchange the cards at the places `n - 1` and `j`.
    ///
    /// ```
    /// use tercet_cards::{Card, Deck};
    ///
    /// // The greatest word always draws `n - 1`, so every card stays where it is.
    /// assert_eq!(Deck::shuffled_by(|| u32::MAX), Deck::sorted());
    /// ```
    #[must_use]
    pub fn shuffled_by(mut next: impl FnMut() -> u32) -> Deck {
        let mut cards = Card::ALL;
        for n in (2..=52_u32).rev() {
            let j = draw_below(n, &mut next);
            cards.swap(n as usize - 1, j as usize);
        }
        Deck(cards)
    }

    /// The cards, top first.
    pub const fn cards(&self) -> &[Card; 52] {
        &self.0
    }
}

impl fmt::Debug for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Deck({})", crate::format_cards(self.0))
    }
}

/// Says why some cards are not a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeckError {
    /// There are not 52 cards but so many.
    Count(usize),
    /// This card occurs twice, so another is missing.
    Twice(Card),
}

impl fmt::Display for DeckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeckError::Count(count) => write!(f, "a deck has 52 cards, not {count}"),
            DeckError::Twice(card) => write!(f, "a deck has every card once, but {card} is there twice"),
        }
    }
}

impl Error for DeckError {}
