//! The tables by which things are looked up, brought up to the journal.

use crate::failure::{failure, signed};
use crate::read;
use crate::tail::{Map, Tail, sorted};
use rusqlite::{Connection, ToSql, params};
use tercet_ledger::Account;
use tercet_rules::Money;
use tercet_store::Failure;

/// Writes into the tables what follows from the records that they do not know yet; in a transaction of the caller's.
///
/// Everything is written in the order in which the tables keep it, so that a page is written once for all that comes onto it.
/// `known` is what accounts hold, as far as whoever posts knows.
pub(crate) fn post(connection: &Connection, tail: &Tail, known: &Map<Account, Money>) -> Result<(), Failure> {
    let run = |sql: &str, params: &[&dyn ToSql]| -> Result<(), Failure> {
        let mut statement = connection.prepare_cached(sql).map_err(|error| failure(&error))?;
        statement.execute(params).map(|_| ()).map_err(|error| failure(&error))
    };
    for (key, (_, receipt)) in sorted(&tail.keys) {
        run("INSERT INTO key (key, seq) VALUES (?1, ?2)", params![key.as_bytes(), signed(receipt.seq)])?;
    }
    for (stream, grown) in sorted(&tail.streams) {
        for (version, seq) in &grown.parts {
            let sql = "INSERT INTO part (stream, version, seq) VALUES (?1, ?2, ?3)";
            run(sql, params![stream.as_str(), signed(*version), signed(*seq)])?;
        }
        let sql = "INSERT INTO stream (stream, events) VALUES (?1, ?2) \
                   ON CONFLICT DO UPDATE SET events = excluded.events";
        run(sql, params![stream.as_str(), signed(grown.events)])?;
    }
    for (player, moves) in sorted(&tail.moves) {
        for seq in moves {
            run("INSERT INTO moved (player, seq) VALUES (?1, ?2)", params![player.as_str(), signed(*seq)])?;
        }
    }
    // The rule on who may owe is looked at with the row that is offered, before it is found to be there already: so no such row
    // is offered, and what an account comes to is worked out first.
    for (account, change) in sorted(&tail.changes) {
        if *change == 0 {
            continue;
        }
        let holds = match known.get(account) {
            Some(holds) => *holds,
            None => read::balance(connection, account, tail)?,
        };
        let sql = "INSERT INTO balance (account, units) VALUES (?1, ?2) \
                   ON CONFLICT DO UPDATE SET units = excluded.units";
        run(sql, params![account.to_string(), holds.units()])?;
    }
    run("UPDATE posted SET records = ?1", params![signed(tail.next)])
}
