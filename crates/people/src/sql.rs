//! The file of the people: the only place with SQL.

mod account;
mod backup;
mod case;
mod event;
mod failure;
mod intent;
mod link;
mod open;
mod protection;
mod schema;
mod session;

pub(crate) use account::NewAccount;
pub(crate) use backup::{back_up, look};
pub(crate) use link::NewLink;

use crate::error::{Error, Failure};
use failure::failure;
use rusqlite::{Connection, Row, ToSql};
use std::fs::File;
use std::path::Path;

/// The connection, which one at a time uses.
#[derive(Debug)]
pub(crate) struct Db {
    connection: Connection,
    /// Held as long as the file is open.
    _lock: File,
}

/// Why a transaction was not, and whether it is known that it was not.
pub(crate) enum Undone {
    /// Nothing has changed.
    Known(Error),
    /// It may be on the disk all the same.
    Unknown(Failure),
}

impl Db {
    /// Opens the file, which is made if it is not there, and looks whether it is sound.
    pub(crate) fn open(path: &Path) -> Result<Db, Failure> {
        tercet_sqlite::opened(path, open::EXPECTED, |lock| {
            Ok(Db { connection: open::for_writing(path)?, _lock: lock })
        })
    }

    /// Reads.
    pub(crate) fn read<T>(&self, what: impl FnOnce(&Sql<'_>) -> Result<T, Error>) -> Result<T, Error> {
        what(&Sql { connection: &self.connection })
    }

    /// How many rows were written, or tried to be, since the file was opened.
    pub(crate) fn written(&self) -> u64 {
        self.connection.total_changes()
    }

    /// Does something in one transaction: all of it is on the disk, or nothing.
    pub(crate) fn change<T>(&self, what: impl FnOnce(&Sql<'_>) -> Result<T, Error>) -> Result<T, Undone> {
        let run = |sql: &str| self.connection.execute_batch(sql).map_err(|error| failure(&error));
        // A panic may have left one behind; whatever was in it is nobody's any more.
        if !self.connection.is_autocommit() {
            run("ROLLBACK").map_err(Undone::Unknown)?;
        }
        run("BEGIN IMMEDIATE").map_err(|failure| Undone::Known(failure.into()))?;
        let done = match what(&Sql { connection: &self.connection }) {
            Ok(done) => run("COMMIT").map(|()| done).map_err(|failure| match failure {
                // A commit that found no room, or somebody in its way, wrote nothing that counts.
                Failure::Full(_) | Failure::Busy(_) => Undone::Known(failure.into()),
                Failure::Denied(_) | Failure::Corrupt(_) | Failure::Io(_) | Failure::Settings(_) => {
                    Undone::Unknown(failure)
                }
            }),
            Err(Error::Failed(failure @ Failure::Io(_))) => Err(Undone::Unknown(failure)),
            Err(error) => Err(Undone::Known(error)),
        };
        if done.is_err() && !self.connection.is_autocommit() {
            run("ROLLBACK").map_err(Undone::Unknown)?;
        }
        done
    }
}

/// The statements, within a transaction of the caller's.
pub(crate) struct Sql<'c> {
    connection: &'c Connection,
}

impl Sql<'_> {
    fn execute(&self, sql: &str, params: &[&dyn ToSql]) -> Result<usize, Failure> {
        let done = self.connection.prepare_cached(sql).and_then(|mut statement| statement.execute(params));
        done.map_err(|error| failure(&error))
    }

    /// The number of the row that was written last.
    fn last(&self) -> Result<u64, Failure> {
        unsigned(self.connection.last_insert_rowid())
    }

    fn rows<T>(
        &self,
        sql: &str,
        params: &[&dyn ToSql],
        read: impl Fn(&Row<'_>) -> Result<T, Failure>,
    ) -> Result<Vec<T>, Failure> {
        let mut statement = self.connection.prepare_cached(sql).map_err(|error| failure(&error))?;
        let mut rows = statement.query(params).map_err(|error| failure(&error))?;
        let mut all = Vec::new();
        while let Some(row) = rows.next().map_err(|error| failure(&error))? {
            all.push(read(row)?);
        }
        Ok(all)
    }

    fn row<T>(
        &self,
        sql: &str,
        params: &[&dyn ToSql],
        read: impl Fn(&Row<'_>) -> Result<T, Failure>,
    ) -> Result<Option<T>, Failure> {
        Ok(self.rows(sql, params, read)?.into_iter().next())
    }
}

/// The most rows that are answered at once, however many are asked for.
const MOST_ROWS: usize = 1_000;

fn limit(most: usize) -> i64 {
    most.min(MOST_ROWS).try_into().unwrap_or(i64::MAX)
}

/// A number as SQLite keeps it. What is beyond it is a time that nobody will see: the greatest there is.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn unsigned(number: i64) -> Result<u64, Failure> {
    u64::try_from(number)
        .map_err(|_| Failure::Corrupt(format!("{number} stands where no number below 0 can")))
}

fn get<T: rusqlite::types::FromSql>(row: &Row<'_>, column: &str) -> Result<T, Failure> {
    row.get(column).map_err(|error| failure(&error))
}

fn get_u64(row: &Row<'_>, column: &str) -> Result<u64, Failure> {
    unsigned(get(row, column)?)
}

fn get_u64s(row: &Row<'_>, column: &str) -> Result<Option<u64>, Failure> {
    get::<Option<i64>>(row, column)?.map(unsigned).transpose()
}

fn get_hash(row: &Row<'_>, column: &str) -> Result<[u8; 32], Failure> {
    get::<Vec<u8>>(row, column)?
        .try_into()
        .map_err(|_| Failure::Corrupt(format!("{column} has not 32 bytes")))
}

/// What a column means; corrupt if it means nothing.
fn meant<T>(row: &Row<'_>, column: &str, read: impl FnOnce(&str) -> Option<T>) -> Result<T, Failure> {
    let text: String = get(row, column)?;
    read(&text).ok_or_else(|| {
        Failure::Corrupt(format!("`{}` stands where {column} is expected", tercet_rules::shown(&text, 80)))
    })
}

fn name(text: &str) -> Option<tercet_ledger::Name> {
    tercet_ledger::Name::new(text).ok()
}
