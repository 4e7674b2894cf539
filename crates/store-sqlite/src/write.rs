//! The one thread that writes: many steps, one commit.

use crate::Options;
use crate::answers::{Answers, Group};
use crate::books::{Books, Lookups};
use crate::checkpoint::Log;
use crate::filter::Filter;
use crate::key;
use crate::open::run;
use crate::post::post;
use crate::rows::Rows;
use crate::sound::sound;
use rusqlite::Connection;
use rusqlite::types::Value;
use std::fs::File;
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use tercet_ledger::{Chain, Hash, Record};
use tercet_sqlite::signed;
use tercet_store::{Append, AppendError, Asked, Done, Failure, Outcome, Receipt, check};

/// A step that waits to be written, and who is to be told what became of it.
pub(crate) struct Waiting {
    step: Ready,
    pub(crate) done: Done,
}

/// A step, made ready by whoever handed it in.
struct Ready {
    asked: Asked,
    /// The hash of its key.
    hash: i64,
    /// The bytes of its record, for no place in the journal yet.
    bytes: Vec<u8>,
}

impl Waiting {
    /// What needs nothing but the step itself is done here, so that the thread that writes need not.
    pub(crate) fn new(append: Append, done: Done) -> Waiting {
        let Append { key, request, at_ms, parts, transactions, expects } = append;
        let record = Record { seq: 0, prev: Hash::ZERO, at_ms, key, request, parts, transactions };
        let (bytes, hash) = (record.encode(), key::hash(&record.key));
        let asked = Asked { expects, ..record.into() };
        Waiting { step: Ready { asked, hash, bytes }, done }
    }
}

/// The most steps in one commit: enough that waiting for the disk costs each of them little, and few enough that, of a thousand who ask, some
/// are answered and ask again while others are written (benches/store).
const MOST_IN_A_GROUP: usize = 512;

/// How long nobody may ask for anything before the time is used to bring up the tables and to empty the write-ahead log.
const IDLE: Duration = Duration::from_secs(1);

/// How many records the tables are brought up by at once if there is no room on the disk for more.
const PORTION: usize = 2_048;

/// The connection that writes, and what it knows of what is written.
pub(crate) struct Writer {
    /// Before the lock: it has a connection of its own, which is closed first.
    log: Log,
    connection: Connection,
    /// Held as long as the thread lives.
    _lock: File,
    options: Options,
    books: Books,
    /// The keys in the tables.
    filter: Filter,
    /// How many records the tables may be behind before they are brought up.
    most_behind: usize,
    answers: Answers,
}

/// A failure, and whether it left open what is on the disk.
struct Failed {
    failure: Failure,
    unknown: bool,
}

impl From<Failure> for Failed {
    /// Before the commit: only a disk that fails, or what should never happen, leaves anything open.
    fn from(failure: Failure) -> Failed {
        Failed { unknown: matches!(failure, Failure::Io(_)), failure }
    }
}

impl Writer {
    /// Looks whether the tables can be those of the journal, and brings them up to it.
    pub(crate) fn new(
        path: &Path,
        connection: Connection,
        lock: File,
        options: Options,
        answers: Answers,
    ) -> Result<Writer, Failure> {
        sound(&connection)?;
        let filter = Filter::of(&connection)?;
        let books = caught_up(&connection, &filter)?;
        let log = Log::of(path, options.on_fatal)?;
        let most_behind = options.most_behind;
        let mut writer =
            Writer { connection, _lock: lock, options, books, filter, most_behind, log, answers };
        match writer.post() {
            // With a full disk or a file that may not be written the tables stay behind, and everything can be read.
            Ok(()) | Err(Failed { failure: Failure::Full(_) | Failure::Denied(_), unknown: false }) => {
                Ok(writer)
            }
            Err(failed) => Err(failed.failure),
        }
    }

