//! A copy of the file while people come and go.

use super::failure::failure;
use super::{open, schema};
use crate::error::Failure;
use std::fs::{File, hard_link, remove_file};
use std::io;
use std::path::Path;

/// Copies the file to another, which must not be there.
///
/// The copy is made in one read transaction of a connection of its own, so nobody waits for it, and under a name of its own, so
/// that a half copy is never taken for a whole one. A half copy that a crash left is written over.
pub(crate) fn back_up(from: &Path, to: &Path) -> Result<(), Failure> {
    let part = open::beside(to, ".part");
    // Nobody else makes the same copy meanwhile.
    let lock = open::lock(&part)?;
    let copied = copy(from, &part, to);
    let removed =
        [&part, &open::beside(&part, ".lock")].map(|path| gone(path).map_err(|error| said(path, &error)));
    drop(lock);
    copied?;
    removed.into_iter().collect::<Result<(), Failure>>()?;
    // The name is in the folder for good, too.
    synced(to).map_err(|error| said(to, &error))
}

fn copy(from: &Path, part: &Path, to: &Path) -> Result<(), Failure> {
    if to.symlink_metadata().is_ok() {
        return Err(Failure::Denied(format!("{}: it is there already", to.display())));
    }
    gone(part).map_err(|error| said(part, &error))?;
    // An empty file is written into: so it is its owner's alone from the first byte.
    open::private(part)?;
    let name =
        part.to_str().ok_or_else(|| Failure::Io(format!("{}: not a name in UTF-8", part.display())))?;
    let connection = open::for_reading(from)?;
    schema::ours(&connection).map_err(|failure| failure.of(from.display()))?;
    connection.execute("VACUUM INTO ?1", [name]).map_err(|error| failure(&error).of(part.display()))?;
    File::open(part).and_then(|file| file.sync_all()).map_err(|error| said(part, &error))?;
    // Unlike a rename, a link takes the place of nothing.
    hard_link(part, to).map_err(|error| said(to, &error))
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
