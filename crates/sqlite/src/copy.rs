//! A copy of the file while others go on with it.

use crate::lock::{beside, lock_as};
use std::fs::{File, hard_link, remove_file};
use std::io;
use std::path::Path;
use tercet_store::Failure;

/// Copies to a file, which must not be there, by what is given.
///
/// The copy is made under a name of its own, so that a half copy is never taken for a whole one. A half copy that a crash left is
/// written over.
///
/// # Errors
///
/// If the file is there already, somebody makes the same copy, or it cannot be made; what was made of it is removed.
pub fn back_up(to: &Path, copied_to: impl FnOnce(&Path) -> Result<(), Failure>) -> Result<(), Failure> {
    let part = beside(to, ".part");
    only_ours(&part)?;
    let lock = locked(&part)?;
    let copied = named(&part, to, copied_to);
    // The lock goes last: whoever waits for it finds nothing of this copy.
    let removed = [&part, &beside(&part, ".lock")].map(|path| gone(path).map_err(|error| said(path, &error)));
    drop(lock);
    copied?;
    removed.into_iter().collect::<Result<(), Failure>>()?;
    // The name is in the folder for good, too.
    synced(to).map_err(|error| said(to, &error))
}

/// Looks that what stands where the half copy goes is one, if anything is: neither a link, which leads to what is somebody else's, nor a
/// folder.
fn only_ours(part: &Path) -> Result<(), Failure> {
    match part.symlink_metadata() {
        Ok(found) if !found.is_file() => {
            let what = if found.is_symlink() { "a link" } else { "no file" };
            Err(Failure::Denied(format!("{}: {what}; expected nothing, or half a copy", part.display())))
        }
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(said(part, &error)),
    }
}

/// Sees to it that nobody else makes the same copy meanwhile.
fn locked(part: &Path) -> Result<File, Failure> {
    let path = beside(part, ".lock");
    loop {
        let lock = lock_as(&path, part)?;
        // Whoever had it may have removed it after it was opened here: then the next has another.
        if is_at(&lock, &path).map_err(|error| said(&path, &error))? {
            return Ok(lock);
        }
    }
}

/// Whether an open file is the one that has this name.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let file = file.metadata()?;
    match path.metadata() {
        Ok(named) => Ok((file.dev(), file.ino()) == (named.dev(), named.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Elsewhere a file that is open keeps its name.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

fn named(
    part: &Path,
    to: &Path,
    copied_to: impl FnOnce(&Path) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if to.symlink_metadata().is_ok() {
        return Err(Failure::Denied(format!("{}: it is there already", to.display())));
    }
    gone(part).map_err(|error| said(part, &error))?;
    copied_to(part)?;
    File::open(part).and_then(|file| file.sync_all()).map_err(|error| said(part, &error))?;
    // Unlike a rename, a link takes the place of nothing.
    hard_link(part, to).map_err(|error| said(to, &error))
}

/// Makes a file for its owner alone, if it is not there; one that is keeps its rights. What SQLite makes beside it has the same.
///
/// # Errors
///
/// If it cannot be made.
pub fn private(path: &Path) -> Result<(), Failure> {
    let mut options = File::options();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let made = options.open(path);
    made.map(|_| ()).map_err(|error| Failure::Denied(format!("{}: {error}", path.display())))
}

/// Removes a file, if it is there.
fn gone(path: &Path) -> io::Result<()> {
    match remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

/// Brings the names in the folder of a file to the disk, where a folder can be opened.
fn synced(path: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

fn said(path: &Path, error: &io::Error) -> Failure {
    Failure::Io(format!("{}: {error}", path.display()))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// A lock whose file another copy has removed is none: the name is somebody else's by now.
    #[test]
    fn a_lock_that_was_removed_keeps_nobody_out() {
        let folder = tempfile::tempdir().unwrap();
        let part = folder.path().join("backup.db.part");
        let path = beside(&part, ".lock");
        let first = locked(&part).unwrap();
        assert!(is_at(&first, &path).unwrap());
        assert!(matches!(locked(&part), Err(Failure::Busy(_))));
        gone(&path).unwrap();
        assert!(!is_at(&first, &path).unwrap());
        let second = locked(&part).unwrap();
        assert!(is_at(&second, &path).unwrap() && !is_at(&first, &path).unwrap());
        assert!(matches!(locked(&part), Err(Failure::Busy(_))));
    }
}
