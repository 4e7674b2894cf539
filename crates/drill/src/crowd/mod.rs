//! An evening with a crowd: the engine, the ledger and the store that run live tables, among people who bet, decide, dawdle, go away,
//! repeat themselves, speak out of turn and lie, over a store that fails before and after any call, in a house whose power is cut.
//!
//! Now and then a step is worked out at one table and written only after steps at others, as where many tables share a store that
//! takes its time: then what it counted on may be gone, and it is worked out anew (R20).
//!
//! Nothing in it is left to the machine: one seed gives one evening. After every step what is written is taken once more beside
//! the table (`witness.rs`), and second books that share nothing with the ledger ([`crate::books`]) must come to the same money.

mod evening;
mod felt;
mod people;
mod plan;
pub(crate) mod witness;

pub use plan::{Fails, Outcome, Plan};

use crate::books::Wrong;
use std::sync::Arc;
use tercet_store::Memory;

/// Plays the evening of a plan. `progress` is told how many rounds were opened.
///
/// # Errors
///
/// The first thing that is not as it should be.
pub fn play(plan: &Plan, progress: &mut dyn FnMut(u64)) -> Result<Outcome, Wrong> {
    Ok(played(plan, progress)?.0)
}

/// Plays the evening of a plan, and hands over the store with all that was written.
///
/// # Errors
///
/// See [`play`].
pub fn played(plan: &Plan, progress: &mut dyn FnMut(u64)) -> Result<(Outcome, Arc<Memory>), Wrong> {
    evening::Evening::begin(plan)?.play(progress)
}
