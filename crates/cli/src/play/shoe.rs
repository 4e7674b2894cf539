//! Where the order of the cards comes from: the one place in `tercet play` that reaches for chance.
//!
//! Everything else takes the deck as an argument. At a table the deck of each round comes from the operating
//! system's generator, because nobody may be able to foretell it. With `--seed N` it comes from ChaCha20,
//! because a named cipher gives the same cards on every machine and in every version:
//!
//! - the key is N as eight bytes, least significant first, followed by twenty-four zero bytes;
//! - round n (from 1) uses stream n (the nonce) from its first word, so that what happens in one round never
//!   moves the cards of another;
//! - the words of the key stream, as 32-bit little-endian numbers, go to [`Deck::shuffled_by`].

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng as _, SeedableRng as _};
use std::fmt;
use tercet_cards::Deck;

/// A source of decks, one for each round.
#[derive(Debug)]
pub(crate) enum Shoe {
    /// The operating system's randomness.
    System,
    /// Decks that a seed reproduces.
    Seeded {
        /// The seed.
        seed: u64,
        /// The round that was dealt last.
        round: u64,
    },
    /// Decks in a known order; empty is a generator that fails.
    #[cfg(test)]
    Stacked(Vec<Deck>),
}

impl Shoe {
    /// Decks from a seed, or from the operating system without one.
    pub(crate) fn new(seed: Option<u64>) -> Shoe {
        seed.map_or(Shoe::System, |seed| Shoe::Seeded { seed, round: 0 })
    }

    /// The deck of the next round, every order equally likely.
    pub(crate) fn deck(&mut self) -> Result<Deck, NoChance> {
        match self {
            Shoe::System => shuffled(getrandom::u32),
            Shoe::Seeded { seed, round } => {
                *round += 1;
                let mut key = [0; 32];
                key[..8].copy_from_slice(&seed.to_le_bytes());
                let mut stream = ChaCha20Rng::from_seed(key);
                stream.set_stream(*round);
                Ok(Deck::shuffled_by(|| stream.next_u32()))
            }
            #[cfg(test)]
            Shoe::Stacked(decks) => {
                if decks.is_empty() {
                    return shuffled(|| Err("the shoe is empty"));
                }
                Ok(decks.remove(0))
            }
        }
    }
}

/// A deck from words that may fail to come.
fn shuffled<E: fmt::Display>(mut word: impl FnMut() -> Result<u32, E>) -> Result<Deck, NoChance> {
    let mut failed = None;
    let deck = Deck::shuffled_by(|| {
        // After a failure the greatest word, which is never drawn again, ends the shuffle; no card of it is used.
        word().unwrap_or_else(|error| {
            failed = Some(NoChance(error.to_string()));
            u32::MAX
        })
    });
    failed.map_or(Ok(deck), Err)
}

/// The operating system gave no randomness; holds what it said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NoChance(String);

impl fmt::Display for NoChance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the operating system gives no randomness ({})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_decks_again_and_others_than_its_neighbour() {
        let decks = |seed| {
            let mut shoe = Shoe::new(Some(seed));
            [shoe.deck().unwrap(), shoe.deck().unwrap(), shoe.deck().unwrap()]
        };
        assert_eq!(decks(7), decks(7));
        assert_ne!(decks(7), decks(8));
        assert_ne!(decks(7)[0], decks(7)[1]);
    }

    /// The promise of the module text, worked out with another ChaCha20 and another shuffle.
    #[test]
    fn the_first_cards_of_a_seed_never_change() {
        let mut shoe = Shoe::new(Some(1));
        let mut first = || tercet_cards::format_cards(shoe.deck().unwrap().cards()[..6].iter().copied());
        assert_eq!(first(), "7d 3d Ks Tc 4s Ad");
        assert_eq!(first(), "Qd Tc 2c Ad Jc 8c");
    }

    #[test]
    fn the_systems_decks_differ() {
        let mut shoe = Shoe::System;
        assert_ne!(shoe.deck().unwrap(), shoe.deck().unwrap());
    }

    #[test]
    fn a_failing_generator_ends_with_its_reason_and_no_deck() {
        let mut words = 0;
        let failing = || {
            words += 1;
            if words < 5 { Ok(0) } else { Err("entropy pool is closed") }
        };
        let error = shuffled(failing).unwrap_err();
        assert_eq!(error.to_string(), "the operating system gives no randomness (entropy pool is closed)");
    }
}
