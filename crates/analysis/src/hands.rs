//! The hands that are counted: all of them, those of a short deck, or a part for a test.

use crate::numbered::Numbered;
use crate::strengths::Strengths;
use crate::three;
use std::borrow::Cow;
use tercet_cards::{CLASSES_OF_FOUR, CLASSES_OF_THREE, CardSet, Rank, Suit, SuitClass, suit_classes};

/// Suit classes of the player's hands, and the deck that they and the dealer's are dealt from.
///
/// Counting all of them gives the law of a game. A part of them, or a short deck, gives smaller numbers that
/// a slower road can check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hands {
    ranks: u16,
    classes: Cow<'static, [SuitClass]>,
    all: bool,
}

impl Hands {
    /// All hands of so many cards.
    #[must_use]
    pub fn all(cards: u8) -> Hands {
        let classes = match cards {
            3 => Cow::Borrowed(CLASSES_OF_THREE.as_slice()),
            4 => Cow::Borrowed(CLASSES_OF_FOUR.as_slice()),
            _ => suit_classes(usize::from(cards)).collect(),
        };
        Hands { ranks: 0x1FFF, classes, all: true }
    }

    /// All hands of so many cards out of a short deck: four cards of each of these ranks.
    #[must_use]
    pub fn of_ranks(cards: u8, ranks: &[Rank]) -> Hands {
        Hands::of_mask(cards, ranks.iter().fold(0, |mask, rank| mask | 1 << rank.index()))
    }

    pub(crate) fn of_mask(cards: u8, ranks: u16) -> Hands {
        let all = Hands::all(cards);
        let within = |class: &&SuitClass| class.representative.rank_mask() & !ranks == 0;
        Hands { ranks, classes: all.classes.iter().filter(within).copied().collect(), ..all }
    }

    /// Only every `n`-th class, beginning with the one at `first`.
    #[must_use]
    pub fn every(self, n: usize, first: usize) -> Hands {
        let classes = self.classes.iter().skip(first).step_by(n).copied().collect();
        Hands { classes, all: self.all && n == 1 && first == 0, ..self }
    }

    /// The deck.
    #[must_use]
    pub fn deck(&self) -> CardSet {
        let lane = u64::from(self.ranks);
        let lanes = Suit::ALL.iter().map(|suit| lane << (16 * suit.index()));
        CardSet::from_bits(lanes.sum()).expect("ranks of a deck")
    }

    /// The ranks of the deck, one bit each.
    pub(crate) fn ranks(&self) -> u16 {
        self.ranks
    }

    /// Whether these are all hands of the deck.
    pub(crate) fn are_all(&self) -> bool {
        self.all
    }

    /// The suit classes with the numbers of their strengths.
    pub(crate) fn numbered(&self, strengths: &Strengths) -> Cow<'static, [Numbered]> {
        if core::ptr::eq(self.classes(), CLASSES_OF_THREE.as_slice()) {
            return Cow::Borrowed(three::numbered(strengths.ace()));
        }
        self.classes.iter().map(|class| Numbered::of_class(class, strengths)).collect()
    }

    /// The suit classes, to keep.
    pub(crate) fn shared_classes(&self) -> Cow<'static, [SuitClass]> {
        self.classes.clone()
    }

    /// The suit classes of the player's hands.
    #[must_use]
    pub fn classes(&self) -> &[SuitClass] {
        &self.classes
    }
}
