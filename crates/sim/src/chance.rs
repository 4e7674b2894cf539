//! Where the cards come from: ChaCha20 under a seed, a stream of its own for each chunk of rounds.

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng as _, SeedableRng as _};
use std::fmt;

/// What every card of a simulation follows from: the key of the cipher.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// These 32 bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// A small number: eight bytes, least significant first, and twenty-four zero bytes.
    #[must_use]
    pub fn from_number(number: u64) -> Seed {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&number.to_le_bytes());
        Seed(key)
    }

    /// Reads a number below 2^64, or 64 hexadecimal digits.
    ///
    /// # Errors
    ///
    /// What was expected.
    pub fn read(text: &str) -> Result<Seed, String> {
        if let Ok(number) = text.parse::<u64>() {
            return Ok(Seed::from_number(number));
        }
        let wrong = || "expected a whole number below 2^64, or 64 hexadecimal digits".to_owned();
        let digits: Vec<u8> = text
            .chars()
            .map(|digit| digit.to_digit(16).and_then(|digit| u8::try_from(digit).ok()))
            .collect::<Option<_>>()
            .ok_or_else(wrong)?;
        let bytes: Vec<u8> =
            digits.chunks(2).map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit)).collect();
        let key = <[u8; 32]>::try_from(bytes).map_err(|_| wrong())?;
        if digits.len() == 64 { Ok(Seed(key)) } else { Err(wrong()) }
    }
}

/// As [`Seed::read`] takes it: a number where it is one.
impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (head, rest) = self.0.split_at(8);
        if rest.iter().all(|byte| *byte == 0) {
            let number = head.iter().rev().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
            return write!(f, "{number}");
        }
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed({self})")
    }
}

/// How many chunks a seed has.
pub const CHUNKS: u64 = 1 << 63;

/// The random words of one chunk.
#[derive(Debug)]
pub struct Chance(ChaCha20Rng);

impl Chance {
    /// The words of a stream from its first on; other streams of the seed are independent of it.
    #[must_use]
    pub fn new(seed: Seed, stream: u64) -> Chance {
        let mut words = ChaCha20Rng::from_seed(seed.0);
        words.set_stream(stream);
        Chance(words)
    }

    /// What the order of the cards within each hand of a chunk follows from: a stream that no chunk has, as their numbers are below
    /// [`CHUNKS`].
    #[must_use]
    pub fn orders(seed: Seed, chunk: u64) -> Chance {
        Chance::new(seed, chunk | CHUNKS)
    }

    /// The next 64 bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Fills bytes.
    pub fn fill(&mut self, bytes: &mut [u8]) {
        self.0.fill_bytes(bytes);
    }

    /// The next words.
    #[inline]
    pub(crate) fn words(&mut self, words: &mut [u64]) {
        let mut bytes = [0; 512];
        for words in words.chunks_mut(bytes.len() / 8) {
            let bytes = &mut bytes[..words.len() * 8];
            self.fill(bytes);
            let (eights, _) = bytes.as_chunks();
            words.iter_mut().zip(eights).for_each(|(word, eight)| *word = u64::from_le_bytes(*eight));
        }
    }

    /// A number below a bound above 0, every one equally likely.
    pub fn below(&mut self, bound: u64) -> u64 {
        loop {
            let mut word = self.word();
            let draw = take(&mut word, bound);
            if word >= least(bound) {
                return draw;
            }
        }
    }
}

/// Takes a number below `bound` out of a word, and leaves a word for the next draw.
///
/// The method is that of Brackett-Rozinsky and Lemire ("Batched Ranged Random Integer Generation", 2024): the upper half of word times
/// bound is a draw, the lower half what is left. Several draws out of one word are equally likely in every combination if the word is
/// thrown away when less is left than [`least`] of the product of all bounds.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the upper and the lower half of a product")]
pub(crate) fn take(word: &mut u64, bound: u64) -> u64 {
    let both = u128::from(*word) * u128::from(bound);
    *word = both as u64;
    (both >> 64) as u64
}

/// 2^64 mod the product of bounds: what must be left of a word.
pub(crate) fn least(product: u64) -> u64 {
    product.wrapping_neg() % product
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same method on words of 16 bits, all of which can be tried.
    fn all_of_sixteen_bits(first: u64, count: usize) {
        let product: u64 = (0..count as u64).map(|i| first - i).product();
        let mut hits = vec![0_u32; usize::try_from(product).unwrap()];
        for word in 0..1_u64 << 16 {
            let (mut low, mut place) = (word, 0);
            for bound in (0..count as u64).map(|i| first - i) {
                let both = low * bound;
                place = place * bound + (both >> 16);
                low = both & 0xffff;
            }
            if low >= (1 << 16) % product {
                hits[usize::try_from(place).unwrap()] += 1;
            }
        }
        let each = u32::try_from((1 << 16) / product).unwrap();
        assert!(hits.iter().all(|hits| *hits == each), "{first} {count}");
    }

    #[test]
    fn every_combination_of_draws_has_as_many_words_as_every_other() {
        for (first, count) in [(52, 1), (52, 2), (7, 4), (5, 5), (40, 2), (3, 2), (2, 1)] {
            all_of_sixteen_bits(first, count);
        }
    }

    /// 2^64 mod 52 is 16: of a single draw the words whose lower half is below 16 are thrown away.
    #[test]
    fn a_word_is_thrown_away_when_too_little_is_left() {
        let mut word = 0;
        assert_eq!((take(&mut word, 52), word < least(52)), (0, true));
        let mut word = u64::MAX;
        assert_eq!((take(&mut word, 52), word < least(52)), (51, false));
        assert_eq!((least(52), least(3), least(1 << 40)), (16, 1, 0));
    }

    #[test]
    fn a_seed_reads_what_it_writes() {
        for seed in [Seed::from_number(0), Seed::from_number(u64::MAX), Seed::from_bytes([0xa7; 32])] {
            assert_eq!(Seed::read(&seed.to_string()), Ok(seed));
        }
        for wrong in ["", "-1", "18446744073709551616", "zz", &"a".repeat(63), &"a".repeat(65), "é"] {
            assert!(Seed::read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn streams_differ_and_repeat() {
        let words = |stream| {
            let mut chance = Chance::new(Seed::from_number(7), stream);
            [chance.word(), chance.word()]
        };
        assert_eq!(words(3), words(3));
        let mut many = [0; 101];
        Chance::new(Seed::from_number(7), 3).words(&mut many);
        assert_eq!(many[..2], words(3));
        let mut chance = Chance::new(Seed::from_number(7), 3);
        assert!(many.iter().all(|word| *word == chance.word()));
        assert_ne!(words(3), words(4));
    }
}
