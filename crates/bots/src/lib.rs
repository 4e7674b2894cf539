//! Players over the real protocol.
//!
//! [`Client`] speaks HTTP, [`Line`] the live messages: whatever they know stands in the published documents. A [`Table`] keeps the state of a table
//! as the messages make it, and finds out where one is missing or comes twice.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod bets;
mod client;
mod crowd;
mod line;
mod player;
mod table;

pub use bets::lowest_bets;
pub use client::{Answer, Client, Failed};
pub use crowd::{Order, Seen, crowd};
pub use line::Line;
pub use player::{Player, Report};
pub use table::{Broken, Table};
