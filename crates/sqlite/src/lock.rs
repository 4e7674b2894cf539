//! Whose the file is: the right to write, and what stands beside it.

use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use tercet_store::Failure;

/// Whether there is a file at this path; nothing else is opened, and a pipe would never answer. `expected` says what should be there, as in
/// "the file of a store".
///
/// # Errors
///
/// If what is there is no file, or cannot be looked at.
pub fn is_file(path: &Path, expected: &str) -> Result<bool, Failure> {
    let other = |what: &str| Err(Failure::Denied(format!("{what}; expected {expected}")));
    let found = match std::fs::metadata(path) {
        Ok(found) if found.is_file() => Ok(true),
        Ok(found) if found.is_dir() => other("a folder"),
        Ok(_) => other("no file but a pipe, a socket or a device"),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(Failure::Denied(error.to_string())),
    };
    found.map_err(|failure| failure.of(path.display()))
}

/// The path of what stands beside a file: its name, and this ending.
#[must_use]
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(ending);
    name.into()
}

/// Takes the right to write, as long as the file that comes back is open. For `expected` see [`is_file`].
///
/// # Errors
///
/// [`Failure::Busy`] if somebody has it; else if what is there is no file, or the lock beside it cannot be made.
pub fn lock(path: &Path, expected: &str) -> Result<File, Failure> {
    is_file(path, expected)?;
    // By whatever name it is called: two names of one file are one file.
    let real = path.canonicalize().unwrap_or_else(|_| path.into());
    lock_as(&beside(&real, ".lock"), path)
}

/// Takes the right to write to a file whose lock has this name.
pub(crate) fn lock_as(lock: &Path, path: &Path) -> Result<File, Failure> {
    let io = |error: std::io::Error| Failure::Io(format!("{}: {error}", lock.display()));
    let file = File::options().create(true).truncate(false).write(true).open(lock).map_err(io)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(Failure::Busy(format!("somebody has {} open already", path.display())))
        }
        Err(TryLockError::Error(error)) => Err(io(error)),
    }
}
