//! What a table was set to before it was set anew.

use crate::past::one;
use crate::recall::{NotRecalled, opening, round_of};
use tercet_ledger::Name;
use tercet_store::{Failure, Store};
use tercet_table::{Stream, TableEvent};

/// How many events are read at once.
const AT_ONCE: u64 = 256;

/// The event by which a table was set before record `seq` set it anew; none if it had never been set.
///
/// # Errors
///
/// If the store cannot be read, or what is written there is damaged.
pub fn set_before(store: &dyn Store, table: &Name, seq: u64) -> Result<Option<TableEvent>, NotRecalled> {
    let damaged = |why: String| NotRecalled::Damaged { seq, why };
    let stream = Stream::Table(table.clone()).name();
    let stream = stream.ok_or_else(|| damaged(format!("{table} is no table")))?;
    let record = one(store, seq)?;
    let part = record.parts.iter().find(|part| part.stream == stream);
    let end = part.ok_or_else(|| damaged(format!("nothing happens at {table} in it")))?.version;
    // What is noted of a round as it opened says what had set the table by then.
    let (mut set_at, mut next) = match round_of(store, table, end)? {
        Some(no) => {
            let (_, noted) = opening(store, table, no)?;
            (Some(noted.set_at), noted.version)
        }
        None => (None, 0),
    };
    let read = |event: &[u8]| TableEvent::read(event).map_err(|bad| damaged(bad.to_string()));
    while next < end {
        let most = usize::try_from((end - next).min(AT_ONCE)).unwrap_or(usize::MAX);
        let events = store.events(&stream, next, most)?;
        if events.is_empty() {
            return Err(Failure::Corrupt(format!("an event of {stream} is missing")).into());
        }
        for stored in events {
            if matches!(read(&stored.event)?, TableEvent::Set { .. }) {
                set_at = Some(stored.version);
            }
            next = stored.version + 1;
        }
    }
    let Some(set_at) = set_at else { return Ok(None) };
    let set = store.events(&stream, set_at, 1)?.into_iter().next();
    set.map(|stored| read(&stored.event)).transpose()
}
