//! The ledger of live tables: where every chip went, and a journal of it that nobody can edit unseen.
//!
//! Three things live here, each of use without the others:
//!
//! - **Books.** [`Account`]s, [`Posting`]s and [`Transaction`]s that balance because each posting takes from one
//!   account what it gives to another. [`Balances`] takes a transaction whole or not at all.
//! - **Projection.** [`TableBooks::project`] says which money moves with the events of a round. Nothing else moves
//!   money at a table, so the books can be rebuilt from the rounds.
//! - **Journal.** [`Record`]s in a fixed byte layout, each naming the hash of the one before ([`Chain`]); a Merkle tree
//!   over them ([`Tree`]); and [`Checkpoint`]s that are signed and kept elsewhere. The chain shows that a record was
//!   changed, the tree which, and the checkpoint that somebody did not write the whole journal anew.
//!
//! Everything here is pure: time, keys and balances come in as arguments.
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![deny(clippy::float_arithmetic)]

extern crate alloc;

mod account;
mod balances;
mod bytes;
mod checkpoint;
mod encode;
mod hash;
mod journal;
mod merkle;
mod name;
mod posting;
mod project;
mod reason;
mod round_money;

pub use account::{Account, AccountError};
pub use balances::{Balances, MOST_HELD, NotApplied, Overdraft};
pub use bytes::{BadBytes, Reader, Writer};
pub use checkpoint::{BadCheckpoint, Checkpoint, NoteName, NoteNameError, SigningKey, VerifyingKey};
pub use hash::{Hash, hex};
pub use journal::{Broken, BrokenWhy, Chain, Key, Part, Record};
pub use merkle::{Tree, consistency_holds, consistency_proof, inclusion_holds, inclusion_proof};
pub use name::{Name, NameError};
pub use posting::{Posting, Transaction, Why};
pub use project::{MeterNow, ProjectionError, TableBooks};
pub use reason::LONGEST_REASON;
pub use round_money::RoundMoney;
