//! The write-ahead log: what it holds is brought into the file before it grows long.

use rusqlite::Connection;
use std::time::Duration;
use tercet_sqlite::BUSY;
use tercet_sqlite::failure;
use tercet_store::Failure;

/// How many pages may be in the log before they are brought into the file.
const MOST_PAGES: usize = 2_000;

/// The size of a page, in bytes.
const PAGE: usize = 4_096;

/// The write-ahead log, as far as it is known how long it may be.
///
/// SQLite would look after it by itself, within somebody's commit, and tell nobody if the disk then fails.
#[derive(Debug, Default)]
pub(crate) struct Log {
    /// How many pages were written since it was brought into the file, by a guess on the high side.
    pages: usize,
    /// How many bytes more, less than a page.
    bytes: usize,
}

impl Log {
    /// Notes a commit, which writes the last page of the records once more, and often a page above it.
    pub(crate) fn grown_by_a_commit(&mut self) {
        self.pages += 2;
    }

    /// Notes a record of so many bytes.
    pub(crate) fn grown_by(&mut self, bytes: usize) {
        self.bytes += bytes;
        self.pages += self.bytes / PAGE;
        self.bytes %= PAGE;
    }

    /// Notes that the tables were brought up by so many records.
    pub(crate) fn grown_by_tables(&mut self, records: usize) {
        self.pages += MOST_PAGES + records;
    }

    /// Brings the log into the file if it is long, or if there is time for it; then it is also cut to nothing.
    ///
    /// A full disk, or somebody who reads what was before, only puts it off to the next time.
    ///
    /// # Errors
    ///
    /// If the disk fails: what the file then holds is not known, but the log still has it.
    pub(crate) fn look_after(&mut self, connection: &Connection, idle: bool) -> Result<(), Failure> {
        if self.pages == 0 || (!idle && self.pages < MOST_PAGES) {
            return Ok(());
        }
        match checkpoint(connection, idle).map_err(|error| failure(&error)) {
            Ok((busy, in_log, brought)) => {
                // What somebody still reads stays in the log, and is brought next time.
                let left = in_log.saturating_sub(brought).max(busy);
                self.pages = usize::try_from(left).unwrap_or(0).min(MOST_PAGES / 2);
                Ok(())
            }
            Err(Failure::Full(_) | Failure::Busy(_) | Failure::Denied(_) | Failure::Memory(_)) => {
                self.pages = MOST_PAGES / 2;
                Ok(())
            }
            Err(failure @ (Failure::Io(_) | Failure::Corrupt(_) | Failure::TooBig(_))) => Err(failure),
        }
    }
}

/// Whether somebody was in the way, how many pages are in the log, and how many of them are in the file.
fn checkpoint(connection: &Connection, cut: bool) -> rusqlite::Result<(i64, i64, i64)> {
    let sql = if cut { "PRAGMA wal_checkpoint(TRUNCATE)" } else { "PRAGMA wal_checkpoint(PASSIVE)" };
    // Nobody waits until somebody has read to the end.
    connection.busy_timeout(Duration::ZERO)?;
    let brought = connection
        .prepare_cached(sql)
        .and_then(|mut ask| ask.query_row([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))));
    connection.busy_timeout(BUSY)?;
    brought
}
