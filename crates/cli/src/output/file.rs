//! Files that are written because somebody asked for them: never over a file of another kind.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;
pub(crate) use tercet_sqlite::reason;

/// What is written, and how such a file begins.
pub(crate) struct Kind {
    /// As a message calls it: `workbook`.
    pub(crate) name: &'static str,
    /// Its first bytes.
    pub(crate) begins: &'static [u8],
}

/// A workbook, which is a zip archive.
pub(crate) const WORKBOOK: Kind = Kind { name: "workbook", begins: b"PK\x03\x04" };

/// Writes a file, new or over one of its kind. A game file or a strategy is of another kind, so no slip of the hand
/// loses what the program reads.
///
/// # Errors
///
/// A message for the person at the terminal: the path is `-`, another kind of file is there, or it cannot be written.
pub(crate) fn save(path: &Path, bytes: &[u8], kind: &Kind) -> Result<(), String> {
    ready(path, kind)?;
    fs::write(path, bytes).map_err(|error| format!("error: {}: {}", path.display(), reason(&error)))
}

/// Whether such a file can be written there, as far as can be known before it is: so that nobody waits for an answer that has no
/// place. Changes nothing.
///
/// # Errors
///
/// As [`save`].
pub(crate) fn ready(path: &Path, kind: &Kind) -> Result<(), String> {
    let shown = path.display();
    if path.as_os_str() == OsStr::new("-") {
        return Err(format!(
            "error: {shown}: a {} is not written to standard output; expected the path of a file",
            kind.name
        ));
    }
    let failed = |error: io::Error| format!("error: {shown}: {}", reason(&error));
    if path.is_file() {
        let mut there = Vec::new();
        let most = kind.begins.len() as u64;
        File::open(path).and_then(|file| file.take(most).read_to_end(&mut there)).map_err(failed)?;
        if !there.is_empty() && there != kind.begins {
            return Err(format!("error: {shown}: is there and is no {}; it is not overwritten", kind.name));
        }
        return fs::OpenOptions::new().append(true).open(path).map(drop).map_err(failed);
    }
    if path.is_dir() {
        return Err(format!("error: {shown}: Is a directory"));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder.map(fs::metadata) {
        Some(Err(error)) => Err(failed(error)),
        Some(Ok(folder)) if !folder.is_dir() => Err(format!("error: {shown}: Not a directory")),
        Some(Ok(folder)) if folder.permissions().readonly() => {
            Err(format!("error: {shown}: Permission denied"))
        }
        Some(Ok(_)) | None => Ok(()),
    }
}
