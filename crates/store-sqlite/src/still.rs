//! A store that nobody has open: it is read without a trace beside it, from where nothing can be written.
//!
//! SQLite shares the index of a write-ahead log through a file beside the database, and makes that to read. Whoever looks at a copy on a
//! medium that cannot be written, or at the file of somebody else, cannot make one; and who can would leave it there. Where no
//! log is there is nothing to share, and the file is opened as one that does not change. Where a log is and no index of it,
//! nobody has the store open, and both are copied to where the log can be brought in.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use tempfile::TempDir;
use tercet_sqlite::beside;
use tercet_store::Failure;

/// What can stand beside a database and hold a part of it.
const BESIDE: [&str; 2] = ["-wal", "-journal"];

/// The files of a store as they are found, before it is opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Still {
    path: PathBuf,
    /// Length and last change of the file, and of what stands beside it.
    files: [Option<Stamp>; 3],
    /// Whether somebody shares, or has shared, the index of the log.
    shared: bool,
}

/// The length of a file and its last change.
type Stamp = (u64, Option<SystemTime>);

fn stamp(path: &Path) -> Result<Option<Stamp>, Failure> {
    match fs::metadata(path) {
        Ok(found) => Ok(Some((found.len(), found.modified().ok()))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::Denied(format!("{}: {error}", path.display()))),
    }
}

fn stamps(path: &Path) -> Result<[Option<Stamp>; 3], Failure> {
    let [log, journal] = BESIDE.map(|end| stamp(&beside(path, end)));
    Ok([stamp(path)?, log?, journal?])
}

impl Still {
    /// Looks at the files.
    pub(crate) fn of(path: &Path) -> Result<Still, Failure> {
        let shared = stamp(&beside(path, "-shm"))?.is_some();
        Ok(Still { path: path.into(), files: stamps(path)?, shared })
    }

    /// Whether everything is in the file itself, and nobody has it open.
    pub(crate) fn is_whole(&self) -> bool {
        let [_, log, journal] = &self.files;
        let empty = |file: &Option<(u64, _)>| file.as_ref().is_none_or(|(length, _)| *length == 0);
        empty(journal) && (log.is_none() || (!self.shared && empty(log)))
    }

    /// Whether a part is beside the file, and nobody has it open.
    pub(crate) fn is_in_parts(&self) -> bool {
        !self.is_whole() && !self.shared
    }

    /// Whether nobody has changed the file since, or begun to.
    pub(crate) fn unchanged(&self) -> Result<(), Failure> {
        if stamps(&self.path)? == self.files {
            return Ok(());
        }
        Err(Failure::Busy("somebody has begun to write to it; ask again".into()).of(self.path.display()))
    }

    /// A copy of the file and of what stands beside it, where it can be put together.
    pub(crate) fn copy(&self) -> Result<Copy, Failure> {
        let cannot = |error: std::io::Error| {
            Failure::Io(format!(
                "{}: what is in the log beside it can be read only in a copy of both, and none can be made: {error}",
                self.path.display()
            ))
        };
        let folder = tempfile::tempdir().map_err(cannot)?;
        let path = folder.path().join("copy.db");
        fs::copy(&self.path, &path).map_err(cannot)?;
        for (end, _) in BESIDE.iter().zip(&self.files[1..]).filter(|(_, file)| file.is_some()) {
            fs::copy(beside(&self.path, end), beside(&path, end)).map_err(cannot)?;
        }
        self.unchanged()?;
        Ok(Copy { path, _folder: folder })
    }
}

/// A copy that is removed with its folder.
#[derive(Debug)]
pub(crate) struct Copy {
    pub(crate) path: PathBuf,
    _folder: TempDir,
}
