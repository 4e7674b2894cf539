//! A copy of the store while tables go on.

use crate::failure::failure;
use crate::open;
use std::fs::{File, hard_link, remove_file};
use std::path::Path;
use tercet_store::Failure;

/// Copies the store of one file to another, which must not be there.
///
/// The copy is made in one read transaction of a connection of its own, so neither the writer nor other readers wait for it, and
/// under a name of its own, so that a half copy is never taken for a store.
pub(crate) fn back_up(from: &Path, to: &Path) -> Result<(), Failure> {
    let io = |error: std::io::Error| Failure::Io(format!("{}: {error}", to.display()));
    let mut part = to.as_os_str().to_os_string();
    part.push(".part");
    let part = Path::new(&part);
    // Made here and by nobody else: an empty file is what SQLite copies into.
    File::create_new(part).map_err(io)?;
    let name = part.to_str().ok_or_else(|| Failure::Io(format!("{}: not a name in UTF-8", to.display())));
    let copied = name.and_then(|name| {
        let connection = open::for_reading(from)?;
        connection.execute("VACUUM INTO ?1", [name]).map_err(|error| failure(&error))?;
        File::open(part).and_then(|file| file.sync_all()).map_err(io)?;
        // Unlike a rename, a link takes the place of nothing.
        hard_link(part, to).map_err(io)
    });
    let removed = remove_file(part).map_err(io);
    copied.and(removed)
}
