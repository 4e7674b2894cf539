//! Reading beside the thread that writes: several connections, so that who reads long holds up nobody.

use crate::open;
use crate::tail::Tail;
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use tercet_store::Failure;

/// How many may read at once; who comes then waits.
const MOST: usize = 8;

/// Connections that only read, each for one at a time.
#[derive(Debug)]
pub(crate) struct Reads {
    path: PathBuf,
    /// Those that nobody has needed yet are not open: most of the time one is enough, and each follows the journal by itself.
    readers: Vec<Mutex<Option<Reader>>>,
    /// Whether everything is read in one transaction that was begun already.
    as_it_was: bool,
    /// Whom the next waits for if all are taken.
    next: AtomicUsize,
}

#[derive(Debug)]
struct Reader {
    connection: Connection,
    tail: Tail,
}

impl Reads {
    /// Sees everything that is written.
    pub(crate) fn open(path: &Path) -> Result<Reads, Failure> {
        let first = Reader::open(path)?;
        Ok(Reads::of(path, false, std::iter::once(Some(first)).chain((1..MOST).map(|_| None))))
    }

    /// Sees what a connection sees in the transaction that it has begun, and nothing that is written later.
    pub(crate) fn as_it_is(path: &Path, connection: Connection) -> Reads {
        // One alone: a second one would see another moment.
        Reads::of(path, true, [Some(Reader { connection, tail: Tail::default() })])
    }

    fn of(path: &Path, as_it_was: bool, readers: impl IntoIterator<Item = Option<Reader>>) -> Reads {
        let readers = readers.into_iter().map(Mutex::new).collect();
        Reads { path: path.into(), readers, as_it_was, next: AtomicUsize::new(0) }
    }

    /// Closes all of them; nothing is read any more.
    pub(crate) fn close(&mut self) {
        self.readers.clear();
    }

    /// The first that is free, or else one that is waited for.
    fn free(&self) -> MutexGuard<'_, Option<Reader>> {
        let free = self.readers.iter().find_map(|reader| match reader.try_lock() {
            Ok(reader) => Some(reader),
            Err(TryLockError::Poisoned(poisoned)) => Some(anew(reader, poisoned)),
            Err(TryLockError::WouldBlock) => None,
        });
        free.unwrap_or_else(|| {
            let next = &self.readers[self.next.fetch_add(1, Ordering::Relaxed) % self.readers.len()];
            next.lock().unwrap_or_else(|poisoned| anew(next, poisoned))
        })
    }

    fn with<T>(&self, what: impl FnOnce(&mut Reader) -> Result<T, Failure>) -> Result<T, Failure> {
        let mut reader = self.free();
        match &mut *reader {
            Some(reader) => what(reader),
            None => what(reader.insert(Reader::open(&self.path)?)),
        }
    }

    /// Reads what belongs together.
    pub(crate) fn read<T>(
        &self,
        what: impl FnOnce(&Connection, &Tail) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.with(|Reader { connection, tail }| {
            let _together = (!self.as_it_was).then(|| Together::begin(connection)).transpose()?;
            tail.catch_up(connection)?;
            what(connection, tail)
        })
    }

    /// Reads what belongs together and takes long, on a connection of its own.
    pub(crate) fn apart<T>(
        &self,
        what: impl FnOnce(&Connection) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        if self.as_it_was {
            return self.journal(what);
        }
        let connection = tercet_sqlite::for_reading(&self.path)?;
        let _together = Together::begin(&connection)?;
        what(&connection)
    }

    /// Reads the journal alone, which can be read whatever is wrong with a record of it.
    pub(crate) fn journal<T>(
        &self,
        what: impl FnOnce(&Connection) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.with(|reader| what(&reader.connection))
    }
}

/// A reader after a read that panicked: that may have taken half of a record, so what follows from the records is made anew.
fn anew<'r>(
    reader: &Mutex<Option<Reader>>,
    poisoned: PoisonError<MutexGuard<'r, Option<Reader>>>,
) -> MutexGuard<'r, Option<Reader>> {
    let mut free = poisoned.into_inner();
    if let Some(Reader { tail, .. }) = &mut *free {
        *tail = Tail::default();
    }
    reader.clear_poison();
    free
}

/// A transaction in which nothing is written; it ends as it goes out of scope.
struct Together<'c>(&'c Connection);

impl<'c> Together<'c> {
    fn begin(connection: &'c Connection) -> Result<Together<'c>, Failure> {
        open::run(connection, "BEGIN")?;
        Ok(Together(connection))
    }
}

impl Drop for Together<'_> {
    fn drop(&mut self) {
        // If it does not end, the next one does not begin, and says why.
        let _ = open::run(self.0, "ROLLBACK");
    }
}

impl Reader {
    fn open(path: &Path) -> Result<Reader, Failure> {
        let connection = tercet_sqlite::for_reading(path)?;
        Ok(Reader { connection, tail: Tail::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A read that panicked halfway through a record leaves nothing of it to those that come after.
    #[test]
    fn what_a_panic_left_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tercet.db");
        drop(crate::Sqlite::open(&path).unwrap());
        let found = tercet_sqlite::Found::at(&path, open::EXPECTED).unwrap();
        let as_it_is = open::as_it_is(&found).unwrap();
        for reads in [Reads::open(&path).unwrap(), Reads::as_it_is(&path, as_it_is)] {
            let halfway = || {
                let mut reader = reads.free();
                let tail = &mut reader.as_mut().unwrap().tail;
                tail.changes.insert(tercet_ledger::Account::World, -7);
                panic!("which the test wants");
            };
            assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(halfway)).is_err());
            for _ in 0..2 {
                assert_eq!(reads.read(|_, tail| Ok((tail.next, tail.changes.len()))), Ok((0, 0)));
            }
        }
    }

    /// Whoever reads while others do need not wait for them.
    #[test]
    fn a_long_read_holds_up_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tercet.db");
        drop(crate::Sqlite::open(&path).unwrap());
        let reads = Reads::open(&path).unwrap();
        let within = |_: &Connection, _: &Tail| reads.read(|_, _| reads.apart(|_| reads.journal(|_| Ok(7))));
        assert_eq!(reads.read(within), Ok(7));
    }
}
