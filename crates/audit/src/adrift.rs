//! What follows from a difference that was named: it is not named again.
//!
//! A posting that was changed leaves an account with more or less than everybody who looked at it later knew of. That is one thing that
//! is wrong, and it is named where it was written. But it may show elsewhere before: the money of a round is compared once its seed is
//! told, and other tables look at a meter meanwhile. So whatever may follow from such a difference waits until the end, and is then
//! judged in its order: it is dropped if what was named explains it to the cent, and named if not.

use crate::finding::Finding;
use std::collections::BTreeMap;
use tercet_ledger::{Account, Name};

/// How many differences are remembered, and how many findings wait: whatever is beyond that explains nothing, or is judged at once.
const MOST: usize = 1_000;

/// The differences that were named, and what may follow from them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Adrift {
    /// By account, the records in which other money was written than follows, and how much more, in the smallest unit; so for the awards
    /// that are noted.
    named: BTreeMap<Thing, Vec<(u64, i128)>>,
    count: usize,
    waiting: Vec<Waiting>,
    /// By account, how far below nothing it was named to be for a record that is not there: as far as that nobody knows better.
    short: BTreeMap<Thing, i128>,
    /// By table, the first record of each round from which on it was not looked at: what that left on the layout is not known.
    lost: BTreeMap<Name, Vec<u64>>,
    /// Each thing of a meter that was named to be seen otherwise than it stood.
    astray: BTreeMap<Thing, Astray>,
}

/// What waits until it is known what explains it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Waiting {
    /// The store keeps another balance, by so much more in the journal.
    Balance {
        /// What is said of it.
        finding: Finding,
        /// Which.
        account: Account,
        /// By how much more the journal makes, in the smallest unit.
        more: i128,
        /// The last record that is not there or cannot be read, if there is one.
        gap: Option<u64>,
    },
    /// An account was lowered, and is overdrawn.
    Overdrawn {
        /// What is said of it.
        finding: Finding,
        /// Which.
        account: Account,
        /// The record.
        seq: u64,
        /// What it holds then: less than nothing, in the smallest unit.
        holds: i128,
        /// The last record before it that is not there or cannot be read, if there is one.
        gap: Option<u64>,
    },
    /// A thing of a meter was seen otherwise than it stood.
    Misseen {
        /// What is said of it.
        finding: Finding,
        /// Which.
        thing: Thing,
        /// By how much more it stood, at each time at which somebody may have looked at it.
        times: Vec<Time>,
        /// Whether this record pays from the meter or starts it: then nothing but named money explains it.
        pays: bool,
        /// The record.
        seq: u64,
        /// The last record before it that is not there or cannot be read, if there is one.
        gap: Option<u64>,
    },
    /// A meter held nothing as a round opened, and was not started.
    Unstarted {
        /// What is said of it.
        finding: Finding,
        /// Which account is that of the meter.
        thing: Thing,
    },
    /// A thing of a meter was seen as it stood.
    Seen {
        /// Which.
        thing: Thing,
        /// The record behind which it was looked at.
        after: Option<u64>,
    },
}

/// What can stand otherwise than follows.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Thing {
    /// What an account holds.
    Holds(Account),
    /// How many awards of a meter were noted.
    Awards(Name),
}

/// A time at which a thing stood higher than somebody saw it, by so much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Time {
    /// From behind this record on.
    pub(crate) from: Option<u64>,
    /// Up to this record, which does not change it any more.
    pub(crate) to: u64,
    /// By how much, in the smallest unit or as a number.
    pub(crate) more: i128,
}

/// A difference that was named, and is gone on from as long as it stays the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Astray {
    /// How much more it stands than it is seen, beyond what named money explains; nothing if it is seen as it stands.
    beyond: i128,
    /// The record in which that was named.
    since: Option<u64>,
    /// Whether it is the difference that a record made which is not there.
    by_gap: bool,
    /// The last record that is not there of which it is known what it made.
    known: Option<u64>,
}

impl Adrift {
    /// Notes what was named: in this record so much more was written than follows.
    pub(crate) fn name(&mut self, thing: Thing, record: u64, more: i128) {
        if self.count < MOST {
            self.count += 1;
            self.named.entry(thing).or_default().push((record, more));
        }
    }

    /// How much more was written up to a record than follows, as far as that was named.
    fn of(&self, thing: &Thing, until: u64) -> i128 {
        let named = self.named.get(thing).into_iter().flatten();
        named.filter(|(record, _)| *record <= until).map(|(_, more)| more).sum()
    }

    /// Notes that the round of a table is not looked at from this record on.
    pub(crate) fn lose(&mut self, table: &Name, seq: u64) {
        let lost = self.lost.entry(table.clone()).or_default();
        if lost.len() < MOST {
            lost.push(seq);
        }
    }

    /// The last record up to this one from which on the round of a table was not looked at, for what lies there or is held.
    fn lost_before(&self, account: &Account, seq: u64) -> Option<u64> {
        let (Account::Layout(table, _) | Account::Held(table, _)) = account else { return None };
        self.lost.get(table)?.iter().copied().filter(|lost| *lost <= seq).max()
    }

    /// Lets something wait for what explains it; gives back what is named, if too many wait.
    pub(crate) fn wait(&mut self, one: Waiting) -> Vec<Finding> {
        if self.waiting.is_empty() && matches!(one, Waiting::Seen { .. }) {
            return self.unexplained(one).into_iter().collect();
        }
        if let Waiting::Seen { thing, .. } = &one {
            // Of what was seen right again and again the last time says it all, until something is wrong again.
            let last = self.waiting.iter_mut().rev().find(|waiting| waiting.thing() == Some(thing));
            if let Some(last @ Waiting::Seen { .. }) = last {
                *last = one;
                return Vec::new();
            }
        }
        self.waiting.push(one);
        if self.waiting.len() < MOST { Vec::new() } else { self.judge() }
    }

