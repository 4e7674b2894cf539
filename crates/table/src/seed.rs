//! The seeds of the rounds.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use std::fmt;
use tercet_fair::{Context, ServerSeed};
use zeroize::Zeroize as _;

/// The house's key, from which the seed of every round follows together with fresh chance.
///
/// It is kept on the machine that runs the table and never in the store. The store has the chance of each round only, so
/// whoever reads it, backups included, knows no deck before it is told; and a table after a power cut finds the seed it had.
/// It is wiped when it is dropped.
#[derive(Clone)]
pub struct HouseKey([u8; 32]);

impl HouseKey {
    /// The key of these bytes, which must come from the operating system, once.
    #[must_use]
    pub const fn new(bytes: [u8; 32]) -> HouseKey {
        HouseKey(bytes)
    }

    /// The seed of a round: the HMAC-SHA256 under this key of what the round is, and of 32 bytes of chance that the operating
    /// system gave for it and nothing else.
    #[must_use]
    pub fn seed(&self, context: &Context, chance: &[u8; 32]) -> ServerSeed {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes a key of any length");
        mac.update(b"tercet/v1/seed");
        mac.update(chance);
        mac.update(&context.bytes());
        ServerSeed::new(mac.finalize().into_bytes().into())
    }
}

impl Drop for HouseKey {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl fmt::Debug for HouseKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HouseKey(secret)")
    }
}
