//! The log of significant events.

use super::People;
use crate::error::Error;
use crate::event::{By, Change, Event, Which};

impl People {
    /// Writes down what happened elsewhere in the program: tables, limits, money that was corrected, what failed.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn note(&self, by: &By, change: &Change, now_ms: u64) -> Result<(), Error> {
        self.change(|changing| Ok(changing.sql.note(by, change, now_ms)?))
    }

    /// The events that are asked for, the newest first, at most a thousand at once.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn events(&self, which: &Which, most: usize) -> Result<Vec<Event>, Error> {
        self.read(|sql| Ok(sql.events(which, most)?))
    }
}
