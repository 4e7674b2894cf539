//! Opening: connections, and the settings of SQLite with which nothing that was answered is lost.

use crate::failure::failure;
use crate::place::reason;
use rusqlite::config::DbConfig;
use rusqlite::types::Value;
use rusqlite::{Connection, MAIN_DB, OpenFlags};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tercet_store::Failure;

/// The first version without the defect by which a checkpoint could lose committed rows.
const LEAST_SQLITE: i32 = 3_051_003;

/// How long a statement waits for somebody who is in its way, as another process is that mends the index of the log or makes a copy.
pub const BUSY: Duration = Duration::from_secs(5);

/// A connection that writes, to a file that is made if it is not there.
///
/// # Errors
///
/// If it cannot be opened, or may not be written.
pub fn for_writing(path: &Path) -> Result<Connection, Failure> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_EXRESCODE;
    let connection = connect(path, flags).map_err(|failure| {
        // What may not be opened here is not opened, and no locks go as it is closed.
        let tried = std::fs::OpenOptions::new().read(true).write(true).open(path);
        tried.err().map_or(failure, |error| {
            let said = format!("{}; expected a file that can be read and written", reason(&error));
            Failure::Denied(said).of(path.display())
        })
    })?;
    // SQLite opens what may not be written all the same, and says so at the first change.
    let said = match connection.is_readonly(MAIN_DB) {
        Ok(false) => return Ok(connection),
        Ok(true) => Failure::Denied("it may not be written; expected a file that can be".into()),
        Err(error) => failure(&error),
    };
    Err(said.of(path.display()))
}

/// A connection that only reads.
///
/// # Errors
///
/// If it cannot be opened.
pub fn for_reading(path: &Path) -> Result<Connection, Failure> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_EXRESCODE;
    connect(path, flags)
}

/// A connection to a file that does not change: nothing is made beside it.
///
/// # Errors
///
/// If it cannot be opened.
pub fn for_looking(path: &Path) -> Result<Connection, Failure> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_EXRESCODE;
    let uri = unchanging(&absolute(path)?);
    Connection::open_with_flags(uri, flags).map_err(|error| failure(&error).of(path.display()))
}

/// A path is a path: SQLite would take one that begins with `file:` for a URI, and open another file than is locked.
///
/// # Errors
///
/// If the folder that it begins from is not known.
pub fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(path)
        .map_err(|error| Failure::Denied(format!("{}: {}", path.display(), reason(&error))))
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

/// Whether SQLite is of a version that keeps what was committed.
///
/// # Errors
///
/// [`Failure::Corrupt`] if it is not.
pub fn new_enough() -> Result<(), Failure> {
    is_new_enough(rusqlite::version_number())
}

fn is_new_enough(version: i32) -> Result<(), Failure> {
    if version >= LEAST_SQLITE {
        return Ok(());
    }
    let found = rusqlite::version();
    Err(Failure::Corrupt(format!("SQLite {found} can lose what was written; expected 3.51.3 or later")))
}

/// Sets what every file of ours is written with, and these beside: a write-ahead log that is brought to the disk with each commit, and no
/// trust in what the file says of itself.
///
/// # Errors
///
/// [`Failure::Denied`] if the file system allows no write-ahead log.
pub fn settings(connection: &Connection, more: &[(&str, &str)]) -> Result<(), Failure> {
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
    let ours = [("synchronous", "FULL"), ("trusted_schema", "OFF"), ("fullfsync", "ON")];
    ours.iter().chain(more).try_for_each(|(name, value)| set(name, value).map(|_| ()))
}

/// A path as SQLite takes it for a file that does not change: a URI, in which every other byte than a letter or digit is escaped.
fn unchanging(path: &Path) -> PathBuf {
    let mut uri = String::from("file:");
    if cfg!(windows) {
        uri.push('/');
    }
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'/' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => uri.push(char::from(*byte)),
            byte => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri.push_str("?immutable=1");
    uri.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_that_can_lose_rows_is_refused() {
        assert!(is_new_enough(3_051_002).is_err());
        assert!(is_new_enough(3_051_003).is_ok());
        assert!(rusqlite::version_number() >= LEAST_SQLITE);
    }
}
