//! What a table was as a round opened: where it is made again from, and by which a round is found.

use crate::encode::{name, name_or_none};
use crate::event::{Status, TableEvent};
use crate::settings::Settings;
use crate::state::Table;
use std::collections::BTreeMap;
use std::sync::Arc;
use tercet_ledger::{BadBytes, Hash, Name, Reader, Writer};

/// What a table was just before a round opened, written with the event that opened it.
///
/// The stream `rounds.TABLE` has one for each round, so that its event number *n* (from 0) is about round *n* + 1. A table
/// after a power cut is made from the last one and the few events since, whatever today's program would say to the rounds
/// before; and whoever asks for a round finds where its events begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The place in `table.TABLE` of the event that opened the round.
    pub version: u64,
    /// The hash of all events before it ([`Table::digest`]).
    pub digest: Hash,
    /// The place of the event that had last set the table.
    pub set_at: u64,
    /// Who sat where.
    pub seats: BTreeMap<u8, Name>,
}

/// The version of the encoding.
const VERSION: u8 = 1;

impl Opening {
    /// What this table is, before its next round opens.
    #[must_use]
    pub fn of(table: &Table) -> Opening {
        Opening {
            version: table.version,
            digest: table.digest,
            set_at: table.set_at,
            seats: table.seats.clone(),
        }
    }

    /// The table as it was: before round `round`, set by `set`, which must be the event at `set_at`.
    ///
    /// None if that event sets nothing that can be used, or `round` is 0.
    #[must_use]
    pub fn table(&self, name: Name, round: u64, set: &TableEvent) -> Option<Table> {
        let mut table = Table::new(name);
        table.settings = Some(Arc::new(Settings::of(set)?.ok()?));
        table.set_at = self.set_at;
        // Only an open table opens a round.
        table.status = Status::Open;
        table.seats.clone_from(&self.seats);
        table.rounds = round.checked_sub(1)?;
        table.version = self.version;
        table.digest = self.digest;
        Some(table)
    }

    /// The bytes: version of the encoding, the fields in their order, and for each position from 1 to the last that is taken
    /// the name of who sits there, empty for nobody.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let mut to = Writer::new();
        to.u8(VERSION);
        to.u64(self.version);
        to.hash(&self.digest);
        to.u64(self.set_at);
        let last = self.seats.last_key_value().map_or(0, |(spot, _)| *spot);
        to.u8(last);
        for spot in 1..=last {
            to.text(self.seats.get(&spot).map_or("", Name::as_str));
        }
        to.done()
    }

    /// Reads what [`bytes`](Opening::bytes) writes.
    ///
    /// # Errors
    ///
    /// If the bytes are not exactly that.
    pub fn read(bytes: &[u8]) -> Result<Opening, BadBytes> {
        let from = &mut Reader::new(bytes);
        if from.u8()? != VERSION {
            return from.bad("version 1 of an opening");
        }
        let (version, digest, set_at) = (from.u64()?, from.hash()?, from.u64()?);
        let mut seats = BTreeMap::new();
        let last = from.u8()?;
        for spot in 1..last {
            name_or_none(from)?.into_iter().for_each(|player| {
                seats.insert(spot, player);
            });
        }
        if last > 0 {
            seats.insert(last, name(from)?);
        }
        from.clone().end()?;
        Ok(Opening { version, digest, set_at, seats })
    }
}
