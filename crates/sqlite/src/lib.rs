//! A file of SQLite as this program keeps one, whatever is in it: one process writes, others read what is there, and a copy is made while
//! all of them go on.
//!
//! What the tables in it are, and whether they are sound, is for whoever opens it.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod copy;
mod failure;
mod lock;
mod open;

pub use copy::{back_up, private};
pub use failure::{failure, signed, unsigned};
pub use lock::{beside, is_file, lock};
pub use open::{BUSY, absolute, for_looking, for_reading, for_writing, new_enough, settings};
