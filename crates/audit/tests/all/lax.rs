//! A store that takes whatever it is given, as somebody who can write to the file and makes every hash and look-up fit.

use tercet_audit::{Options, Report, audit};
use tercet_ledger::{Account, Balances, Chain, Hash, Key, Name, Record, Transaction};
use tercet_rules::Money;
use tercet_store::{Append, AppendError, Failure, Receipt, Refused, State, Store, Stored};

/// Records, and what follows from them.
pub(crate) struct Lax {
    records: Vec<Vec<u8>>,
    stored: Vec<(Name, Stored)>,
    state: State,
}

impl Lax {
    /// The store of these records, each put in its place.
    pub(crate) fn of(records: &[Record]) -> Lax {
        let mut lax = Lax { records: Vec::new(), stored: Vec::new(), state: State::new() };
        for record in records {
            let Chain { size: seq, head: prev } = lax.state.chain;
            let record = Record { seq, prev, ..record.clone() };
            lax.take(&record);
        }
        lax
    }

    fn take(&mut self, record: &Record) {
        let Record { seq, at_ms, .. } = *record;
        let state = &mut self.state;
        for (account, change) in record.transactions.iter().flat_map(Transaction::changes) {
            let holds = i128::from(state.balances.of(account).units()) + change;
            state.balances.set(account, Money::from_units(i64::try_from(holds).unwrap()));
            if let Account::Wallet(player) = account {
                let moves = state.moves.entry(player.clone()).or_default();
                moves.push(seq);
                moves.dedup();
            }
        }
        for part in &record.parts {
            for (version, event) in (part.version..).zip(&part.events) {
                let stored = Stored { version, seq, at_ms, event: event.clone() };
                self.stored.push((part.stream.clone(), stored));
            }
            state.versions.insert(part.stream.clone(), part.version + part.events.len() as u64);
        }
        let receipt = Receipt { seq, at_ms, again: true };
        state.keys.insert(record.key.clone(), (record.request, receipt));
        let bytes = record.encode();
        state.chain = Chain { size: seq + 1, head: Record::hash(&bytes) };
        self.records.push(bytes);
    }

    pub(crate) fn audit(&self) -> Report {
        audit(self, &[], Options::default(), &mut |_| ())
    }
}

impl Store for Lax {
    fn append(&self, append: &Append) -> Result<Receipt, AppendError> {
        let expected = self.state.chain.size;
        panic!("{append:?}: {}", Refused::OutOfPlace { expected })
    }
    fn receipt(&self, key: &Key) -> Result<Option<(Hash, Receipt)>, Failure> {
        Ok(self.state.keys.get(key).copied())
    }
    fn version(&self, stream: &Name) -> Result<u64, Failure> {
        Ok(self.state.version(stream))
    }
    fn events(&self, stream: &Name, from: u64, most: usize) -> Result<Vec<Stored>, Failure> {
        let stored = self.stored.iter().filter(|(of, stored)| of == stream && stored.version >= from);
        Ok(stored.take(most).map(|(_, stored)| stored.clone()).collect())
    }
    fn moves(&self, player: &Name, from: u64, most: usize) -> Result<Vec<u64>, Failure> {
        let moves = self.state.moves.get(player).into_iter().flatten();
        Ok(moves.copied().filter(|seq| *seq >= from).take(most).collect())
    }
    fn balance(&self, account: &Account) -> Result<Money, Failure> {
        Ok(self.state.balances.of(account))
    }
    fn balances(&self) -> Result<Balances, Failure> {
        Ok(self.state.balances.clone())
    }
    fn chain(&self) -> Result<Chain, Failure> {
        Ok(self.state.chain)
    }
    fn records(&self, from: u64, most: usize) -> Result<Vec<Vec<u8>>, Failure> {
        let from = usize::try_from(from).unwrap().min(self.records.len());
        Ok(self.records[from..].iter().take(most).cloned().collect())
    }
}
