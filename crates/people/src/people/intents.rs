//! What is about to be written in the books.

use super::People;
use crate::error::Error;
use crate::event::{Change, Which};
use crate::intent::{Intended, Intent};
use tercet_ledger::{Hash, Key};

impl People {
    /// Notes what is about to be asked of the books under this key, and gives the number of the note.
    ///
    /// # Errors
    ///
    /// If no row could say it, or it cannot be written.
    pub fn intend(&self, intent: &Intent, key: &Key, request: &Hash) -> Result<u64, Error> {
        // What cannot be in the log is refused before anything is done.
        intent.change("", &intent.came_to)?;
        self.change(|changing| Ok(changing.sql.intend(intent, key, request)?))
    }

    /// Writes the row of what was intended, which is done, unless the log has it; and the intent is gone. Whether it was written now.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written.
    pub fn note_intended(
        &self,
        id: u64,
        intent: &Intent,
        change: &Change,
        at_ms: u64,
    ) -> Result<bool, Error> {
        let which = Which {
            from_ms: Some(at_ms),
            until_ms: Some(at_ms.saturating_add(1)),
            what: Some(change.what.clone()),
            subject: Some(change.subject.clone()),
            ..Which::default()
        };
        self.change(|changing| {
            let there = changing.sql.events(&which, usize::MAX)?;
            // Rows of tables that were founded said nothing of the record once.
            let missing = !there.iter().any(|event| event.after == change.after || event.after.is_empty());
            if missing {
                changing.sql.note(&intent.by, change, at_ms)?;
            }
            changing.sql.forget_intent(id)?;
            Ok(missing)
        })
    }

    /// Forgets what was intended and is not done.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn forget_intent(&self, id: u64) -> Result<(), Error> {
        self.change(|changing| Ok(changing.sql.forget_intent(id)?))
    }

    /// What was intended and has no row yet, the oldest first, after this number; at most a thousand at once.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn intents(&self, after: u64) -> Result<Vec<Intended>, Error> {
        self.read(|sql| Ok(sql.intents(after)?))
    }
}
