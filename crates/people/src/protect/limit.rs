//! Limits: what is set, by whom, and what was asked for and waits.

use super::{DAY, HOUR, MINUTE, Protection, lasting};
use std::collections::BTreeMap;
use std::fmt;
use tercet_rules::Money;

/// How long it takes until a limit that is loosened is looser.
const LOOSENS_AFTER_MS: u64 = DAY;

/// How much time a limit on money looks back over. It rolls: there is no hour at which it begins anew.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Window {
    /// 24 hours.
    Day,
    /// Seven days.
    Week,
    /// Thirty days.
    Month,
}

impl Window {
    /// How long it is, in milliseconds.
    #[must_use]
    pub const fn ms(self) -> u64 {
        match self {
            Window::Day => DAY,
            Window::Week => 7 * DAY,
            Window::Month => 30 * DAY,
        }
    }
}

/// What can be limited. The smaller the value, the stricter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Limit {
    /// What was staked and did not come back, in the smallest unit of money.
    Loss(Window),
    /// What was staked, whatever came back, in the smallest unit of money.
    Stake(Window),
    /// How long somebody plays without a break of [`Tally::BREAK_MS`](super::Tally::BREAK_MS), in milliseconds.
    PlayingTime,
    /// After how much playing time a player is told how long it was and what it cost, and must say so before the next bet; in
    /// milliseconds.
    RealityCheck,
}

impl Limit {
    /// Every limit there is.
    pub const ALL: [Limit; 8] = [
        Limit::Loss(Window::Day),
        Limit::Loss(Window::Week),
        Limit::Loss(Window::Month),
        Limit::Stake(Window::Day),
        Limit::Stake(Window::Week),
        Limit::Stake(Window::Month),
        Limit::PlayingTime,
        Limit::RealityCheck,
    ];

    /// The limit as one word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Limit::Loss(Window::Day) => "loss-day",
            Limit::Loss(Window::Week) => "loss-week",
            Limit::Loss(Window::Month) => "loss-month",
            Limit::Stake(Window::Day) => "stake-day",
            Limit::Stake(Window::Week) => "stake-week",
            Limit::Stake(Window::Month) => "stake-month",
            Limit::PlayingTime => "playing-time",
            Limit::RealityCheck => "reality-check",
        }
    }

    /// The limit that this word means.
    #[must_use]
    pub fn of(word: &str) -> Option<Limit> {
        Limit::ALL.into_iter().find(|limit| limit.word() == word)
    }

    /// How far back a limit on money looks, in milliseconds; none for those on time.
    #[must_use]
    pub const fn period_ms(self) -> Option<u64> {
        match self {
            Limit::Loss(window) | Limit::Stake(window) => Some(window.ms()),
            Limit::PlayingTime | Limit::RealityCheck => None,
        }
    }

    /// The least and the most that it can be set to.
    #[must_use]
    pub const fn bounds(self) -> (u64, u64) {
        match self {
            // Nothing at all may be a limit, too: then there is no bet.
            Limit::Loss(_) | Limit::Stake(_) => (0, Money::MAX_STAKE.units().unsigned_abs()),
            Limit::PlayingTime => (5 * MINUTE, DAY),
            Limit::RealityCheck => (MINUTE, 12 * HOUR),
        }
    }

    fn shown(self, value: u64) -> String {
        match self {
            Limit::Loss(_) | Limit::Stake(_) => {
                i64::try_from(value).map_or(value.to_string(), |units| Money::from_units(units).to_string())
            }
            Limit::PlayingTime | Limit::RealityCheck => lasting(value),
        }
    }

    /// A value, or that there is none, for people.
    #[must_use]
    pub fn show(self, value: Option<u64>) -> String {
        value.map_or("none".into(), |value| self.shown(value))
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// Who set a limit. Of the two the stricter holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Setter {
    /// The player.
    Player,
    /// The house, for this player.
    House,
}

impl Setter {
    /// The setter as one word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Setter::Player => "player",
            Setter::House => "house",
        }
    }

    /// The setter that this word means.
    #[must_use]
    pub fn of(word: &str) -> Option<Setter> {
        [Setter::Player, Setter::House].into_iter().find(|setter| setter.word() == word)
    }
}

/// A looser limit that was asked for and waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pending {
    /// What the limit becomes; none: it goes.
    pub value: Option<u64>,
    /// When that was asked for.
    pub asked_ms: u64,
}

impl Pending {
    /// From when on it holds.
    #[must_use]
    pub const fn from_ms(&self) -> u64 {
        self.asked_ms.saturating_add(LOOSENS_AFTER_MS)
    }
}

/// What became of a wish for another limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// It holds already, and nothing else waits.
    AsIs,
    /// It is stricter than what held, and holds now.
    Now,
    /// It is looser, and holds from this time on unless it is taken back.
    From(u64),
}