    /// Writes what is asked until nobody can ask any more.
    pub(crate) fn serve(mut self, asked: &mpsc::Receiver<Waiting>) {
        loop {
            match asked.recv_timeout(IDLE) {
                Ok(first) => {
                    // Whoever comes while the others are checked comes along.
                    let rest = asked.try_iter().take(MOST_IN_A_GROUP - 1);
                    self.answer(first, rest);
                    self.look_after(false);
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.look_after(true);
                    // Nothing is left to be done until somebody asks.
                    let Ok(first) = asked.recv() else { break };
                    self.answer(first, std::iter::empty());
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.look_after(true);
    }

    /// Writes a group with one commit: each step by itself is written or refused, but a failure to write is everybody's. Only then
    /// they are answered.
    fn answer(&mut self, first: Waiting, rest: impl Iterator<Item = Waiting>) {
        self.books.not_too_much();
        let Writer { connection, books, filter, log, .. } = self;
        log.grown_by_a_commit();
        // Everybody who was taken is told, whatever comes.
        let Waiting { step, done } = first;
        let mut told = vec![done];
        let rest = rest.map(|Waiting { step, done }| {
            told.push(done);
            step
        });
        let group = std::iter::once(step).chain(rest);
        let written = together(connection, || steps(connection, books, filter, log, group));
        let (results, spent) = match written {
            Ok(written) => {
                self.books.are_committed();
                written
            }
            Err(failed) => {
                let failure = self.recover(failed);
                (told.iter().map(|_| Err(failure.clone().into())).collect(), Default::default())
            }
        };
        self.answers.give(Group { told, results, spent });
    }

    /// Ends the process if it is not known what is on the disk, else goes on from what is: nothing of the group.
    fn recover(&mut self, failed: Failed) -> Failure {
        if failed.unknown {
            (self.options.on_fatal)(&failed.failure);
        }
        self.books.take_back();
        failed.failure
    }

    /// Brings up the tables, and empties the write-ahead log, as far as it is time to.
    fn look_after(&mut self, idle: bool) {
        let behind = self.books.behind();
        if (behind > 0 && idle || behind >= self.most_behind)
            && let Err(failed) = self.post()
        {
            let passes = match failed.failure {
                Failure::Full(_) | Failure::Busy(_) | Failure::Denied(_) | Failure::Memory(_) => true,
                Failure::Io(_) | Failure::Corrupt(_) | Failure::TooBig(_) => false,
            };
            // What does not pass must not be passed over: the tables would fall behind for ever, and nobody would know.
            if failed.unknown || !passes {
                (self.options.on_fatal)(&failed.failure);
            }
        }
        if let Err(failure) = self.log.look_after(&self.connection, idle) {
            (self.options.on_fatal)(&failure);
        }
    }

    /// Brings the tables up to the journal: at once, or if there is no room for that in portions, as far as there is.
    ///
    /// Nobody asked for it, and nothing is lost if it fails: it is tried again some records later.
    fn post(&mut self) -> Result<(), Failed> {
        let mut posted = self.post_all();
        if let Err(Failed { failure: Failure::Full(_), unknown: false }) = posted {
            posted = self.post_portions();
        }
        self.most_behind = match posted {
            Ok(()) => self.options.most_behind,
            Err(_) => self.books.behind() + self.options.most_behind.div_ceil(8),
        };
        posted
    }

    fn post_all(&mut self) -> Result<(), Failed> {
        if self.books.behind() == 0 {
            return Ok(());
        }
        let rows = together(&self.connection, || post(&self.connection, &self.books))?;
        self.log.grown_by_tables(rows);
        self.books.are_posted(self.books.chain.size, &mut self.filter);
        Ok(())
    }

    fn post_portions(&mut self) -> Result<(), Failed> {
        while self.books.behind() > 0 {
            let mut portion = Books::posted(&self.connection)?;
            portion.catch_up(&self.connection, &self.filter, PORTION)?;
            let rows = together(&self.connection, || post(&self.connection, &portion))?;
            self.log.grown_by_tables(rows);
            self.books.are_posted(portion.chain.size, &mut self.filter);
            // What is in the file makes room in the log.
            let brought = self.log.bring(&self.connection, false);
            brought.map_err(|failure| Failed { failure, unknown: true })?;
        }
        Ok(())
    }
}

/// What is on the disk.
fn caught_up(connection: &Connection, filter: &Filter) -> Result<Books, Failure> {
    let mut books = Books::posted(connection)?;
    books.catch_up(connection, filter, usize::MAX)?;
    Ok(books)
}

/// Does something in one transaction.
fn together<T>(connection: &Connection, what: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failed> {
    let sql = |sql: &str| run(connection, sql);
    sql("BEGIN IMMEDIATE")?;
    let done = match what() {
        Ok(done) => sql("COMMIT").map(|()| done).map_err(|failure| {
            // A commit that found no room, or somebody in its way, wrote nothing that counts. After any other failure it may
            // be on the disk all the same.
            let unknown = !matches!(failure, Failure::Full(_) | Failure::Busy(_));
            Failed { failure, unknown }
        }),
        Err(failure) => Err(failure.into()),
    };
    // Many failures end a transaction by themselves; what is left of it must not outlive this.
    if done.is_err() && !connection.is_autocommit() {
        sql("ROLLBACK").map_err(|failure| Failed { failure, unknown: true })?;
    }
    done
}

/// What became of each step, and what is left of them.
type Written = (Vec<Result<Receipt, AppendError>>, (Vec<Asked>, Vec<Value>));

/// Writes the steps of a group, in a transaction of the caller's; refuses by the rules that stand in [`check`].
///
/// A failure ends it at once; who was not taken from the group by then is in the next.
fn steps(
    connection: &Connection,
    books: &mut Books,
    filter: &Filter,
    log: &mut Log,
    group: impl Iterator<Item = Ready>,
) -> Result<Written, Failure> {
    let mut lookups = Lookups::new(connection, filter)?;
    let mut rows = Rows::into(connection, "record (seq, bytes)", 2, "")?.keeping();
    let (mut results, mut spent) = (Vec::new(), Vec::new());
    for Ready { asked, hash, mut bytes } in group {
        // The record that has a key is read from the file, perhaps.
        if books.keys.contains_key(&hash) {
            rows.flush()?;
        }
        let holds = match check(&mut lookups.with(books, hash), &asked) {
            Ok(Outcome::New(holds)) => holds,
            Ok(Outcome::Again(receipt)) => {
                results.push(Ok(receipt));
                continue;
            }
            // After some failures to read nothing more can be written with the same commit.
            Err(AppendError::Failed(failure))
                if matches!(failure, Failure::Io(_)) || connection.is_autocommit() =>
            {
                return Err(failure);
            }
            // What cannot be read for one step is no matter of the others.
            Err(error) => {
                results.push(Err(error));
                continue;
            }
        };
        Record::place(&mut bytes, &books.chain);
        let chain = Chain { size: books.chain.size + 1, head: Record::hash(&bytes) };
        log.grown_by(bytes.len());
        rows.add([signed(books.chain.size).into(), bytes.into()])?;
        results.push(Ok(books.note(&asked, hash, &holds, chain)));
        drop(holds);
        spent.push(asked);
    }
    rows.flush()?;
    Ok((results, (spent, rows.spent())))
}

#[cfg(test)]
mod tests;
