//! What is noted of a table as a round opens, beside what is noted of the rounds around it.

use crate::recall::{NotRecalled, opening};
use std::collections::BTreeMap;
use tercet_ledger::{Hash, Name};
use tercet_store::{Failure, Store};
use tercet_table::{Opening, Stream, TableEvent};

/// How many events are read at once.
const AT_ONCE: usize = 256;

/// Why what is noted of a round is not what the table was, if it is not: it follows neither from what is noted of the round before, nor what
/// is noted of the next one from it. Where one of them follows, another note is wrong; where nothing can be compared, nothing is said.
///
/// # Errors
///
/// If the store cannot be read.
pub(crate) fn doubt(
    store: &dyn Store,
    table: &Name,
    no: u64,
    noted: &Opening,
) -> Result<Option<String>, Failure> {
    let at = |no: u64| match opening(store, table, no) {
        Ok((_, opening)) => Ok(Some(opening)),
        Err(NotRecalled::Failed(failure)) if !matches!(failure, Failure::Corrupt(_)) => Err(failure),
        Err(_) => Ok(None),
    };
    let before = match no {
        1 => Some(Opening { version: 0, digest: Hash::ZERO, set_at: 0, seats: BTreeMap::new() }),
        _ => at(no - 1)?,
    };
    let Some(before) = before else { return Ok(None) };
    let Some(expected) = after(store, table, before, noted.version)? else { return Ok(None) };
    if expected == *noted {
        return Ok(None);
    }
    if let Some(next) = at(no.saturating_add(1))?
        && after(store, table, noted.clone(), next.version)? == Some(next)
    {
        return Ok(None);
    }
    let round =
        if no == 1 { "its first events".into() } else { format!("what is noted of round {}", no - 1) };
    Ok(Some(format!("what is noted of it as it opened does not follow from {round} and what happened since")))
}

/// What the table was at an event, if it was this before; none if what happened in between cannot be read.
fn after(
    store: &dyn Store,
    table: &Name,
    mut was: Opening,
    version: u64,
) -> Result<Option<Opening>, Failure> {
    let Some(stream) = Stream::Table(table.clone()).name() else { return Ok(None) };
    while was.version < version {
        let most = usize::try_from(version - was.version).unwrap_or(AT_ONCE).min(AT_ONCE);
        let stored = match store.events(&stream, was.version, most) {
            Err(Failure::Corrupt(_)) => return Ok(None),
            stored => stored?,
        };
        if stored.is_empty() {
            return Ok(None);
        }
        for stored in stored {
            if stored.version != was.version {
                return Ok(None);
            }
            match TableEvent::read(&stored.event) {
                Ok(TableEvent::Set { .. }) => was.set_at = was.version,
                Ok(TableEvent::Seated { spot, player }) => drop(was.seats.insert(spot, player)),
                Ok(TableEvent::Left { spot, .. }) => drop(was.seats.remove(&spot)),
                Ok(_) => {}
                Err(_) => return Ok(None),
            }
            was.digest = Hash::of(&[&was.digest.0, &stored.event]);
            was.version += 1;
        }
    }
    Ok((was.version == version).then_some(was))
}
