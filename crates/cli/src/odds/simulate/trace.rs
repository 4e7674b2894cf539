//! The file with every round; whatever happens to the disk, it ends with a whole line.

use crate::output::file::reason;
use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::Path;

/// So much is written at once.
const MUCH: usize = 1 << 16;
/// How such a file begins.
const BEGINS: &[u8] = b"{\"id\":\"";

/// A file that grows by whole lines.
#[derive(Debug)]
pub(super) struct Trace {
    name: String,
    file: File,
    /// Whole lines that are not written yet.
    waiting: Vec<u8>,
    /// Bytes of whole lines in the file.
    written: u64,
}

impl Trace {
    /// A new file, or one that was a trace before.
    ///
    /// # Errors
    ///
    /// A message for the person at the terminal: another kind of file is there, or none can be made.
    pub(super) fn create(path: &Path) -> Result<Trace, String> {
        let name = path.display().to_string();
        if path.as_os_str() == OsStr::new("-") {
            return Err(format!(
                "error: --trace {name}: expected the path of a file; standard output has the answer"
            ));
        }
        let failed = |error: io::Error| format!("error: --trace {name}: {}", reason(&error));
        if path.is_file() {
            let mut there = Vec::new();
            File::open(path)
                .and_then(|file| file.take(BEGINS.len() as u64).read_to_end(&mut there))
                .map_err(failed)?;
            if !there.is_empty() && there != BEGINS {
                return Err(format!(
                    "error: --trace {name}: is there and holds no rounds; it is not overwritten"
                ));
            }
        }
        let file = OpenOptions::new().write(true).create(true).truncate(true).open(path).map_err(failed)?;
        Ok(Trace { name, file, waiting: Vec::new(), written: 0 })
    }

    /// A line more.
    ///
    /// # Errors
    ///
    /// What became of the file; the lines in it are whole.
    pub(super) fn line(&mut self, line: &str) -> Result<(), String> {
        self.waiting.extend_from_slice(line.as_bytes());
        self.waiting.push(b'\n');
        if self.waiting.len() < MUCH { Ok(()) } else { self.write() }
    }

    /// No line more.
    ///
    /// # Errors
    ///
    /// As [`Trace::line`].
    pub(super) fn end(mut self) -> Result<(), String> {
        self.write()
    }

    fn write(&mut self) -> Result<(), String> {
        let waiting = core::mem::take(&mut self.waiting);
        match self.file.write_all(&waiting) {
            Ok(()) => {
                self.written += waiting.len() as u64;
                Ok(())
            }
            Err(error) => {
                // Half a line would be read as a fault. A device that is no file has no length.
                let _ = self.file.set_len(self.written);
                let name = &self.name;
                Err(format!(
                    "error: --trace {name}: {}; {} bytes of whole lines are in it, and not every round that was played",
                    reason(&error),
                    self.written
                ))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_told() {
        let mut trace = Trace::create(Path::new("/dev/full")).unwrap();
        trace.line("{}").unwrap();
        let said = trace.end().unwrap_err();
        assert!(said.contains("/dev/full: No space left on device; 0 bytes"), "{said}");
    }

    #[test]
    fn no_other_file_is_overwritten() {
        let here = tempfile::tempdir().unwrap();
        let path = here.path().join("game.toml");
        std::fs::write(&path, "id = \"x\"").unwrap();
        assert!(Trace::create(&path).unwrap_err().contains("is not overwritten"));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "id = \"x\"");
        let path = here.path().join("rounds.jsonl");
        for _ in 0..2 {
            let mut trace = Trace::create(&path).unwrap();
            trace.line("{\"id\":\"0.0\"}").unwrap();
            trace.end().unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), "{\"id\":\"0.0\"}\n");
        }
    }
}
