//! The store of live tables in one SQLite file.
//!
//! A step is one row: its record in the journal. The tables by which things are looked up follow many records later, at once, and
//! what they do not know yet is read from the end of the journal (docs/decisions/0010-tables-behind-the-journal.md).
//!
//! One thread writes. Steps that come in while it waits for the disk are written together with the next commit, so a
//! thousand clients cost little more than one, and none is answered before the disk has its step (`synchronous=FULL`). A
//! second process that would write is refused by a lock on a file beside the database.
//!
//! A disk that is full refuses the step and changes nothing. An I/O error, from the disk or its cache, ends the process: what
//! the system then believes to be written cannot be known, and asking again would be told that all is well. On the next start
//! the write-ahead log says what was written.
//!
//! ```no_run
//! # use tercet_store::Store as _;
//! let store = tercet_store_sqlite::Sqlite::open("tercet.db")?;
//! println!("{} records", store.chain()?.size);
//! # Ok::<(), tercet_store::Failure>(())
//! ```
#![forbid(unsafe_code)]

mod answers;
mod backup;
mod books;
mod checkpoint;
mod filter;
mod key;
mod lists;
mod open;
mod post;
mod read;
mod reads;
mod rows;
mod schema;
mod sound;
mod strays;
mod tail;
mod write;

use answers::Answers;
use reads::Reads;
use rusqlite::Connection;
use std::fs::File;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread::JoinHandle;
use tail::Tail;
use tercet_ledger::{Account, Balances, Chain, Hash, Key, Name};
use tercet_rules::Money;
use tercet_sqlite::Found;
use tercet_store::{Append, AppendError, Done, Failure, Receipt, Store, Stored, Stray};
use write::Waiting;

/// A store in one SQLite file, with a write-ahead log and a lock file beside it.
#[derive(Debug)]
pub struct Sqlite {
    path: PathBuf,
    reads: Reads,
    /// The file as it was found; none if it was opened for writing.
    found: Option<Found>,
    /// None if it was opened for reading only, or is being closed.
    writer: Option<(mpsc::Sender<Waiting>, [JoinHandle<()>; 2])>,
}

/// What is done when a step may be written and may not: [`std::process::abort`], with a line on standard error, unless a
/// test of that very thing says otherwise.
pub type OnFatal = fn(&Failure) -> !;

/// How a store is opened.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// What is done when the disk fails.
    pub on_fatal: OnFatal,
    /// How many pages of 4 KiB the file may have, as if the disk had room for no more; none: what the disk has room for.
    pub most_pages: Option<u32>,
    /// How many records the tables by which things are looked up may be behind the journal, at least 1. The more, the cheaper each
    /// record; and the longer everybody waits when the tables are brought up, a tenth of a second or two with the usual 65,536, as does
    /// whoever opens the store after a power cut.
    pub most_behind: usize,
    /// Up to how many answers the thread that writes gives itself if nobody waits for one: for a few it takes longer to wake another
    /// thread. With 0 all are given by the other.
    pub on_the_spot: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { on_fatal: end_the_process, most_pages: None, most_behind: 65_536, on_the_spot: 16 }
    }
}

impl Sqlite {
    /// Opens the store in this file, which is made if it is not there, and looks whether it is sound. If it cannot be opened nothing is
    /// left of what was made.
    ///
    /// # Errors
    ///
    /// [`Failure::Busy`] if another process has it open for writing; [`Failure::Corrupt`] if it is damaged or not a
    /// store; [`Failure::Denied`] if it is of a later version or may not be written; [`Failure::Io`] or [`Failure::Full`] if the
    /// system refuses.
    pub fn open(path: impl AsRef<Path>) -> Result<Sqlite, Failure> {
        Sqlite::open_with(path, Options::default())
    }

    /// Looks whether a store is in this file, or can be made there, and changes nothing. Whether there is one; an empty file is none.
    ///
    /// # Errors
    ///
    /// Says what is in the way, beside the file too, and what was expected.
    pub fn look(path: impl AsRef<Path>) -> Result<bool, Failure> {
        tercet_sqlite::look(path.as_ref(), open::EXPECTED)
    }

