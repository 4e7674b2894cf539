//! The one thread that writes: many steps, one commit.

use crate::Options;
use crate::checkpoint::Log;
use crate::failure::{failure, signed};
use crate::post::post;
use crate::read;
use crate::sound::sound;
use crate::tail::Tail;
use rusqlite::{Connection, params};
use std::collections::BTreeSet;
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use tercet_ledger::{Account, Record, Transaction};
use tercet_store::{Append, AppendError, Done, Failure, Receipt, State, Step};

/// A step that was handed in, and who is to be told what became of it.
pub(crate) struct Asked {
    pub(crate) append: Append,
    pub(crate) done: Done,
}

/// The most steps in one commit: enough that waiting for the disk costs each of them next to nothing.
const MOST_IN_A_GROUP: usize = 1024;

/// The most accounts and streams that are kept in memory.
const MOST_KEPT: usize = 100_000;

/// How long nobody may ask for anything before the time is used to bring up the tables and to empty the write-ahead log.
const IDLE: Duration = Duration::from_secs(1);

/// The connection that writes, and what it knows of what is written.
pub(crate) struct Writer {
    connection: Connection,
    /// Held as long as the thread lives.
    _lock: File,
    options: Options,
    /// As it will be once everything so far is committed; balances and versions as far as they were asked for.
    state: State,
    /// The accounts whose balance is in `state`.
    kept: BTreeSet<Account>,
    tail: Tail,
    log: Log,
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
    pub(crate) fn new(connection: Connection, lock: File, options: Options) -> Result<Writer, Failure> {
        let mut writer = Writer {
            connection,
            _lock: lock,
            options,
            state: State::new(),
            kept: BTreeSet::new(),
            tail: Tail::default(),
            log: Log::default(),
        };
        sound(&writer.connection)?;
        writer.forget()?;
        match writer.post() {
            // With a full disk or a file that may not be written the tables stay behind, and everything can be read.
            Ok(()) | Err(Failed { failure: Failure::Full(_) | Failure::Denied(_), unknown: false }) => {
                Ok(writer)
            }
            Err(failed) => Err(failed.failure),
        }
    }

