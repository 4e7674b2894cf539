//! Fractions of whole numbers, printed as they are counted.

use crate::numbers;
use core::cmp::Ordering;
use core::fmt;
use ethnum::{I256, U256};

/// A fraction, not necessarily reduced: `-13733780/407170400`.
///
/// The denominator is positive. Fractions are equal when their values are, however they are written. Both numbers have
/// 256 bits: the variance of the largest stakes on the longest pays has a numerator of some 160.
#[derive(Clone, Copy, Debug)]
pub struct Fraction {
    num: I256,
    den: I256,
}

impl Fraction {
    /// `num` over `den`, as given.
    ///
    /// # Panics
    ///
    /// If the denominator is not positive.
    #[must_use]
    pub fn new(num: impl Into<I256>, den: impl Into<I256>) -> Fraction {
        let (num, den) = (num.into(), den.into());
        assert!(den > 0, "a fraction has a positive denominator");
        Fraction { num, den }
    }

    /// `num` over `unit` and `den`: `num/unit` is taken out where that is whole, so that `den` stays.
    #[must_use]
    pub(crate) fn over(num: i128, unit: i128, den: i128) -> Fraction {
        if num % unit == 0 {
            Fraction::new(num / unit, den)
        } else {
            Fraction::new(num, product(unit.into(), den.into()))
        }
    }

    /// The numerator.
    #[must_use]
    pub const fn num(self) -> I256 {
        self.num
    }

    /// The denominator.
    #[must_use]
    pub const fn den(self) -> I256 {
        self.den
    }

    /// The nearest floating-point number, for printing; of two equally near ones the even one.
    #[must_use]
    pub fn value(self) -> f64 {
        let size = quotient(self.num.unsigned_abs(), self.den.unsigned_abs());
        if self.num < 0 { -size } else { size }
    }

    /// In lowest terms.
    #[must_use]
    pub fn reduced(self) -> Fraction {
        let shared = gcd(self.num.unsigned_abs(), self.den.unsigned_abs());
        let shared = I256::try_from(shared).expect("no greater than the denominator");
        Fraction { num: self.num / shared, den: self.den / shared }
    }

    pub(crate) fn times(self, other: Fraction) -> Fraction {
        let (a, b) = (self.reduced(), other.reduced());
        Fraction { num: product(a.num, b.num), den: product(a.den, b.den) }.reduced()
    }

    /// Divided by another fraction, in lowest terms; none where that is zero.
    pub(crate) fn divided(self, other: Fraction) -> Option<Fraction> {
        let upside_down = match other.num.cmp(&I256::ZERO) {
            Ordering::Less => Fraction { num: -other.den, den: -other.num },
            Ordering::Equal => return None,
            Ordering::Greater => Fraction { num: other.den, den: other.num },
        };
        Some(self.times(upside_down))
    }

    pub(crate) fn minus(self, other: Fraction) -> Fraction {
        let (a, b) = (self.reduced(), other.reduced());
        let shared = gcd(a.den.unsigned_abs(), b.den.unsigned_abs());
        let shared = I256::try_from(shared).expect("no greater than the denominators");
        let (of_a, of_b) = (a.den / shared, b.den / shared);
        let num = product(a.num, of_b).checked_sub(product(b.num, of_a)).expect(FITS);
        Fraction { num, den: product(of_a, b.den) }.reduced()
    }

    /// The sum of two fractions; over the same denominator it keeps it.
    #[must_use]
    pub fn plus(self, other: Fraction) -> Fraction {
        if self.den == other.den {
            return Fraction { num: self.num.checked_add(other.num).expect(FITS), den: self.den };
        }
        self.minus(Fraction { num: -other.num, den: other.den })
    }

    /// So many times as much, over the same denominator.
    #[must_use]
    pub fn scaled(self, times: i128) -> Fraction {
        Fraction { num: product(self.num, times.into()), den: self.den }
    }
}

/// No figure within the limits on stakes, pays and meters comes near 256 bits.
const FITS: &str = "figures have fewer than 256 bits";

fn product(a: I256, b: I256) -> I256 {
    a.checked_mul(b).expect(FITS)
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Fraction) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Fraction {}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        let (mut a, mut b) = (*self, *other);
        // Whole parts first, then the rest upside down: nothing grows.
        loop {
            let (whole, other) = (a.num.div_euclid(a.den), b.num.div_euclid(b.den));
            if whole != other {
                return whole.cmp(&other);
            }
            let (rest, other) = (a.num.rem_euclid(a.den), b.num.rem_euclid(b.den));
            match (rest == 0, other == 0) {
                (true, true) => return Ordering::Equal,
                (true, false) => return Ordering::Less,
                (false, true) => return Ordering::Greater,
                (false, false) => {
                    (a, b) = (Fraction { num: b.den, den: other }, Fraction { num: a.den, den: rest });
                }
            }
        }
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.num, self.den)
    }
}

