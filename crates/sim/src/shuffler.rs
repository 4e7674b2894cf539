//! The top of a deck, shuffled as far as it is dealt.

use crate::chance::{Chance, several};
use tercet_cards::{Card, Deck};

/// The places of a deck; those beyond the 52nd are never dealt and let tables do without checks.
pub(crate) const PLACES: usize = 64;

/// Out of one word come so many draws at most.
const MOST: usize = 16;

/// An order of 52 cards whose top is drawn anew for each round.
///
/// It is the shuffle of Fisher and Yates from the top, and it goes no further than cards are dealt: the card at place 0 is
/// exchanged with one of the 52 from there on, the card at place 1 with one of 51, and so on. Every order of the cards that are
/// dealt is equally likely, whatever order they had before, so the deck is not sorted between rounds.
#[derive(Clone, Debug)]
pub struct Shuffler {
    /// By place, from the top.
    deck: [Card; PLACES],
    batches: Vec<Batch>,
}

/// Cards whose draws come out of one word.
#[derive(Clone, Copy, Debug)]
struct Batch {
    place: usize,
    count: usize,
    /// Of the bounds.
    product: u64,
}

impl Shuffler {
    /// From the sorted deck; so many cards are dealt each round, up to 52.
    #[must_use]
    pub fn new(cards: usize) -> Shuffler {
        let mut deck = [Card::ALL[0]; PLACES];
        deck[..52].copy_from_slice(&Card::ALL);
        let mut batches: Vec<Batch> = Vec::new();
        for place in 0..cards.min(52) {
            let bound = 52 - place as u64;
            match batches.last_mut() {
                // With the product well below 2^64 a word is hardly ever thrown away.
                Some(batch) if batch.count < MOST && batch.product <= (1 << 60) / bound => {
                    batch.product *= bound;
                    batch.count += 1;
                }
                Some(_) | None => batches.push(Batch { place, count: 1, product: bound }),
            }
        }
        Shuffler { deck, batches }
    }

    /// Draws the next cards.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a draw is below 52")]
    pub fn shuffle(&mut self, chance: &mut Chance) {
        for batch in &self.batches {
            let mut draws = [0; MOST];
            let draws = &mut draws[..batch.count];
            let word = chance.word();
            several(word, 52 - batch.place as u64, draws, batch.product, &mut || chance.word());
            for (place, draw) in (batch.place..).zip(draws) {
                let other = (place + *draw as usize) % PLACES;
                self.deck.swap(place % PLACES, other);
            }
        }
    }

    /// The cards, from the top. Only the first 52 are dealt.
    #[inline]
    #[must_use]
    pub fn places(&self) -> &[Card; PLACES] {
        &self.deck
    }

    /// The whole deck as it lies now.
    #[must_use]
    pub fn deck(&self) -> Deck {
        deck_of(&self.deck)
    }
}

/// The order of the first 52 places.
pub(crate) fn deck_of(places: &[Card; PLACES]) -> Deck {
    Deck::from_cards(&places[..52]).expect("exchanging cards keeps each once")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Seed;

    #[test]
    fn a_deck_stays_a_deck_however_much_of_it_is_dealt() {
        let mut chance = Chance::new(Seed::from_number(1), 0);
        for cards in [1, 6, 24, 31, 52] {
            let mut shuffler = Shuffler::new(cards);
            let dealt: usize = shuffler.batches.iter().map(|batch| batch.count).sum();
            assert_eq!(dealt, cards);
            for _ in 0..100 {
                shuffler.shuffle(&mut chance);
                let _ = shuffler.deck();
            }
        }
    }

    /// Each card at each place that is dealt, and each pair at the first two: within five standard deviations.
    #[test]
    fn cards_fall_evenly_on_places_and_pairs() {
        const ROUNDS: u32 = 200_000;
        let mut chance = Chance::new(Seed::from_number(2), 0);
        let mut shuffler = Shuffler::new(24);
        let (mut at, mut pairs) = (vec![[0_u32; 52]; 24], vec![0_u32; 52 * 52]);
        for _ in 0..ROUNDS {
            shuffler.shuffle(&mut chance);
            let places = shuffler.places();
            at.iter_mut().zip(places).for_each(|(hits, card)| hits[card.index()] += 1);
            pairs[places[0].index() * 52 + places[1].index()] += 1;
        }
        let near = |hits: u32, share: f64| {
            let mean = f64::from(ROUNDS) * share;
            (f64::from(hits) - mean).abs() < 5.0 * mean.sqrt()
        };
        assert!(at.iter().flatten().all(|hits| near(*hits, 1.0 / 52.0)));
        let all = (0..52).flat_map(|a| (0..52).map(move |b| (a, b))).filter(|(a, b)| a != b);
        assert!(all.clone().all(|(a, b)| near(pairs[a * 52 + b], 1.0 / 2_652.0)));
        assert!((0..52).all(|a| pairs[a * 53] == 0));
    }
}
