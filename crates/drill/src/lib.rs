//! Fire drills for live tables: what runs them, tried where it hurts.
//!
//! - [`crowd`]: an evening with hundreds of people over a store that fails, with second books beside the ledger.
//! - [`kill`]: a process that is killed without a warning, over the store on disk, and started again.
//! - [`damage`]: files that were cut, garbled, or have a bit turned.
//! - [`full`]: disks that are full, and disks that fail.
//! - [`load`]: a server in a process of its own under the load of bots, measured, and killed in the middle of it.
//! - [`hidden`]: pairs of decks that differ only in what a viewer may not see.
#![forbid(unsafe_code)]

pub mod books;
pub mod crowd;
pub mod damage;
pub mod dice;
pub mod flaky;
pub mod full;
pub mod games;
pub mod hidden;
pub mod kill;
pub mod load;
pub mod rebuilt;
pub mod steps;
