//! What the thread that writes knows: the end of the journal, and what the tables do not know yet or were asked for.

use crate::filter::Filter;
use crate::key;
use crate::read;
use crate::tail::{Grown, Map, posted};
use indexmap::IndexMap;
use rusqlite::{CachedStatement, Connection};
use tercet_ledger::{Account, Chain, Hash, Key, Name, Record};
use tercet_rules::Money;
use tercet_sqlite::failure;
use tercet_store::{AppendError, Asked, Failure, Known, Outcome, Receipt, check};

/// The most accounts and streams that are kept though the tables have them.
const MOST_KEPT: usize = 100_000;

/// What is looked up by its name, and then known by a number until something is forgotten.
type Numbered<K, V> = IndexMap<K, V, ahash::RandomState>;

/// How many of what a step has looked up are looked through for one more, before it is looked up by its name.
const AT_HAND: usize = 16;

/// An account, as it will be once everything so far is committed.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) holds: Money,
    /// Whether the tables have something else.
    pub(crate) changed: bool,
    /// The records that touched it and that the tables do not know yet, in order; of wallets alone.
    pub(crate) moves: Vec<[u64; 1]>,
}

/// What the thread that writes knows.
///
/// Whatever the tables do not know yet is here. What they know is here once it was asked for, and may be forgotten.
#[derive(Debug)]
pub(crate) struct Books {
    /// The end of the journal as it will be once everything so far is committed.
    pub(crate) chain: Chain,
    /// How many records the tables know of.
    pub(crate) posted: u64,
    pub(crate) accounts: Numbered<Account, Kept>,
    pub(crate) streams: Numbered<Name, Grown>,
    /// The hash of each key that the tables do not know yet, and its record.
    pub(crate) keys: Map<i64, u64>,
    /// The same for keys whose hash stands there already, for another key.
    pub(crate) twins: Vec<(i64, u64)>,
    /// The accounts and streams that the step looked up that is checked, by their numbers.
    looked_up: LookedUp,
    /// What is not committed yet, step by step.
    open: Vec<Before>,
    /// How many accounts and streams there may be before those are forgotten that the tables have.
    most: usize,
}

#[derive(Debug, Default)]
struct LookedUp {
    accounts: Vec<usize>,
    streams: Vec<usize>,
}

/// What something was before a step.
#[derive(Debug)]
enum Before {
    Chain(Chain),
    Account { number: usize, holds: Money, changed: bool },
    Stream { number: usize, events: u64 },
    Key(i64),
}

/// The number of something: among what was looked up just now, or by its name.
fn number<K: Eq + std::hash::Hash, V>(of: &Numbered<K, V>, at_hand: &[usize], key: &K) -> Option<usize> {
    let is = |number: &usize| of.get_index(*number).is_some_and(|(known, _)| known == key);
    at_hand.iter().rev().take(AT_HAND).copied().find(is).or_else(|| of.get_index_of(key))
}

impl Books {
    /// As the tables have them, and nothing that came since.
    pub(crate) fn posted(connection: &Connection) -> Result<Books, Failure> {
        let posted = posted(connection)?;
        let before = posted.checked_sub(1).map(|last| read::records(connection, last, 1)).transpose()?;
        let head = before.iter().flatten().next().map_or(Hash::ZERO, |bytes| Record::hash(bytes));
        Ok(Books {
            chain: Chain { size: posted, head },
            posted,
            accounts: Numbered::default(),
            streams: Numbered::default(),
            keys: Map::default(),
            twins: Vec::new(),
            looked_up: LookedUp::default(),
            open: Vec::new(),
            most: MOST_KEPT,
        })
    }

    /// How many records the tables do not know.
    pub(crate) fn behind(&self) -> usize {
        usize::try_from(self.chain.size - self.posted).unwrap_or(usize::MAX)
    }

