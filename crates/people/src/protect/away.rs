//! Breaks: who is away bets nothing and brings no money until the time is over.

use super::{DAY, HOUR, Protection};
use std::collections::BTreeMap;
use std::fmt;

/// Why somebody is away.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Break {
    /// A pause that the player takes: an hour to six weeks.
    CoolOff,
    /// The player shuts themselves out: a day or more, or for ever. Nobody can shorten it.
    SelfExclusion,
    /// The house keeps the player away; it may end that, too.
    HouseExclusion,
}

impl Break {
    /// Every kind.
    pub const ALL: [Break; 3] = [Break::CoolOff, Break::SelfExclusion, Break::HouseExclusion];

    /// The kind as one word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Break::CoolOff => "cool-off",
            Break::SelfExclusion => "self-exclusion",
            Break::HouseExclusion => "house-exclusion",
        }
    }

    /// The kind that this word means.
    #[must_use]
    pub fn of(word: &str) -> Option<Break> {
        Break::ALL.into_iter().find(|kind| kind.word() == word)
    }

    const fn bounds(self) -> (u64, Option<u64>) {
        match self {
            Break::CoolOff => (HOUR, Some(42 * DAY)),
            Break::SelfExclusion => (DAY, None),
            Break::HouseExclusion => (0, None),
        }
    }
}

impl fmt::Display for Break {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// Until when. Later is greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Until {
    /// Until this time, in milliseconds since 1970-01-01 UTC; then it is over.
    Time(u64),
    /// For ever.
    ForEver,
}

impl Until {
    const fn is_over(self, now_ms: u64) -> bool {
        match self {
            Until::Time(until) => until <= now_ms,
            Until::ForEver => false,
        }
    }
}

/// That somebody is away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Away {
    /// Why.
    pub kind: Break,
    /// Since when.
    pub since_ms: u64,
    /// Until when.
    pub until: Until,
}

/// The breaks of one account, the last of each kind.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Aways(BTreeMap<Break, Away>);

impl Protection {
    /// Keeps the player away from now on. If a break of that kind goes on already, the later end counts: none is ever shortened.
    ///
    /// # Errors
    ///
    /// If it is shorter or longer than its kind may be.
    pub fn go_away(&mut self, kind: Break, until: Until, now_ms: u64) -> Result<Away, AwayRefused> {
        let (least, most) = kind.bounds();
        let fits = match until {
            Until::Time(time) => time
                .checked_sub(now_ms)
                .is_some_and(|ms| ms > 0 && ms >= least && most.is_none_or(|most| ms <= most)),
            Until::ForEver => most.is_none(),
        };
        if !fits {
            return Err(AwayRefused::Time(kind));
        }
        let going_on = self.away.0.get(&kind).filter(|away| !away.until.is_over(now_ms));
        let away = match going_on {
            Some(away) => Away { until: away.until.max(until), ..*away },
            None => Away { kind, since_ms: now_ms, until },
        };
        self.away.0.insert(kind, away);
        Ok(away)
    }

    /// Ends what the house began.
    ///
    /// # Errors
    ///
    /// If it goes on no more.
    pub fn house_lets_in(&mut self, now_ms: u64) -> Result<Away, AwayRefused> {
        let going_on = |away: &Away| !away.until.is_over(now_ms);
        self.away.0.remove(&Break::HouseExclusion).filter(going_on).ok_or(AwayRefused::NotAway)
    }

    /// What keeps the player away at this time; of several what does so the longest.
    #[must_use]
    pub fn away(&self, now_ms: u64) -> Option<Away> {
        self.aways().filter(|away| !away.until.is_over(now_ms)).max_by_key(|away| away.until)
    }

    /// The last break of each kind, whether it is over or not.
    pub fn aways(&self) -> impl Iterator<Item = Away> {
        self.away.0.values().copied()
    }

    /// Takes back what was kept.
    pub(crate) fn keep_away(&mut self, away: Away) {
        self.away.0.insert(away.kind, away);
    }
}

/// Says why a break is not begun, or not ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AwayRefused {
    /// It would be over too soon, or too late.
    Time(Break),
    /// The house keeps nobody away here.
    NotAway,
}

impl fmt::Display for AwayRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AwayRefused::Time(Break::CoolOff) => f.write_str("expected a cool-off of one hour to 42 days"),
            AwayRefused::Time(Break::SelfExclusion) => {
                f.write_str("expected a self-exclusion of at least 24 hours, or for ever")
            }
            AwayRefused::Time(Break::HouseExclusion) => {
                f.write_str("expected an exclusion that ends in the future, or never")
            }
            AwayRefused::NotAway => {
                f.write_str("the house does not keep this player away; expected one that it does")
            }
        }
    }
}

impl std::error::Error for AwayRefused {}
