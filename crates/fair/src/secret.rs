//! What is secret until it is told: the house's seed, and one secret of each seat.

use core::fmt;
use zeroize::Zeroize as _;

/// Both kinds are thirty-two bytes that are never shown by accident and are wiped when they are dropped.
macro_rules! secret {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        ///
        /// It has no text form: [`tell`](Self::tell) is the one way to its bytes. It is wiped when it is dropped; copies
        /// that a hash function makes on its way are not.
        #[derive(Clone, PartialEq, Eq)]
        pub struct $name([u8; 32]);

        impl $name {
            /// These bytes. They must come from a cryptographic generator, new for each round.
            #[must_use]
            pub const fn new(bytes: [u8; 32]) -> $name {
                $name(bytes)
            }

            /// The bytes, for whoever may know them by now.
            #[must_use]
            pub const fn tell(&self) -> &[u8; 32] {
                &self.0
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                self.0.zeroize();
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), "(secret)"))
            }
        }
    };
}

secret! {
    /// The house's secret of one round, told once the round is settled.
    ServerSeed
}

secret! {
    /// A seat's secret of one round, chosen by the player's own software and told when bets are closed.
    ///
    /// It is always thirty-two bytes: of a shorter one the house could try all there are against the hash, and choose
    /// a seat of its own by what it finds.
    SeatSecret
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn secrets_do_not_show() {
        assert_eq!(format!("{:?}", ServerSeed::new([171; 32])), "ServerSeed(secret)");
        assert_eq!(format!("{:#?}", [SeatSecret::new([171; 32])]), "[\n    SeatSecret(secret),\n]");
    }
}
