//! A copy of the file while others go on with it.

use crate::lock::{beside, gone, lock_as};
use crate::place::reason;
use std::fs::{File, hard_link};
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
    // Nobody else makes the same copy meanwhile.
    let (lock, _) = lock_as(&beside(&part, ".lock"), &part)?;
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
    made.map(|_| ()).map_err(|error| {
        Failure::Denied(format!(
            "{}: {}; expected a file that can be written",
            path.display(),
            reason(&error)
        ))
    })
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
    Failure::Io(format!("{}: {}", path.display(), reason(error)))
}