    /// Judges what waits, in its order: gives what is explained by nothing.
    pub(crate) fn judge(&mut self) -> Vec<Finding> {
        let waiting = std::mem::take(&mut self.waiting);
        let mut unknown = Unknown::default();
        let mut named = Vec::new();
        for one in waiting {
            if let Waiting::Balance { account, more, gap: Some(gap), .. } = &one {
                let (gap, more) = (*gap, more - self.of(&Thing::Holds(account.clone()), u64::MAX));
                if let Some(finding) = self.unexplained(one) {
                    unknown.add(finding, more, gap);
                }
            } else {
                named.extend(self.unexplained(one));
            }
        }
        named.extend(unknown.named());
        named
    }

    fn unexplained(&mut self, one: Waiting) -> Option<Finding> {
        match one {
            Waiting::Balance { finding, account, more, gap: _ } => {
                (self.of(&Thing::Holds(account), u64::MAX) != more).then_some(finding)
            }
            Waiting::Overdrawn { finding, account, seq, holds, gap } => {
                let (lost, account) = (self.lost_before(&account, seq), Thing::Holds(account));
                // A meter is known otherwise, too: by what the tables saw of it behind a record that is not there.
                let seen = self.astray.get(&account).filter(|astray| astray.by_gap);
                let more = seen.map_or(0, |astray| astray.beyond);
                let by_the_rules = holds - self.of(&account, seq) - more;
                if by_the_rules >= 0 {
                    return None;
                }
                let because = match (gap, lost) {
                    (Some(gap), _) => unknown(gap),
                    (None, Some(lost)) => format!("the round is not looked at from record {lost} on"),
                    (None, None) => return Some(finding),
                };
                let short = self.short.entry(account).or_default();
                if by_the_rules >= *short {
                    return None;
                }
                *short = by_the_rules;
                Some(finding.and(&because))
            }
            Waiting::Misseen { finding, thing, times, pays, seq, gap } => {
                self.misseen(finding, &thing, &times, pays, seq, gap)
            }
            // By the rules the meter may have held something, if it is known that other money was written.
            Waiting::Unstarted { finding, thing } => (!self.named.contains_key(&thing)).then_some(finding),
            Waiting::Seen { thing, after } => {
                let astray = self.astray.entry(thing).or_default();
                if after >= astray.since {
                    (astray.beyond, astray.by_gap) = (0, false);
                }
                // Whatever is not there before that has changed nothing.
                astray.known = astray.known.max(after);
                None
            }
        }
    }

    fn misseen(
        &mut self,
        finding: Finding,
        thing: &Thing,
        times: &[Time],
        pays: bool,
        seq: u64,
        gap: Option<u64>,
    ) -> Option<Finding> {
        if times.iter().any(|time| self.explains(thing, time)) {
            return None;
        }
        let beyond: Vec<i128> = times.iter().map(|time| time.more - self.of(thing, time.to)).collect();
        let astray = self.astray.entry(thing.clone()).or_default();
        if astray.beyond != 0 && (astray.by_gap || !pays) && beyond.contains(&astray.beyond) {
            return None;
        }
        // Of several times the nearest is as good as any.
        astray.beyond = beyond.iter().copied().min_by_key(|more| more.unsigned_abs()).unwrap_or(0);
        astray.since = Some(seq);
        let gap = gap.filter(|gap| astray.known.is_none_or(|known| known < *gap));
        astray.by_gap = gap.is_some();
        if let ([_], Some(_)) = (times, gap) {
            astray.known = gap;
        }
        Some(match gap {
            Some(gap) => finding.and(&unknown(gap)),
            None => finding,
        })
    }

    /// Whether what was named makes exactly this difference, at some time at which somebody may have looked.
    fn explains(&self, thing: &Thing, time: &Time) -> bool {
        let named = self.named.get(thing).into_iter().flatten().map(|(record, _)| *record);
        let within = named.filter(|record| time.from.is_none_or(|from| *record > from) && *record <= time.to);
        let mut ends = within.chain(time.from).chain([time.to]);
        time.more != 0 && ends.any(|end| self.of(thing, end) == time.more)
    }
}

impl Waiting {
    const fn thing(&self) -> Option<&Thing> {
        match self {
            Waiting::Misseen { thing, .. } | Waiting::Seen { thing, .. } => Some(thing),
            Waiting::Balance { .. } | Waiting::Overdrawn { .. } | Waiting::Unstarted { .. } => None,
        }
    }
}

/// The balances that the store keeps otherwise, where a record is not there that may have moved as much.
#[derive(Default)]
struct Unknown {
    findings: Vec<Finding>,
    /// By how much more the journal makes, all in all.
    more: i128,
    gap: u64,
}

impl Unknown {
    fn add(&mut self, finding: Finding, more: i128, gap: u64) {
        self.findings.push(finding);
        self.more += more;
        self.gap = gap;
    }

    /// One finding for all of them, if together they balance as what a record moves does.
    fn named(self) -> Vec<Finding> {
        let Unknown { mut findings, more, gap } = self;
        if more != 0 {
            return findings;
        }
        let others = findings.len().saturating_sub(1);
        findings.truncate(1);
        let so = match others {
            0 => String::new(),
            1 => "so it says of another account; ".into(),
            _ => format!("so it says of {others} more accounts; "),
        };
        findings.into_iter().map(|finding| finding.and(&format!("{so}{}", unknown(gap)))).collect()
    }
}

/// What is said where a record is not there that may explain it.
fn unknown(gap: u64) -> String {
    format!("what record {gap} moved is not known")
}
