//! Meters: what was shown of them, and that each award is noted.

use crate::finding::{Finding, Findings, Kind};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use tercet_ledger::{Account, Balances, Name, Part, Record, Transaction};
use tercet_rules::Money;
use tercet_table::{Award, MeterSeen, Stream};

/// How many of the last balances of a meter are remembered. A table looks at a meter before it writes, so what it saw may be
/// this many steps of other tables old.
const REMEMBERED: usize = 1024;

/// What each meter held of late.
#[derive(Default)]
pub(crate) struct Meters(BTreeMap<Name, Late>);

#[derive(Default)]
struct Late {
    meter: VecDeque<Money>,
    reserve: VecDeque<Money>,
    awards: u64,
}

/// What may have happened to a meter since a table looked at it and before it wrote.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Since {
    /// Anything.
    Anything,
    /// It grew, but its reserve and the number of its awards are as they were: this record pays from it.
    Contributions,
    /// Nothing: this record starts it.
    Nothing,
}

impl Meters {
    /// What is wrong with what was seen of a meter, if it did not hold that, now or a moment ago.
    pub(crate) fn misseen(
        &self,
        meter: &Name,
        seen: &MeterSeen,
        since: Since,
        balances: &Balances,
    ) -> Option<Finding> {
        let none = Late::default();
        let late = self.0.get(meter).unwrap_or(&none);
        let wrong = |account: &Account, found: Money| {
            let holds = balances.of(account);
            let message = format!("{account} was seen as {found}; it held {holds}");
            let [found, holds] = [found, holds].map(|money| i128::from(money.units()));
            Some(Finding::new(Kind::MeterShown, message).account(account, found, holds))
        };
        let (account, reserve) = (Account::Meter(meter.clone()), Account::Reserve(meter.clone()));
        let held = |late: &VecDeque<Money>, account: &Account, money: Money| {
            balances.of(account) == money || late.contains(&money)
        };
        let other = balances.of(&account) != seen.now.meter;
        if !held(&late.meter, &account, seen.now.meter) || (since == Since::Nothing && other) {
            return wrong(&account, seen.now.meter);
        }
        if !held(&late.reserve, &reserve, seen.now.reserve)
            || (since != Since::Anything && seen.now.reserve != balances.of(&reserve))
        {
            return wrong(&reserve, seen.now.reserve);
        }
        if seen.hits > late.awards || (since != Since::Anything && seen.hits != late.awards) {
            let message =
                format!("the meter {meter} was seen after {} awards; there were {}", seen.hits, late.awards);
            return Some(Finding::new(Kind::MeterShown, message));
        }
        None
    }

    /// Notes what the meters hold after a record, and compares its awards with what was paid.
    ///
    /// `at` says at which table in which round the record happens.
    pub(crate) fn take(
        &mut self,
        record: &Record,
        balances: &Balances,
        at: Option<(&Name, u64)>,
        findings: &mut Findings,
    ) {
        let mut touched: BTreeSet<&Name> = BTreeSet::new();
        for posting in record.transactions.iter().flat_map(Transaction::postings) {
            for account in [&posting.from, &posting.to] {
                if let Account::Meter(name) | Account::Reserve(name) = account {
                    touched.insert(name);
                }
            }
        }
        for name in touched {
            let late = self.0.entry(name.clone()).or_default();
            remember(&mut late.meter, balances.of(&Account::Meter(name.clone())));
            remember(&mut late.reserve, balances.of(&Account::Reserve(name.clone())));
        }
        let place = |finding: Finding| {
            let finding = finding.at(record.seq);
            at.map_or(finding.clone(), |(table, round)| finding.table(table).round(round))
        };
        let mut pays: BTreeSet<Name> = if at.is_some() { paying(record) } else { BTreeSet::new() };
        for part in &record.parts {
            let Some(Stream::Meter(meter)) = Stream::of(&part.stream) else { continue };
            self.0.entry(meter.clone()).or_default().awards += part.events.len() as u64;
            for event in &part.events {
                let award = match Award::read(event) {
                    Ok(award) => award,
                    Err(bad) => {
                        let message = format!("not an award of the meter {meter}: {bad}");
                        findings.add(place(Finding::new(Kind::UnreadableEvent, message)));
                        continue;
                    }
                };
                if at != Some((&award.table, award.round)) {
                    let (table, round) = (&award.table, award.round);
                    let message = format!(
                        "an award of the meter {meter} to round {round} at {table} is noted, which does not happen here"
                    );
                    findings.add(place(Finding::new(Kind::Award, message)));
                } else if !pays.remove(&meter) {
                    let message = format!("an award of the meter {meter} is noted; it pays nothing here");
                    findings.add(place(Finding::new(Kind::Award, message)));
                }
            }
        }
        for meter in pays {
            // It paid all the same, and later events count it.
            let noted = |part: &Part| Stream::of(&part.stream) == Some(Stream::Meter(meter.clone()));
            if !record.parts.iter().any(noted) {
                self.0.entry(meter.clone()).or_default().awards += 1;
            }
            let message = format!("the meter {meter} pays here and no award is noted");
            findings.add(place(Finding::new(Kind::Award, message)));
        }
    }
}

/// The meters from which a record pays.
pub(crate) fn paying(record: &Record) -> BTreeSet<Name> {
    let postings = record.transactions.iter().flat_map(Transaction::postings);
    postings
        .filter_map(|posting| match &posting.from {
            Account::Meter(name) => Some(name.clone()),
            Account::World
            | Account::House
            | Account::Bank(_)
            | Account::Wallet(_)
            | Account::Layout(..)
            | Account::Held(..)
            | Account::Reserve(_) => None,
        })
        .collect()
}

fn remember(late: &mut VecDeque<Money>, holds: Money) {
    if late.back() != Some(&holds) {
        late.push_back(holds);
    }
    if late.len() > REMEMBERED {
        late.pop_front();
    }
}
