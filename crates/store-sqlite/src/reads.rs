//! Reading beside the thread that writes: several connections, so that who reads long holds up nobody.

use crate::failure::failure;
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
    /// Whom the next waits for if all are taken.
    next: AtomicUsize,
}

#[derive(Debug)]
struct Reader {
    connection: Connection,
    tail: Tail,
    /// Whether everything is read in one transaction that was begun already.
    as_it_was: bool,
}

impl Reads {
    /// Sees everything that is written.
    pub(crate) fn open(path: &Path) -> Result<Reads, Failure> {
        let first = Reader::open(path)?;
        Ok(Reads::of(path, std::iter::once(Some(first)).chain((1..MOST).map(|_| None))))
    }

    /// Sees what was written by now, and nothing that is written later.
    pub(crate) fn as_it_is(path: &Path) -> Result<Reads, Failure> {
        let connection = open::as_it_is(path)?;
        // One alone: a second one would see another moment.
        Ok(Reads::of(path, [Some(Reader { connection, tail: Tail::default(), as_it_was: true })]))
    }

    fn of(path: &Path, readers: impl IntoIterator<Item = Option<Reader>>) -> Reads {
        let readers = readers.into_iter().map(Mutex::new).collect();
        Reads { path: path.into(), readers, next: AtomicUsize::new(0) }
    }

    /// The first that is free, or else one that is waited for. A read that panicked has changed nothing but the tail, which is made
    /// anew if it is not what it should be.
    fn free(&self) -> MutexGuard<'_, Option<Reader>> {
        let free = self.readers.iter().find_map(|reader| match reader.try_lock() {
            Ok(reader) => Some(reader),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        });
        free.unwrap_or_else(|| {
            let next = self.next.fetch_add(1, Ordering::Relaxed) % self.readers.len();
            self.readers[next].lock().unwrap_or_else(PoisonError::into_inner)
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
        self.with(|Reader { connection, tail, as_it_was }| {
            let together = (!*as_it_was).then(|| connection.unchecked_transaction());
            // It ends as it goes out of scope: nothing was written.
            let _together = together.transpose().map_err(|error| failure(&error))?;
            tail.catch_up(connection)?;
            what(connection, tail)
        })
    }

    /// Reads the journal alone, which can be read whatever is wrong with a record of it.
    pub(crate) fn journal<T>(
        &self,
        what: impl FnOnce(&Connection) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.with(|reader| what(&reader.connection))
    }
}

impl Reader {
    fn open(path: &Path) -> Result<Reader, Failure> {
        let connection = open::for_reading(path)?;
        Ok(Reader { connection, tail: Tail::default(), as_it_was: false })
    }
}
