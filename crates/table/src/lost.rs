//! Rounds whose seed nobody can know any more: the key from which it follows is lost.
//!
//! A round in play goes on with the seed to which the house has committed and with no other, so a house without that key cannot open. What is left
//! is to end the round without its seed. Whoever does it shows nothing of the key; so it is for the operator, with the house closed, and stands in
//! the books as what it is: [`TableEvent::SeedLost`].

use crate::ask::{Ask, Do, Who, own_key};
use crate::encode::bytes_of;
use crate::handle::World;
use crate::live::{NotLive, Reset};
use crate::recover::{as_written, can_open};
use crate::refused::Refused;
use crate::seed::HouseKey;
use crate::state::{Stage, Table};
use crate::stream::Stream;
use crate::take::{NotThis, Taken};
use tercet_ledger::Name;
use tercet_store::{Append, AppendError, Receipt, Store};

/// The table of this name, if the seed of its last round is not told: with cards that stand in for those of that round, so it is for nobody to
/// play at or to look at.
///
/// # Errors
///
/// If the store cannot be read, or what it has is not what a table can have had under any key.
pub fn in_play(name: &Name, store: &dyn Store) -> Result<Option<Table>, NotLive> {
    let table = as_written(name, store, None)?;
    Ok(table.stage().is_some_and(|stage| stage != Stage::Over).then_some(table))
}

/// Whether this key opens the seed of the round that is in play at the table of this name; also if none is.
///
/// # Errors
///
/// As [`in_play`].
pub fn opens(name: &Name, store: &dyn Store, key: &HouseKey) -> Result<bool, NotLive> {
    match can_open(name, store, key) {
        Ok(()) => Ok(true),
        Err(NotLive::Damaged { why: Reset::NotThis(NotThis::Commitment), .. }) => Ok(false),
        Err(not) => Err(not),
    }
}

/// Ends the round in play without its seed: every stake goes back, or what is paid stays so. It is written before it is told, once. `table` is what
/// [`in_play`] gave.
///
/// Whether the key is lost is for the caller to find out ([`opens`]): a table whose seed is known refuses it.
///
/// # Errors
///
/// A [`NotLive`]. Nothing has changed, but for [`NotLive::Failed`]: then the store may have written it, and [`in_play`] says whether.
pub fn end_without_seed(
    table: &Table,
    store: &dyn Store,
    reason: &str,
    now_ms: u64,
) -> Result<(Receipt, Taken), NotLive> {
    let name = table.name().clone();
    let ask = Ask::new(Who::Operator, Do::LoseSeed(reason.into())).in_round(table.rounds());
    // Nothing of it follows from chance, from a meter or from a key.
    let (now_ms, key) = (table.time(now_ms), HouseKey::new([0; 32]));
    let world = World { now_ms, chance: [0; 32], meter: None, key: &key };
    let step = table.handle(&ask, &world).map_err(NotLive::Refused)?;
    let stream = Stream::Table(name.clone()).name().ok_or(NotLive::Refused(Refused::Name))?;
    let key = ask.who.scoped(&stream, &own_key(table.version()));
    let events = step.events.iter().map(bytes_of).collect();
    let mut append = Append::new(key, ask.hash(&name), now_ms).happening(stream, table.version(), events);
    for transaction in &step.taken.transactions {
        append = append.moving(transaction.clone());
    }
    match store.append(&append) {
        Ok(receipt) => Ok((receipt, step.taken)),
        Err(AppendError::Failed(failure)) => Err(failure.into()),
        Err(AppendError::Refused(refused)) => Err(NotLive::of(refused)),
    }
}
