//! The tables in the file: whose they are, and which version.

use rusqlite::{Connection, TransactionBehavior};
use std::collections::BTreeSet;
use tercet_ledger::Hash;
use tercet_sqlite::{failure, signed, unsigned};
use tercet_store::Failure;

/// What says in the head of the file whose it is: `TRCT`.
const APPLICATION_ID: i64 = 0x5452_4354;

/// The schema, step by step, each with its number. A step that was released is never changed: its hash is kept and compared.
/// Number 1 was that of versions in the making, and is not brought up to what came after.
const MIGRATIONS: &[(u64, &str)] = &[(2, include_str!("migrations/0002.sql"))];

/// The schema that this program makes.
const NOW: u64 = 2;

/// Whether the file is a store, or empty: no other database is touched.
pub(crate) fn ours(connection: &Connection) -> Result<(), Failure> {
    if is_empty(connection)? || number(connection, "PRAGMA application_id")? == APPLICATION_ID {
        return Ok(());
    }
    Err(Failure::Corrupt("a database, and not one of Tercet's; expected the file of a store".into()))
}

/// Whether the file is a store whose schema is that of this program.
pub(crate) fn known(connection: &Connection) -> Result<(), Failure> {
    if is_empty(connection)? {
        return Err(Failure::Corrupt("empty; expected the file of a store".into()));
    }
    ours(connection)?;
    let done = done(connection)?;
    if done < NOW {
        return Err(Failure::Denied(format!(
            "made by an earlier version of Tercet: its schema is {done}, and this version reads {NOW}; it is brought up to that \
             when a table is run with it"
        )));
    }
    MIGRATIONS.iter().try_for_each(|(number, migration)| as_released(connection, *number, migration))
}

fn is_empty(connection: &Connection) -> Result<bool, Failure> {
    Ok(number(connection, "SELECT count(*) FROM sqlite_schema")? == 0)
}

/// Brings the schema to where this program has it; writes nothing if it is there, so that a full disk is no hindrance.
pub(crate) fn migrate(connection: &mut Connection) -> Result<(), Failure> {
    if !is_empty(connection)? && done(connection)? == NOW {
        return known(connection);
    }
    let sql = |error: rusqlite::Error| failure(&error);
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(sql)?;
    change
        .execute_batch(
            "CREATE TABLE IF NOT EXISTS migration (number INTEGER PRIMARY KEY, sha256 TEXT NOT NULL) STRICT",
        )
        .map_err(sql)?;
    change.execute_batch(&format!("PRAGMA application_id = {APPLICATION_ID}")).map_err(sql)?;
    let done = done(&change)?;
    for &(number, migration) in MIGRATIONS {
        if number <= done {
            as_released(&change, number, migration)?;
            continue;
        }
        change.execute_batch(migration).map_err(sql)?;
        let row = (signed(number), hash(migration));
        change.execute("INSERT INTO migration (number, sha256) VALUES (?1, ?2)", row).map_err(sql)?;
    }
    change.commit().map_err(sql)
}

/// The last step of the schema that the file has, 0 if it has none; none that this version does not know, in either direction.
fn done(connection: &Connection) -> Result<u64, Failure> {
    let done = number(connection, "SELECT coalesce(max(number), 0) FROM migration")?;
    let done = unsigned(done, "the number of a migration")?;
    if done > NOW {
        return Err(Failure::Denied(format!(
            "made by a later version of Tercet: its schema is {done}, and this version knows {NOW}"
        )));
    }
    let first = MIGRATIONS.first().map_or(NOW, |(number, _)| *number);
    if (1..first).contains(&done) {
        return Err(Failure::Denied(format!(
            "made by an early version of Tercet: its schema is {done}, and this version reads {first} to {NOW}"
        )));
    }
    Ok(done)
}

/// Whether a step of the schema is the one that this program has.
fn as_released(connection: &Connection, number: u64, migration: &str) -> Result<(), Failure> {
    let sql = "SELECT sha256 FROM migration WHERE number = ?1";
    let was: String =
        connection.query_row(sql, [signed(number)], |row| row.get(0)).map_err(|error| failure(&error))?;
    if was == hash(migration) {
        return Ok(());
    }
    if objects(connection)? == new_objects()? {
        return Err(Failure::Corrupt(format!(
            "its tables are those of this version, and schema {number} is noted as one that is not the one it has"
        )));
    }
    Err(Failure::Denied(format!(
        "made by another version of Tercet: its schema {number} is not the one that this version knows"
    )))
}

/// How many steps of the schema the file notes more than there are.
pub(crate) fn steps_too_many(connection: &Connection) -> Result<u64, Failure> {
    let noted = unsigned(number(connection, "SELECT count(*) FROM migration")?, "a count")?;
    Ok(noted.saturating_sub(MIGRATIONS.len() as u64))
}

/// What the tables are called and how they are made, in a file of this program.
pub(crate) fn objects(connection: &Connection) -> Result<BTreeSet<(String, String)>, Failure> {
    // What SQLite itself keeps, as the statistics of whoever asked for some, says nothing of the store.
    let sql = "SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
    let mut ask = connection.prepare(sql).map_err(|error| failure(&error))?;
    let rows = ask.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).map_err(|error| failure(&error))?;
    rows.map(|row| row.map_err(|error| failure(&error))).collect()
}

/// The same of a new file.
pub(crate) fn new_objects() -> Result<BTreeSet<(String, String)>, Failure> {
    let mut connection = Connection::open_in_memory().map_err(|error| failure(&error))?;
    migrate(&mut connection)?;
    objects(&connection)
}

fn hash(migration: &str) -> String {
    Hash::of(&[migration.as_bytes()]).to_string()
}

fn number(connection: &Connection, sql: &str) -> Result<i64, Failure> {
    connection.query_row(sql, [], |row| row.get(0)).map_err(|error| failure(&error))
}
