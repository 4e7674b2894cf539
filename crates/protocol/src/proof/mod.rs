//! The proof of a round as JSON: what was committed to before the bets, what was told after the settlement, and the
//! round, its settlement and every posting beside it.
//!
//! [`Proof::read`] reads one and refuses what is not of the form; whether the proof holds is for the caller to find out:
//! `tercet-fair` derives the deck, `tercet-rules` deals and settles. [`write_proof`] writes one. The form stands in
//! `docs/FAIRNESS.md`.

mod differ;
mod fields;
mod money;
mod read;
mod write;

pub use differ::Difference;
pub use fields::BadProof;
pub use money::{ProofMoney, SeenMeter};
pub use read::{Proof, ProofSeat};
pub use write::{ProofOf, write_proof};
