//! What follows from the records: keys, versions, balances, and the end of the chain.

use crate::append::{Receipt, Refused};
use crate::check::{Asked, Known, Outcome, check};
use std::collections::BTreeMap;
use tercet_ledger::{Account, Balances, Chain, Hash, Key, Name, Record};
use tercet_rules::Money;

/// Everything that a step is checked against.
///
/// [`Memory`](crate::Memory) keeps a whole state; a store on disk looks up what a step asks for. Both go by the same
/// [`check`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The end of the journal.
    pub chain: Chain,
    /// What each account holds.
    pub balances: Balances,
    /// How many events each stream has.
    pub versions: BTreeMap<Name, u64>,
    /// What was asked under each key, and where it was written.
    pub keys: BTreeMap<Key, (Hash, Receipt)>,
    /// In which records money came to the wallet of each player, or left it.
    pub moves: BTreeMap<Name, Vec<u64>>,
}

impl Default for State {
    fn default() -> State {
        State::new()
    }
}

/// A state knows everything, so only a step can be at fault.
impl Known for &State {
    type Error = Refused;

    fn receipt(&mut self, key: &Key) -> Result<Option<(Hash, Receipt)>, Refused> {
        Ok(self.keys.get(key).copied())
    }

    fn version(&mut self, stream: &Name) -> Result<u64, Refused> {
        Ok(State::version(self, stream))
    }

    fn holds(&mut self, account: &Account) -> Result<Money, Refused> {
        Ok(self.balances.of(account))
    }
}

impl State {
    /// A journal without a record.
    #[must_use]
    pub const fn new() -> State {
        State {
            chain: Chain::EMPTY,
            balances: Balances::new(),
            versions: BTreeMap::new(),
            keys: BTreeMap::new(),
            moves: BTreeMap::new(),
        }
    }

    /// How many events a stream has.
    #[must_use]
    pub fn version(&self, stream: &Name) -> u64 {
        self.versions.get(stream).copied().unwrap_or(0)
    }

    /// Takes a record that a journal has next; `hash` is that of its bytes.
    ///
    /// # Errors
    ///
    /// If it does not follow: not in place, a key twice, versions that leave a gap, or an account that would owe what
    /// it may not. Nothing has changed.
    pub fn take(&mut self, record: &Record, hash: Hash) -> Result<Receipt, Refused> {
        let asked = Asked::from(record.clone());
        let holds = match check(&mut &*self, &asked)? {
            Outcome::Again(receipt) => {
                return Err(Refused::KeyUsed { key: record.key.clone(), seq: receipt.seq });
            }
            Outcome::New(holds) => holds,
        };
        if (Chain { size: record.seq, head: record.prev }) != self.chain {
            return Err(Refused::OutOfPlace { expected: self.chain.size });
        }
        Ok(self.note(record, holds, hash))
    }

    /// Makes it so: what the accounts hold after the record is what [`check`] found.
    pub(crate) fn note(&mut self, record: &Record, holds: Vec<(&Account, Money)>, hash: Hash) -> Receipt {
        for (account, holds) in holds {
            self.balances.set(account, holds);
            if let Account::Wallet(player) = account {
                self.moves.entry(player.clone()).or_default().push(record.seq);
            }
        }
        for part in &record.parts {
            *self.versions.entry(part.stream.clone()).or_default() += part.events.len() as u64;
        }
        let receipt = Receipt { seq: record.seq, at_ms: record.at_ms, again: false };
        self.keys.insert(record.key.clone(), (record.request, receipt));
        self.chain = Chain { size: record.seq + 1, head: hash };
        receipt
    }
}
