//! Fire drills for live tables: what runs them, tried where it hurts.
//!
//! - [`crowd`]: an evening with hundreds of people over a store that fails, with second books beside the ledger.
//! - [`hidden`]: pairs of decks that differ only in what a viewer may not see.
#![forbid(unsafe_code)]

pub mod books;
pub mod crowd;
pub mod dice;
pub mod flaky;
pub mod games;
pub mod hidden;
