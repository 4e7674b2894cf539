//! What an answer can be said as, whoever asked: a page for people, JSON, records.

use crate::conditions::Conditions;
use crate::document::Document;
use tercet_sheets::{Sheet, Value};

/// Is told how many of how many steps are done.
pub type Steps<'a> = &'a dyn Fn(u64, u64);

/// What can be said as a page and as JSON.
pub trait Answer {
    /// The page for people.
    fn page(&self) -> Document;
    /// Writes the JSON, with a line end, and says how far that is if it is long.
    fn json(&self, out: &mut Vec<u8>, steps: Steps<'_>);
}

/// What can be said in records, too.
pub trait Recorded: Answer {
    /// The records with commas between; says how many of them are made, as there may be millions.
    fn records(&self, steps: Steps<'_>) -> Sheet<'_>;
    /// How many records that are, before any is made: who hands them out may have an end that is below them.
    fn count(&self) -> usize {
        self.records(&|_, _| {}).rows.len()
    }
    /// The sheets of a workbook, the first one first, without the one that says what made it.
    fn sheets(&self, steps: Steps<'_>) -> Vec<Sheet<'_>> {
        vec![self.records(steps)]
    }
    /// Under which conditions all of it was figured.
    fn conditions(&self) -> &Conditions;
    /// What must be known beside the conditions to read a workbook: a word or two, and a sentence.
    fn notes(&self) -> Vec<(&'static str, String)>;
    /// What the sheet of a workbook says that tells what made it.
    fn about(&self) -> Vec<(&'static str, Value)> {
        let notes = self.notes().into_iter().map(|(name, text)| (name, Value::Text(text)));
        self.conditions().said().into_iter().chain(notes).collect()
    }
}
