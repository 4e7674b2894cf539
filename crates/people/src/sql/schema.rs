//! The tables in the file: whose they are, and which version.

use super::failure::failure;
use super::{signed, unsigned};
use crate::chance::sha256;
use crate::error::Failure;
use rusqlite::{Connection, TransactionBehavior};
use tercet_ledger::hex;

/// What says in the head of the file whose it is: `TRCP`.
const APPLICATION_ID: i64 = 0x5452_4350;

/// The schema, step by step, each with its number. A step that was released is never changed: its hash is kept and compared.
const MIGRATIONS: &[(u64, &str)] =
    &[(1, include_str!("migrations/0001.sql")), (2, include_str!("migrations/0002.sql"))];

/// The schema that this program makes.
const NOW: u64 = 2;

/// Whether the file is that of people, or empty: no other database is touched.
pub(super) fn ours(connection: &Connection) -> Result<(), Failure> {
    if is_empty(connection)? { Ok(()) } else { of_people(connection) }
}

/// Whether the file is that of people.
pub(super) fn known(connection: &Connection) -> Result<(), Failure> {
    if is_empty(connection)? {
        return Err(Failure::Corrupt("empty; expected the file of the people".into()));
    }
    of_people(connection)
}

fn is_empty(connection: &Connection) -> Result<bool, Failure> {
    Ok(number(connection, "SELECT count(*) FROM sqlite_schema")? == 0)
}

fn of_people(connection: &Connection) -> Result<(), Failure> {
    if number(connection, "PRAGMA application_id")? == APPLICATION_ID {
        return Ok(());
    }
    Err(Failure::Corrupt(
        "a database, and not one of Tercet's people; expected the file of the people".into(),
    ))
}

/// Brings the schema to where this program has it.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), Failure> {
    let sql = |error: rusqlite::Error| failure(&error);
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(sql)?;
    change
        .execute_batch(
            "CREATE TABLE IF NOT EXISTS migration (number INTEGER PRIMARY KEY, sha256 TEXT NOT NULL) STRICT",
        )
        .map_err(sql)?;
    let done = unsigned(number(&change, "SELECT coalesce(max(number), 0) FROM migration")?)?;
    if done > NOW {
        return Err(Failure::Denied(format!(
            "made by a later version of Tercet: its schema is {done}, and this version knows {NOW}"
        )));
    }
    for &(number, migration) in MIGRATIONS {
        if number <= done {
            as_released(&change, number, migration)?;
            continue;
        }
        change.execute_batch(&format!("PRAGMA application_id = {APPLICATION_ID}")).map_err(sql)?;
        change.execute_batch(migration).map_err(sql)?;
        let row = (signed(number), hex(&sha256(migration.as_bytes())));
        change.execute("INSERT INTO migration (number, sha256) VALUES (?1, ?2)", row).map_err(sql)?;
    }
    change.commit().map_err(sql)
}

/// Whether a step of the schema is the one that this program has.
fn as_released(connection: &Connection, number: u64, migration: &str) -> Result<(), Failure> {
    let sql = "SELECT coalesce((SELECT sha256 FROM migration WHERE number = ?1), '')";
    let was: String =
        connection.query_row(sql, [signed(number)], |row| row.get(0)).map_err(|error| failure(&error))?;
    if was == hex(&sha256(migration.as_bytes())) {
        return Ok(());
    }
    Err(Failure::Denied(format!(
        "made by another version of Tercet: its schema {number} is not the one that this version knows"
    )))
}

fn number(connection: &Connection, sql: &str) -> Result<i64, Failure> {
    connection.query_row(sql, [], |row| row.get(0)).map_err(|error| failure(&error))
}