    /// Takes records that are written already, no more than so many.
    pub(crate) fn catch_up(
        &mut self,
        connection: &Connection,
        filter: &Filter,
        most: usize,
    ) -> Result<(), Failure> {
        let mut lookups = Lookups::new(connection, filter)?;
        let end = self.chain.size.saturating_add(most as u64);
        while self.chain.size < end {
            let at_once = usize::try_from(end - self.chain.size).unwrap_or(usize::MAX).min(1_024);
            let records = read::records(connection, self.chain.size, at_once)?;
            if records.is_empty() {
                break;
            }
            for bytes in records {
                let corrupt = |said: String| Failure::Corrupt(said);
                let mut chain = self.chain;
                let record = chain.follow(&bytes).map_err(|broken| corrupt(broken.to_string()))?;
                let (hash, seq) = (key::hash(&record.key), record.seq);
                let asked = Asked::from(record);
                let taken = check(&mut lookups.with(self, hash), &asked);
                match taken {
                    Ok(Outcome::New(holds)) => drop(self.note(&asked, hash, &holds, chain)),
                    Ok(Outcome::Again(receipt)) => {
                        let said = format!("record {} has the key of record {}", seq, receipt.seq);
                        return Err(corrupt(said));
                    }
                    Err(AppendError::Refused(refused)) => {
                        return Err(corrupt(format!("record {seq}: {refused}")));
                    }
                    Err(AppendError::Failed(failure)) => return Err(failure),
                }
            }
            self.are_committed();
        }
        Ok(())
    }

    /// Takes a step that is written next: `hash` is that of its key, `holds` what [`check`] found, `chain` the
    /// journal with it.
    pub(crate) fn note(
        &mut self,
        asked: &Asked,
        hash: i64,
        holds: &[(&Account, Money)],
        chain: Chain,
    ) -> Receipt {
        let seq = self.chain.size;
        self.open.push(Before::Chain(self.chain));
        for (account, holds) in holds {
            // It was looked up to be checked.
            if let Some(number) = number(&self.accounts, &self.looked_up.accounts, account)
                && let Some((_, kept)) = self.accounts.get_index_mut(number)
            {
                self.open.push(Before::Account { number, holds: kept.holds, changed: kept.changed });
                kept.holds = *holds;
                kept.changed = true;
                if let Account::Wallet(_) = account {
                    kept.moves.push([seq]);
                }
            }
        }
        // A part without events only says which version it was worked out from.
        for part in asked.parts.iter().filter(|part| part.events > 0) {
            if let Some(number) = number(&self.streams, &self.looked_up.streams, &part.stream)
                && let Some((_, grown)) = self.streams.get_index_mut(number)
            {
                self.open.push(Before::Stream { number, events: grown.events });
                grown.parts.push([part.version, seq]);
                grown.events = part.end();
            }
        }
        self.open.push(Before::Key(hash));
        if let Some(earlier) = self.keys.insert(hash, seq) {
            self.twins.push((hash, earlier));
        }
        self.chain = chain;
        Receipt { seq, at_ms: asked.at_ms, again: false }
    }

    /// Notes that all that was taken is on the disk.
    pub(crate) fn are_committed(&mut self) {
        self.open.clear();
    }

    /// Takes back what was taken since it was noted that all is on the disk, the last first.
    pub(crate) fn take_back(&mut self) {
        while let Some(before) = self.open.pop() {
            match before {
                Before::Chain(chain) => self.chain = chain,
                Before::Account { number, holds, changed } => {
                    if let Some((account, kept)) = self.accounts.get_index_mut(number) {
                        kept.holds = holds;
                        kept.changed = changed;
                        if let Account::Wallet(_) = account {
                            kept.moves.pop();
                        }
                    }
                }
                Before::Stream { number, events } => {
                    if let Some((_, grown)) = self.streams.get_index_mut(number) {
                        grown.events = events;
                        grown.parts.pop();
                    }
                }
                Before::Key(hash) => match self.twins.pop_if(|twin| twin.0 == hash) {
                    Some((_, earlier)) => drop(self.keys.insert(hash, earlier)),
                    None => drop(self.keys.remove(&hash)),
                },
            }
        }
    }

