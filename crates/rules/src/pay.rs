//! What a row of a pay table pays: odds, a fixed award, a share of the meter, a push, a loss.

use crate::money::{Money, Rounding};
use alloc::string::{String, ToString as _};
use core::fmt;

/// Whether the stake comes back beside the pay.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Basis {
    /// `5 to 1`: the pay is on top of the stake, which is returned.
    To,
    /// `5 for 1`: the pay includes the stake, which is not returned (003.prog.for-one).
    For,
}

/// Odds such as `3 to 2` or `500 for 1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Odds {
    num: u32,
    den: u32,
    basis: Basis,
}

impl Odds {
    /// The largest number on either side of odds.
    pub const MAX: u32 = 100_000;

    /// Odds of `num` to (or for) `den`; none unless both lie in `1..=Odds::MAX`.
    #[must_use]
    pub const fn new(num: u32, den: u32, basis: Basis) -> Option<Odds> {
        if num == 0 || den == 0 || num > Odds::MAX || den > Odds::MAX {
            return None;
        }
        Some(Odds { num, den, basis })
    }

    /// What is paid for `den` staked.
    #[must_use]
    pub const fn num(self) -> u32 {
        self.num
    }

    /// The stake that `num` is paid for.
    #[must_use]
    pub const fn den(self) -> u32 {
        self.den
    }

    /// Whether the stake comes back beside the pay.
    #[must_use]
    pub const fn basis(self) -> Basis {
        self.basis
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.basis {
            Basis::To => "to",
            Basis::For => "for",
        };
        write!(f, "{} {word} {}", self.num, self.den)
    }
}

/// A share of a progressive meter, in hundredths of a percent (1..=10,000).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Percent(u16);

impl Percent {
    /// The whole: 100%.
    pub const WHOLE: Percent = Percent(10_000);

    /// So many hundredths of a percent; none above 100%.
    #[must_use]
    pub const fn from_hundredths(hundredths: u16) -> Option<Percent> {
        if hundredths <= Percent::WHOLE.0 { Some(Percent(hundredths)) } else { None }
    }

    /// Hundredths of a percent.
    #[must_use]
    pub const fn hundredths(self) -> u16 {
        self.0
    }

    /// This share of an amount, rounded as told; the flag says whether anything was rounded.
    #[must_use]
    pub fn of(self, amount: Money, rounding: Rounding) -> (Money, bool) {
        amount.times(u64::from(self.0), u64::from(Percent::WHOLE.0), rounding)
    }
}

impl core::str::FromStr for Percent {
    type Err = PayError;

    fn from_str(text: &str) -> Result<Percent, PayError> {
        let refuse = || PayError::new(text, "a percentage such as 100%, 10% or 2.5%");
        let digits = text.trim().strip_suffix('%').ok_or_else(refuse)?;
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let plain = |t: &str, most: usize| t.len() <= most && t.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || !plain(whole, 3) || !plain(part, 2) || digits.ends_with('.') {
            return Err(refuse());
        }
        let hundredths: u32 = alloc::format!("{whole}{part:0<2}").parse().map_err(|_| refuse())?;
        u16::try_from(hundredths).ok().and_then(Percent::from_hundredths).ok_or_else(refuse)
    }
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.0 / 100, self.0 % 100);
        match (part, part % 10) {
            (0, _) => write!(f, "{whole}%"),
            (_, 0) => write!(f, "{whole}.{}%", part / 10),
            _ => write!(f, "{whole}.{part:02}%"),
        }
    }
}

