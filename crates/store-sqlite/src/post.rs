//! The tables by which things are looked up, brought up to the journal.

use crate::books::Books;
use crate::lists::lists;
use crate::rows::Rows;
use crate::tail::sorted;
use rusqlite::Connection;
use rusqlite::types::Value;
use tercet_ledger::{Account, Name};
use tercet_sqlite::{failure, signed};
use tercet_store::Failure;

/// Writes into the tables what they do not know yet and the books do; in a transaction of the caller's. Gives how many rows.
///
/// Everything is written in the order in which the tables keep it, so that a page is written once for all that comes onto it.
pub(crate) fn post(connection: &Connection, books: &Books) -> Result<usize, Failure> {
    let mut keys: Vec<_> = books.keys.iter().map(|(hash, seq)| (*hash, *seq)).collect();
    keys.extend(&books.twins);
    keys.sort_unstable();
    let mut key = Rows::into(connection, "key (hash, seq)", 2, "")?;
    for (hash, seq) in keys {
        key.add([hash.into(), signed(seq).into()])?;
    }
    let mut part = Rows::into(connection, "part (stream, version, list)", 3, "")?;
    let events = "ON CONFLICT DO UPDATE SET events = excluded.events";
    let mut stream = Rows::into(connection, "stream (stream, events)", 2, events)?;
    for (name, grown) in sorted(books.streams.iter().filter(|(_, grown)| !grown.parts.is_empty())) {
        for (version, list) in lists(&grown.parts) {
            part.add([text(name), signed(version).into(), list.into()])?;
        }
        stream.add([text(name), signed(grown.events).into()])?;
    }
    let mut moved = Rows::into(connection, "moved (player, seq, list)", 3, "")?;
    // The rule on who may owe is looked at with the row that is offered, before it is found to be there already.
    let units = "ON CONFLICT DO UPDATE SET units = excluded.units";
    let mut balance = Rows::into(connection, "balance (account, units)", 2, units)?;
    for (account, kept) in sorted(books.accounts.iter().filter(|(_, kept)| kept.changed)) {
        if let Account::Wallet(player) = account {
            for (seq, list) in lists(&kept.moves) {
                moved.add([text(player), signed(seq).into(), list.into()])?;
            }
        }
        balance.add([account.to_string().into(), kept.holds.units().into()])?;
    }
    let rows = [key, part, stream, moved, balance].into_iter().map(|mut rows| rows.flush());
    let rows = rows.sum::<Result<usize, Failure>>()?;
    let posted = connection.prepare_cached("UPDATE posted SET records = ?1");
    posted
        .and_then(|mut posted| posted.execute([signed(books.chain.size)]))
        .map_err(|error| failure(&error))?;
    Ok(rows)
}

fn text(name: &Name) -> Value {
    name.as_str().to_owned().into()
}
