//! A copy of the file while people come and go.

use super::open::EXPECTED;
use super::schema;
use crate::error::Failure;
use std::path::Path;
use tercet_sqlite::{Found, absolute, failure, private};
use tercet_store::Failure as NotCopied;

/// Looks whether a file of people is there, or can be made there.
pub(crate) fn look(path: &Path) -> Result<bool, Failure> {
    Ok(tercet_sqlite::look(path, EXPECTED)?)
}

/// Copies the file to another, which must not be there.
///
/// The copy is made in one read transaction of a connection of its own, so nobody waits for it, and nothing is left beside the file.
pub(crate) fn back_up(from: &Path, to: &Path) -> Result<(), Failure> {
    let found = Found::at(from, EXPECTED)?;
    let connection = found.connect()?;
    schema::known(&connection).map_err(|failure| failure.of(from.display()))?;
    Ok(tercet_sqlite::back_up(to, |part| {
        let whole = absolute(part)?;
        let name = whole.to_str();
        let name = name.ok_or_else(|| NotCopied::Io(format!("{}: not a name in UTF-8", part.display())))?;
        // An empty file is written into: so it is its owner's alone from the first byte.
        private(part)?;
        let copied = connection.execute("VACUUM INTO ?1", [name]);
        copied.map(|_| ()).map_err(|error| failure(&error).of(part.display()))?;
        found.unchanged()
    })?)
}
