//! A store held against what its own journal makes.

use crate::books::Wrong;
use tercet_store::{State, Store};

/// Whether a store answers everything as this state does, which was made from its records.
///
/// # Errors
///
/// The first thing that is otherwise.
pub fn same(store: &dyn Store, state: &State) -> Result<(), Wrong> {
    let said = |failure: tercet_store::Failure| failure.to_string();
    if store.chain().map_err(said)? != state.chain {
        return Err("the end of the journal is another".into());
    }
    if store.balances().map_err(said)? != state.balances {
        return Err("the journal makes other balances".into());
    }
    for (stream, version) in &state.versions {
        if store.version(stream).map_err(said)? != *version {
            return Err(format!("{stream} has {version} events by the journal"));
        }
        let events = store.events(stream, 0, usize::MAX).map_err(said)?;
        if events.len() as u64 != *version
            || (0..).zip(&events).any(|(place, stored)| stored.version != place)
        {
            return Err(format!(
                "{stream} has {version} events by the journal, and {} are found",
                events.len()
            ));
        }
    }
    for (key, (request, receipt)) in &state.keys {
        let known = store.receipt(key).map_err(said)?;
        if known.map(|(request, receipt)| (request, receipt.seq)) != Some((*request, receipt.seq)) {
            return Err(format!("the key {key} of record {} is not found", receipt.seq));
        }
    }
    for (player, moves) in &state.moves {
        if store.moves(player, 0, usize::MAX).map_err(said)? != *moves {
            return Err(format!("the records of {player} are others by the journal"));
        }
    }
    Ok(())
}
