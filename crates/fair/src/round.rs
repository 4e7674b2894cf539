//! The order of the steps: sealed, closed, ready. Each is a type, so no step can be left out.

use crate::context::Context;
use crate::hashes::{Commitment, FrozenDigest, SeatHash, commit, frozen_digest, seat_hash};
use crate::secret::{SeatSecret, ServerSeed};
use crate::stream::{self, Words};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use tercet_cards::Deck;

/// A round whose seed is drawn and whose commitment can be published; bets are open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sealed {
    context: Context,
    seed: ServerSeed,
}

impl Sealed {
    /// Seals a seed for a round. A seed is used for one round only.
    #[must_use]
    pub fn new(context: Context, seed: ServerSeed) -> Sealed {
        Sealed { context, seed }
    }

    /// What the seed is bound to.
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// What is published before any bet.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        commit(&self.context, &self.seed)
    }

    /// No more bets: the seats and their hashes are as they are.
    #[must_use]
    pub fn close(self, frozen: Frozen) -> Closed {
        let digest = frozen.digest(&self.context);
        let seats = frozen.0.into_iter().map(|(spot, hash)| Seat { spot, hash, secret: None });
        Closed { seats: seats.collect(), frozen: digest, sealed: self }
    }
}

/// Every seat whose bets stand as they are closed, by spot, each with the hash that it committed to, if it did.
///
/// A seat without a hash plays all the same and tells no secret. It stands here because which seats play decides who gets
/// which cards: nobody may be added or left out once the deck is known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Frozen(Vec<(u8, Option<SeatHash>)>);

impl Frozen {
    /// These seats, in any order.
    ///
    /// # Errors
    ///
    /// A spot below 1, or one that stands there twice.
    pub fn new(seats: impl IntoIterator<Item = (u8, Option<SeatHash>)>) -> Result<Frozen, FrozenError> {
        let mut seats: Vec<(u8, Option<SeatHash>)> = seats.into_iter().collect();
        seats.sort_unstable_by_key(|(spot, _)| *spot);
        if seats.first().is_some_and(|(spot, _)| *spot == 0) {
            return Err(FrozenError::NoSpot);
        }
        match seats.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            Some(pair) => Err(FrozenError::Twice { spot: pair[0].0 }),
            None => Ok(Frozen(seats)),
        }
    }

    /// The seats with their hashes, in ascending order of the spots: what each player's software looks for its own in.
    pub fn seats(&self) -> impl Iterator<Item = (u8, Option<SeatHash>)> {
        self.0.iter().copied()
    }

    /// What is published of them in a context. A player's software derives it from the seats that it is shown, and notes it,
    /// before it tells its secret.
    #[must_use]
    pub fn digest(&self, context: &Context) -> FrozenDigest {
        frozen_digest(context, &self.0)
    }
}

/// Why some seats cannot be frozen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FrozenError {
    /// A seat at spot 0, which there is not.
    NoSpot,
    /// Two seats at one spot.
    Twice {
        /// The spot.
        spot: u8,
    },
}

impl fmt::Display for FrozenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FrozenError::NoSpot => write!(f, "a seat at spot 0; spots are counted from 1"),
            FrozenError::Twice { spot } => write!(f, "the seat at spot {spot} stands here twice"),
        }
    }
}

impl Error for FrozenError {}

/// A frozen seat, and its secret once it is told.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Seat {
    spot: u8,
    hash: Option<SeatHash>,
    secret: Option<SeatSecret>,
}

/// A round whose bets are closed; the seats tell their secrets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Closed {
    sealed: Sealed,
    frozen: FrozenDigest,
    seats: Vec<Seat>,
}