/// The floating-point number nearest a quotient.
#[expect(clippy::cast_precision_loss, reason = "what is lost is rounded once, at the end")]
fn quotient(num: U256, den: U256) -> f64 {
    const EXACT: u128 = 1 << f64::MANTISSA_DIGITS;
    if num <= EXACT && den <= EXACT {
        // Both are floating-point numbers, and dividing those rounds once.
        return num.as_u64() as f64 / den.as_u64() as f64;
    }
    if num == 0 {
        return 0.0;
    }
    let (mut whole, mut rest) = (num / den, num % den);
    let mut power = 0_i32;
    // Sixty-four binary digits, one after the other; what is left decides only between two equally near numbers.
    while whole.leading_zeros() > 256 - 64 {
        rest <<= 1;
        whole <<= 1;
        if rest >= den {
            rest -= den;
            whole += 1;
        }
        power -= 1;
    }
    let more = i32::try_from(256 - 64 - whole.leading_zeros()).expect("at most 192");
    let left = rest != 0 || (whole & ((U256::ONE << more) - 1)) != 0;
    let digits = (whole >> more).as_u64() | u64::from(left);
    let power = u64::try_from(power + more + 1023).expect("no figure is smaller than 2^-320");
    digits as f64 * f64::from_bits(power << (f64::MANTISSA_DIGITS - 1))
}

fn gcd(mut a: U256, mut b: U256) -> U256 {
    while b != 0 {
        if let (Ok(a), Ok(b)) = (u128::try_from(a), u128::try_from(b)) {
            return numbers::gcd(a, b).into();
        }
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of all sizes, the same ones every time.
    fn numbers() -> impl Iterator<Item = U256> {
        let mut state = 0x9E37_79B9_7F4A_7C15_u64;
        core::iter::repeat_with(move || {
            let mut next = || {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                state
            };
            let words = U256::from_words(
                u128::from(next()) << 64 | u128::from(next()),
                u128::from(next()) << 64 | u128::from(next()),
            );
            words >> (1 + next() % 254)
        })
    }

    /// The neighbours of what is said to be nearest lie further away, by whole numbers alone.
    #[test]
    fn the_nearest_number_is_nearest() {
        let mut all = numbers().map(|number| number >> 156).filter(|number| *number > 0);
        for _ in 0..20_000 {
            let (num, den) = (all.next().unwrap(), all.next().unwrap());
            let nearest = quotient(num, den);
            let bits = nearest.to_bits();
            let (digits, power) = ((bits & ((1 << 52) - 1)) | 1 << 52, (bits >> 52) as i32 - 1023 - 52);
            // Half way to a neighbour is a whole number over a power of two: one binary digit more.
            for (half, side) in [(2 * digits - 1, Ordering::Greater), (2 * digits + 1, Ordering::Less)] {
                let (mut left, mut right) = (num, U256::from(half) * den);
                match power - 1 {
                    power if power < 0 => left <<= (-power).cast_unsigned(),
                    power => right <<= power.cast_unsigned(),
                }
                let even = digits % 2 == 0;
                let lies = left.cmp(&right);
                assert!(lies == side || (lies == Ordering::Equal && even), "{num}/{den}: {nearest:e}");
            }
        }
    }

    #[test]
    fn halves_go_to_the_even_number() {
        let whole = 1_i128 << 60;
        for (num, nearest) in [(128, whole), (129, whole + 256), (384, whole + 512), (383, whole + 256)] {
            let value = Fraction::new((whole + num) * 7, 7 * (1_i128 << 60)).value();
            assert_eq!(value.to_bits(), (nearest as f64 / whole as f64).to_bits(), "{num}");
        }
        assert_eq!(Fraction::new(-1, 3).value().to_bits(), (-1.0_f64 / 3.0).to_bits());
        assert_eq!(Fraction::new(0, 3).value().to_bits(), 0.0_f64.to_bits());
    }

    #[test]
    fn equal_values_are_equal() {
        assert_eq!(Fraction::new(1, 2), Fraction::new(2, 4));
        assert_ne!(Fraction::new(1, 2), Fraction::new(-2, 4));
        let of = |num: i128, den: i128| Fraction::new(num, den);
        let rising = [of(-5, 2), of(-7, 3), of(-1, 1_000), of(0, 9), of(2, 7), of(3, 10), of(1, 3), of(7, 2)];
        for (i, a) in rising.iter().enumerate() {
            for (j, b) in rising.iter().enumerate() {
                assert_eq!(a.cmp(b), i.cmp(&j), "{a} {b}");
            }
        }
    }

    #[test]
    fn sums_products_and_quotients() {
        let (half, third) = (Fraction::new(1, 2), Fraction::new(-1, 3));
        assert_eq!(half.plus(third).to_string(), "1/6");
        assert_eq!(half.minus(third).to_string(), "5/6");
        assert_eq!(half.times(third).to_string(), "-1/6");
        assert_eq!(half.divided(third).unwrap().to_string(), "-3/2");
        assert_eq!(half.divided(Fraction::new(0, 5)), None);
        assert_eq!(Fraction::new(2, 8).plus(Fraction::new(4, 8)).to_string(), "6/8");
    }
}