    /// Notes that the tables know of so many records by now.
    pub(crate) fn are_posted(&mut self, records: u64, filter: &mut Filter) {
        let keys = self.keys.iter().map(|(hash, seq)| (*hash, *seq)).chain(self.twins.iter().copied());
        keys.filter(|(_, seq)| *seq < records).for_each(|(hash, _)| filter.add(hash));
        let all = records == self.chain.size;
        self.posted = records;
        self.accounts.values_mut().for_each(|kept| {
            kept.changed &= !all;
            kept.moves.drain(..kept.moves.partition_point(|[seq]| *seq < records));
        });
        self.streams.values_mut().for_each(|grown| {
            grown.parts.drain(..grown.parts.partition_point(|[_, seq]| *seq < records));
        });
        self.keys.retain(|_, seq| *seq >= records);
        self.twins.retain(|(_, seq)| *seq >= records);
    }

    /// Forgets what the tables have, if it is much.
    pub(crate) fn not_too_much(&mut self) {
        debug_assert!(self.open.is_empty(), "what is forgotten gives others its number");
        if self.accounts.len() + self.streams.len() <= self.most {
            return;
        }
        self.accounts.retain(|_, kept| kept.changed || !kept.moves.is_empty());
        self.streams.retain(|_, grown| !grown.parts.is_empty());
        // What must be kept is not gone through again and again.
        self.most = MOST_KEPT.max(2 * (self.accounts.len() + self.streams.len()));
    }
}

/// What is asked of the file for nearly every step.
pub(crate) struct Lookups<'c> {
    connection: &'c Connection,
    key: CachedStatement<'c>,
    filter: &'c Filter,
}

impl<'c> Lookups<'c> {
    pub(crate) fn new(connection: &'c Connection, filter: &'c Filter) -> Result<Lookups<'c>, Failure> {
        let key = connection.prepare_cached(key::LOOK_UP).map_err(|error| failure(&error))?;
        Ok(Lookups { connection, key, filter })
    }

    /// What a step is held against whose key has this hash.
    pub(crate) fn with<'l>(&'l mut self, books: &'l mut Books, hash: i64) -> Looking<'l, 'c> {
        books.looked_up.accounts.clear();
        books.looked_up.streams.clear();
        Looking { lookups: self, books, hash }
    }
}

/// The books, and the tables for what is not in them.
pub(crate) struct Looking<'l, 'c> {
    lookups: &'l mut Lookups<'c>,
    books: &'l mut Books,
    hash: i64,
}

impl Known for Looking<'_, '_> {
    type Error = AppendError;

    fn receipt(&mut self, key: &Key) -> Result<Option<(Hash, Receipt)>, AppendError> {
        let Lookups { connection, key: look_up, filter } = &mut *self.lookups;
        let mut seqs = Vec::new();
        if filter.may_have(self.hash) {
            seqs = key::records(look_up, self.hash)?;
        }
        if let Some(seq) = self.books.keys.get(&self.hash) {
            seqs.push(*seq);
            seqs.extend(self.books.twins.iter().filter(|twin| twin.0 == self.hash).map(|twin| twin.1));
        }
        for seq in seqs {
            if let Some(found) = key::of_record(connection, seq, key, self.hash)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn version(&mut self, stream: &Name) -> Result<u64, AppendError> {
        let Books { streams, looked_up: LookedUp { streams: at_hand, .. }, .. } = &mut *self.books;
        let number = match number(streams, at_hand, stream) {
            Some(number) => number,
            None => {
                let events = read::posted_version(self.lookups.connection, stream)?;
                streams.insert_full(stream.clone(), Grown { events, parts: Vec::new() }).0
            }
        };
        at_hand.push(number);
        Ok(streams[number].events)
    }

    fn holds(&mut self, account: &Account) -> Result<Money, AppendError> {
        let Books { accounts, looked_up: LookedUp { accounts: at_hand, .. }, .. } = &mut *self.books;
        let number = match number(accounts, at_hand, account) {
            Some(number) => number,
            None => {
                let holds = Money::from_units(read::posted_balance(self.lookups.connection, account)?);
                accounts.insert_full(account.clone(), Kept { holds, changed: false, moves: Vec::new() }).0
            }
        };
        at_hand.push(number);
        Ok(accounts[number].holds)
    }
}
