//! The frequencies that count: after many rounds nearly all of a transform has died away.

use super::bounds::real;
use super::roots::{Roots, Turning};
use realfft::num_complex::Complex;
use std::ops::Range;

/// Frequencies weaker than `exp` of this count for nothing.
pub(super) const WEAKEST: f64 = -50.0;

/// The logarithm of nothing, which counts for nothing after a single round; finite, so that after no round at all it is
/// the logarithm of one, as of any other number.
const NOTHING: f64 = -1e4;

/// A frequency, and the logarithm of the transform there.
pub(super) type Wave = (usize, Complex<f64>);

/// Seeks the strong frequencies of some steps, without a transform of the whole window.
///
/// From one frequency to another one `h` radians away each step turns by `|step| h`. So over a range of frequencies the
/// transform is no further from that in the middle than `Σ chance · min(2, |step| h)`, and whole ranges are left out
/// at once.
pub(super) struct Search<'a> {
    roots: &'a Roots,
    law: Vec<Turning>,
    /// After so many rounds, frequencies are strong or not.
    rounds: f64,
    /// By halvings of all frequencies: how far the transform strays at most over such a range.
    strays: Vec<f64>,
    /// So many frequencies may still be looked at.
    left: usize,
    found: Vec<Wave>,
}

impl<'a> Search<'a> {
    /// The frequencies that are strong after so many rounds, rising; none if more than `most` had to be looked at.
    pub(super) fn strong(
        roots: &'a Roots,
        law: &[(i64, f64)],
        rounds: f64,
        most: usize,
    ) -> Option<Vec<Wave>> {
        let all = roots.size() / 2 + 1;
        let turn = core::f64::consts::TAU / super::spread::real_of(roots.size());
        let strays = (0..usize::BITS).take_while(|halvings| all >> halvings > 0).map(|halvings| {
            let furthest = turn * super::spread::real_of((all >> halvings) / 2);
            law.iter().map(|(step, chance)| chance * (furthest * real(step.abs())).min(2.0)).sum()
        });
        let strays = strays.collect();
        let law = roots.turning(law);
        let mut search = Search { roots, law, rounds, strays, left: most, found: Vec::new() };
        search.within(0..all, 0)?;
        Some(search.found)
    }

    /// Looks at the frequency in the middle, then below and above it.
    fn within(&mut self, waves: Range<usize>, halvings: usize) -> Option<()> {
        if waves.is_empty() {
            return Some(());
        }
        self.left = self.left.checked_sub(1)?;
        let middle = waves.start.midpoint(waves.end);
        let z = self.roots.less_one(&self.law, middle);
        let strays = self.strays.get(halvings).copied().unwrap_or_default();
        if self.rounds * ((z + 1.0).norm() + strays).ln().max(NOTHING) < WEAKEST {
            return Some(());
        }
        self.within(waves.start..middle, halvings + 1)?;
        let log = log_of_one_and(z);
        if self.rounds * log.re > WEAKEST {
            self.found.push((middle, log));
        }
        self.within(middle + 1..waves.end, halvings + 1)
    }
}

/// The logarithm of one and a number, exact where the number is small, and never below [`NOTHING`].
pub(super) fn log_of_one_and(z: Complex<f64>) -> Complex<f64> {
    let square = z.re.mul_add(2.0, z.norm_sqr()).max(-1.0);
    Complex::new((0.5 * square.ln_1p()).max(NOTHING), z.im.atan2(1.0 + z.re))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No strong frequency is missed, and none that is weak is found.
    #[test]
    fn ranges_are_left_out_rightly() {
        let laws: [&[(i64, f64)]; 3] = [
            &[(-1, 0.5), (1, 0.5)],
            &[(0, 0.6), (-2, 0.25), (1, 0.1), (900, 0.05)],
            &[(0, 0.7), (3, 0.29), (-777, 0.01)],
        ];
        for law in laws {
            for size in [1_024_usize, 1_536] {
                let roots = Roots::new(size);
                for rounds in [1.0, 50.0, 3_000.0, 1e6] {
                    let found = Search::strong(&roots, law, rounds, size).expect("all may be looked at");
                    let turning = roots.turning(law);
                    let all =
                        (0..=size / 2).map(|wave| (wave, log_of_one_and(roots.less_one(&turning, wave))));
                    let strong: Vec<Wave> = all.filter(|(_, log)| rounds * log.re > WEAKEST).collect();
                    assert_eq!(found, strong, "{law:?} {size} {rounds}");
                }
                // After no round every transform is one, also where that of a round is nothing.
                let found = Search::strong(&roots, law, 0.0, size).expect("all may be looked at");
                assert!(found.iter().map(|(wave, _)| *wave).eq(0..=size / 2), "{law:?} {size}");
                assert!(found.iter().all(|(_, log)| (log * 0.0).exp() == Complex::new(1.0, 0.0)));
                assert!(Search::strong(&roots, law, 1.0, 100).is_none(), "all are strong");
            }
        }
    }
}
