//! Balances, versions and receipts, made from the records and compared with what the store keeps.

use crate::adrift::Waiting;
use crate::finding::{Finding, Findings, Kind};
use crate::money::shown;
use crate::report::Moved;
use crate::times::time_of;
use std::collections::BTreeMap;
use tercet_ledger::{Account, Balances, MOST_HELD, Name, NotApplied, Record};
use tercet_rules::Money;
use tercet_store::{Failure, Receipt, Store};

/// How far a stream is known.
#[derive(Clone, Copy, Default)]
struct Stands {
    version: u64,
    /// The last record that has events of it.
    last: Option<u64>,
}

/// Everything that follows from the records so far, whatever they are about.
#[derive(Default)]
pub(crate) struct Books {
    pub(crate) balances: Balances,
    /// How many events each stream has.
    versions: BTreeMap<Name, Stands>,
    pub(crate) moved: Moved,
    /// The last record that is not there or cannot be read: what it moved is not known.
    gap: Option<u64>,
}

impl Books {
    /// Takes a record, whatever is wrong with it.
    pub(crate) fn take(&mut self, record: &Record, findings: &mut Findings) {
        for part in &record.parts {
            let stands = self.versions.entry(part.stream.clone()).or_default();
            // A record that is not there since may have had those that are missing.
            let had = self.gap.is_some() && self.gap > stands.last && part.version > stands.version;
            if stands.version != part.version && !had {
                let message = format!(
                    "events of {} from {} on; expected from {} on: some are missing or there twice",
                    part.stream, part.version, stands.version
                );
                findings.add(Finding::new(Kind::Version, message).at(record.seq));
            }
            let version = part.version.saturating_add(part.events.len() as u64);
            *stands = Stands { version, last: Some(record.seq) };
        }
        for transaction in &record.transactions {
            transaction.postings().iter().for_each(|posting| self.moved.add(posting));
            for (account, change) in transaction.changes() {
                self.change(account, change, record.seq, findings);
            }
        }
    }

    /// Goes on behind a record that is not there, or cannot be read.
    pub(crate) const fn miss(&mut self, seq: u64) {
        self.gap = Some(seq);
    }

    /// What a transaction changes is counted, whatever is wrong with it: one thing that is wrong is not found again at every later record.
    fn change(&mut self, account: &Account, change: i128, seq: u64, findings: &mut Findings) {
        let has = i128::from(self.balances.of(account).units());
        let holds = has + change;
        let counted = i64::try_from(holds).ok().map(Money::from_units);
        let Some(money) =
            counted.filter(|money| (-MOST_HELD.units()..=MOST_HELD.units()).contains(&money.units()))
        else {
            let error = NotApplied::TooMuch { account: account.clone() };
            findings.add(Finding::new(Kind::Overdraft, error.to_string()).at(seq));
            return;
        };
        self.balances.set(account, money);
        if holds < 0 && change < 0 && !account.may_be_negative() {
            let message = format!("{account} holds {}, and {} is needed", shown(has), shown(-change));
            let finding = Finding::new(Kind::Overdraft, message).at(seq).account(account, has, -change);
            let gap = self.gap;
            findings.add_unless(Waiting::Overdrawn { finding, account: account.clone(), seq, holds, gap });
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
        let gap = self.gap;
        for account in accounts {
            let (found, expected) = (kept.of(account), self.balances.of(account));
            if found != expected {
                let message =
                    format!("the store says that {account} holds {found}; the journal makes {expected}");
                let [found, expected] = [found, expected].map(|money| i128::from(money.units()));
                let finding = Finding::new(Kind::Balance, message).account(account, found, expected);
                // The store may keep what follows by the rules where the journal was changed: that was said of the record.
                let (account, more) = (account.clone(), expected - found);
                findings.add_unless(Waiting::Balance { finding, account, more, gap });
            }
        }
        for (stream, stands) in &self.versions {
            let (found, expected) = (store.version(stream)?, stands.version);
            // The last events may have been in a record that is not there.
            let had = self.gap.is_some() && self.gap > stands.last && found > expected;
            if found != expected && !had {
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
                findings.add_failure(Finding::new(Kind::Receipt, message).at(seq), &said);
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