    /// Writes what is asked until nobody can ask any more.
    pub(crate) fn serve(mut self, asked: &mpsc::Receiver<Asked>) {
        loop {
            match asked.recv_timeout(IDLE) {
                Ok(first) => {
                    let rest = asked.try_iter().take(MOST_IN_A_GROUP - 1);
                    let (appends, done): (Vec<_>, Vec<_>) =
                        std::iter::once(first).chain(rest).map(|asked| (asked.append, asked.done)).unzip();
                    self.answer(appends, done);
                    self.look_after(false);
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.look_after(true);
                    // Nothing is left to be done until somebody asks.
                    let Ok(first) = asked.recv() else { break };
                    self.answer(vec![first.append], vec![first.done]);
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.look_after(true);
    }

    fn answer(&mut self, appends: Vec<Append>, done: Vec<Done>) {
        for (done, result) in done.into_iter().zip(self.write(appends)) {
            // What whoever asked does with the answer is theirs: a panic there, which was reported, is not the store's.
            let _ = catch_unwind(AssertUnwindSafe(|| done(result)));
        }
    }

    /// Writes a group with one commit: each step by itself is written or refused, but a failure is everybody's.
    fn write(&mut self, group: Vec<Append>) -> Vec<Result<Receipt, AppendError>> {
        let steps = group.len();
        match self.commit(group) {
            Ok(results) => results,
            Err(failed) => {
                let failure = self.recover(failed);
                (0..steps).map(|_| Err(failure.clone().into())).collect()
            }
        }
    }

    /// Ends the process if it is not known what is on the disk, else begins again from what is.
    fn recover(&mut self, failed: Failed) -> Failure {
        if failed.unknown {
            (self.options.on_fatal)(&failed.failure);
        }
        if let Err(failure) = self.forget() {
            (self.options.on_fatal)(&failure);
        }
        failed.failure
    }

    fn commit(&mut self, group: Vec<Append>) -> Result<Vec<Result<Receipt, AppendError>>, Failed> {
        // Before anything is written: what is committed is never answered as a failure.
        if self.kept.len() > MOST_KEPT || self.state.versions.len() > MOST_KEPT {
            self.forget()?;
        }
        self.together(|writer| group.into_iter().map(|append| writer.step(append)).collect())
    }

    /// Does something in one transaction.
    fn together<T>(&mut self, what: impl FnOnce(&mut Writer) -> Result<T, Failure>) -> Result<T, Failed> {
        self.sql("BEGIN IMMEDIATE")?;
        let done = match what(self) {
            Ok(done) => self.sql("COMMIT").map(|()| done).map_err(|failure| {
                // A commit that found no room, or somebody in its way, wrote nothing that counts. After any other failure it may
                // be on the disk all the same.
                let unknown = !matches!(failure, Failure::Full(_) | Failure::Busy(_));
                Failed { failure, unknown }
            }),
            Err(failure) => Err(failure.into()),
        };
        // Many failures end a transaction by themselves; what is left of it must not outlive this.
        if done.is_err() && !self.connection.is_autocommit() {
            self.sql("ROLLBACK").map_err(|failure| Failed { failure, unknown: true })?;
        }
        done
    }

    /// Forgets everything that is not on the disk.
    fn forget(&mut self) -> Result<(), Failure> {
        self.state = State { chain: read::chain(&self.connection)?, ..State::new() };
        self.kept.clear();
        self.tail = Tail::default();
        self.tail.catch_up(&self.connection)
    }

    /// Brings up the tables, and empties the write-ahead log, as far as it is time to.
    fn look_after(&mut self, idle: bool) {
        let behind = self.tail.len();
        if (behind > 0 && idle || behind >= self.options.most_behind)
            && let Err(failed) = self.post()
        {
            // Nobody asked for it and nothing is lost by it: it is tried again after the next steps.
            self.recover(failed);
        }
        if let Err(failure) = self.log.look_after(&self.connection, idle) {
            (self.options.on_fatal)(&failure);
        }
    }

    fn post(&mut self) -> Result<(), Failed> {
        if self.tail.len() == 0 {
            return Ok(());
        }
        self.together(|writer| post(&writer.connection, &writer.tail))?;
        self.log.grown_by_tables(self.tail.len());
        self.tail = Tail { posted: self.tail.next, next: self.tail.next, ..Tail::default() };
        Ok(())
    }

    fn sql(&self, sql: &str) -> Result<(), Failure> {
        let mut statement = self.connection.prepare_cached(sql).map_err(|error| failure(&error))?;
        statement.execute([]).map(|_| ()).map_err(|error| failure(&error))
    }

    /// Writes one step; refuses it by the rules that stand in [`State::check`].
    fn step(&mut self, append: Append) -> Result<Result<Receipt, AppendError>, Failure> {
        self.look_up(&append)?;
        let checked = match self.state.check(append) {
            Ok(Step::New(checked)) => checked,
            Ok(Step::Again(receipt)) => return Ok(Ok(receipt)),
            Err(refused) => return Ok(Err(refused.into())),
        };
        let bytes = checked.record().encode();
        let sql = "INSERT INTO record (seq, bytes) VALUES (?1, ?2)";
        let mut insert = self.connection.prepare_cached(sql).map_err(|error| failure(&error))?;
        insert.execute(params![signed(checked.record().seq), bytes]).map_err(|error| failure(&error))?;
        let (record, receipt) = self.state.apply(checked, Record::hash(&bytes));
        self.tail.take(&record);
        self.log.grown_by(bytes.len());
        Ok(Ok(receipt))
    }

    /// Brings into the state what this step is checked against.
    fn look_up(&mut self, append: &Append) -> Result<(), Failure> {
        // Each key and each move is in the tail, which is looked at; here they only cost memory.
        self.state.keys.clear();
        self.state.moves.clear();
        if let Some(known) = read::receipt(&self.connection, &append.key, &self.tail)? {
            self.state.keys.insert(append.key.clone(), known);
        }
        for part in &append.parts {
            if !self.state.versions.contains_key(&part.stream) {
                let version = read::version(&self.connection, &part.stream, &self.tail)?;
                self.state.versions.insert(part.stream.clone(), version);
            }
        }
        let postings = append.transactions.iter().flat_map(Transaction::postings);
        let touched = postings.flat_map(|posting| [&posting.from, &posting.to]);
        for account in touched.chain(append.expects.iter().map(|expected| &expected.account)) {
            if !self.kept.contains(account) {
                let holds = read::balance(&self.connection, account, &self.tail)?;
                self.state.balances.set(account, holds);
                self.kept.insert(account.clone());
            }
        }
        Ok(())
    }
}
