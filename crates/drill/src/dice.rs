//! Chance that a seed reproduces.

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng as _, SeedableRng as _};

/// Chance that a seed reproduces: everything in a drill that could have been otherwise comes from here.
///
/// The draws are not quite uniform, and need not be: nothing is estimated from them.
#[derive(Debug)]
pub struct Dice(ChaCha20Rng);

impl Dice {
    /// The dice of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Dice {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Dice(ChaCha20Rng::from_seed(key))
    }

    /// A number from 0 up to, not including, `bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0.next_u64() % bound
    }

    /// The place of something in a list that long.
    pub fn place(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length as u64)).expect("it is below a usize")
    }

    /// One of these.
    pub fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.place(all.len())]
    }

    /// A number from 0 up to 255, not including `bound`.
    pub fn byte(&mut self, bound: u8) -> u8 {
        u8::try_from(self.below(u64::from(bound))).expect("it is below a byte")
    }

    /// Whether it is the one time in so many.
    pub fn one_in(&mut self, bound: u64) -> bool {
        self.below(bound) == 0
    }

    /// A word of 32 bits.
    pub fn word(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// Thirty-two bytes.
    pub fn bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        self.0.fill_bytes(&mut bytes);
        bytes
    }

    /// These in another order.
    pub fn shuffle<T>(&mut self, all: &mut [T]) {
        for last in (1..all.len()).rev() {
            let other = self.place(last + 1);
            all.swap(last, other);
        }
    }
}
