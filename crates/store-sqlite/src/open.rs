//! Opening: the lock, the settings of SQLite, the schema, and whether the file is sound.

use crate::failure;
use crate::failure::unsigned;
use rusqlite::{Connection, OpenFlags};
use std::fs::{File, TryLockError};
use std::path::Path;
use tercet_ledger::Hash;
use tercet_store::Failure;

/// The first version without the defect by which a checkpoint could lose committed steps.
const LEAST_SQLITE: i32 = 3_051_003;

/// What says in the head of the file whose it is: `TRCT`.
const APPLICATION_ID: i64 = 0x5452_4354;

/// The schema, step by step. A step that was released is never changed: its hash is kept and compared.
const MIGRATIONS: &[&str] = &[include_str!("migrations/0001.sql")];

/// Takes the right to write, as long as the file that comes back is open.
pub(crate) fn lock(path: &Path) -> Result<File, Failure> {
    // By whatever name it is called: two names of one file are one store.
    let real = path.canonicalize().unwrap_or_else(|_| path.into());
    let mut beside = real.into_os_string();
    beside.push(".lock");
    let io = |error: std::io::Error| Failure::Io(format!("{}: {error}", Path::new(&beside).display()));
    let file = File::options().create(true).truncate(false).write(true).open(&beside).map_err(io)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(Failure::Busy(format!("somebody has {} open already", path.display())))
        }
        Err(TryLockError::Error(error)) => Err(io(error)),
    }
}

/// The connection of the thread that writes.
pub(crate) fn for_writing(path: &Path) -> Result<Connection, Failure> {
    new_enough(rusqlite::version_number())?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_EXRESCODE;
    let mut connection =
        Connection::open_with_flags(path, flags).map_err(|error| named(path, failure(&error)))?;
    let opened = ours(&connection)
        .and_then(|()| settings(&connection))
        .and_then(|()| sound(&connection))
        .and_then(|()| migrate(&mut connection));
    opened.map_err(|failure| named(path, failure))?;
    Ok(connection)
}

/// A connection that only reads.
pub(crate) fn for_reading(path: &Path) -> Result<Connection, Failure> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_EXRESCODE;
    Connection::open_with_flags(path, flags).map_err(|error| named(path, failure(&error)))
}

fn new_enough(version: i32) -> Result<(), Failure> {
    if version >= LEAST_SQLITE {
        return Ok(());
    }
    let found = rusqlite::version();
    Err(Failure::Corrupt(format!("SQLite {found} can lose what was written; expected 3.51.3 or later")))
}

fn named(path: &Path, failure: Failure) -> Failure {
    let path = path.display();
    match failure {
        Failure::Full(said) => Failure::Full(format!("{path}: {said}")),
        Failure::Busy(said) => Failure::Busy(format!("{path}: {said}")),
        Failure::Io(said) => Failure::Io(format!("{path}: {said}")),
        Failure::Corrupt(said) => Failure::Corrupt(format!("{path}: {said}")),
    }
}

/// Whether the file is a store, or empty: no other database is touched.
fn ours(connection: &Connection) -> Result<(), Failure> {
    let ask = |sql: &str| {
        connection.query_row(sql, [], |row| row.get::<_, i64>(0)).map_err(|error| failure(&error))
    };
    let empty = ask("SELECT count(*) FROM sqlite_schema")? == 0;
    if empty || ask("PRAGMA application_id")? == APPLICATION_ID {
        return Ok(());
    }
    Err(Failure::Corrupt("a database, and not one of Tercet's".into()))
}

fn settings(connection: &Connection) -> Result<(), Failure> {
    let set = |name: &str, value: &str| {
        let sql = format!("PRAGMA {name} = {value}");
        connection.query_row(&sql, [], |row| row.get::<_, rusqlite::types::Value>(0)).or_else(|error| {
            // Most settings answer nothing.
            if error == rusqlite::Error::QueryReturnedNoRows {
                Ok(rusqlite::types::Value::Null)
            } else {
                Err(error)
            }
        })
    };
    let mode = set("journal_mode", "WAL").map_err(|error| failure(&error))?;
    if mode != rusqlite::types::Value::Text("wal".into()) {
        return Err(Failure::Io("the file system allows no write-ahead log".into()));
    }
    for (name, value) in [
        ("synchronous", "FULL"),
        ("foreign_keys", "ON"),
        ("trusted_schema", "OFF"),
        ("fullfsync", "ON"),
        ("cache_size", "-32000"),
    ] {
        set(name, value).map_err(|error| failure(&error))?;
    }
    Ok(())
}

/// Lets the file grow to so many pages and no further.
pub(crate) fn no_more_pages(connection: &Connection, pages: u32) -> Result<(), Failure> {
    let sql = format!("PRAGMA max_page_count = {pages}");
    connection.query_row(&sql, [], |_| Ok(())).map_err(|error| failure(&error))
}

/// Whether SQLite finds the file whole.
fn sound(connection: &Connection) -> Result<(), Failure> {
    let said: String = connection
        .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
        .map_err(|error| failure(&error))?;
    if said == "ok" { Ok(()) } else { Err(Failure::Corrupt(said)) }
}

/// Brings the schema to where this program has it.
fn migrate(connection: &mut Connection) -> Result<(), Failure> {
    let sql = |error: rusqlite::Error| failure(&error);
    let change =
        connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).map_err(sql)?;
    change
        .execute_batch(
            "CREATE TABLE IF NOT EXISTS migration (number INTEGER PRIMARY KEY, sha256 TEXT NOT NULL) STRICT",
        )
        .map_err(sql)?;
    change.execute_batch(&format!("PRAGMA application_id = {APPLICATION_ID}")).map_err(sql)?;
    let done: i64 = change.query_row("SELECT count(*) FROM migration", [], |row| row.get(0)).map_err(sql)?;
    let done = unsigned(done, "the number of migrations")?;
    if done > MIGRATIONS.len() as u64 {
        return Err(Failure::Corrupt(format!(
            "made by a later version of Tercet: its schema is {done}, and this version knows {}",
            MIGRATIONS.len()
        )));
    }
    for (number, migration) in (1_u64..).zip(MIGRATIONS) {
        let hash = Hash::of(&[migration.as_bytes()]).to_string();
        if number > done {
            change.execute_batch(migration).map_err(sql)?;
            let row = (failure::signed(number), &hash);
            change.execute("INSERT INTO migration (number, sha256) VALUES (?1, ?2)", row).map_err(sql)?;
            continue;
        }
        let was: String = change
            .query_row("SELECT sha256 FROM migration WHERE number = ?1", [failure::signed(number)], |row| {
                row.get(0)
            })
            .map_err(sql)?;
        if was != hash {
            return Err(Failure::Corrupt(format!("its schema {number} is not the one this version knows")));
        }
    }
    change.commit().map_err(sql)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_that_can_lose_steps_is_refused() {
        assert!(new_enough(3_051_002).is_err());
        assert!(new_enough(3_051_003).is_ok());
        assert!(rusqlite::version_number() >= LEAST_SQLITE);
    }
}