/// What a row pays.
///
/// # Text
///
/// `1 to 1` · `500 for 1` · `$50 and the stake` · `$50 for the wager` · `100% of the meter` · `push` ·
/// `lose`. [`Display`](fmt::Display) writes what [`FromStr`](core::str::FromStr) reads.
///
/// ```
/// use tercet_rules::Pay;
/// for text in ["1 to 1", "500 for 1", "$50 and the stake", "$50 for the wager", "100% of the meter", "push", "lose"] {
///     assert_eq!(text.parse::<Pay>().map(|pay| pay.to_string()).as_deref(), Ok(text));
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Pay {
    /// The stake is lost.
    Lose,
    /// The stake is returned and nothing is paid.
    Push,
    /// A multiple of the stake.
    Odds(Odds),
    /// A fixed award whatever the stake; [`Basis`] says whether the stake comes back beside it.
    Fixed(Money, Basis),
    /// A share of the meter; the stake is not returned (003.prog.for-one).
    Meter(Percent),
}

impl Pay {
    /// Whether anything is paid.
    #[must_use]
    pub const fn wins(self) -> bool {
        !matches!(self, Pay::Lose | Pay::Push)
    }

    /// Whether the stake is given back.
    #[must_use]
    pub const fn returns_stake(self) -> bool {
        match self {
            Pay::Push | Pay::Fixed(_, Basis::To) => true,
            Pay::Odds(odds) => matches!(odds.basis, Basis::To),
            Pay::Lose | Pay::Fixed(_, Basis::For) | Pay::Meter(_) => false,
        }
    }
}

impl fmt::Display for Pay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pay::Lose => f.write_str("lose"),
            Pay::Push => f.write_str("push"),
            Pay::Odds(odds) => odds.fmt(f),
            Pay::Fixed(amount, Basis::To) => write!(f, "{amount} and the stake"),
            Pay::Fixed(amount, Basis::For) => write!(f, "{amount} for the wager"),
            Pay::Meter(share) => write!(f, "{share} of the meter"),
        }
    }
}

/// What a pay may look like, for error messages.
const PAY_FORMS: &str =
    "`5 to 1`, `5 for 1`, `$50 and the stake`, `$50 for the wager`, `100% of the meter`, `push` or `lose`";

impl core::str::FromStr for Pay {
    type Err = PayError;

    fn from_str(text: &str) -> Result<Pay, PayError> {
        let refuse = || PayError::new(text, PAY_FORMS);
        let fixed = |amount: &str, basis| {
            let amount: Money = amount.parse().map_err(|_| refuse())?;
            if amount.is_stake() { Ok(Pay::Fixed(amount, basis)) } else { Err(refuse()) }
        };
        match text {
            "lose" => return Ok(Pay::Lose),
            "push" => return Ok(Pay::Push),
            _ => {}
        }
        if let Some(share) = text.strip_suffix(" of the meter") {
            let share: Percent = share.parse().map_err(|_| refuse())?;
            return if share.hundredths() > 0 { Ok(Pay::Meter(share)) } else { Err(refuse()) };
        }
        if text.starts_with('$') {
            if let Some(amount) = text.strip_suffix(" and the stake") {
                return fixed(amount, Basis::To);
            }
            return fixed(text.strip_suffix(" for the wager").ok_or_else(refuse)?, Basis::For);
        }
        let (num, den, basis) = match (text.split_once(" to "), text.split_once(" for ")) {
            (Some((num, den)), None) => (num, den, Basis::To),
            (None, Some((num, den))) => (num, den, Basis::For),
            _ => return Err(refuse()),
        };
        let side = |t: &str| {
            let plain = !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
            if plain { t.parse::<u32>().ok() } else { None }
        };
        let odds = side(num).zip(side(den)).and_then(|(num, den)| Odds::new(num, den, basis));
        odds.map(Pay::Odds).ok_or_else(|| {
            let whole = "whole numbers from 1 to 100,000 on both sides, such as `5 to 1` (write `push` to give the stake back)";
            PayError::new(text, whole)
        })
    }
}

/// A text that is no pay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PayError {
    found: String,
    expected: String,
}

impl PayError {
    fn new(found: &str, expected: &str) -> PayError {
        PayError { found: found.chars().take(40).collect(), expected: expected.to_string() }
    }
}

impl fmt::Display for PayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no pay; expected {}", self.found, self.expected)
    }
}

impl core::error::Error for PayError {}
