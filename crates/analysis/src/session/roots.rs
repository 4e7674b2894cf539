//! The complex roots of one, less one, without losing the digits of those near one.

use super::spread::real_of;
use realfft::num_complex::Complex;

/// How many roots lie close together in the finer of two tables.
const FINE: usize = 1 << 11;

/// The powers of the first root of one of some size, in two tables: one fine, one coarse.
pub(super) struct Roots {
    size: u64,
    /// The roots of at most half of [`FINE`] small turns either way, less one.
    fine: Vec<Complex<f64>>,
    /// Every `FINE`-th root, less one, up to half a turn and a little more.
    coarse: Vec<Complex<f64>>,
}

impl Roots {
    pub(super) fn new(size: usize) -> Roots {
        let root = |turns: f64| {
            let angle = -core::f64::consts::TAU * turns / real_of(size);
            // cos - 1 = -2 sin²(half): no digits are lost where the angle is small.
            let half = (angle / 2.0).sin();
            Complex::new(-2.0 * half * half, angle.sin())
        };
        let fine = (0..=FINE).map(|i| root(real_of(i) - real_of(FINE / 2))).collect();
        let coarse = (0..=size / 2 / FINE + 1).map(|i| root(real_of(i * FINE))).collect();
        Roots { size: size as u64, fine, coarse }
    }

    /// So many roots there are.
    pub(super) fn size(&self) -> usize {
        usize::try_from(self.size).expect("it was one")
    }

    /// A power of the first root, less one.
    fn power(&self, power: u64) -> Complex<f64> {
        // Whole turns are taken away while the numbers are whole, so that the angle is exact.
        let (power, back) = if power > self.size / 2 { (self.size - power, true) } else { (power, false) };
        let power = usize::try_from(power).expect("less than the size");
        let near = (power + FINE / 2) / FINE;
        let (a, b) = (self.coarse[near], self.fine[power + FINE / 2 - near * FINE]);
        // (1 + a)(1 + b) - 1; the finer one is smaller, or the coarse one is zero.
        let root = a + b + a * b;
        if back { root.conj() } else { root }
    }

    /// The root that a step turns a frequency by.
    pub(super) fn of(&self, step: i64, wave: usize) -> Complex<f64> {
        self.power(self.turns(step) * wave as u64 % self.size) + 1.0
    }

    /// The root that a place turns a frequency by.
    pub(super) fn at(&self, place: usize, wave: usize) -> Complex<f64> {
        self.power(place as u64 * wave as u64 % self.size) + 1.0
    }

    /// Steps and their chances, made ready for [`Roots::less_one`].
    pub(super) fn turning(&self, law: &[(i64, f64)]) -> Vec<Turning> {
        law.iter().map(|(step, chance)| Turning { turns: self.turns(*step), chance: *chance }).collect()
    }

    /// The transform of some steps at a frequency, each step less one.
    pub(super) fn less_one(&self, law: &[Turning], wave: usize) -> Complex<f64> {
        law.iter().map(|step| self.power(step.turns * wave as u64 % self.size) * step.chance).sum()
    }

    /// A step without whole rounds of the window.
    fn turns(&self, step: i64) -> u64 {
        step.rem_euclid(self.size.cast_signed()).cast_unsigned()
    }
}

/// A step without whole rounds of the window, and its chance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turning {
    turns: u64,
    chance: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sine and cosine of every turn, to the last digits of what is left when one is taken away.
    #[test]
    fn roots_keep_their_digits() {
        for size in [64_usize, 96, 3 << 10, 1 << 14, 3 << 15] {
            let roots = Roots::new(size);
            for power in (0..size as u64).step_by(7) {
                let signed = if power * 2 > size as u64 { power as f64 - size as f64 } else { power as f64 };
                let angle = -core::f64::consts::TAU * signed / size as f64;
                let half = (angle / 2.0).sin();
                let exact = Complex::new(-2.0 * half * half, angle.sin());
                let far = (roots.power(power) - exact).norm();
                assert!(far <= 6e-16 * exact.norm(), "{size} {power}: {far:e}");
            }
        }
    }
}
