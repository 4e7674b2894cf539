//! The hands that several decks can deal, as multisets of cards with the number of ways to deal them.

use super::Decks;
use crate::held::Held;
use tercet_cards::{Card, CardSet, binomial};

/// The ways to choose so many cards (second index) of those of one kind that are left.
const CHOICES: [[u64; 5]; Decks::MOST as usize + 1] = {
    let mut choices = [[0; 5]; Decks::MOST as usize + 1];
    let mut left = 0;
    while left < choices.len() {
        let mut chosen = 0;
        while chosen < 5 {
            choices[left][chosen] = binomial(left as u64, chosen as u64);
            chosen += 1;
        }
        left += 1;
    }
    choices
};

/// All hands of so many cards from several decks shuffled together.
pub(crate) struct Pack {
    decks: Decks,
    /// The cards of one of its decks.
    pub(crate) deck: CardSet,
    /// Each hand once, however often it can be dealt.
    pub(crate) hands: Vec<Packed>,
}

/// A hand and the number of ways to deal it: of each card, which of the decks it is from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packed {
    pub(crate) cards: Held,
    pub(crate) ways: u64,
    /// Which cards are there, each with how often; the rest are none of them.
    parts: [(u8, u8); 4],
}

impl Packed {
    /// The different cards of it, by their index.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = usize> + use<> {
        self.parts.into_iter().filter(|(_, times)| *times > 0).map(|(card, _)| usize::from(card))
    }
}

/// Of each card, how many are left in a pack.
pub(crate) struct Left([u8; 52]);

impl Pack {
    /// Hands of at most four cards from several of these decks.
    pub(crate) fn new(decks: Decks, deck: CardSet, cards: usize) -> Pack {
        let mut pack = Pack { decks, deck, hands: Vec::new() };
        let from: Vec<Card> = deck.descending().collect();
        pack.fill(&from, &mut Vec::with_capacity(cards), cards);
        pack
    }

    /// Adds the hands that begin with the chosen cards and go on with some of these, none higher than the one before.
    fn fill(&mut self, from: &[Card], chosen: &mut Vec<Card>, left: usize) {
        if left == 0 {
            let cards = Held::new(chosen).expect("at most four cards");
            let mut parts = [(0, 0); 4];
            for (part, alike) in parts.iter_mut().zip(cards.chunk_by(|a, b| a == b)) {
                let byte = |number: usize| u8::try_from(number).expect("below 52");
                *part = (byte(alike[0].index()), byte(alike.len()));
            }
            let mut hand = Packed { cards, ways: 0, parts };
            hand.ways = self.left(&[]).ways(&hand);
            if hand.ways > 0 {
                self.hands.push(hand);
            }
            return;
        }
        for (i, card) in from.iter().enumerate() {
            chosen.push(*card);
            self.fill(&from[i..], chosen, left - 1);
            chosen.pop();
        }
    }

    /// What is left when these cards are dealt.
    pub(crate) fn left(&self, dealt: &[Card]) -> Left {
        let mut left = [self.decks.count(); 52];
        for card in dealt {
            left[card.index()] -= 1;
        }
        Left(left)
    }
}

impl Left {
    /// In how many ways a hand can be dealt from what is left.
    #[inline]
    pub(crate) fn ways(&self, hand: &Packed) -> u64 {
        let ways =
            |(card, times): (u8, u8)| CHOICES[usize::from(self.0[usize::from(card)])][usize::from(times)];
        hand.parts.into_iter().map(ways).product()
    }
}
