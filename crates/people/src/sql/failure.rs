//! What SQLite says, in the words of this crate.

use crate::error::Failure;
use rusqlite::{Error, ErrorCode, ffi};

/// A failure of SQLite.
pub(super) fn failure(error: &Error) -> Failure {
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
        ErrorCode::DatabaseCorrupt
        | ErrorCode::NotADatabase
        | ErrorCode::ConstraintViolation
        | ErrorCode::TypeMismatch
        | ErrorCode::Unknown => Failure::Corrupt(said),
        ErrorCode::InternalMalfunction
        | ErrorCode::OutOfMemory
        | ErrorCode::SystemIoFailure
        | ErrorCode::NotFound
        | ErrorCode::SchemaChanged
        | ErrorCode::TooBig
        | ErrorCode::ApiMisuse
        | ErrorCode::NoLargeFileSupport
        | ErrorCode::ParameterOutOfRange
        | _ => Failure::Io(said),
    }
}

/// Whether a statement was refused because the same thing is there already, and which index says so.
pub(super) fn taken(error: &Error) -> Option<String> {
    let code = error.sqlite_error()?;
    let unique = [ffi::SQLITE_CONSTRAINT_UNIQUE, ffi::SQLITE_CONSTRAINT_PRIMARYKEY];
    unique.contains(&code.extended_code).then(|| error.to_string())
}
