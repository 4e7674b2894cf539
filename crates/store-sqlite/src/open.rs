//! Opening: the settings of SQLite, and whether the file is sound.

use crate::{schema, sound};
use rusqlite::Connection;
use std::path::Path;
use tercet_sqlite::{Found, failure, new_enough, settings};
use tercet_store::Failure;

/// What is expected where a store is opened.
pub(crate) const EXPECTED: &str = "the file of a store";

/// The log is brought into the file by whoever looks at what comes of it: checkpoint.rs.
const LOG_IS_LOOKED_AFTER: (&str, &str) = ("wal_autocheckpoint", "0");

/// Runs a statement that answers nothing, such as what begins and ends a transaction: it is kept ready, as there is one for each look-up.
pub(crate) fn run(connection: &Connection, sql: &str) -> Result<(), Failure> {
    let done = connection.prepare_cached(sql).and_then(|mut statement| statement.execute([]));
    done.map(|_| ()).map_err(|error| failure(&error))
}

/// The connection of the thread that writes.
pub(crate) fn for_writing(path: &Path) -> Result<Connection, Failure> {
    new_enough()?;
    let mut connection = tercet_sqlite::for_writing(path)?;
    let opened = schema::ours(&connection)
        .and_then(|()| settings(&connection, &[LOG_IS_LOOKED_AFTER, ("cache_size", "-32000")]))
        .and_then(|()| sound::whole(&connection))
        .and_then(|()| schema::migrate(&mut connection));
    opened.map_err(|failure| failure.of(path.display()))?;
    Ok(connection)
}

/// A further connection that writes, to a store that is open for writing.
pub(crate) fn another(path: &Path) -> Result<Connection, Failure> {
    let connection = tercet_sqlite::for_writing(path)?;
    settings(&connection, &[LOG_IS_LOOKED_AFTER]).map_err(|failure| failure.of(path.display()))?;
    Ok(connection)
}

/// A connection that sees a store as it is now, whatever is written to it meanwhile by whomever. If nobody has it open, whoever asks sees to
/// it that nobody begins to.
pub(crate) fn as_it_is(found: &Found) -> Result<Connection, Failure> {
    new_enough()?;
    let connection = found.connect()?;
    let begun = connection.execute_batch("PRAGMA trusted_schema = OFF; BEGIN");
    begun
        .map_err(|error| failure(&error))
        // The first thing that is read is where what is seen begins.
        .and_then(|()| schema::known(&connection))
        .map_err(|failure| failure.of(found.path().display()))?;
    Ok(connection)
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
