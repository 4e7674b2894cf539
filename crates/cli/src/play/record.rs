//! The log of a sitting: one settled round a line, in the form that `tercet settle` reads.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Write as _};
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
    /// Opens a log: a new file, or with `append` the end of one.
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
        let mut options = OpenOptions::new();
        options.append(true).read(append).create(append).create_new(!append);
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

/// Counts the lines of a log that is added to, and ends the last one if it was cut off.
fn end_last_line(file: &mut File) -> io::Result<u64> {
    let (mut lines, mut ended, mut line) = (0, true, Vec::new());
    let mut reader = BufReader::new(&*file);
    while reader.read_until(b'\n', &mut line)? > 0 {
        lines += 1;
        ended = line.ends_with(b"\n");
        line.clear();
    }
    if !ended {
        file.write_all(b"\n")?;
    }
    Ok(lines)
}
