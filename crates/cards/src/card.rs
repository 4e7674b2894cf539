//! One card of the standard deck.

use crate::{Colour, Rank, Suit};
use core::fmt;

/// One of the 52 cards.
///
/// Cards are ordered by rank, then by suit; the order of suits means nothing in any game.
///
/// ```
/// use tercet_cards::{Card, Rank, Suit};
///
/// let card: Card = "As".parse()?;
/// assert_eq!(card, Card::new(Rank::Ace, Suit::Spades));
/// assert_eq!("10H".parse::<Card>()?.to_string(), "Th");
/// # Ok::<(), tercet_cards::CardsError>(())
/// ```
// The number is `rank * 4 + suit`, always below 52.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// Every card, in ascending order: 2c, 2d, 2h, 2s, 3c, … As.
    pub const ALL: [Card; 52] = {
        let mut all = [Card(0); 52];
        let mut index = 0;
        while index < 52 {
            all[index as usize] = Card(index);
            index += 1;
        }
        all
    };

    /// The card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(rank as u8 * 4 + suit as u8)
    }

    /// The card at a place of [`Card::ALL`].
    pub const fn from_index(index: u8) -> Option<Card> {
        if index < 52 { Some(Card(index)) } else { None }
    }

    /// The place of this card in [`Card::ALL`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The place of this card in [`Card::ALL`], as a byte: tables of 256 entries need no bounds check.
    pub(crate) const fn byte(self) -> u8 {
        self.0
    }

    /// The rank.
    pub const fn rank(self) -> Rank {
        Rank::ALL[self.index() / 4]
    }

    /// The suit.
    pub const fn suit(self) -> Suit {
        Suit::ALL[self.index() % 4]
    }

    /// The colour of the suit.
    pub const fn colour(self) -> Colour {
        self.suit().colour()
    }
}

/// Writes rank and suit: `As`, `Th`.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank().letter(), self.suit().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
