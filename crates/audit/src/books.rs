//! Balances, versions and receipts, made from the records and compared with what the store keeps.

use crate::adrift::By;
use crate::finding::{Finding, Findings, Kind};
use crate::report::Moved;
use crate::times::time_of;
use std::collections::BTreeMap;
use tercet_ledger::{Account, Balances, Name, NotApplied, Record, Transaction};
use tercet_rules::Money;
use tercet_store::{Failure, Receipt, Store};

/// Everything that follows from the records so far, whatever they are about.
#[derive(Default)]
pub(crate) struct Books {
    pub(crate) balances: Balances,
    /// How many events each stream has.
    pub(crate) versions: BTreeMap<Name, u64>,
    pub(crate) moved: Moved,
    /// By how much accounts were found to be overdrawn, in the smallest unit.
    short: BTreeMap<Account, i128>,
}

impl Books {
    /// Takes a record, whatever is wrong with it.
    pub(crate) fn take(&mut self, record: &Record, findings: &mut Findings) {
        for part in &record.parts {
            let version = self.versions.entry(part.stream.clone()).or_default();
            if *version != part.version {
                let message = format!(
                    "events of {} from {} on; expected from {version} on: some are missing or there twice",
                    part.stream, part.version
                );
                findings.add(Finding::new(Kind::Version, message).at(record.seq));
            }
            *version = part.version.saturating_add(part.events.len() as u64);
        }
        for transaction in &record.transactions {
            transaction.postings().iter().for_each(|posting| self.moved.add(posting));
            match self.balances.apply(transaction) {
                Ok(()) => {}
                Err(NotApplied::Overdraft(overdraft)) => {
                    let has = i128::from(overdraft.has.units());
                    let needs = i128::from(overdraft.needs.units());
                    let named = self.short.entry(overdraft.account.clone()).or_default();
                    let short = needs - has;
                    // What was written is gone on from: it is named again only where it has more than doubled.
                    if short > *named * 2 {
                        *named = short;
                        let finding = Finding::new(Kind::Overdraft, overdraft.to_string()).at(record.seq);
                        let finding = finding.account(&overdraft.account, has, needs);
                        findings.add_unless(finding, &overdraft.account, record.seq, By::AtMost(-short));
                    }
                    self.apply_all_the_same(transaction);
                }
                Err(error @ NotApplied::TooMuch { .. }) => {
                    findings.add(Finding::new(Kind::Overdraft, error.to_string()).at(record.seq));
                }
            }
        }
    }

    /// What is written is counted, so that one thing that is wrong is not found again at every later record.
    fn apply_all_the_same(&mut self, transaction: &Transaction) {
        for (account, change) in changes(transaction) {
            let holds = i128::from(self.balances.of(&account).units()) + change;
            if let Ok(units) = i64::try_from(holds) {
                self.balances.set(&account, Money::from_units(units));
            }
        }
    }

    /// Compares what each account holds, and how many events each stream has, with what the store keeps.
    pub(crate) fn compare(
        &self,
        store: &dyn Store,
        kept: &Balances,
        findings: &mut Findings,
    ) -> Result<(), Failure> {
        let accounts: std::collections::BTreeSet<&Account> =
            self.balances.all().chain(kept.all()).map(|(account, _)| account).collect();
        for account in accounts {
            let (found, expected) = (kept.of(account), self.balances.of(account));
            if found != expected {
                let message =
                    format!("the store says that {account} holds {found}; the journal makes {expected}");
                let [found, expected] = [found, expected].map(|money| i128::from(money.units()));
                let finding = Finding::new(Kind::Balance, message).account(account, found, expected);
                // The store may keep what follows by the rules where the journal was changed: that was said of the record.
                findings.add_unless(finding, account, u64::MAX, By::One(vec![expected - found]));
            }
        }
        for (stream, expected) in &self.versions {
            let found = store.version(stream)?;
            if found != *expected {
                let message =
                    format!("the store says that {stream} has {found} events; the journal has {expected}");
                findings.add(Finding::new(Kind::Stream, message));
            }
        }
        Ok(())
    }
}

/// The receipts that the store keeps, as far as it can still be asked for them.
#[derive(Default)]
pub(crate) struct Receipts {
    /// How many times in a row the store could not say.
    failed: u32,
}

/// After so many times nothing more is asked: what is wrong is with all of them.
const MOST_FAILURES: u32 = 8;

impl Receipts {
    /// Compares the receipt that the store keeps for the key of a record.
    pub(crate) fn compare(
        &mut self,
        record: &Record,
        store: &dyn Store,
        findings: &mut Findings,
    ) -> Result<(), Failure> {
        if self.failed >= MOST_FAILURES {
            return Ok(());
        }
        let (key, seq) = (&record.key, record.seq);
        let receipt = match store.receipt(key) {
            Ok(receipt) => receipt,
            Err(Failure::Corrupt(said)) => {
                self.failed += 1;
                let rest = if self.failed == MOST_FAILURES {
                    "; so it was before: no more of them are asked for"
                } else {
                    ""
                };
                let message = format!("the receipt for its key {key} cannot be read: {said}{rest}");
                findings.add(Finding::new(Kind::Receipt, message).at(seq));
                return Ok(());
            }
            Err(failure) => return Err(failure),
        };
        self.failed = 0;
        let finding = match receipt {
            Some((request, Receipt { seq: found, at_ms, .. }))
                if (request, found, at_ms) == (record.request, seq, record.at_ms) =>
            {
                return Ok(());
            }
            None => Finding::new(Kind::Receipt, format!("the store keeps no receipt for its key {key}")),
            Some((_, Receipt { seq: found, .. })) if found != seq => {
                let other = store.records(found, 1)?;
                let other = other.first().and_then(|bytes| Record::decode(bytes).ok());
                if other.is_some_and(|other| other.key == *key && other.seq == found) {
                    Finding::new(Kind::KeyTwice, format!("its key {key} is that of record {found} too"))
                } else {
                    let message = format!("the store says that its key {key} is that of record {found}");
                    Finding::new(Kind::Receipt, message)
                }
            }
            Some((request, Receipt { at_ms, .. })) => {
                let message = format!(
                    "the store says that {request} was asked at {}; the record says {} at {}",
                    time_of(at_ms),
                    record.request,
                    time_of(record.at_ms)
                );
                Finding::new(Kind::Receipt, message)
            }
        };
        findings.add(finding.at(seq));
        Ok(())
    }
}

/// What each account gains or loses in a transaction.
pub(crate) fn changes(transaction: &Transaction) -> BTreeMap<Account, i128> {
    let mut changes: BTreeMap<Account, i128> = BTreeMap::new();
    for posting in transaction.postings() {
        let amount = i128::from(posting.amount.units());
        *changes.entry(posting.from.clone()).or_default() -= amount;
        *changes.entry(posting.to.clone()).or_default() += amount;
    }
    changes
}
