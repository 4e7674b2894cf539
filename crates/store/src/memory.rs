//! A store in memory, for tests, simulations and a table that nobody needs tomorrow.

use crate::append::{Append, AppendError, Failure, Receipt};
use crate::check::{Asked, Outcome, check};
use crate::state::State;
use crate::{Store, Stored};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tercet_ledger::{Account, Balances, Chain, Hash, Key, Name, Record};
use tercet_rules::Money;

/// A store in memory: it forgets everything when it is dropped, and is the plainest store there can be.
#[derive(Debug, Default)]
pub struct Memory(Mutex<Inner>);

#[derive(Debug, Default)]
struct Inner {
    state: State,
    records: Vec<Vec<u8>>,
    streams: BTreeMap<Name, Vec<Stored>>,
}

impl Memory {
    /// An empty store.
    #[must_use]
    pub fn new() -> Memory {
        Memory::default()
    }

    /// Nothing is half done while the lock is held, so a panic elsewhere leaves nothing to mend.
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for Memory {
    fn append(&self, append: &Append) -> Result<Receipt, AppendError> {
        let inner = &mut *self.inner();
        let Chain { size: seq, head: prev } = inner.state.chain;
        let Append { key, request, at_ms, parts, transactions, expects } = append.clone();
        let record = Record { seq, prev, at_ms, key, request, parts, transactions };
        let asked = Asked { expects, ..Asked::from(record.clone()) };
        let holds = match check(&mut &inner.state, &asked)? {
            Outcome::Again(receipt) => return Ok(receipt),
            Outcome::New(holds) => holds,
        };
        let bytes = record.encode();
        let receipt = inner.state.note(&record, holds, Record::hash(&bytes));
        inner.records.push(bytes);
        for part in record.parts {
            let stream = inner.streams.entry(part.stream).or_default();
            stream.extend((part.version..).zip(part.events).map(|(version, event)| Stored {
                version,
                seq: record.seq,
                at_ms: record.at_ms,
                event,
            }));
        }
        Ok(receipt)
    }

    fn receipt(&self, key: &Key) -> Result<Option<(Hash, Receipt)>, Failure> {
        let inner = self.inner();
        let known = inner.state.keys.get(key);
        Ok(known.map(|(request, receipt)| (*request, Receipt { again: true, ..*receipt })))
    }

    fn version(&self, stream: &Name) -> Result<u64, Failure> {
        Ok(self.inner().state.version(stream))
    }

    fn events(&self, stream: &Name, from: u64, most: usize) -> Result<Vec<Stored>, Failure> {
        let inner = self.inner();
        let events = inner.streams.get(stream).map_or(&[][..], Vec::as_slice);
        let from = usize::try_from(from).unwrap_or(usize::MAX).min(events.len());
        Ok(events[from..].iter().take(most).cloned().collect())
    }

    fn moves(&self, player: &Name, from: u64, most: usize) -> Result<Vec<u64>, Failure> {
        let inner = self.inner();
        let moves = inner.state.moves.get(player).map_or(&[][..], Vec::as_slice);
        let from = moves.partition_point(|seq| *seq < from);
        Ok(moves[from..].iter().take(most).copied().collect())
    }

    fn moves_before(&self, player: &Name, before: u64, most: usize) -> Result<Vec<u64>, Failure> {
        let inner = self.inner();
        let moves = inner.state.moves.get(player).map_or(&[][..], Vec::as_slice);
        let end = moves.partition_point(|seq| *seq < before);
        Ok(moves[..end].iter().rev().take(most).copied().collect())
    }

    fn balance(&self, account: &Account) -> Result<Money, Failure> {
        Ok(self.inner().state.balances.of(account))
    }

    fn balances(&self) -> Result<Balances, Failure> {
        Ok(self.inner().state.balances.clone())
    }

    fn chain(&self) -> Result<Chain, Failure> {
        Ok(self.inner().state.chain)
    }

    fn records(&self, from: u64, most: usize) -> Result<Vec<Vec<u8>>, Failure> {
        let inner = self.inner();
        let from = usize::try_from(from).unwrap_or(usize::MAX).min(inner.records.len());
        Ok(inner.records[from..].iter().take(most).cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_memory_store_keeps_the_contract() {
        crate::contract::all(super::Memory::new);
    }
}
