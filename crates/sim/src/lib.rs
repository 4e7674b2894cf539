//! Whole tables, many rounds, always beside the exact figure.
//!
//! A [`Setup`] says who plays what; [`Prepared`] works out the exact law of each way to play and the tables of the fast engine;
//! [`run`] plays chunks of rounds on any number of threads, and [`Tally`] is what they came to in whole numbers that can be
//! added. [`exact`] puts the exact figures beside them, and
//! [`shuffle`] looks at orders of cards, whoever made them.
//!
//! There are two engines. The reference plays real rounds through the machine of [`tercet_rules`]; the fast one looks up what it
//! asked the rules before the first round. From one stream of chance both come to the same, to the last unit
//! (`docs/decisions/0014-simulation.md`).
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod chance;
mod chunk;
mod evening;
pub mod exact;
mod fast;
mod fates;
mod felt;
mod hands;
mod likely;
mod machine;
mod pace;
mod prepared;
mod profile;
mod run;
mod setup;
pub mod shuffle;
mod shuffler;
mod sixes;
mod tally;

pub use chance::{CHUNKS, Chance, Seed};
pub use chunk::{Chunk, Player, Signals, play, trace};
pub use pace::Pace;
pub use prepared::{Habit, Prepared};
pub use profile::TooOdd;
pub use run::{Plan, run};
pub use setup::{MILLION, MOST_SESSION, MOST_TABLES, Seat, Setup, SetupError, wagers};
pub use shuffler::Decks;
pub use tally::{
    BATCH, BINS, Bins, LineTally, METER_STEPS, MeterTally, NotAdded, RUIN_TIMES, Sessions, SpotsTally,
    Spread, Sum, Tally, meter_step, place_of, ruin_step,
};

#[cfg(test)]
mod tests;
