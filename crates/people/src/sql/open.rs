//! Opening: the lock, the settings of SQLite, and whether the file is sound; as the store of live tables does it.

use super::failure::failure;
use super::schema;
use crate::error::Failure;
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};
use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The first version without the defect by which a checkpoint could lose committed rows.
const LEAST_SQLITE: i32 = 3_051_003;

/// How long a statement waits for somebody who is in its way, as another process is that makes a copy.
const BUSY: Duration = Duration::from_secs(5);

/// The path of what stands beside a file: its name, and this ending.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(ending);
    name.into()
}

/// Takes the right to write, as long as the file that comes back is open.
pub(super) fn lock(path: &Path) -> Result<File, Failure> {
    match std::fs::metadata(path) {
        Ok(found) if found.is_file() => {}
        Ok(_) => {
            return Err(Failure::Denied("no file; expected the file of the people".into()).of(path.display()));
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(Failure::Denied(error.to_string()).of(path.display())),
    }
    // By whatever name it is called: two names of one file are one file.
    let real = path.canonicalize().unwrap_or_else(|_| path.into());
    let beside = beside(&real, ".lock");
    let io = |error: std::io::Error| Failure::Io(format!("{}: {error}", beside.display()));
    let file = File::options().create(true).truncate(false).write(true).open(&beside).map_err(io)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(Failure::Busy(format!("somebody has {} open already", path.display())))
        }
        Err(TryLockError::Error(error)) => Err(io(error)),
    }
}

/// The connection that reads and writes.
pub(super) fn for_writing(path: &Path) -> Result<Connection, Failure> {
    new_enough(rusqlite::version_number())?;
    private(path)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_EXRESCODE;
    let mut connection = connect(path, flags)?;
    let opened = schema::ours(&connection)
        .and_then(|()| settings(&connection))
        .and_then(|()| whole(&connection))
        .and_then(|()| schema::migrate(&mut connection));
    opened.map_err(|failure| failure.of(path.display()))?;
    Ok(connection)
}

/// A connection that only reads.
pub(super) fn for_reading(path: &Path) -> Result<Connection, Failure> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_EXRESCODE;
    connect(path, flags)
}

fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, Failure> {
    // A path is a path: SQLite would take one that begins with `file:` for a URI.
    let absolute =
        std::path::absolute(path).map_err(|error| Failure::Denied(format!("{}: {error}", path.display())))?;
    let connection = Connection::open_with_flags(absolute, flags);
    connection
        .and_then(|connection| connection.busy_timeout(BUSY).map(|()| connection))
        .map_err(|error| failure(&error).of(path.display()))
}

/// Makes the file for its owner alone: hashes of passwords are nobody else's to read. SQLite makes its log with the same rights.
pub(super) fn private(path: &Path) -> Result<(), Failure> {
    let mut options = File::options();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let made = options.open(path);
    made.map(|_| ()).map_err(|error| Failure::Denied(format!("{}: {error}", path.display())))
}

fn new_enough(version: i32) -> Result<(), Failure> {
    if version >= LEAST_SQLITE {
        return Ok(());
    }
    let found = rusqlite::version();
    Err(Failure::Corrupt(format!("SQLite {found} can lose what was written; expected 3.51.3 or later")))
}

/// Whether SQLite finds the file whole, and what stands in one table about another is there.
fn whole(connection: &Connection) -> Result<(), Failure> {
    let said: String = connection
        .query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
        .map_err(|error| failure(&error))?;
    if said != "ok" {
        return Err(Failure::Corrupt(said));
    }
    let sql = "SELECT count(*) FROM pragma_foreign_key_check";
    let strays: i64 = connection.query_row(sql, [], |row| row.get(0)).map_err(|error| failure(&error))?;
    if strays == 0 { Ok(()) } else { Err(Failure::Corrupt(format!("{strays} rows belong to nobody"))) }
}

fn settings(connection: &Connection) -> Result<(), Failure> {
    let set = |name: &str, value: &str| {
        let sql = format!("PRAGMA {name} = {value}");
        connection.query_row(&sql, [], |row| row.get::<_, Value>(0)).or_else(|error| {
            // Most settings answer nothing.
            if error == rusqlite::Error::QueryReturnedNoRows { Ok(Value::Null) } else { Err(failure(&error)) }
        })
    };
    if set("journal_mode", "WAL")? != Value::Text("wal".into()) {
        return Err(Failure::Denied("the file system allows no write-ahead log".into()));
    }
    for (name, value) in
        [("synchronous", "FULL"), ("trusted_schema", "OFF"), ("fullfsync", "ON"), ("foreign_keys", "ON")]
    {
        set(name, value)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_that_can_lose_rows_is_refused() {
        assert!(new_enough(3_051_002).is_err());
        assert!(new_enough(3_051_003).is_ok());
        assert!(rusqlite::version_number() >= LEAST_SQLITE);
    }
}
