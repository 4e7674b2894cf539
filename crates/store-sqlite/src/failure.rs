//! What SQLite says, in the words of a store.

use rusqlite::ffi::SQLITE_IOERR_NOMEM;
use rusqlite::{Error, ErrorCode};
use tercet_store::Failure;

/// A failure of SQLite.
pub(crate) fn failure(error: &Error) -> Failure {
    let said = error.to_string();
    let Some(code) = error.sqlite_error() else {
        // The library of the language itself speaks up when a column holds something else than was written there.
        return Failure::Corrupt(said);
    };
    match code.code {
        ErrorCode::DiskFull => Failure::Full(said),
        ErrorCode::DatabaseBusy
        | ErrorCode::DatabaseLocked
        | ErrorCode::FileLockingProtocolFailed
        | ErrorCode::OperationInterrupted
        | ErrorCode::OperationAborted => Failure::Busy(said),
        ErrorCode::ReadOnly
        | ErrorCode::CannotOpen
        | ErrorCode::PermissionDenied
        | ErrorCode::AuthorizationForStatementDenied => Failure::Denied(said),
        ErrorCode::TooBig => Failure::TooBig(said),
        ErrorCode::OutOfMemory => Failure::Memory(said),
        // `Unknown` is SQLite's word for a statement that makes no sense: ours do, so the tables are not what they were.
        ErrorCode::DatabaseCorrupt
        | ErrorCode::NotADatabase
        | ErrorCode::ConstraintViolation
        | ErrorCode::TypeMismatch
        | ErrorCode::Unknown => Failure::Corrupt(said),
        ErrorCode::SystemIoFailure if code.extended_code == SQLITE_IOERR_NOMEM => Failure::Memory(said),
        // With what should never happen, as with a disk that fails, nobody knows what was done.
        ErrorCode::SystemIoFailure
        | ErrorCode::InternalMalfunction
        | ErrorCode::NotFound
        | ErrorCode::SchemaChanged
        | ErrorCode::ApiMisuse
        | ErrorCode::NoLargeFileSupport
        | ErrorCode::ParameterOutOfRange
        | _ => Failure::Io(said),
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