    /// Opens the store otherwise than usual.
    ///
    /// # Errors
    ///
    /// See [`Sqlite::open`].
    pub fn open_with(path: impl AsRef<Path>, options: Options) -> Result<Sqlite, Failure> {
        Sqlite::opened(path.as_ref(), options)
    }

    /// Opens the store for reading only, as it is at this moment: what another process writes to it meanwhile is not seen, so
    /// that everything read from it belongs together. Nothing is made beside it, locked or migrated. While it is open the write-ahead
    /// log of whoever writes cannot be cut, so it should not stay open for hours.
    ///
    /// Where nobody has it open the folder need not be one that can be written: the file is read as it is, or, if a log is beside
    /// it that nobody brought in, in a copy among the temporary files of the system. Whoever then begins to write ends the reading:
    /// the journal is [`Failure::Busy`].
    ///
    /// # Errors
    ///
    /// [`Failure::Denied`] if there is no such file, or it is of another version; [`Failure::Corrupt`] if it is no store;
    /// [`Failure::Io`] if its log cannot be brought in.
    pub fn open_read_only(path: impl AsRef<Path>) -> Result<Sqlite, Failure> {
        let path = path.as_ref();
        let found = Found::at(path, open::EXPECTED)?;
        let reads = Reads::as_it_is(path, open::as_it_is(&found)?);
        Ok(Sqlite { path: path.into(), reads, found: Some(found), writer: None })
    }

    fn opened(path: &Path, options: Options) -> Result<Sqlite, Failure> {
        tercet_sqlite::opened(path, open::EXPECTED, |lock| Sqlite::locked(path, options, lock))
    }

    fn locked(path: &Path, options: Options, lock: File) -> Result<Sqlite, Failure> {
        let on_fatal = options.on_fatal;
        let connection = open::for_writing(path)?;
        options.most_pages.map_or(Ok(()), |pages| open::no_more_pages(&connection, pages))?;
        let (answers, answering) = Answers::start(&options)?;
        let writer = write::Writer::new(path, connection, lock, options, answers);
        let writer = writer.map_err(|failure| failure.of(path.display()))?;
        let reads = Reads::open(path)?;
        let (sender, asked) = mpsc::channel();
        let thread = std::thread::Builder::new().name("store".into());
        let serve = move || {
            // Steps may be committed and not answered: as with a disk that fails, only a new start can tell.
            if catch_unwind(AssertUnwindSafe(|| writer.serve(&asked))).is_err() {
                on_fatal(&Failure::Io("the thread that writes has panicked".into()));
            }
        };
        let thread = thread.spawn(serve).map_err(|error| Failure::Io(error.to_string()))?;
        Ok(Sqlite { path: path.into(), reads, found: None, writer: Some((sender, [thread, answering])) })
    }

    /// Looks whether the store is sound, as it is looked at when it is opened for writing: whether SQLite finds the file whole, the
    /// last records follow one another and stand in the tables, there are as many keys as records, and the balances come to
    /// nothing. It reads the whole file.
    ///
    /// # Errors
    ///
    /// [`Failure::Corrupt`] with what is wrong.
    pub fn check(&self) -> Result<(), Failure> {
        let checked =
            self.reads.apart(|connection| sound::whole(connection).and_then(|()| sound::sound(connection)));
        self.unless_changed(checked).map_err(|failure| failure.of(self.path.display()))
    }

    /// Copies the store to a new file, while tables go on: as it is now, or, if it was opened for reading only, as it was then. The file is
    /// there once the copy is whole and was looked at as [`check`](Sqlite::check) does.
    ///
    /// # Errors
    ///
    /// If the file is there already, or cannot be written, or somebody makes the same copy, or the store is damaged; what was made of it is
    /// removed.
    pub fn back_up(&self, to: impl AsRef<Path>) -> Result<(), Failure> {
        tercet_sqlite::back_up(to.as_ref(), |part| {
            self.unless_changed(self.reads.apart(|connection| backup::copy(connection, part)))
        })
    }

    /// What is read of the journal and the tables.
    fn read<T>(&self, what: impl FnOnce(&Connection, &Tail) -> Result<T, Failure>) -> Result<T, Failure> {
        self.unless_changed(self.reads.read(what))
    }

