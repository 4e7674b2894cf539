//! A shuffle that players can check: nobody alone chooses the deck, and afterwards anybody can derive it again.
//!
//! Before a bet is taken the house commits to a secret seed ([`Sealed`]). Each seat's own software commits to a
//! secret of its own ([`seat_hash`]). When bets are closed the seats and these hashes are frozen, and one digest over all of
//! them is published ([`Closed`]); then the seats tell their secrets, and the deck follows from the seed, that digest and the
//! secrets ([`Ready`]). `docs/FAIRNESS.md` has every byte of it.
//!
//! The crate is pure: seeds and secrets come in as arguments. Types keep the order of the steps: a deck cannot be asked
//! for before the hashes are frozen.
//!
//! ```
//! use tercet_fair::{Context, Frozen, Sealed, SeatSecret, ServerSeed, seat_hash};
//!
//! let context = Context::new("table 4", 17, [0xAB; 32], "packets", "tercet 0.1.0")?;
//! // Never such bytes: both secrets come from the operating system, the second on the player's own machine.
//! let sealed = Sealed::new(context.clone(), ServerSeed::new([1; 32]));
//! println!("round 17 is committed to {}", sealed.commitment());
//!
//! let secret = SeatSecret::new([2; 32]);
//! // Seat 5 bets too, and its software has no secret.
//! let mut closed = sealed.close(Frozen::new([(3, Some(seat_hash(&context, 3, &secret))), (5, None)])?);
//! println!("the seats are frozen as {}", closed.frozen());
//! closed.reveal(3, secret)?;
//! let ready = closed.finish();
//! assert_eq!(ready.withheld().count(), 0);
//! assert_eq!(ready.deck().cards().len(), 52);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![deny(clippy::float_arithmetic)]

extern crate alloc;

mod context;
mod encode;
mod hashes;
mod hex;
mod round;
mod secret;
mod stream;

pub use context::{Context, ContextError};
pub use hashes::{Commitment, FrozenDigest, SeatHash, commit, seat_hash};
pub use hex::{Hex, HexError, parse_hex};
pub use round::{Closed, Frozen, FrozenError, Ready, RevealError, Sealed};
pub use secret::{SeatSecret, ServerSeed};
pub use stream::Words;
