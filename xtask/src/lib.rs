//! The developer's front door: the commands behind `cargo xtask`, and the tidy rules of this repository.
//!
//! A command is a list of steps; each step can also be run alone, and says how when it fails. The
//! [`tidy`] rules are plain functions over the text of the tree, so `cargo test` runs them as tests and
//! `cargo xtask tidy` runs them in a moment.

mod bench;
mod built;
mod checks;
mod clock;
mod commands;
mod fuzz;
mod pages;
mod regenerate;
mod steps;
pub mod tidy;
mod workspace;

pub use commands::run;
pub use workspace::root;