/// One limit as it is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LimitRow {
    /// What is limited.
    pub limit: Limit,
    /// Who set it.
    pub setter: Setter,
    /// To what; none if it holds no more once what is pending does, which it does by now.
    pub value: Option<u64>,
    /// What was asked for and waits.
    pub pending: Option<Pending>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Set {
    value: Option<u64>,
    pending: Option<Pending>,
}

impl Set {
    fn at(&self, now_ms: u64) -> Set {
        match self.pending {
            Some(pending) if pending.from_ms() <= now_ms => Set { value: pending.value, pending: None },
            _ => *self,
        }
    }
}

/// The limits of one account.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Limits(BTreeMap<(Limit, Setter), Set>);

/// Whether one value is stricter than another; none is the loosest.
fn stricter(value: Option<u64>, than: Option<u64>) -> bool {
    value.unwrap_or(u64::MAX) < than.unwrap_or(u64::MAX)
}

impl Protection {
    /// Asks for another limit, or with none for no limit.
    ///
    /// What is stricter holds at once; what is looser 24 hours later, and until then it is taken back by asking for what holds. Asking
    /// again for the same looser limit does not begin the wait anew.
    ///
    /// # Errors
    ///
    /// If the limit cannot be set to that.
    pub fn ask_limit(
        &mut self,
        setter: Setter,
        limit: Limit,
        value: Option<u64>,
        now_ms: u64,
    ) -> Result<Asked, LimitRefused> {
        let (least, most) = limit.bounds();
        if let Some(value) = value.filter(|value| !(least..=most).contains(value)) {
            return Err(LimitRefused { limit, value });
        }
        let is = self.set(setter, limit, now_ms);
        let (now, asked) = if value == is.value {
            (Set { value, pending: None }, Asked::AsIs)
        } else if stricter(value, is.value) {
            (Set { value, pending: None }, Asked::Now)
        } else {
            let pending = is.pending.filter(|pending| pending.value == value);
            let pending = pending.unwrap_or(Pending { value, asked_ms: now_ms });
            (Set { pending: Some(pending), ..is }, Asked::From(pending.from_ms()))
        };
        if now == (Set { value: None, pending: None }) {
            self.limits.0.remove(&(limit, setter));
        } else {
            self.limits.0.insert((limit, setter), now);
        }
        Ok(asked)
    }

    fn set(&self, setter: Setter, limit: Limit, now_ms: u64) -> Set {
        let none = Set { value: None, pending: None };
        self.limits.0.get(&(limit, setter)).map_or(none, |set| set.at(now_ms))
    }

    /// What somebody has set at this time.
    #[must_use]
    pub fn limit_of(&self, setter: Setter, limit: Limit, now_ms: u64) -> Option<u64> {
        self.set(setter, limit, now_ms).value
    }

    /// What somebody has asked for and waits at this time.
    #[must_use]
    pub fn pending_of(&self, setter: Setter, limit: Limit, now_ms: u64) -> Option<Pending> {
        self.set(setter, limit, now_ms).pending
    }

    /// What holds at this time: the stricter of what the player and the house have set.
    #[must_use]
    pub fn limit(&self, limit: Limit, now_ms: u64) -> Option<u64> {
        let of = |setter| self.limit_of(setter, limit, now_ms);
        [of(Setter::Player), of(Setter::House)].into_iter().flatten().min()
    }

    /// The times from now on at which a limit becomes looser.
    pub(super) fn loosens_at(&self, limit: Limit, now_ms: u64) -> impl Iterator<Item = u64> {
        let of = move |setter| self.pending_of(setter, limit, now_ms).map(|pending| pending.from_ms());
        [of(Setter::Player), of(Setter::House)].into_iter().flatten()
    }

    /// All limits as they are kept.
    pub fn limit_rows(&self) -> impl Iterator<Item = LimitRow> {
        self.limits.0.iter().map(|((limit, setter), set)| LimitRow {
            limit: *limit,
            setter: *setter,
            value: set.value,
            pending: set.pending,
        })
    }

    /// Takes back what was kept.
    pub(crate) fn keep_limit(&mut self, row: LimitRow) {
        self.limits.0.insert((row.limit, row.setter), Set { value: row.value, pending: row.pending });
    }
}

/// Says that a limit cannot be set to that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LimitRefused {
    /// What was to be limited.
    pub limit: Limit,
    /// To what.
    pub value: u64,
}

impl fmt::Display for LimitRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most) = self.limit.bounds();
        let shown = |value| self.limit.shown(value);
        write!(
            f,
            "{} is out of bounds as the limit for {}; expected {} to {}",
            shown(self.value),
            self.limit,
            shown(least),
            shown(most)
        )
    }
}

impl std::error::Error for LimitRefused {}
