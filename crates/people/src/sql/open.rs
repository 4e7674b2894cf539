//! Opening: the lock, the settings of SQLite, and whether the file is sound.

use super::failure::failure;
use super::schema;
use crate::error::Failure;
use rusqlite::Connection;
use std::path::Path;

/// What is expected where the file of the people is opened.
pub(super) const EXPECTED: &str = "the file of the people";

/// The connection that reads and writes.
pub(super) fn for_writing(path: &Path) -> Result<Connection, Failure> {
    tercet_sqlite::new_enough()?;
    // Hashes of passwords are nobody else's to read.
    tercet_sqlite::private(path)?;
    let mut connection = tercet_sqlite::for_writing(path)?;
    let opened = schema::ours(&connection)
        .and_then(|()| Ok(tercet_sqlite::settings(&connection, &[("foreign_keys", "ON")])?))
        .and_then(|()| whole(&connection))
        .and_then(|()| schema::migrate(&mut connection));
    opened.map_err(|failure| failure.of(path.display()))?;
    Ok(connection)
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
