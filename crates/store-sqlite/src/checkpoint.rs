//! The write-ahead log: what it holds is brought into the file before it grows long.

use crate::{OnFatal, open};
use rusqlite::Connection;
use std::path::Path;
use std::sync::mpsc::{self, TryRecvError};
use std::thread::JoinHandle;
use std::time::Duration;
use tercet_sqlite::{BUSY, failure};
use tercet_store::Failure;

/// How many pages may be in the log before they are brought into the file.
const MOST_PAGES: usize = 2_000;

/// The size of a page, in bytes.
const PAGE: usize = 4_096;

/// The write-ahead log, as far as it is known how long it may be.
///
/// SQLite would look after it by itself, within somebody's commit, and tell nobody if the disk then fails.
pub(crate) struct Log {
    /// How many pages were written since it was brought into the file, by a guess on the high side.
    pages: usize,
    /// How many bytes more, less than a page.
    bytes: usize,
    beside: Beside,
}

impl Log {
    /// The log of the store in this file, of which nothing is known yet.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened once more, or no thread can be started.
    pub(crate) fn of(path: &Path, on_fatal: OnFatal) -> Result<Log, Failure> {
        Ok(Log { pages: 0, bytes: 0, beside: Beside::start(path, on_fatal)? })
    }

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

    /// Has the log brought into the file if it is long, while others are written to it; and brings what is left once that is done, so that
    /// it is used from its start again. If there is time for it, all of it is brought at once, and it is cut to nothing.
    ///
    /// # Errors
    ///
    /// See [`bring`](Log::bring).
    pub(crate) fn look_after(&mut self, connection: &Connection, idle: bool) -> Result<(), Failure> {
        if idle || self.beside.is_done() {
            return self.bring(connection, idle);
        }
        if self.pages >= MOST_PAGES {
            self.beside.begin();
        }
        Ok(())
    }

    /// Brings the log into the file at once; whoever does so beside is waited for.
    ///
    /// A full disk, or somebody who reads what was before, only puts it off to the next time.
    ///
    /// # Errors
    ///
    /// If the disk fails: what the file then holds is not known, but the log still has it.
    pub(crate) fn bring(&mut self, connection: &Connection, cut: bool) -> Result<(), Failure> {
        self.beside.wait();
        if self.pages == 0 {
            return Ok(());
        }
        // What somebody still reads stays in the log, and is brought next time.
        let left = brought(connection, cut)?.unwrap_or(MOST_PAGES);
        self.pages = left.min(MOST_PAGES / 2);
        Ok(())
    }
}

/// Brings the log into the file beside the thread that writes, on a thread and a connection of its own: nearly all of that is waiting for the
/// disk.
struct Beside {
    /// None once it is over.
    ask: Option<mpsc::Sender<()>>,
    done: mpsc::Receiver<()>,
    at_work: bool,
    thread: Option<JoinHandle<()>>,
}

impl Beside {
    fn start(path: &Path, on_fatal: OnFatal) -> Result<Beside, Failure> {
        let connection = open::another(path)?;
        let (ask, asked) = mpsc::channel();
        let (tell, done) = mpsc::channel();
        let work = move || {
            for () in asked {
                // What it does not bring is brought by whoever writes, to whom a full disk is nothing new.
                if let Err(failure) = brought(&connection, false) {
                    on_fatal(&failure);
                }
                if tell.send(()).is_err() {
                    break;
                }
            }
        };
        let thread = std::thread::Builder::new().name("store log".into()).spawn(work);
        let thread = thread.map_err(|error| Failure::Io(error.to_string()))?;
        Ok(Beside { ask: Some(ask), done, at_work: false, thread: Some(thread) })
    }

    /// Begins, unless it is at work.
    fn begin(&mut self) {
        if !self.at_work {
            self.at_work = self.ask.as_ref().is_some_and(|ask| ask.send(()).is_ok());
        }
    }

    /// Whether it was at work and has done it by now. One that is gone has done what it could.
    fn is_done(&mut self) -> bool {
        let done = self.at_work && !matches!(self.done.try_recv(), Err(TryRecvError::Empty));
        self.at_work &= !done;
        done
    }

    fn wait(&mut self) {
        if self.at_work {
            let _ = self.done.recv();
            self.at_work = false;
        }
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        self.ask = None;
        // Its connection is closed before the file is somebody else's; what it panicked of was reported.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// How many pages are left in the log; none if it is full, busy, or the like: that passes.
fn brought(connection: &Connection, cut: bool) -> Result<Option<usize>, Failure> {
    match checkpoint(connection, cut).map_err(|error| failure(&error)) {
        Ok((busy, in_log, brought)) => {
            let left = in_log.saturating_sub(brought).max(busy);
            Ok(Some(usize::try_from(left).unwrap_or(0)))
        }
        Err(Failure::Full(_) | Failure::Busy(_) | Failure::Denied(_) | Failure::Memory(_)) => Ok(None),
        Err(failure @ (Failure::Io(_) | Failure::Corrupt(_) | Failure::TooBig(_))) => Err(failure),
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

#[cfg(test)]
mod tests {
    use super::*;
    use tercet_sqlite::beside;

    /// A log that is long is brought in while others go on to write, and then is used from its start again: it does not grow with the
    /// journal.
    #[test]
    fn a_log_that_is_brought_in_beside_does_not_grow_with_the_journal() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tercet.db");
        let connection = open::for_writing(&path).unwrap();
        let mut log = Log::of(&path, |failure| panic!("{failure}")).unwrap();
        let mut seq = 0_i64;
        let mut write = |log: &mut Log, pages: usize| {
            connection.execute_batch("BEGIN").unwrap();
            for _ in 0..pages {
                let row = (seq, vec![7_u8; PAGE - 100]);
                connection.execute("INSERT INTO record (seq, bytes) VALUES (?1, ?2)", row).unwrap();
                log.grown_by(PAGE);
                seq += 1;
            }
            connection.execute_batch("COMMIT").unwrap();
            log.grown_by_a_commit();
            log.look_after(&connection, false).unwrap();
        };
        let mut lengths = Vec::new();
        for _ in 0..4 {
            write(&mut log, MOST_PAGES);
            assert!(log.beside.at_work);
            write(&mut log, 100);
            for _ in 0..60_000 {
                log.look_after(&connection, false).unwrap();
                if !log.beside.at_work {
                    break;
                }
                std::thread::sleep(Duration::from_millis(1));
            }
            assert_eq!(log.pages, 0);
            lengths.push(std::fs::metadata(beside(&path, "-wal")).unwrap().len());
        }
        assert!(lengths.iter().all(|length| *length <= lengths[0] + 100 * PAGE as u64), "{lengths:?}");
    }
}
