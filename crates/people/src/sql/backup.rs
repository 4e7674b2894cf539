//! A copy of the file while people come and go.

use super::schema;
use crate::error::Failure;
use std::path::Path;
use tercet_sqlite::{failure, for_reading, private};
use tercet_store::Failure as NotCopied;

/// Copies the file to another, which must not be there.
///
/// The copy is made in one read transaction of a connection of its own, so nobody waits for it.
pub(crate) fn back_up(from: &Path, to: &Path) -> Result<(), Failure> {
    let connection = for_reading(from)?;
    schema::ours(&connection).map_err(|failure| failure.of(from.display()))?;
    Ok(tercet_sqlite::back_up(to, |part| {
        let name = part.to_str();
        let name = name.ok_or_else(|| NotCopied::Io(format!("{}: not a name in UTF-8", part.display())))?;
        // An empty file is written into: so it is its owner's alone from the first byte.
        private(part)?;
        let copied = connection.execute("VACUUM INTO ?1", [name]);
        copied.map(|_| ()).map_err(|error| failure(&error).of(part.display()))
    })?)
}
