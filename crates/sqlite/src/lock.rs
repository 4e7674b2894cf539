//! Whose the file is: the right to write, and nothing left of what was made for somebody who could not.

use crate::look::look;
use crate::place::{is_file, reason};
use std::fs::{File, TryLockError, remove_file};
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;
use tercet_store::Failure;

/// The path of what stands beside a file: its name, and this ending.
#[must_use]
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(ending);
    name.into()
}

/// Opens a file for somebody who has the right to write as long as the lock is open that `open` is given. The file and its lock are made if
/// they are not there; if it cannot be opened, what was made is removed, and everything is as it was. For `expected` see
/// [`look`](crate::look).
///
/// # Errors
///
/// [`Failure::Busy`] if somebody has the right; else see [`look`](crate::look), and what `open` says.
pub fn opened<T, E: From<Failure>>(
    path: &Path,
    expected: &str,
    open: impl FnOnce(File) -> Result<T, E>,
) -> Result<T, E> {
    look(path, expected)?;
    let real = real(path);
    let lock = beside(&real, ".lock");
    let (held, lock_made) = lock_as(&lock, path)?;
    // Asked now, when nobody else can make it.
    let file_was = real.symlink_metadata().is_ok();
    // The lock is held until what was made is gone, whatever becomes of the other end of it.
    let other = held.try_clone().map_err(|error| E::from(Failure::Io(said(&lock, &error))));
    let opened = other.and_then(open);
    if opened.is_err() {
        // Why it cannot be opened counts for more than what is left.
        let made =
            ["", "-wal", "-shm", "-journal"].iter().filter(|_| !file_was).map(|end| beside(&real, end));
        // A lock on a file that is not there is nobody's, whoever made it.
        let made = made.chain((lock_made || !file_was).then_some(lock));
        made.for_each(|path| drop(gone(&path)));
    }
    opened
}

/// The file that a path leads to: two names of one file are one file.
pub(crate) fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.into())
}

/// How often, and how long apart, it is tried to take a lock that somebody has: whoever has just let it go may have been starting another program at that moment, which
/// has a copy of everything that is open until it begins.
const TRIES: u32 = 10;
const PAUSE: Duration = Duration::from_millis(20);

/// Takes the right to write to a file whose lock has this name; and whether the lock was made for it.
pub(crate) fn lock_as(lock: &Path, path: &Path) -> Result<(File, bool), Failure> {
    is_file(lock, "a lock, or nothing").map_err(|said| Failure::Denied(said).of(lock.display()))?;
    let mut tries = 0;
    loop {
        let (file, made) = match File::options().create_new(true).write(true).open(lock) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                (File::options().create(true).truncate(false).write(true).open(lock), false)
            }
            made => (made, true),
        };
        let file = file.map_err(|error| {
            let said = format!("{}; expected a folder in which a lock can be made", reason(&error));
            Failure::Denied(said).of(lock.display())
        })?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) if tries < TRIES => {
                tries += 1;
                sleep(PAUSE);
                continue;
            }
            Err(TryLockError::WouldBlock) => {
                return Err(Failure::Busy(format!("somebody has {} open already", path.display())));
            }
            Err(TryLockError::Error(error)) => return Err(Failure::Io(said(lock, &error))),
        }
        // Whoever had it may have removed it after it was opened here: then the next has another.
        if is_at(&file, lock).map_err(|error| Failure::Io(said(lock, &error)))? {
            return Ok((file, made));
        }
    }
}

fn said(path: &Path, error: &Error) -> String {
    format!("{}: {}", path.display(), reason(error))
}

/// Whether an open file is the one that has this name.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> Result<bool, Error> {
    use std::os::unix::fs::MetadataExt as _;
    let file = file.metadata()?;
    match path.metadata() {
        Ok(named) => Ok((file.dev(), file.ino()) == (named.dev(), named.ino())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Elsewhere a file that is open keeps its name.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> Result<bool, Error> {
    Ok(true)
}

/// Removes a file, if it is there.
pub(crate) fn gone(path: &Path) -> Result<(), Error> {
    match remove_file(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// A lock whose file somebody has removed is none: the name is somebody else's by now.
    #[test]
    fn a_lock_that_was_removed_keeps_nobody_out() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file.db.lock");
        let locked = || lock_as(&path, Path::new("file.db")).map(|(lock, _)| lock);
        let first = locked().unwrap();
        assert!(is_at(&first, &path).unwrap());
        assert!(matches!(locked(), Err(Failure::Busy(_))));
        gone(&path).unwrap();
        assert!(!is_at(&first, &path).unwrap());
        let second = locked().unwrap();
        assert!(is_at(&second, &path).unwrap() && !is_at(&first, &path).unwrap());
        assert!(matches!(locked(), Err(Failure::Busy(_))));
    }

    /// Of many who try to open a file that none of them can, each is refused for a reason, and nothing is left.
    #[test]
    fn nothing_is_left_by_many_who_could_not_open_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file.db");
        let cannot = |_: File| -> Result<(), Failure> {
            std::fs::write(&path, "half").unwrap();
            Err(Failure::Full("no room".into()))
        };
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let refused = opened(&path, "a file", cannot).unwrap_err();
                        assert!(matches!(refused, Failure::Full(_) | Failure::Busy(_)), "{refused}");
                    }
                });
            }
        });
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    /// What was there before stays, whoever could not open it.
    #[test]
    fn what_was_there_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file.db");
        for name in ["file.db", "file.db.lock"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let cannot = |_: File| -> Result<(), Failure> { Err(Failure::Full("no room".into())) };
        opened(&path, "a file", cannot).unwrap_err();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
