//! Commitments: what is published of a secret before it is told.

use crate::context::Context;
use crate::encode::digest;
use crate::hex::{Hex, HexError, parse_hex};
use crate::secret::{SeatSecret, ServerSeed};
use core::fmt;
use core::str::FromStr;

macro_rules! hash {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name([u8; 32]);

        impl $name {
            /// These bytes, as somebody sent them.
            #[must_use]
            pub const fn from_bytes(bytes: [u8; 32]) -> $name {
                $name(bytes)
            }

            /// The bytes.
            #[must_use]
            pub const fn bytes(&self) -> &[u8; 32] {
                &self.0
            }
        }

        /// 64 lower-case hexadecimal digits.
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                Hex(&self.0).fmt(f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self)
            }
        }

        /// Reads 64 lower-case hexadecimal digits.
        impl FromStr for $name {
            type Err = HexError;

            fn from_str(text: &str) -> Result<$name, HexError> {
                parse_hex(text).map($name)
            }
        }
    };
}

hash! {
    /// What the house publishes of its seed before any bet.
    Commitment
}

hash! {
    /// What a seat sends of its secret before bets are closed.
    SeatHash
}

hash! {
    /// What the table publishes as bets close: it stands for every seat that plays and what each committed to.
    FrozenDigest
}

/// The digest of these seats, which have ascending spots, in a context: nothing in the place of a hash where there is none.
pub(crate) fn frozen_digest(context: &Context, seats: &[(u8, Option<SeatHash>)]) -> FrozenDigest {
    let context = context.bytes();
    let head = [b"tercet/v1/frozen".as_slice(), &context];
    let parts = seats.iter().flat_map(|(spot, hash)| {
        let hash: &[u8] = hash.as_ref().map_or(&[], |hash| hash.bytes());
        [core::slice::from_ref(spot), hash]
    });
    FrozenDigest(digest(head.into_iter().chain(parts)))
}

/// The commitment to a seed in a context.
#[must_use]
pub fn commit(context: &Context, seed: &ServerSeed) -> Commitment {
    Commitment(digest([b"tercet/v1/commit".as_slice(), &context.bytes(), seed.tell()]))
}

/// The hash of a seat's secret in a context, for the seat at this spot: at another spot the secret has another hash.
#[must_use]
pub fn seat_hash(context: &Context, spot: u8, secret: &SeatSecret) -> SeatHash {
    SeatHash(digest([b"tercet/v1/seat".as_slice(), &context.bytes(), &[spot], secret.tell()]))
}
