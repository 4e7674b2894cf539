//! Money: whole numbers of the smallest unit, and the one place where a division rounds.

use alloc::string::String;
use core::fmt;

/// An amount of money in the smallest unit (cents), possibly negative when it is a result.
///
/// There are no fractions and no currency: `Money::from_units(250)` is $2.50. Sums are checked, whatever
/// the profile of the program, and the limits on stakes ([`Money::MAX_STAKE`]), odds
/// ([`Odds::MAX`](crate::Odds::MAX)) and wagers in a game keep every total of a spot within range.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Money(i64);

impl Money {
    /// No money.
    pub const ZERO: Money = Money(0);
    /// The largest stake or meter that is accepted: ten billion dollars in cents. Large enough for any
    /// table, small enough that stake times odds times wagers cannot overflow.
    pub const MAX_STAKE: Money = Money(1_000_000_000_000);

    /// Money of so many smallest units.
    #[must_use]
    pub const fn from_units(units: i64) -> Money {
        Money(units)
    }

    /// How many smallest units this is.
    #[must_use]
    pub const fn units(self) -> i64 {
        self.0
    }

    /// Whether this can be a stake or a meter: more than nothing, at most [`Money::MAX_STAKE`].
    #[must_use]
    pub const fn is_stake(self) -> bool {
        self.0 > 0 && self.0 <= Money::MAX_STAKE.0
    }

    /// This amount times `num` over `den`, rounded as told, with the part that was rounded away.
    ///
    /// The second value says whether anything was rounded. Source: ruling R22.
    #[must_use]
    pub fn times(self, num: u64, den: u64, rounding: Rounding) -> (Money, bool) {
        assert!(den > 0, "a ratio has a denominator");
        let (product, den) = (i128::from(self.0) * i128::from(num), i128::from(den));
        let (floor, rest) = (product.div_euclid(den), product.rem_euclid(den));
        let up = match rounding {
            Rounding::Down => false,
            Rounding::Nearest => rest * 2 >= den,
            Rounding::Up => rest > 0,
        };
        let units = i64::try_from(floor + i128::from(up)).expect("stakes and odds are bounded");
        (Money(units), rest != 0)
    }

    /// Reads an amount in dollars: `$1,000`, `$2.50`, `10`, `0.05`. The dollar sign and the commas may
    /// be left out; at most two decimals; not negative.
    ///
    /// # Errors
    ///
    /// Says what was found and what was expected.
    ///
    /// ```
    /// use tercet_rules::Money;
    /// assert_eq!("$1,000.50".parse(), Ok(Money::from_units(100_050)));
    /// assert!("$1.005".parse::<Money>().is_err());
    /// ```
    pub fn parse_dollars(text: &str) -> Result<Money, MoneyError> {
        let refuse = || MoneyError { found: text.chars().take(40).collect() };
        let trimmed = text.trim();
        let digits = trimmed.strip_prefix('$').unwrap_or(trimmed);
        let (whole, cents) = digits.split_once('.').map_or((digits, "00"), |(w, c)| (w, c));
        let dollars = whole_dollars(whole).ok_or_else(refuse)?;
        let cents: i64 = match cents.as_bytes() {
            [a @ b'0'..=b'9', b @ b'0'..=b'9'] => i64::from(a - b'0') * 10 + i64::from(b - b'0'),
            [a @ b'0'..=b'9'] => i64::from(a - b'0') * 10,
            _ => return Err(refuse()),
        };
        dollars.checked_mul(100).and_then(|d| d.checked_add(cents)).map(Money).ok_or_else(refuse)
    }
}

/// `1000` or `1,000`: commas only where a reader would put them.
fn whole_dollars(text: &str) -> Option<i64> {
    let plain: String = if text.contains(',') {
        let mut groups = text.split(',');
        let first = groups.next()?;
        if first.is_empty() || first.len() > 3 || groups.clone().any(|g| g.len() != 3) {
            return None;
        }
        core::iter::once(first).chain(groups).collect()
    } else {
        text.into()
    };
    let all_digits = !plain.is_empty() && plain.bytes().all(|b| b.is_ascii_digit());
    if all_digits && plain.len() <= 15 { plain.parse().ok() } else { None }
}

impl core::str::FromStr for Money {
    type Err = MoneyError;

    fn from_str(text: &str) -> Result<Money, MoneyError> {
        Money::parse_dollars(text)
    }
}

impl fmt::Display for Money {
    /// Dollars with grouped thousands; cents only where there are any: `$1,000`, `$2.50`, `-$5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (dollars, cents) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        let mut text = alloc::format!("{sign}${}", grouped(dollars));
        if cents > 0 {
            text.push_str(&alloc::format!(".{cents:02}"));
        }
        f.pad(&text)
    }
}

/// A whole number with a comma between thousands.
fn grouped(n: u64) -> String {
    let digits = alloc::format!("{n}");
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// What cannot happen, as stakes, odds and wagers are bounded.
const WITHIN: &str = "every total of money is within its range";

impl core::ops::Add for Money {
    type Output = Money;
    fn add(self, other: Money) -> Money {
        Money(self.0.checked_add(other.0).expect(WITHIN))
    }
}

impl core::ops::Sub for Money {
    type Output = Money;
    fn sub(self, other: Money) -> Money {
        Money(self.0.checked_sub(other.0).expect(WITHIN))
    }
}

impl core::ops::AddAssign for Money {
    fn add_assign(&mut self, other: Money) {
        *self = *self + other;
    }
}

impl core::ops::SubAssign for Money {
    fn sub_assign(&mut self, other: Money) {
        *self = *self - other;
    }
}

impl core::iter::Sum for Money {
    fn sum<I: Iterator<Item = Money>>(amounts: I) -> Money {
        amounts.fold(Money::ZERO, |a, b| a + b)
    }
}

/// A text that is no amount of dollars.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoneyError {
    /// What stood there, shortened.
    pub found: String,
}

impl fmt::Display for MoneyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no amount; expected dollars such as $5, $2.50 or $1,000", self.found)
    }
}

impl core::error::Error for MoneyError {}

/// What happens to the part of a pay that is smaller than the smallest unit. Source: ruling R22.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rounding {
    /// The fraction stays with the house.
    #[default]
    Down,
    /// To the nearest unit; half a unit goes to the player.
    Nearest,
    /// The fraction is made whole for the player.
    Up,
}