    /// What is read of the journal alone.
    fn read_journal<T>(&self, what: impl FnOnce(&Connection) -> Result<T, Failure>) -> Result<T, Failure> {
        self.unless_changed(self.reads.journal(what))
    }

    /// What was read, or why it could not be; unless somebody may have changed it meanwhile, which is why then.
    fn unless_changed<T>(&self, read: Result<T, Failure>) -> Result<T, Failure> {
        self.found.as_ref().map_or(Ok(()), Found::unchanged)?;
        read
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Sqlite {
    /// Writes what was handed in, and waits for it. Whoever writes closes the file last, and takes the log away with it.
    fn drop(&mut self) {
        self.reads.close();
        if let Some((sender, threads)) = self.writer.take() {
            drop(sender);
            // Whoever lets go of the store within an answer is one that is waited for.
            if threads.iter().any(|thread| thread.thread().id() == std::thread::current().id()) {
                return;
            }
            // A panic of the writer was reported by itself, and whoever waited for it has been told.
            threads.into_iter().for_each(|thread| drop(thread.join()));
        }
    }
}

fn end_the_process(failure: &Failure) -> ! {
    // Whoever read what is said here may be gone; that must not keep the process alive.
    let _ = writeln!(
        std::io::stderr(),
        "tercet: {failure}; stopping, so that nothing is believed to be written that is not"
    );
    std::process::abort()
}

impl Store for Sqlite {
    fn append(&self, append: &Append) -> Result<Receipt, AppendError> {
        let (sender, done) = mpsc::sync_channel(1);
        let answered = move |result| {
            // Nobody waits any more if the asker is gone.
            let _ = sender.send(result);
        };
        self.submit(append.clone(), Box::new(answered));
        done.recv().unwrap_or_else(|_| Err(Failure::Io("the store has stopped writing".into()).into()))
    }

    /// Hands in a step and goes on; `done` is called on a thread of the store.
    fn submit(&self, append: Append, done: Done) {
        let Some((sender, _)) = &self.writer else {
            let failure = Failure::Denied("it was opened for reading only".into()).of(self.path.display());
            return done(Err(failure.into()));
        };
        if let Err(mpsc::SendError(waiting)) = sender.send(Waiting::new(append, done)) {
            (waiting.done)(Err(Failure::Io("the store has stopped writing".into()).into()));
        }
    }

    fn receipt(&self, key: &Key) -> Result<Option<(Hash, Receipt)>, Failure> {
        self.read(|connection, tail| read::receipt(connection, key, tail))
    }

    fn version(&self, stream: &Name) -> Result<u64, Failure> {
        self.read(|connection, tail| read::version(connection, stream, tail))
    }

    fn events(&self, stream: &Name, from: u64, most: usize) -> Result<Vec<Stored>, Failure> {
        self.read(|connection, tail| read::events(connection, stream, from, most, tail))
    }

    fn moves(&self, player: &Name, from: u64, most: usize) -> Result<Vec<u64>, Failure> {
        self.read(|connection, tail| read::moves(connection, player, from, most, tail))
    }

    fn moves_before(&self, player: &Name, before: u64, most: usize) -> Result<Vec<u64>, Failure> {
        self.read(|connection, tail| read::moves_before(connection, player, before, most, tail))
    }

    fn balance(&self, account: &Account) -> Result<Money, Failure> {
        self.read(|connection, tail| read::balance(connection, account, tail))
    }

    fn balances(&self) -> Result<Balances, Failure> {
        self.read(read::balances)
    }

    fn chain(&self) -> Result<Chain, Failure> {
        self.read(|connection, _| read::chain(connection))
    }

    fn records(&self, from: u64, most: usize) -> Result<Vec<Vec<u8>>, Failure> {
        self.read_journal(|connection| read::records(connection, from, most))
    }

    fn rows(&self, from: u64, most: usize) -> Result<Vec<(u64, Vec<u8>)>, Failure> {
        self.read_journal(|connection| read::rows(connection, from, most))
    }

    fn strays(&self, found: &mut dyn FnMut(Stray)) -> Result<(), Failure> {
        // All of one moment: the tables may be brought up meanwhile.
        self.unless_changed(self.reads.apart(|connection| strays::find(connection, found)))
    }
}
