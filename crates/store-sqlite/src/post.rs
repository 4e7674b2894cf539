//! The tables by which things are looked up, brought up to the journal.

use crate::failure::{failure, signed};
use crate::tail::Tail;
use rusqlite::{Connection, ToSql, params};
use tercet_store::Failure;

/// Writes into the tables what follows from the records that they do not know yet; in a transaction of the caller's.
///
/// Everything is written in the order in which the tables keep it, so that a page is written once for all that comes onto it.
pub(crate) fn post(connection: &Connection, tail: &Tail) -> Result<(), Failure> {
    let run = |sql: &str, params: &[&dyn ToSql]| -> Result<(), Failure> {
        let mut statement = connection.prepare_cached(sql).map_err(|error| failure(&error))?;
        statement.execute(params).map(|_| ()).map_err(|error| failure(&error))
    };
    for (key, (_, receipt)) in &tail.keys {
        run("INSERT INTO key (key, seq) VALUES (?1, ?2)", params![key.as_bytes(), signed(receipt.seq)])?;
    }
    for ((stream, version), seq) in &tail.parts {
        let sql = "INSERT INTO part (stream, version, seq) VALUES (?1, ?2, ?3)";
        run(sql, params![stream.as_str(), signed(*version), signed(*seq)])?;
    }
    for (stream, events) in &tail.versions {
        let sql = "INSERT INTO stream (stream, events) VALUES (?1, ?2) \
                   ON CONFLICT DO UPDATE SET events = excluded.events";
        run(sql, params![stream.as_str(), signed(*events)])?;
    }
    for (player, seq) in &tail.moved {
        run("INSERT INTO moved (player, seq) VALUES (?1, ?2)", params![player.as_str(), signed(*seq)])?;
    }
    // The rule on who may owe is looked at with the row that is offered, before it is found to be there already: so no such row
    // is offered, and what an account comes to is worked out first.
    for (account, change) in &tail.changes {
        if *change == 0 {
            continue;
        }
        let holds = crate::read::balance(connection, account, tail)?;
        let sql = "INSERT INTO balance (account, units) VALUES (?1, ?2) \
                   ON CONFLICT DO UPDATE SET units = excluded.units";
        run(sql, params![account.to_string(), holds.units()])?;
    }
    run("UPDATE posted SET records = ?1", params![signed(tail.next)])
}
