//! What tables that read both hands see in six cards: the player's three and the dealer's.
//!
//! Rows that ask for the strength of the best five see nothing but ranks unless five cards share a suit, which three and three
//! cards seldom do. So the ranks of both hands are looked up together, and the strength is asked for in that one case.

use crate::hands::Index;
use crate::profile::{Kinds, Mask, TooOdd, all, mask, reading};
use crate::shuffler::LANES;
use std::collections::BTreeMap;
use tercet_cards::{Card, CardSet, Rank, Suit, best_five_of_six, combinations, rank_five_set};
use tercet_rules::{Game, Hand, Reads};

/// The number of the ranks of three cards, below 455.
const RANKS: u32 = 0x1ff;
/// From here a bit for each suit that all three have.
const THREE_OF: u32 = 16;
/// From here a bit for each suit that two or three have.
const TWO_OF: u32 = 20;

/// What the tables see.
pub(crate) struct Sixes {
    /// By index of three cards: the number of their ranks and their suits.
    threes: Vec<u32>,
    /// By the numbers of the dealer's and the player's ranks, if no five cards share a suit.
    plain: Vec<u8>,
    /// By bits of the strength of the best five.
    strengths: Vec<u8>,
    /// What is seen: for each table a bit for each row whose test holds.
    pub(crate) kinds: Vec<Vec<Mask>>,
}

impl Sixes {
    /// # Errors
    ///
    /// If a row asks for more than the strength of the best five.
    pub(crate) fn of(game: &Game) -> Result<Sixes, TooOdd> {
        let tables = reading(game, Reads::BothHands);
        if tables.is_empty() {
            return Ok(Sixes { threes: vec![], plain: vec![], strengths: vec![], kinds: vec![Vec::new()] });
        }
        let mut tests =
            tables.iter().flat_map(|of| &game.table(*of).rows).filter_map(|row| row.hand.as_ref());
        if !tests.all(tercet_rules::HandTest::asks_strength) {
            return Err(TooOdd);
        }
        let (mut kinds, mut strengths) = (Kinds::default(), vec![None; 1 << 16]);
        for five in combinations(CardSet::FULL, 5) {
            let rank = rank_five_set(five).expect("five cards");
            let known = &mut strengths[usize::from(rank.bits())];
            if known.is_none() {
                // The tests look at nothing but the strength: any six cards will do.
                let hand = Hand::Six([Card::ALL[0]; 6], rank);
                let kind = kinds.place(tables.iter().map(|of| mask(game, *of, &hand)).collect());
                *known = Some(u8::try_from(kind).map_err(|_| TooOdd)?);
            }
        }
        let strengths: Vec<u8> = strengths.into_iter().map(Option::unwrap_or_default).collect();
        let mut numbers = BTreeMap::new();
        let mut threes = vec![0; all(3, game).len()];
        for set in combinations(CardSet::FULL, 3) {
            let ranks: Vec<Rank> = sorted(set.iter().map(Card::rank));
            let next = u32::try_from(numbers.len()).expect("455 ranks of three cards");
            let number: u32 = *numbers.entry(ranks).or_insert(next);
            let suits = Suit::ALL.iter().zip(0..).map(|(suit, bit)| {
                let many = set.suit_mask(*suit).count_ones();
                u32::from(many == 3) << (THREE_OF + bit) | u32::from(many >= 2) << (TWO_OF + bit)
            });
            threes[Index::of(set)] = number | suits.sum::<u32>();
        }
        let mut plain = vec![0; numbers.len() << 9];
        for (dealer, row) in &numbers {
            for (player, column) in &numbers {
                let Some(cards) = without_flush(dealer.iter().chain(player)) else { continue };
                let rank = best_five_of_six(cards);
                plain[(row << 9 | column) as usize] = strengths[usize::from(rank.bits())];
            }
        }
        Ok(Sixes { threes, plain, strengths, kinds: kinds.met })
    }

    /// What is known of the dealer's cards, by their indexes.
    #[inline]
    pub(crate) fn dealer(&self, indexes: &[u32; LANES]) -> [Dealer; LANES] {
        let mut dealers = [Dealer::default(); LANES];
        for (dealer, index) in dealers.iter_mut().zip(indexes) {
            let three = self.threes[*index as usize];
            // Three of a suit here and two there are five.
            dealer.suits = (three >> TWO_OF & 0xf) << THREE_OF | (three >> THREE_OF & 0xf) << TWO_OF;
            dealer.row = (three & RANKS) << 9;
        }
        dealers
    }

    /// What is seen in the six cards. `cards` says which they are.
    #[inline]
    pub(crate) fn kind(&self, dealer: Dealer, index: u32, cards: impl FnOnce() -> [Card; 6]) -> u32 {
        let three = self.threes[index as usize];
        let kind = if three & dealer.suits == 0 {
            self.plain[(dealer.row | three & RANKS) as usize]
        } else {
            self.strengths[usize::from(best_five_of_six(cards()).bits())]
        };
        u32::from(kind)
    }
}

/// What is known of the dealer's cards.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Dealer {
    /// Where the line of their ranks begins.
    row: u32,
    /// The suits of a player's cards with which five share one.
    suits: u32,
}

fn sorted(ranks: impl Iterator<Item = Rank>) -> Vec<Rank> {
    let mut ranks: Vec<Rank> = ranks.collect();
    ranks.sort_unstable();
    ranks
}

/// Six cards of these ranks of which no five share a suit; none if a rank is there five times.
fn without_flush<'r>(ranks: impl Iterator<Item = &'r Rank>) -> Option<[Card; 6]> {
    let ranks = sorted(ranks.copied());
    // Equal ranks are neighbours, so they get suits that differ, and every suit comes up twice at most.
    let cards: Vec<Card> =
        ranks.iter().zip(Suit::ALL.iter().cycle()).map(|(rank, suit)| Card::new(*rank, *suit)).collect();
    let distinct: CardSet = cards.iter().copied().collect();
    cards.try_into().ok().filter(|_| distinct.len() == 6)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every six cards, split once: what is looked up is what the strength of the best five says.
    #[test]
    fn every_six_cards_are_seen_as_the_rows_see_them() {
        let game = crate::tests::game("three-card-poker");
        let sixes = Sixes::of(&game).unwrap_or_else(|_| panic!("its rows ask for strengths"));
        for dealer in combinations(CardSet::FULL, 3).step_by(37) {
            let [d, e, f]: [Card; 3] = dealer.iter().collect::<Vec<_>>().try_into().unwrap();
            let index = u32::try_from(Index::of(dealer)).unwrap();
            let [known, ..] = sixes.dealer(&[index; LANES]);
            for player in combinations(CardSet::FULL.difference(dealer), 3) {
                let [a, b, c]: [Card; 3] = player.iter().collect::<Vec<_>>().try_into().unwrap();
                let cards = [a, b, c, d, e, f];
                let right = sixes.strengths[usize::from(best_five_of_six(cards).bits())];
                let index = u32::try_from(Index::of(player)).unwrap();
                assert_eq!(sixes.kind(known, index, || cards), u32::from(right), "{cards:?}");
            }
        }
    }
}
