//! Protection of players: limits, breaks, and whether a bet may be made now.
//!
//! All of it is pure: what a player and the house have set is a [`Protection`], what was bet and came back is a [`Tally`], and
//! [`Protection::may_bet`] holds one against the other. Source: GLI-19 §2.5.5, §A.3.7 and §A.3.8; RTS 12B and 13B.

mod away;
mod bet;
mod limit;
mod tally;

pub use away::{Away, AwayRefused, Break, Until};
pub use bet::Stop;
pub use limit::{Asked, Limit, LimitRefused, LimitRow, Pending, Setter, Window};
pub use tally::Tally;

const SECOND: u64 = 1_000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// A time as people say it: whole seconds below two minutes, then whole minutes, begun ones included.
#[must_use]
pub fn lasting(ms: u64) -> String {
    let (each, unit) = if ms < 2 * MINUTE { (SECOND, "second") } else { (MINUTE, "minute") };
    let count = ms.div_ceil(each);
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

/// What a player and the house have set for one account.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Protection {
    limits: limit::Limits,
    away: away::Aways,
}

impl Protection {
    /// Whether money may be brought in: not while the player is away.
    ///
    /// Money may be taken out at any time, which is why nothing asks about that.
    ///
    /// # Errors
    ///
    /// [`Stop::Away`], with what keeps the player away and until when.
    pub fn may_bring_money(&self, now_ms: u64) -> Result<(), Stop> {
        self.away(now_ms).map_or(Ok(()), |away| Err(Stop::Away(away)))
    }

    /// Whether there is nothing in it at this time, and nothing pending.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Protection::default()
    }
}

#[cfg(test)]
mod tests;
