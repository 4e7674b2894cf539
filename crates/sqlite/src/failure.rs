//! What SQLite says, in the words of a store.

use rusqlite::ffi::{SQLITE_IOERR_NOMEM, SQLITE_IOERR_SHORT_READ};
use rusqlite::{Error, ErrorCode};
use tercet_store::Failure;

/// A failure of SQLite.
#[must_use]
pub fn failure(error: &Error) -> Failure {
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
        ErrorCode::NotADatabase => Failure::Corrupt(format!("{said}; expected one that SQLite has made")),
        ErrorCode::DatabaseCorrupt
        | ErrorCode::ConstraintViolation
        | ErrorCode::TypeMismatch
        | ErrorCode::Unknown => Failure::Corrupt(said),
        ErrorCode::SystemIoFailure if code.extended_code == SQLITE_IOERR_NOMEM => Failure::Memory(said),
        // A file that ends in the midst of a page was cut.
        ErrorCode::SystemIoFailure if code.extended_code == SQLITE_IOERR_SHORT_READ => Failure::Corrupt(said),
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

/// A number that is kept and is never negative.
///
/// # Errors
///
/// [`Failure::Corrupt`] if it is; `what` says which number it is.
pub fn unsigned(number: i64, what: &str) -> Result<u64, Failure> {
    u64::try_from(number).map_err(|_| Failure::Corrupt(format!("{what} is {number}")))
}

/// A number as SQLite keeps it; the greatest there is if it is beyond that.
#[must_use]
pub fn signed(number: u64) -> i64 {
    // What is beyond is asked for by nobody who was told how many there are; it finds nothing.
    i64::try_from(number).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::ffi;

    /// Of what SQLite may say, only a disk that fails and what should never happen ends the process.
    #[test]
    fn each_failure_has_its_name() {
        let named = |code: i32| failure(&Error::SqliteFailure(ffi::Error::new(code), None));
        assert!(matches!(named(ffi::SQLITE_FULL), Failure::Full(_)));
        for code in [ffi::SQLITE_BUSY, ffi::SQLITE_LOCKED, ffi::SQLITE_PROTOCOL, ffi::SQLITE_INTERRUPT] {
            assert!(matches!(named(code), Failure::Busy(_)), "{code}");
        }
        for code in [ffi::SQLITE_READONLY, ffi::SQLITE_CANTOPEN, ffi::SQLITE_PERM, ffi::SQLITE_AUTH] {
            assert!(matches!(named(code), Failure::Denied(_)), "{code}");
        }
        for code in [ffi::SQLITE_NOMEM, SQLITE_IOERR_NOMEM] {
            assert!(matches!(named(code), Failure::Memory(_)), "{code}");
        }
        for code in [ffi::SQLITE_CORRUPT, ffi::SQLITE_NOTADB, ffi::SQLITE_ERROR, SQLITE_IOERR_SHORT_READ] {
            assert!(matches!(named(code), Failure::Corrupt(_)), "{code}");
        }
        for code in [
            ffi::SQLITE_IOERR,
            ffi::SQLITE_IOERR_FSYNC,
            ffi::SQLITE_IOERR_WRITE,
            ffi::SQLITE_IOERR_READ,
            ffi::SQLITE_IOERR_SHMSIZE,
            ffi::SQLITE_INTERNAL,
            ffi::SQLITE_MISUSE,
        ] {
            assert!(matches!(named(code), Failure::Io(_)), "{code}");
        }
        assert!(matches!(named(ffi::SQLITE_TOOBIG), Failure::TooBig(_)));
        let other = Error::InvalidColumnType(0, "seq".into(), rusqlite::types::Type::Text);
        assert!(matches!(failure(&other), Failure::Corrupt(_)));
    }
}
