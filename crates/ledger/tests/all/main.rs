//! What the ledger promises, over every game there is.
#![expect(clippy::unwrap_used, reason = "a test stops where something is wrong")]

mod books;
mod bytes;
mod meters;
mod table;
