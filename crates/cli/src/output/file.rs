//! Files that are written because somebody asked for them: never over a file of another kind.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

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
    }
    fs::write(path, bytes).map_err(failed)
}

/// Why something failed, without the number that the system has for it.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error ").next().unwrap_or(&text).to_owned()
}
