//! What the people of a house promise, on a file.
#![expect(clippy::unwrap_used, reason = "a test stops where something is wrong")]

mod accounts;
mod cases;
mod common;
mod file;
mod kill;
mod links;
mod protection;
mod sessions;
mod sign_in;
