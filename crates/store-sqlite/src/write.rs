//! The one thread that writes: many steps, one commit.

use crate::OnFatal;
use crate::failure::{failure, signed};
use crate::read;
use rusqlite::{Connection, params};
use std::collections::BTreeSet;
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use tercet_ledger::{Account, Record};
use tercet_store::{Append, AppendError, Failure, Receipt, State, Step};

/// A step that was handed in, and who is to be told what became of it.
pub(crate) struct Asked {
    pub(crate) append: Append,
    pub(crate) done: Box<dyn FnOnce(Result<Receipt, AppendError>) + Send>,
}

/// The most steps in one commit: enough that waiting for the disk costs each of them next to nothing.
const MOST_IN_A_GROUP: usize = 1024;

/// The most accounts and streams that are kept in memory.
const MOST_KEPT: usize = 100_000;

/// The connection that writes, and what it knows of what is written.
pub(crate) struct Writer {
    connection: Connection,
    /// Held as long as the thread lives.
    _lock: File,
    on_fatal: OnFatal,
    /// As it will be once everything so far is committed; balances and versions as far as they were asked for.
    state: State,
    /// The accounts whose balance is in `state`.
    kept: BTreeSet<Account>,
}

impl Writer {
    pub(crate) fn new(connection: Connection, lock: File, on_fatal: OnFatal) -> Result<Writer, Failure> {
        let mut writer =
            Writer { connection, _lock: lock, on_fatal, state: State::new(), kept: BTreeSet::new() };
        writer.forget()?;
        Ok(writer)
    }

    /// Writes what is asked until nobody can ask any more.
    pub(crate) fn serve(mut self, asked: &mpsc::Receiver<Asked>) {
        while let Ok(first) = asked.recv() {
            let mut group = vec![first];
            group.extend(asked.try_iter().take(MOST_IN_A_GROUP - 1));
            let results = self.write(&group);
            for (asked, result) in group.into_iter().zip(results) {
                // What whoever asked does with the answer is theirs: a panic there, which was reported, is not the store's.
                let _ = catch_unwind(AssertUnwindSafe(|| (asked.done)(result)));
            }
        }
    }

    /// Writes a group with one commit: each step by itself is written or refused, but a failure is everybody's.
    fn write(&mut self, group: &[Asked]) -> Vec<Result<Receipt, AppendError>> {
        match self.commit(group) {
            Ok(results) => results,
            Err(failure) => {
                if let Failure::Io(_) = failure {
                    (self.on_fatal)(&failure);
                }
                if let Err(failure) = self.forget() {
                    (self.on_fatal)(&failure);
                }
                group.iter().map(|_| Err(failure.clone().into())).collect()
            }
        }
    }

    fn commit(&mut self, group: &[Asked]) -> Result<Vec<Result<Receipt, AppendError>>, Failure> {
        // Before anything is written: what is committed is never answered as a failure.
        if self.kept.len() > MOST_KEPT || self.state.versions.len() > MOST_KEPT {
            self.forget()?;
        }
        self.sql("BEGIN IMMEDIATE")?;
        let written = group.iter().map(|asked| self.step(&asked.append)).collect();
        let committed = match written {
            Ok(results) => self.sql("COMMIT").map(|()| results),
            Err(failure) => Err(failure),
        };
        // Many failures end a transaction by themselves; what is left of it must not outlive this group.
        if committed.is_err() && !self.connection.is_autocommit() {
            self.sql("ROLLBACK")?;
        }
        self.state.keys.clear();
        committed
    }

    /// Forgets everything that is not on the disk.
    fn forget(&mut self) -> Result<(), Failure> {
        self.state = State { chain: read::chain(&self.connection)?, ..State::new() };
        self.kept.clear();
        Ok(())
    }

    fn sql(&self, sql: &str) -> Result<(), Failure> {
        let mut statement = self.connection.prepare_cached(sql).map_err(|error| failure(&error))?;
        statement.execute([]).map(|_| ()).map_err(|error| failure(&error))
    }

    /// Writes one step; refuses it by the rules that stand in [`State::check`].
    fn step(&mut self, append: &Append) -> Result<Result<Receipt, AppendError>, Failure> {
        self.look_up(append)?;
        let checked = match self.state.check(append.clone()) {
            Ok(Step::New(checked)) => checked,
            Ok(Step::Again(receipt)) => return Ok(Ok(receipt)),
            Err(refused) => return Ok(Err(refused.into())),
        };
        let bytes = checked.record().encode();
        let (record, receipt) = self.state.apply(checked, Record::hash(&bytes));
        self.insert(&record, &bytes)?;
        Ok(Ok(receipt))
    }

    /// Brings into the state what this step is checked against.
    fn look_up(&mut self, append: &Append) -> Result<(), Failure> {
        if !self.state.keys.contains_key(&append.key)
            && let Some(known) = read::receipt(&self.connection, &append.key)?
        {
            self.state.keys.insert(append.key.clone(), known);
        }
        for part in &append.parts {
            if !self.state.versions.contains_key(&part.stream) {
                let version = read::version(&self.connection, &part.stream)?;
                self.state.versions.insert(part.stream.clone(), version);
            }
        }
        let postings = append.transactions.iter().flat_map(|transaction| transaction.postings());
        let touched = postings.flat_map(|posting| [&posting.from, &posting.to]);
        for account in touched.chain(append.expects.iter().map(|expected| &expected.account)) {
            if self.kept.insert(account.clone()) {
                self.state.balances.set(account, read::balance(&self.connection, account)?);
            }
        }
        Ok(())
    }

    fn insert(&self, record: &Record, bytes: &[u8]) -> Result<(), Failure> {
        let run = |sql: &str, params: &[&dyn rusqlite::ToSql]| -> Result<(), Failure> {
            let mut statement = self.connection.prepare_cached(sql).map_err(|error| failure(&error))?;
            statement.execute(params).map(|_| ()).map_err(|error| failure(&error))
        };
        let seq = signed(record.seq);
        run("INSERT INTO record (seq, bytes) VALUES (?1, ?2)", params![seq, bytes])?;
        run(
            "INSERT INTO key (key, request, seq, at_ms) VALUES (?1, ?2, ?3, ?4)",
            params![record.key.as_bytes(), record.request.0, seq, signed(record.at_ms)],
        )?;
        for part in &record.parts {
            let (stream, version) = (part.stream.as_str(), signed(part.version));
            // A part without events only says which version it was worked out from.
            if part.events.is_empty() {
                continue;
            }
            run(
                "INSERT INTO part (stream, version, seq) VALUES (?1, ?2, ?3)",
                params![stream, version, seq],
            )?;
            let events = signed(part.version + part.events.len() as u64);
            run(
                "INSERT INTO stream (stream, events) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET events = excluded.events",
                params![stream, events],
            )?;
        }
        let postings = record.transactions.iter().flat_map(|transaction| transaction.postings());
        let touched: BTreeSet<&Account> = postings.flat_map(|posting| [&posting.from, &posting.to]).collect();
        for account in touched {
            let units = self.state.balances.of(account).units();
            run(
                "INSERT INTO balance (account, units) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET units = excluded.units",
                params![account.to_string(), units],
            )?;
        }
        Ok(())
    }
}
