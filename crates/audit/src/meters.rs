//! Meters: what was shown of them, and that each award is noted.

use crate::adrift::By;
use crate::finding::{Finding, Findings, Kind};
use crate::money::shown;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use tercet_ledger::{Account, Balances, Name, Part, Record, Transaction};
use tercet_rules::Money;
use tercet_table::{Award, MeterSeen, Stream};

/// How many of the last changes of a meter are remembered.
///
/// A table looks at its meter before it writes, and after its step before was written, so what it saw is what the meter held at some
/// time between the two. That is known exactly unless so many steps of other tables lie between; then nothing is said.
const REMEMBERED: usize = 1 << 16;

/// How many differences of a meter are gone on from.
const MOST_ASTRAY: usize = 16;

/// What each meter held of late.
#[derive(Default)]
pub(crate) struct Meters(BTreeMap<Name, Late>);

#[derive(Default)]
struct Late {
    /// What it held after each record that changed it, in order.
    changes: VecDeque<Held>,
    /// Whether changes before these were forgotten.
    forgotten: bool,
    awards: u64,
    /// What was found to be seen otherwise: by how much more the meter, its reserve and the number of its awards stand in the journal.
    astray: [Vec<i128>; 3],
}

/// What a meter held from a record on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Held {
    seq: u64,
    meter: Money,
    reserve: Money,
    awards: u64,
}

impl Late {
    /// What it held at some time from behind this record on; none if that is not known any more.
    fn since(&self, seq: Option<u64>) -> Option<Vec<Held>> {
        let first = self.changes.partition_point(|held| seq.is_some_and(|seq| held.seq <= seq));
        let before = match first.checked_sub(1) {
            Some(before) => self.changes[before],
            None if self.forgotten => return None,
            None => Held::default(),
        };
        Some(std::iter::once(before).chain(self.changes.range(first..).copied()).collect())
    }
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

/// One of the things that a meter held, in the smallest unit or as a number.
type Of = fn(&Held) -> i128;

/// What a table saw of its meter.
#[derive(Clone, Copy)]
pub(crate) struct Look<'a> {
    pub(crate) meter: &'a Name,
    pub(crate) seen: &'a MeterSeen,
    pub(crate) since: Since,
    /// The last record of the table that looked: it looked behind it.
    pub(crate) last: Option<u64>,
    /// The record that it wrote then.
    pub(crate) seq: u64,
}

impl Meters {
    /// Finds what was seen of a meter, if it held that at no time behind the last record of the table that looked; and says whether
    /// anything is wrong with it.
    ///
    /// What was found once is gone on from: whoever sees the same difference later is told nothing more.
    pub(crate) fn misseen(
        &mut self,
        look: &Look<'_>,
        balances: &Balances,
        findings: &mut Findings,
        place: &dyn Fn(Finding) -> Finding,
    ) -> bool {
        let Look { meter, seen, since, last, seq } = *look;
        let late = self.0.entry(meter.clone()).or_default();
        let known = late.since(last);
        let units = |money: Money| i128::from(money.units());
        let accounts = [Account::Meter(meter.clone()), Account::Reserve(meter.clone())];
        let [on_meter, in_reserve] = [0, 1].map(|at| units(balances.of(&accounts[at])));
        let awards = i128::from(late.awards);
        let things: [(i128, i128, Of, bool); 3] = [
            (units(seen.now.meter), on_meter, |held| i128::from(held.meter.units()), since == Since::Nothing),
            (
                units(seen.now.reserve),
                in_reserve,
                |held| i128::from(held.reserve.units()),
                since != Since::Anything,
            ),
            (i128::from(seen.hits), awards, |held| i128::from(held.awards), since != Since::Anything),
        ];
        let mut wrong = false;
        for (at, (found, now, held, as_now)) in things.into_iter().enumerate() {
            // By how much more it stands in the journal than it was seen as, at each time at which that may have been.
            let more: Vec<i128> = match &known {
                _ if as_now => vec![now - found],
                None => continue,
                Some(known) => known.iter().rev().take(MOST_ASTRAY).map(|one| held(one) - found).collect(),
            };
            let as_seen = !as_now && known.iter().flatten().any(|one| held(one) == found);
            if as_seen || more.iter().any(|more| *more == 0 || late.astray[at].contains(more)) {
                continue;
            }
            wrong = true;
            let astray = &mut late.astray[at];
            astray.extend(&more);
            astray.drain(..astray.len().saturating_sub(MOST_ASTRAY));
            let Some(account) = accounts.get(at) else {
                let message = format!("the meter {meter} was seen after {found} awards; there were {now}");
                findings.add(place(Finding::new(Kind::MeterShown, message)));
                continue;
            };
            let message = format!("{account} was seen as {}; it held {}", shown(found), shown(now));
            let finding = Finding::new(Kind::MeterShown, message).account(account, found, now);
            findings.add_unless(place(finding), account, seq.saturating_sub(1), By::One(more));
        }
        wrong
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
        let mut touched: BTreeSet<Name> = BTreeSet::new();
        for posting in record.transactions.iter().flat_map(Transaction::postings) {
            for account in [&posting.from, &posting.to] {
                if let Account::Meter(name) | Account::Reserve(name) = account {
                    touched.insert(name.clone());
                }
            }
        }
        let place = |finding: Finding| {
            let finding = finding.at(record.seq);
            at.map_or(finding.clone(), |(table, round)| finding.table(table).round(round))
        };
        let mut pays: BTreeSet<Name> = if at.is_some() { paying(record) } else { BTreeSet::new() };
        for part in &record.parts {
            let Some(Stream::Meter(meter)) = Stream::of(&part.stream) else { continue };
            self.0.entry(meter.clone()).or_default().awards += part.events.len() as u64;
            touched.insert(meter.clone());
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
        for name in touched {
            let meter = balances.of(&Account::Meter(name.clone()));
            let reserve = balances.of(&Account::Reserve(name.clone()));
            let late = self.0.entry(name).or_default();
            late.changes.push_back(Held { seq: record.seq, meter, reserve, awards: late.awards });
            if late.changes.len() > REMEMBERED {
                late.changes.pop_front();
                late.forgotten = true;
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn held(seq: u64, units: i64) -> Held {
        Held { seq, meter: Money::from_units(units), ..Held::default() }
    }

    /// What was seen is what the meter held behind the table's own last record: not before, however few changes lie between, and
    /// as far back as that is, however many.
    #[test]
    fn a_meter_is_known_from_the_last_step_of_the_table_on() {
        let mut late = Late::default();
        for seq in 0..5_000 {
            late.changes.push_back(held(seq * 2, i64::try_from(seq).expect("few")));
        }
        assert_eq!(late.since(None).expect("all").len(), 5_001);
        for (last, first) in [(0, 0), (1, 0), (2, 1), (4_000, 2_000), (4_001, 2_000), (20_000, 4_999)] {
            let known = late.since(Some(last)).expect("all is there");
            assert_eq!(known[0], held(first * 2, i64::try_from(first).expect("few")), "{last}");
            assert_eq!(known.len() as u64, 5_000 - first);
        }
        late.changes.drain(..100);
        late.forgotten = true;
        assert_eq!(late.since(Some(150)), None);
        assert_eq!(late.since(None), None);
        assert!(late.since(Some(200)).is_some());
    }
}
