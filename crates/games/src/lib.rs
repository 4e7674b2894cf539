//! The games as rule files, and the reader that finds every fault in one.
//!
//! A game file is TOML; `docs/GAME-FILE.md` explains each key. [`load`] turns its text into a
//! [`Game`](tercet_rules::Game) or says everything that is wrong with it, with line and column. How a game
//! is played and settled is not here but in `tercet-rules`.
//!
//! | to | see |
//! |---|---|
//! | have one of the five games | [`builtin`], [`builtin_game`] |
//! | read a file | [`load`], [`load_bytes`], [`check`] for its lints too, [`read()`] for its parts |
//! | show what is wrong with it | [`Faults`], [`Findings::render`], [`Findings::list`] |
//! | read it another way | [`variant`], [`Change`], [`Loaded::with`] |
//! | write it in one normal form, name it by a hash | [`canonical`], [`rules_hash`] |
//! | settle a round under its other readings | [`readings`] |
//! | know the open questions and their answers | [`catalogue`], [`rulings_page`] |
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod builtin;
mod canonical;
mod catalogue;
mod change;
mod document;
mod findings;
mod load;
mod place;
pub mod readings;
mod rulings_page;
mod tree;
pub mod variant;

pub use builtin::{Builtin, builtin, builtin_doc, builtin_game, builtin_text};
pub use canonical::{canonical, rules_hash};
pub use catalogue::catalogue;
pub use change::{Change, ChangeError, ChangeKind, Loaded};
pub use findings::{Faults, Finding, Findings, Severity};
pub use load::{Checked, LONGEST_FILE, check, load, load_bytes, read, utf8};
pub use place::Place;
pub use rulings_page::rulings_page;
pub use tercet_rules::{nearest, one_of};
