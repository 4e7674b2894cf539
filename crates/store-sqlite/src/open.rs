//! Opening: the lock, the settings of SQLite, and whether the file is sound.

use crate::failure::failure;
use crate::still::unchanging;
use crate::{schema, sound};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tercet_store::Failure;

/// The first version without the defect by which a checkpoint could lose committed steps.
const LEAST_SQLITE: i32 = 3_051_003;

/// How long a statement waits for somebody who is in its way, as another process is that mends the index of the log.
pub(crate) const BUSY: Duration = Duration::from_secs(5);

/// Whether there is a file at this path; nothing else is opened, and a pipe would never answer.
///
/// # Errors
///
/// If what is there is no file, or cannot be looked at.
pub(crate) fn is_file(path: &Path) -> Result<bool, Failure> {
    let other = |what: &str| Err(Failure::Denied(format!("{what}; expected the file of a store")));
    let found = match std::fs::metadata(path) {
        Ok(found) if found.is_file() => Ok(true),
        Ok(found) if found.is_dir() => other("a folder"),
        Ok(_) => other("no file but a pipe, a socket or a device"),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(Failure::Denied(error.to_string())),
    };
    found.map_err(|failure| failure.of(path.display()))
}

/// The path of what stands beside a file: its name, and this ending.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(ending);
    name.into()
}

/// Takes the right to write, as long as the file that comes back is open.
pub(crate) fn lock(path: &Path) -> Result<File, Failure> {
    is_file(path)?;
    // By whatever name it is called: two names of one file are one store.
    let real = path.canonicalize().unwrap_or_else(|_| path.into());
    lock_as(&beside(&real, ".lock"), path)
}

/// Takes the right to write to a file whose lock has this name.
pub(crate) fn lock_as(lock: &Path, path: &Path) -> Result<File, Failure> {
    let io = |error: std::io::Error| Failure::Io(format!("{}: {error}", lock.display()));
    let file = File::options().create(true).truncate(false).write(true).open(lock).map_err(io)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(Failure::Busy(format!("somebody has {} open already", path.display())))
        }
        Err(TryLockError::Error(error)) => Err(io(error)),
    }
}

/// Runs a statement that answers nothing, such as what begins and ends a transaction: it is kept ready, as there is one for each look-up.
pub(crate) fn run(connection: &Connection, sql: &str) -> Result<(), Failure> {
    let done = connection.prepare_cached(sql).and_then(|mut statement| statement.execute([]));
    done.map(|_| ()).map_err(|error| failure(&error))
}

/// The connection of the thread that writes.
pub(crate) fn for_writing(path: &Path) -> Result<Connection, Failure> {
    new_enough(rusqlite::version_number())?;
    let mut connection = new(path)?;
    let opened = schema::ours(&connection)
        .and_then(|()| settings(&connection))
        .and_then(|()| sound::whole(&connection))
        .and_then(|()| schema::migrate(&mut connection));
    opened.map_err(|failure| failure.of(path.display()))?;
    Ok(connection)
}

/// A connection that writes, to a file that is made if it is not there.
pub(crate) fn new(path: &Path) -> Result<Connection, Failure> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_EXRESCODE;
    connect(path, flags)
}

/// A connection that only reads.
pub(crate) fn for_reading(path: &Path) -> Result<Connection, Failure> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_EXRESCODE;
    connect(path, flags)
}

/// A connection that sees a store as it is now, whatever is written to it meanwhile by whomever. If it is `still`, nobody has it open, and
/// whoever asks sees to it that nobody begins to.
pub(crate) fn as_it_is(path: &Path, still: bool) -> Result<Connection, Failure> {
    new_enough(rusqlite::version_number())?;
    let connection = if still { for_looking(path)? } else { for_reading(path)? };
    let begun = connection.execute_batch("PRAGMA trusted_schema = OFF; BEGIN");
    begun
        .map_err(|error| failure(&error))
        // The first thing that is read is where what is seen begins.
        .and_then(|()| schema::known(&connection))
        .map_err(|failure| failure.of(path.display()))?;
    Ok(connection)
}

/// A connection to a file that does not change: nothing is made beside it.
pub(crate) fn for_looking(path: &Path) -> Result<Connection, Failure> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_EXRESCODE;
    let uri = unchanging(&absolute(path)?);
    Connection::open_with_flags(uri, flags).map_err(|error| failure(&error).of(path.display()))
}

/// A path is a path: SQLite would take one that begins with `file:` for a URI, and open another file than is locked.
pub(crate) fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(path).map_err(|error| Failure::Denied(format!("{}: {error}", path.display())))
}

fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, Failure> {
    let connection = Connection::open_with_flags(absolute(path)?, flags);
    connection
        .and_then(|connection| connection.busy_timeout(BUSY).map(|()| connection))
        // How a statement is carried out does not depend on what is asked with it: else each look-up with another limit would be
        // prepared anew.
        .and_then(|connection| {
            connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true).map(|_| connection)
        })
        .map_err(|error| failure(&error).of(path.display()))
}

fn new_enough(version: i32) -> Result<(), Failure> {
    if version >= LEAST_SQLITE {
        return Ok(());
    }
    let found = rusqlite::version();
    Err(Failure::Corrupt(format!("SQLite {found} can lose what was written; expected 3.51.3 or later")))
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
        return Err(Failure::Denied("the file system allows no write-ahead log".into()));
    }
    for (name, value) in [
        ("synchronous", "FULL"),
        // By the thread that writes, which looks at what comes of it: checkpoint.rs.
        ("wal_autocheckpoint", "0"),
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

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::StatementStatus;

    #[test]
    fn a_version_that_can_lose_steps_is_refused() {
        assert!(new_enough(3_051_002).is_err());
        assert!(new_enough(3_051_003).is_ok());
        assert!(rusqlite::version_number() >= LEAST_SQLITE);
    }
    /// A look-up is prepared once, whatever limits it is asked with.
    #[test]
    fn what_is_asked_prepares_no_statement_anew() {
        let folder = tempfile::tempdir().unwrap();
        let connection = for_writing(&folder.path().join("tercet.db")).unwrap();
        let mut ask =
            connection.prepare("SELECT seq FROM record WHERE seq >= ?1 ORDER BY seq LIMIT ?2").unwrap();
        for (from, most) in [(0, 1), (7, 256), (0, 1), (9, 64)] {
            assert!(!ask.exists([from, most]).unwrap());
        }
        assert_eq!(ask.get_status(StatementStatus::RePrepare), 0);
    }
}
