//! The log of a sitting: one settled round a line, in the form that `tercet settle` reads.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use tercet_protocol::settle::write_round;
use tercet_rules::{GameId, RoundRecord};

/// An open log.
#[derive(Debug)]
pub(crate) struct Log {
    file: File,
    path: PathBuf,
    /// The game that the lines name.
    game: GameId,
    /// How many lines there are.
    lines: u64,
}

impl Log {
    /// Opens a log: a new file, or one that is empty; with `append` the end of one.
    ///
    /// # Errors
    ///
    /// A sentence: what the file system said, or that the file is there and `append` was not asked for.
    pub(crate) fn open(path: &Path, append: bool, game: GameId) -> Result<Log, String> {
        let cannot = |error: io::Error| {
            if error.kind() == io::ErrorKind::AlreadyExists {
                return format!("{} is there already; --append adds to it", path.display());
            }
            format!("{}: {error}", path.display())
        };
        if path.is_dir() {
            return Err(format!("{} is a folder; expected the name of a file", path.display()));
        }
        // A sitting without a settled round leaves an empty file behind, in which nothing can be overwritten.
        let empty = path.metadata().is_ok_and(|there| there.is_file() && there.len() == 0);
        let mut options = OpenOptions::new();
        options.append(true).read(append).create(append).create_new(!append && !empty);
        let mut file = options.open(path).map_err(cannot)?;
        // A pipe or a device has no lines to count.
        let has_lines = append && file.metadata().map_err(cannot)?.is_file();
        let lines = if has_lines { end_last_line(&mut file).map_err(cannot)? } else { 0 };
        Ok(Log { file, path: path.to_owned(), game, lines })
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a round.
    ///
    /// # Errors
    ///
    /// What the file system said; the line may be there in part.
    pub(crate) fn add(&mut self, record: &RoundRecord) -> io::Result<()> {
        self.lines += 1;
        let mut line = write_round(record, Some(&self.game), Some(&format!("r{}", self.lines)));
        line.push('\n');
        self.file.write_all(line.as_bytes())
    }
}

/// Counts the lines of a log that is added to, and ends the last one if it was cut off. A line may be of any length.
fn end_last_line(file: &mut File) -> io::Result<u64> {
    let (mut lines, mut ended, mut part) = (0, true, [0; 1 << 13]);
    let mut reader = BufReader::new(&*file);
    loop {
        let read = reader.read(&mut part)?;
        let part = &part[..read];
        let Some(last) = part.last() else { break };
        lines += part.iter().map(|byte| u64::from(*byte == b'\n')).sum::<u64>();
        ended = *last == b'\n';
    }
    if !ended {
        lines += 1;
        file.write_all(b"\n")?;
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines are counted without one of them being held, and an empty file is as good as none.
    #[test]
    fn lines_of_any_length_are_counted_and_an_empty_file_is_taken() {
        let path = std::env::temp_dir().join(format!("tercet-record-{}.jsonl", std::process::id()));
        let long = "x".repeat(100_000);
        for (text, lines) in [("", 0), ("a\n", 1), ("a\nb", 2), (&format!("{long}\n{long}"), 2)] {
            std::fs::write(&path, text).unwrap();
            let log = Log::open(&path, true, GameId::from("three-card-poker")).unwrap();
            assert_eq!(log.lines, lines);
            let ended = std::fs::read_to_string(&path).unwrap();
            assert!(ended.is_empty() || ended.ends_with('\n'));
            assert_eq!(Log::open(&path, false, GameId::from("three-card-poker")).is_ok(), text.is_empty());
        }
        std::fs::remove_file(&path).unwrap();
    }
}
