//! What SQLite says, in the words of this crate.

use crate::error::Failure;
use rusqlite::{Error, ffi};

/// A failure of SQLite.
pub(super) fn failure(error: &Error) -> Failure {
    tercet_sqlite::failure(error).into()
}

/// Whether a statement was refused because the same thing is there already, and which index says so.
pub(super) fn taken(error: &Error) -> Option<String> {
    let code = error.sqlite_error()?;
    let unique = [ffi::SQLITE_CONSTRAINT_UNIQUE, ffi::SQLITE_CONSTRAINT_PRIMARYKEY];
    unique.contains(&code.extended_code).then(|| error.to_string())
}
