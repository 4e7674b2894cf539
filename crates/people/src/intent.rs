//! What is about to be written in the books: noted here first, so that its row in the log is not lost with whoever was to write it.

use crate::error::Error;
use crate::event::{By, Change};
use tercet_ledger::{Hash, Key};

/// What the log is to say of a record of the books that is about to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Intent {
    /// By whom, and why.
    pub by: By,
    /// The part of the program.
    pub component: String,
    /// What is to happen, as a word such as `table.set`.
    pub what: String,
    /// To what.
    pub subject: String,
    /// What it will have come to.
    pub came_to: String,
}

/// An intent that was noted and whose row is not written yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Intended {
    /// Its number: each time something is asked it is another, under the same key, too.
    pub id: u64,
    /// The key under which the books keep it, if they do.
    pub key: Key,
    /// The hash of what was asked under that key, as the books keep it.
    pub request: Hash,
    /// What the row is to say.
    pub intent: Intent,
}

impl Intent {
    /// The row, of what was so before and has come to this.
    ///
    /// # Errors
    ///
    /// If a text is empty or too long, or the word is none.
    pub fn change(&self, before: &str, after: &str) -> Result<Change, Error> {
        Ok(Change::new(&self.component, &self.what, &self.subject)?.from_to(before, after))
    }
}