impl Closed {
    /// What the round is.
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.sealed.context
    }

    /// What is published before any secret is told.
    #[must_use]
    pub fn frozen(&self) -> FrozenDigest {
        self.frozen
    }

    /// The frozen seats in ascending order, each with its hash, if it committed to one.
    pub fn seats(&self) -> impl Iterator<Item = (u8, Option<SeatHash>)> {
        self.seats.iter().map(|seat| (seat.spot, seat.hash))
    }

    /// Takes the secret of a seat. Told again, it changes nothing.
    ///
    /// # Errors
    ///
    /// A seat that committed to nothing or is not among the frozen ones, or a secret that is not the one it committed to; nothing has changed.
    pub fn reveal(&mut self, spot: u8, secret: SeatSecret) -> Result<(), RevealError> {
        let seat = self.seats.iter_mut().find(|seat| seat.spot == spot);
        let seat = seat.ok_or(RevealError::NotFrozen { spot })?;
        let hash = seat.hash.ok_or(RevealError::NotFrozen { spot })?;
        if seat_hash(&self.sealed.context, spot, &secret) != hash {
            return Err(RevealError::Another { spot });
        }
        seat.secret = Some(secret);
        Ok(())
    }

    /// The seats that committed to a secret and have not told it yet, in ascending order.
    pub fn waiting(&self) -> impl Iterator<Item = u8> {
        without_secret(&self.seats)
    }

    /// Ends the telling: who has not told by now has withheld. From here on the deck is what it is.
    #[must_use]
    pub fn finish(self) -> Ready {
        Ready { sealed: self.sealed, frozen: self.frozen, seats: self.seats }
    }
}

/// Why a secret is not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RevealError {
    /// No seat at this spot committed to a secret.
    NotFrozen {
        /// The spot.
        spot: u8,
    },
    /// The seat at this spot committed to another secret.
    Another {
        /// The spot.
        spot: u8,
    },
}

impl fmt::Display for RevealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RevealError::NotFrozen { spot } => {
                write!(f, "no seat at spot {spot} committed to a secret before bets were closed")
            }
            RevealError::Another { spot } => {
                write!(f, "the seat at spot {spot} committed to another secret than this")
            }
        }
    }
}

impl Error for RevealError {}

/// A round whose deck is settled for good.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ready {
    sealed: Sealed,
    frozen: FrozenDigest,
    seats: Vec<Seat>,
}

impl Ready {
    /// The seats that withheld their secret, in ascending order: the table gives back what they bet.
    pub fn withheld(&self) -> impl Iterator<Item = u8> {
        without_secret(&self.seats)
    }

    /// The deck, top card first.
    #[must_use]
    pub fn deck(&self) -> Deck {
        let mut words = self.words();
        Deck::shuffled_by(|| words.next_word())
    }

    /// The random words that the shuffle takes, from the first.
    #[must_use]
    pub fn words(&self) -> Words {
        Words::new(self.key())
    }

    /// The salt, for whoever follows the derivation step by step.
    #[must_use]
    pub fn salt(&self) -> [u8; 32] {
        stream::salt(
            &self.frozen,
            self.seats.iter().filter_map(|seat| Some((&seat.spot, seat.secret.as_ref()?))),
        )
    }

    /// The key of the stream, for whoever follows the derivation step by step. As secret as the seed.
    #[must_use]
    pub fn key(&self) -> [u8; 32] {
        stream::key(&self.sealed.context, &self.sealed.seed, &self.salt())
    }

    /// The seed, to be told once the round is settled.
    #[must_use]
    pub fn seed(&self) -> &ServerSeed {
        &self.sealed.seed
    }

    /// What the seed is bound to.
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.sealed.context
    }

    /// What was published before any bet.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        self.sealed.commitment()
    }

    /// What was published as bets closed.
    #[must_use]
    pub fn frozen(&self) -> FrozenDigest {
        self.frozen
    }

    /// The frozen seats in ascending order: spot, hash if there was one, and the secret unless it was withheld.
    pub fn seats(&self) -> impl Iterator<Item = (u8, Option<SeatHash>, Option<&SeatSecret>)> {
        self.seats.iter().map(|seat| (seat.spot, seat.hash, seat.secret.as_ref()))
    }
}

fn without_secret(seats: &[Seat]) -> impl Iterator<Item = u8> {
    seats.iter().filter(|seat| seat.hash.is_some() && seat.secret.is_none()).map(|seat| seat.spot)
}
