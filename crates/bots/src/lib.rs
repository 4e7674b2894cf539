//! Players over the real protocol.
//!
//! [`Client`] speaks HTTP, [`Line`] the live messages: whatever they know stands in the published documents. A [`Table`] keeps the state of a table
//! as the messages make it, and finds out where one is missing or comes twice.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod bets;
mod client;
mod crowd;
mod flood;
mod latency;
mod line;
mod player;
mod proof;
mod server;
mod table;

pub use bets::lowest_bets;
pub use client::{Answer, Client, Failed, Method};
pub use crowd::{Lobby, Order, Seen, SoFar, Until, crowd, lobby};
pub use flood::{Crowd, Flood, flood};
pub use latency::Latencies;
pub use line::Line;
pub use player::{Player, Report};
pub use server::{Server, Trust};
pub use table::{Broken, Table};
