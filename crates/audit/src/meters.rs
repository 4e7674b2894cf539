//! Meters: what was shown of them, and that each award is noted.

use crate::adrift::{Thing, Time, Waiting};
use crate::finding::{Finding, Findings, Kind};
use crate::money::shown;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use tercet_ledger::{Account, Balances, Name, Record, Transaction};
use tercet_rules::Money;
use tercet_table::{Award, MeterSeen, Stream};

/// How many of the last changes of a meter are remembered.
///
/// A table looks at its meter before it writes, and after its step before was written, so what it saw is what the meter held at some
/// time between the two. That is known exactly unless so many steps of other tables lie between; then nothing is said.
const REMEMBERED: usize = 1 << 16;

/// At how many times at most a table may have looked that saw something else: what explains it is looked for at these.
const MOST_TIMES: usize = 64;

/// What each meter held of late.
#[derive(Default)]
pub(crate) struct Meters {
    late: BTreeMap<Name, Late>,
    /// The last record that is not there or cannot be read: what it moved is not known.
    gap: Option<u64>,
}

#[derive(Default)]
struct Late {
    /// What it held after each record that changed it, in order.
    changes: VecDeque<Held>,
    /// Whether changes before these were forgotten.
    forgotten: bool,
    awards: u64,
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

/// The amounts of a meter and of its reserve, and the number of its awards.
const THINGS: [Of; 3] = [
    |held| i128::from(held.meter.units()),
    |held| i128::from(held.reserve.units()),
    |held| i128::from(held.awards),
];

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
    /// Goes on behind a record that is not there, or cannot be read.
    pub(crate) const fn miss(&mut self, seq: u64) {
        self.gap = Some(seq);
    }

    /// Looks whether the meter held what was seen of it, at some time behind the last record of the table that looked. If not, that is
    /// named unless money that was named explains it.
    pub(crate) fn look(
        &mut self,
        look: &Look<'_>,
        balances: &Balances,
        findings: &mut Findings,
        place: &dyn Fn(Finding) -> Finding,
    ) {
        let Look { meter, seen, since, last, seq } = *look;
        let late = self.late.entry(meter.clone()).or_default();
        let accounts = [Account::Meter(meter.clone()), Account::Reserve(meter.clone())];
        let [on_meter, in_reserve] = [0, 1].map(|at| balances.of(&accounts[at]));
        let now = Held { seq, meter: on_meter, reserve: in_reserve, awards: late.awards };
        let saw = Held { seq, meter: seen.now.meter, reserve: seen.now.reserve, awards: seen.hits };
        // A record that starts a meter finds it as it stands, and one that pays from it, its reserve and its awards.
        let as_now = [since == Since::Nothing, since != Since::Anything, since != Since::Anything];
        let known = late.since(last);
        let earliest = known.as_ref().map_or([0; 3], |known| earliest(known, &saw));
        let before = seq.saturating_sub(1);
        for (at, of) in THINGS.into_iter().enumerate() {
            let (saw, now) = (of(&saw), of(&now));
            let mut times: Vec<Time> = match &known {
                _ if as_now[at] => vec![Time { from: None, to: before, more: now - saw }],
                None => continue,
                Some(known) => times(known, before, last, |held| of(held) - saw).split_off(earliest[at]),
            };
            let thing = match accounts.get(at) {
                Some(account) => Thing::Holds(account.clone()),
                None => Thing::Awards(meter.clone()),
            };
            if times.iter().any(|time| time.more == 0) {
                let after = if as_now[at] { Some(before) } else { last };
                findings.add_unless(Waiting::Seen { thing, after });
                continue;
            }
            times.drain(..times.len().saturating_sub(MOST_TIMES));
            let finding = match accounts.get(at) {
                Some(account) => {
                    let message = format!("{account} was seen as {}; it held {}", shown(saw), shown(now));
                    Finding::new(Kind::MeterShown, message).account(account, saw, now)
                }
                None => {
                    let message = format!("the meter {meter} was seen after {saw} awards; there were {now}");
                    Finding::new(Kind::MeterShown, message)
                }
            };
            let (finding, pays) = (place(finding), since != Since::Anything);
            findings.add_unless(Waiting::Misseen { finding, thing, times, pays, seq, gap: self.gap });
        }
    }

    /// Names a meter that held nothing whenever the table can have looked behind its record before, as it opened a round that starts it not.
    pub(crate) fn unstarted(
        &self,
        meter: &Name,
        last: Option<u64>,
        findings: &mut Findings,
        place: &dyn Fn(Finding) -> Finding,
    ) {
        // Behind a record that is not there nobody knows what it held.
        let (None, Some(known)) =
            (self.gap, self.late.get(meter).map_or(Some(Vec::new()), |late| late.since(last)))
        else {
            return;
        };
        if known.iter().all(|held| held.meter == Money::ZERO) {
            let message = format!("the meter {meter} held nothing as this round opened, and was not started");
            let finding = place(Finding::new(Kind::MeterShown, message));
            let thing = Thing::Holds(Account::Meter(meter.clone()));
            findings.add_unless(Waiting::Unstarted { finding, thing });
        }
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
            self.late.entry(meter.clone()).or_default().awards += part.events.len() as u64;
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
                    findings.astray(Thing::Awards(meter.clone()), record.seq, 1);
                } else if !pays.remove(&meter) {
                    let message = format!("an award of the meter {meter} is noted; it pays nothing here");
                    findings.add(place(Finding::new(Kind::Award, message)));
                    findings.astray(Thing::Awards(meter.clone()), record.seq, 1);
                }
            }
        }
        for meter in pays {
            let message = format!("the meter {meter} pays here and no award is noted");
            findings.add(place(Finding::new(Kind::Award, message)));
            findings.astray(Thing::Awards(meter), record.seq, -1);
        }
        for name in touched {
            let meter = balances.of(&Account::Meter(name.clone()));
            let reserve = balances.of(&Account::Reserve(name.clone()));
            let late = self.late.entry(name).or_default();
            late.changes.push_back(Held { seq: record.seq, meter, reserve, awards: late.awards });
            if late.changes.len() > REMEMBERED {
                late.changes.pop_front();
                late.forgotten = true;
            }
        }
    }
}

/// The first of the times at which a table can have looked at each of the [`THINGS`].
///
/// A table reads the awards, then the meter, then its reserve. Whoever saw an award did not see the meter as it was before it: a share of
/// that would be one of money that was paid already (R20).
fn earliest(known: &[Held], saw: &Held) -> [usize; 3] {
    let behind = |from: usize, same: &dyn Fn(&Held) -> bool| {
        known[from..].iter().position(same).map_or(from, |more| from + more)
    };
    let awards = behind(0, &|held| held.awards == saw.awards);
    [awards, behind(awards, &|held| held.meter == saw.meter), 0]
}

/// By how much more something stood than it was seen, at each time behind the last record of a table and before this one.
fn times(known: &[Held], before: u64, last: Option<u64>, more: impl Fn(&Held) -> i128) -> Vec<Time> {
    let ends = known[1..].iter().map(|next| next.seq.saturating_sub(1)).chain([before]);
    let from = std::iter::once(last).chain(known[1..].iter().map(|held| Some(held.seq)));
    let times = known.iter().zip(from.zip(ends));
    times.map(|(held, (from, to))| Time { from, to, more: more(held) }).collect()
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
