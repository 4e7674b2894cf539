//! The seeds of the rounds.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use std::collections::BTreeMap;
use std::fmt;
use tercet_fair::{Commitment, Context, ServerSeed};
use zeroize::Zeroize as _;

/// Where the seed of a round comes from as its events are taken.
pub trait Seeds {
    /// The seed of the round that is this, opened with this chance under this commitment; none if it is not known.
    ///
    /// Whether it fits the commitment is for the caller to find out.
    fn seed(&self, context: &Context, chance: &[u8; 32], commitment: &Commitment) -> Option<ServerSeed>;

    /// Whether what comes only stands in the place of a seed that is not told yet: then it fits no commitment, and the cards are none
    /// of the table's.
    fn stands_in(&self) -> bool {
        false
    }
}

/// Seeds that were told, by the commitments to them: all that an audit needs of rounds that are over.
#[derive(Clone, Default, Debug)]
pub struct ToldSeeds(BTreeMap<[u8; 32], [u8; 32]>);

impl ToldSeeds {
    /// No seed.
    #[must_use]
    pub const fn new() -> ToldSeeds {
        ToldSeeds(BTreeMap::new())
    }

    /// Adds the seed that was told of the round under this commitment.
    pub fn tell(&mut self, commitment: &Commitment, seed: [u8; 32]) {
        self.0.insert(*commitment.bytes(), seed);
    }

    /// Forgets the seed of a round that was taken.
    pub fn forget(&mut self, commitment: &Commitment) {
        self.0.remove(commitment.bytes());
    }
}

impl Seeds for ToldSeeds {
    fn seed(&self, _: &Context, _: &[u8; 32], commitment: &Commitment) -> Option<ServerSeed> {
        self.0.get(commitment.bytes()).copied().map(ServerSeed::new)
    }
}

/// In the place of each seed that is not told yet one that everybody knows.
///
/// A round in play can be taken with it up to its settlement, for whoever audits it: who may bet, decide and when, and the money of
/// bets, deal and decisions, do not depend on the cards. What does, what the table decides for a player by a made hand (R24) and
/// what is paid, is of cards that were never dealt.
#[derive(Clone, Copy, Default, Debug)]
pub struct UntoldSeeds;

impl Seeds for UntoldSeeds {
    fn seed(&self, _: &Context, _: &[u8; 32], _: &Commitment) -> Option<ServerSeed> {
        Some(ServerSeed::new([0; 32]))
    }

    fn stands_in(&self) -> bool {
        true
    }
}

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

impl Seeds for HouseKey {
    fn seed(&self, context: &Context, chance: &[u8; 32], _: &Commitment) -> Option<ServerSeed> {
        Some(HouseKey::seed(self, context, chance))
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
