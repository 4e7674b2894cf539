//! A file of SQLite as this program keeps one, whatever is in it: one process writes, others read what is there, and a copy is made while
//! all of them go on.
//!
//! What the tables in it are, and whether they are sound, is for whoever opens it.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod copy;
mod failure;
mod found;
mod lock;
mod look;
mod open;
mod place;

pub use copy::{back_up, private};
pub use failure::{failure, signed, unsigned};
pub use found::Found;
pub use lock::{beside, opened};
pub use look::look;
pub use open::{BUSY, absolute, for_looking, for_reading, for_writing, new_enough, settings};
pub use place::{is_file, is_folder, reason};
