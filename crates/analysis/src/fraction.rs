//! Fractions of whole numbers, printed as they are counted.

use core::fmt;

/// A fraction, not necessarily reduced: `-13733780/407170400`.
///
/// The denominator is positive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fraction {
    num: i128,
    den: i128,
}

impl Fraction {
    /// `num` over `den`, as given.
    ///
    /// # Panics
    ///
    /// If the denominator is not positive.
    #[must_use]
    pub fn new(num: i128, den: i128) -> Fraction {
        assert!(den > 0, "a fraction has a positive denominator");
        Fraction { num, den }
    }

    /// `num` over `unit` and `den`: `num/unit` is taken out where that is whole, so that `den` stays.
    #[must_use]
    pub(crate) fn over(num: i128, unit: i128, den: i128) -> Fraction {
        if num % unit == 0 { Fraction::new(num / unit, den) } else { Fraction::new(num, unit * den) }
    }

    /// The numerator.
    #[must_use]
    pub const fn num(self) -> i128 {
        self.num
    }

    /// The denominator.
    #[must_use]
    pub const fn den(self) -> i128 {
        self.den
    }

    /// The nearest floating-point number, for printing.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "printing is the purpose")]
    pub fn value(self) -> f64 {
        let reduced = self.reduced();
        reduced.num as f64 / reduced.den as f64
    }

    /// In lowest terms.
    #[must_use]
    pub fn reduced(self) -> Fraction {
        let shared = gcd(self.num.unsigned_abs(), self.den.unsigned_abs());
        let shared = i128::try_from(shared).unwrap_or(1).max(1);
        Fraction { num: self.num / shared, den: self.den / shared }
    }

    pub(crate) fn times(self, other: Fraction) -> Fraction {
        self.checked_times(other).expect("a product of numbers that fit")
    }

    pub(crate) fn minus(self, other: Fraction) -> Fraction {
        self.checked_minus(other).expect("a difference of numbers that fit")
    }

    /// The product in lowest terms; none where it does not fit.
    pub(crate) fn checked_times(self, other: Fraction) -> Option<Fraction> {
        let (num, den) = (self.num.checked_mul(other.num)?, self.den.checked_mul(other.den)?);
        Some(Fraction { num, den }.reduced())
    }

    /// The difference in lowest terms; none where it does not fit.
    pub(crate) fn checked_minus(self, other: Fraction) -> Option<Fraction> {
        let (a, b) = (self.reduced(), other.reduced());
        let shared = i128::try_from(gcd(a.den.unsigned_abs(), b.den.unsigned_abs())).unwrap_or(1);
        let den = (a.den / shared).checked_mul(b.den)?;
        let (left, right) = (a.num.checked_mul(b.den / shared)?, b.num.checked_mul(a.den / shared)?);
        Some(Fraction { num: left.checked_sub(right)?, den }.reduced())
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.num, self.den)
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
