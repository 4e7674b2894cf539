//! Live tables: whole rounds with their store, cut short anywhere.
#![expect(clippy::unwrap_used, reason = "a test stops where something is wrong")]

mod another_key;
mod asks;
mod crowded;
mod encodings;
mod lost;
mod meant;
mod meters;
mod openings;
mod played;
mod ready;
mod refused;
mod restarted;
mod room;
mod sent_back;
mod set_anew;
mod unseen;
mod withheld;
