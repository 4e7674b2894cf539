//! A file that is only read, as it is found: without a trace beside it, and from where nothing can be written.
//!
//! SQLite shares the index of a write-ahead log through a file beside the database, and makes that to read. Whoever looks at a copy on a
//! medium that cannot be written, or at the file of somebody else, cannot make one; and who can would leave it there. Where no
//! log is there is nothing to share, and the file is opened as one that does not change. Where a log is and no index of it,
//! nobody has the file open, and both are copied to where the log can be brought in.

use crate::failure::failure;
use crate::lock::{beside, real};
use crate::look::look_to_read;
use crate::open::{for_looking, for_reading, for_writing};
use crate::place::reason;
use rusqlite::Connection;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use tempfile::TempDir;
use tercet_store::Failure;

/// What can stand beside a database and hold a part of it.
const BESIDE: [&str; 2] = ["-wal", "-journal"];

/// A file of SQLite as it was found. What is read of it is read while this lives.
#[derive(Debug)]
pub struct Found {
    /// What it is called by whoever asks for it.
    path: PathBuf,
    /// SQLite keeps its log beside the file itself, not beside a link to it.
    real: PathBuf,
    /// What it was, if nobody had it open: then nothing is locked, and it must stay so.
    still: Option<Stamps>,
    /// What is read in its place, if its log had to be brought in; removed once nothing is read any more.
    copy: Option<Copy>,
}

/// A copy that is removed with its folder.
#[derive(Debug)]
struct Copy {
    path: PathBuf,
    _folder: TempDir,
}

/// Length and last change of a file, and of what stands beside it.
type Stamps = [Option<(u64, Option<SystemTime>)>; 3];

impl Found {
    /// Looks at the file. For `expected` see [`look`](crate::look).
    ///
    /// # Errors
    ///
    /// [`Failure::Denied`] if there is none, or something else; [`Failure::Io`] if what stands in a log beside it cannot be brought in.
    pub fn at(path: &Path, expected: &str) -> Result<Found, Failure> {
        look_to_read(path, expected)?;
        if path.symlink_metadata().is_err() {
            return Err(Failure::Denied(format!("no such file; expected {expected}")).of(path.display()));
        }
        let real = real(path);
        let stamps = stamps(&real)?;
        // Somebody shares, or has shared, the index of the log.
        let shared = beside(&real, "-shm").symlink_metadata().is_ok();
        let mut found = Found { path: path.into(), real, still: None, copy: None };
        let [_, log, journal] = &stamps;
        let empty = |file: &Option<(u64, _)>| file.as_ref().is_none_or(|(length, _)| *length == 0);
        if empty(journal) && (log.is_none() || (!shared && empty(log))) {
            found.still = Some(stamps);
        } else if !shared {
            found.copy = Some(found.copied(&stamps).map_err(|failure| failure.of(path.display()))?);
        }
        Ok(found)
    }

    /// What it is called by whoever asked for it.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A connection that sees it.
    ///
    /// # Errors
    ///
    /// If it cannot be opened.
    pub fn connect(&self) -> Result<Connection, Failure> {
        match &self.copy {
            Some(copy) => for_reading(&copy.path),
            None if self.still.is_some() => for_looking(&self.real).map_err(|failure| {
                // Nobody has it open, whose locks would go as it is closed.
                let tried = fs::File::open(&self.real).err();
                tried.map_or(failure, |error| {
                    let said = format!("{}; expected a file that can be read", reason(&error));
                    Failure::Denied(said).of(self.path.display())
                })
            }),
            None => for_reading(&self.real),
        }
    }

    /// Whether nobody has changed it since, or begun to; where somebody had it open that is no matter.
    ///
    /// # Errors
    ///
    /// [`Failure::Busy`] if somebody has.
    pub fn unchanged(&self) -> Result<(), Failure> {
        match &self.still {
            Some(still) if stamps(&self.real)? != *still => Err(begun().of(self.path.display())),
            Some(_) | None => Ok(()),
        }
    }

    /// A copy of the file and of what stands beside it, put together.
    fn copied(&self, found: &Stamps) -> Result<Copy, Failure> {
        let cannot = |error: std::io::Error| {
            let why = reason(&error);
            Failure::Io(format!(
                "what is in the log beside it can be read only in a copy of both, and none can be made: {why}"
            ))
        };
        let folder = tempfile::tempdir().map_err(cannot)?;
        let path = folder.path().join("copy.db");
        let beside = BESIDE.iter().zip(&found[1..]).filter(|(_, file)| file.is_some());
        for end in std::iter::once("").chain(beside.map(|(end, _)| *end)) {
            copy_to_write(&crate::beside(&self.real, end), &crate::beside(&path, end)).map_err(cannot)?;
        }
        if stamps(&self.real)? != *found {
            return Err(begun());
        }
        // What was begun and not ended is taken back by the first who may write.
        let ended = for_writing(&path)?.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()));
        ended.map_err(|error| failure(&error))?;
        Ok(Copy { path, _folder: folder })
    }
}

/// Copies a file that perhaps may not be written to one that may.
fn copy_to_write(from: &Path, to: &Path) -> std::io::Result<()> {
    std::io::copy(&mut fs::File::open(from)?, &mut fs::File::create(to)?).map(|_| ())
}

fn begun() -> Failure {
    Failure::Busy("somebody has begun to write to it; ask again".into())
}

fn stamps(path: &Path) -> Result<Stamps, Failure> {
    let stamp = |path: &Path| match fs::metadata(path) {
        Ok(found) => Ok(Some((found.len(), found.modified().ok()))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::Denied(reason(&error)).of(path.display())),
    };
    let [log, journal] = BESIDE.map(|end| stamp(&beside(path, end)));
    Ok([stamp(path)?, log?, journal?])
}
