//! Whether a bet may be made now.

use super::{Away, Limit, Protection, Tally, Until, lasting};
use std::fmt;
use tercet_rules::Money;

/// Why a bet may not be made now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The player is away.
    Away(Away),
    /// A limit on money or time would be passed.
    Limit {
        /// Which.
        limit: Limit,
        /// What it is set to, in its own unit.
        set: u64,
        /// What of it is used up, in the same unit.
        used: u64,
        /// When there is room for this bet, if nothing else is bet until then; none if there never is.
        frees_ms: Option<u64>,
    },
    /// The player must first be told of time and cost, and say so.
    RealityCheck {
        /// For how long they have been playing, in milliseconds.
        playing_ms: u64,
        /// What they have lost in 24 hours; negative if they have won.
        lost_today: Money,
    },
}

impl Stop {
    /// When it stops no more by itself; none if never.
    #[must_use]
    pub const fn frees_ms(&self) -> Option<u64> {
        match self {
            Stop::Away(Away { until: Until::Time(time), .. }) => Some(*time),
            Stop::Limit { frees_ms, .. } => *frees_ms,
            Stop::Away(_) | Stop::RealityCheck { .. } => None,
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Away(away) => write!(f, "{}: no bets and no money in until it is over", away.kind),
            Stop::Limit { limit, set, used, frees_ms } => {
                let (set, used) = (limit.show(Some(*set)), limit.show(Some(*used)));
                write!(f, "the limit {limit} is {set}, and {used} of it is used")?;
                if frees_ms.is_none() { f.write_str("; no bet of this size fits in it") } else { Ok(()) }
            }
            Stop::RealityCheck { playing_ms, .. } => {
                write!(f, "{} of play; expected a word that this was seen", lasting(*playing_ms))
            }
        }
    }
}

impl std::error::Error for Stop {}

impl Protection {
    /// Whether this much may be staked now: all that the bet takes from the wallet, with what is held for a Play wager that it requires.
    ///
    /// A Play wager beyond that is no new bet: whoever may bet may also play the hand to its end, or the limit would decide for them. Call
    /// this for bets alone.
    ///
    /// # Errors
    ///
    /// What stops it; of several what does so the longest.
    pub fn may_bet(&self, now_ms: u64, stake: Money, tally: &Tally) -> Result<(), Stop> {
        if let Some(away) = self.away(now_ms) {
            return Err(Stop::Away(away));
        }
        let stops = Limit::ALL.into_iter().filter_map(|limit| self.stop(limit, now_ms, stake, tally));
        // A limit that never frees is worse than any; the check that one can answer at once is the least.
        let weight = |stop: &Stop| match stop {
            Stop::RealityCheck { .. } => 0,
            Stop::Away(_) | Stop::Limit { .. } => stop.frees_ms().unwrap_or(u64::MAX),
        };
        stops.max_by_key(weight).map_or(Ok(()), Err)
    }

    /// When the player is to be told of time and cost, if they play on: a time that is over if that is now; none if never.
    #[must_use]
    pub fn check_at(&self, now_ms: u64, tally: &Tally) -> Option<u64> {
        tally.check_at(self.limit(Limit::RealityCheck, now_ms)?, now_ms)
    }

    fn stop(&self, limit: Limit, now_ms: u64, stake: Money, tally: &Tally) -> Option<Stop> {
        let set = self.limit(limit, now_ms)?;
        match limit {
            Limit::Loss(window) | Limit::Stake(window) => {
                let fits = |at_ms| {
                    let total = i128::from(used(limit, at_ms, tally).units()) + i128::from(stake.units());
                    self.limit(limit, at_ms).is_none_or(|set| total <= i128::from(set))
                };
                if fits(now_ms) {
                    return None;
                }
                let mut times: Vec<u64> =
                    tally.frees(window, now_ms).chain(self.loosens_at(limit, now_ms)).collect();
                times.sort_unstable();
                let frees_ms = times.into_iter().find(|at| fits(*at));
                let used = u64::try_from(used(limit, now_ms, tally).units()).unwrap_or(0);
                Some(Stop::Limit { limit, set, used, frees_ms })
            }
            Limit::PlayingTime => {
                let used = tally.playing_ms(now_ms).filter(|used| *used >= set)?;
                Some(Stop::Limit { limit, set, used, frees_ms: self.playing_frees(now_ms, tally) })
            }
            Limit::RealityCheck => {
                let lost_today = tally.loss(super::Window::Day, now_ms);
                let playing_ms = tally.playing_ms(now_ms).unwrap_or(0);
                (tally.unchecked_ms(now_ms) >= set).then_some(Stop::RealityCheck { playing_ms, lost_today })
            }
        }
    }

    /// When the player has had a break, or the limit is looser than what they have played by then.
    fn playing_frees(&self, now_ms: u64, tally: &Tally) -> Option<u64> {
        let fits = |at_ms: &u64| {
            let set = self.limit(Limit::PlayingTime, *at_ms);
            set.zip(tally.playing_ms(*at_ms)).is_none_or(|(set, played)| played < set)
        };
        let times = tally.break_at(now_ms).into_iter().chain(self.loosens_at(Limit::PlayingTime, now_ms));
        times.filter(fits).min()
    }
}

fn used(limit: Limit, now_ms: u64, tally: &Tally) -> Money {
    match limit {
        Limit::Loss(window) => tally.loss(window, now_ms),
        Limit::Stake(window) => tally.stake(window, now_ms),
        Limit::PlayingTime | Limit::RealityCheck => Money::ZERO,
    }
}
