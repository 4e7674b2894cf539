//! What SQLite says, in the words of a store.

use rusqlite::{Error, ErrorCode};
use tercet_store::Failure;

/// A failure of SQLite.
pub(crate) fn failure(error: &Error) -> Failure {
    let said = error.to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => Failure::Full(said),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Failure::Busy(said),
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase | ErrorCode::ConstraintViolation) => {
            Failure::Corrupt(said)
        }
        Some(_) | None => Failure::Io(said),
    }
}

/// A number that the store keeps and that is never negative.
pub(crate) fn unsigned(number: i64, what: &str) -> Result<u64, Failure> {
    u64::try_from(number).map_err(|_| Failure::Corrupt(format!("{what} is {number}")))
}

/// A number as SQLite keeps it.
pub(crate) fn signed(number: u64) -> i64 {
    // What is beyond is asked for by nobody who was told how many there are; it finds nothing.
    i64::try_from(number).unwrap_or(i64::MAX)
}
