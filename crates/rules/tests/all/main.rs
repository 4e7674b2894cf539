//! Tests of the rules over whole games, in one program.
#![expect(clippy::unwrap_used, reason = "a test stops where something is wrong")]

mod cites;
mod common;
mod irregular;
mod live;
mod looked_at;
mod meter;
mod orders;
mod record;
mod refused;
mod replay;
mod rounds;
mod seen;
mod texts;
