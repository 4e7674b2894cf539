//! What the figures of a game are told in: a page for people, JSON, records for spreadsheets.
//!
//! Whoever has figures puts them beside what was asked: [`odds::Answered`], [`compare::Compared`], [`session::Answered`]. Each can be
//! said as an [`Answer`]: as a [`Document`](document::Document), which is [text], [Markdown](markdown) or
//! [HTML](html); as JSON; and most in records ([`Recorded`]). The same figures read alike, whether a command was typed or a server asked.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod answer;
mod command;
pub mod compare;
pub mod conditions;
pub mod csv;
pub mod document;
pub mod html;
pub mod lines;
pub mod markdown;
pub mod odds;
pub mod session;
pub mod text;
pub mod words;

pub use answer::{Answer, Recorded, Steps};
pub use command::Command;
pub use conditions::Conditions;
