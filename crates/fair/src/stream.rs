//! From seed and seat secrets to random words: HKDF for the key, HMAC with a counter for the stream.

use crate::context::Context;
use crate::encode::{digest, encode};
use crate::hashes::FrozenDigest;
use crate::secret::{SeatSecret, ServerSeed};
use core::fmt;
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use zeroize::Zeroize as _;

/// The salt that the seats give: what was published as bets closed, and the secrets that were told, in ascending order of
/// their spots.
pub(crate) fn salt<'s>(
    frozen: &FrozenDigest,
    told: impl Iterator<Item = (&'s u8, &'s SeatSecret)>,
) -> [u8; 32] {
    let head = [b"tercet/v1/salt".as_slice(), frozen.bytes()];
    let parts = told.flat_map(|(spot, secret)| [core::slice::from_ref(spot), secret.tell()]);
    digest(head.into_iter().chain(parts))
}

/// The key of the stream.
pub(crate) fn key(context: &Context, seed: &ServerSeed, salt: &[u8; 32]) -> [u8; 32] {
    let mut key = [0; 32];
    let info = encode(&[b"tercet/v1/deck", &context.bytes()]);
    Hkdf::<Sha256>::new(Some(salt), seed.tell())
        .expand(&info, &mut key)
        .expect("HKDF gives thirty-two bytes, for it gives up to 255 times as many");
    key
}

/// The random words of a round, without end: HMAC-SHA256 of a counter, cut into 32-bit numbers.
///
/// Who knows them knows the deck: they are as secret as the seed until that is told, and wiped when dropped.
#[derive(Clone)]
pub struct Words {
    key: [u8; 32],
    counter: u64,
    block: [u8; 32],
    /// Bytes of the block that are used.
    used: usize,
}

impl Words {
    pub(crate) fn new(key: [u8; 32]) -> Words {
        Words { key, counter: 0, block: [0; 32], used: 32 }
    }

    /// The next word.
    pub fn next_word(&mut self) -> u32 {
        if self.used == self.block.len() {
            let mut mac = Hmac::<Sha256>::new_from_slice(&self.key).expect("HMAC takes keys of any length");
            mac.update(&self.counter.to_be_bytes());
            self.block = mac.finalize().into_bytes().into();
            self.counter += 1;
            self.used = 0;
        }
        let word = self.block[self.used..].first_chunk().expect("eight words fill a block");
        self.used += word.len();
        u32::from_be_bytes(*word)
    }

    /// How many words have been taken.
    #[must_use]
    pub fn taken(&self) -> u64 {
        // A fresh stream has no block, and counts as one that is used up.
        let left = u64::try_from((self.block.len() - self.used) / 4).unwrap_or_default();
        self.counter * 8 - left
    }
}

impl Drop for Words {
    fn drop(&mut self) {
        self.key.zeroize();
        self.block.zeroize();
    }
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Words(secret, {} taken)", self.taken())
    }
}
