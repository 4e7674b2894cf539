//! The tables by which things are looked up, brought up to the journal.

use crate::books::Books;
use crate::failure::{failure, signed};
use crate::lists::lists;
use crate::tail::sorted;
use rusqlite::{Connection, params};
use tercet_ledger::Account;
use tercet_store::Failure;

/// Writes into the tables what they do not know yet and the books do; in a transaction of the caller's. Gives how many rows.
///
/// Everything is written in the order in which the tables keep it, so that a page is written once for all that comes onto it.
pub(crate) fn post(connection: &Connection, books: &Books) -> Result<usize, Failure> {
    let sql = |error: rusqlite::Error| failure(&error);
    let mut rows = 0;
    let mut keys: Vec<_> = books.keys.iter().map(|(hash, seq)| (*hash, *seq)).collect();
    keys.extend(&books.twins);
    keys.sort_unstable();
    let mut insert = connection.prepare_cached("INSERT INTO key (hash, seq) VALUES (?1, ?2)").map_err(sql)?;
    for (hash, seq) in keys {
        rows += insert.execute([hash, signed(seq)]).map_err(sql)?;
    }
    let part = "INSERT INTO part (stream, version, list) VALUES (?1, ?2, ?3)";
    let mut part = connection.prepare_cached(part).map_err(sql)?;
    let stream = "INSERT INTO stream (stream, events) VALUES (?1, ?2) \
                  ON CONFLICT DO UPDATE SET events = excluded.events";
    let mut stream = connection.prepare_cached(stream).map_err(sql)?;
    for (name, grown) in sorted(books.streams.iter().filter(|(_, grown)| !grown.parts.is_empty())) {
        for (version, list) in lists(&grown.parts) {
            rows += part.execute(params![name.as_str(), signed(version), list]).map_err(sql)?;
        }
        rows += stream.execute(params![name.as_str(), signed(grown.events)]).map_err(sql)?;
    }
    let moved = "INSERT INTO moved (player, seq, list) VALUES (?1, ?2, ?3)";
    let mut moved = connection.prepare_cached(moved).map_err(sql)?;
    // The rule on who may owe is looked at with the row that is offered, before it is found to be there already.
    let balance = "INSERT INTO balance (account, units) VALUES (?1, ?2) \
                   ON CONFLICT DO UPDATE SET units = excluded.units";
    let mut balance = connection.prepare_cached(balance).map_err(sql)?;
    for (account, kept) in sorted(books.accounts.iter().filter(|(_, kept)| kept.changed)) {
        if let Account::Wallet(player) = account {
            for (seq, list) in lists(&kept.moves) {
                rows += moved.execute(params![player.as_str(), signed(seq), list]).map_err(sql)?;
            }
        }
        rows += balance.execute(params![account.to_string(), kept.holds.units()]).map_err(sql)?;
    }
    let mut posted = connection.prepare_cached("UPDATE posted SET records = ?1").map_err(sql)?;
    posted.execute([signed(books.chain.size)]).map_err(sql)?;
    Ok(rows)
}
