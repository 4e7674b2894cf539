//! How likely so much is by chance alone.

use statrs::distribution::{ChiSquared, ContinuousCDF as _, DiscreteCDF as _, Normal, Poisson, StudentsT};

/// Beyond so many standard errors a figure is reported as one that chance does not explain.
pub const FAR: f64 = 4.0;
/// Below this chance so is anything else: as rare as a figure that is so far off.
pub const RARE: f64 = 6.334e-5;
/// With so many degrees of freedom, a chi-square that is so small is as odd as one that is so large; with fewer, small counts may come
/// out just as expected.
const MANY: u32 = 30;

/// A chi-square test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// The sum of squared differences, each over what was expected.
    pub statistic: f64,
    /// Degrees of freedom.
    pub degrees: u32,
    /// The chance of so much or more.
    pub chance: f64,
}

/// What rarer things are put together with until this many are expected.
pub(crate) const ENOUGH: f64 = 5.0;

impl Fit {
    /// Compares counts with what was expected; none if there are not two things to compare, each expected five times. What is expected
    /// less often counts together, and is looked at one by one beside the chance of so many by Poisson's law.
    #[must_use]
    pub fn of(counts: impl IntoIterator<Item = (u64, f64)>) -> Option<Fit> {
        let mut cells: Vec<(f64, f64)> = Vec::new();
        let mut rest = (0.0, 0.0);
        for (hits, expected) in counts {
            // What cannot be has been seen.
            if hits > 0 && expected <= 0.0 {
                return Some(Fit { statistic: f64::INFINITY, degrees: 1, chance: 0.0 });
            }
            if expected >= ENOUGH {
                cells.push((hits as f64, expected));
            } else {
                rest = (rest.0 + hits as f64, rest.1 + expected);
            }
        }
        if rest.1 >= ENOUGH {
            cells.push(rest);
        } else if let Some(least) = cells.iter_mut().min_by(|a, b| a.1.total_cmp(&b.1)) {
            *least = (least.0 + rest.0, least.1 + rest.1);
        }
        let degrees = u32::try_from(cells.len()).ok()?.checked_sub(1).filter(|degrees| *degrees > 0)?;
        let statistic = cells.iter().map(|(hits, expected)| (hits - expected).powi(2) / expected).sum();
        Some(Fit { statistic, degrees, chance: beyond(statistic, degrees) })
    }

    /// Whether chance does not explain it: it fits too badly.
    #[must_use]
    pub fn is_far(&self) -> bool {
        self.chance < RARE
    }
}

/// Whether something rare was seen so often that chance does not explain it. What is expected more often is left to a [`Fit`].
pub(crate) fn too_often(hits: u64, expected: f64) -> bool {
    expected < ENOUGH && at_least(hits, expected) < RARE
}

/// The chance that something so rare is seen so often or more: by Poisson's law, which lies above that of any number of tries.
fn at_least(hits: u64, expected: f64) -> f64 {
    let Some(fewer) = hits.checked_sub(1) else { return 1.0 };
    // What cannot be has been seen.
    Poisson::new(expected).map_or(0.0, |law| law.sf(fewer))
}

/// The chance of a count so far from what is expected of so many tries, on either side.
pub(crate) fn of_count(hits: u64, tries: u64, chance: f64) -> f64 {
    let (expected, left) = (tries as f64 * chance, tries as f64 * (1.0 - chance));
    // The rarer of both, where Poisson's law is near enough; where both are often, the normal one is.
    let (hits, expected) =
        if expected <= left { (hits, expected) } else { (tries.saturating_sub(hits), left) };
    if expected >= 1_000.0 {
        let deviation = (expected * (tries as f64 - expected) / tries as f64).sqrt();
        return either_side((hits as f64 - expected) / deviation);
    }
    let up = at_least(hits, expected);
    let down = Poisson::new(expected).map_or(1.0, |law| law.cdf(hits));
    (2.0 * up.min(down)).min(1.0)
}

/// Whether a chi-square of so many degrees is so large or so small that chance does not explain it.
pub(crate) fn is_odd(chance: f64, degrees: u32) -> bool {
    chance < RARE || (degrees >= MANY && 1.0 - chance < RARE)
}

/// The chance that a chi-square of so many degrees comes to so much or more.
pub(crate) fn beyond(statistic: f64, degrees: u32) -> f64 {
    ChiSquared::new(f64::from(degrees)).map_or(f64::NAN, |law| law.sf(statistic))
}

/// The chance of a result so many standard errors off or more, on either side.
#[must_use]
pub fn either_side(distance: f64) -> f64 {
    2.0 * Normal::standard().sf(distance.abs())
}

/// How many standard errors reach as far as 95% confidence, where the error itself is taken from so many batches (Student's t).
pub(crate) fn reach(batches: u64) -> f64 {
    student(batches).map_or(f64::NAN, |law| law.inverse_cdf(0.975))
}

/// Whether chance does not explain a figure so many standard errors off. `batches` is what the error is taken from, and `largest` how
/// much one result can do, in standard errors.
///
/// Sums of few results are not normal: one hit of what is expected a hundredth of a time is ten standard errors off. By Bernstein's
/// inequality a distance `d` counts like one of `d / sqrt(1 + largest · d / 3)`.
pub(crate) fn is_far(distance: f64, batches: u64, largest: f64) -> bool {
    let distance = distance.abs();
    let counts = distance / (1.0 + largest.max(0.0) * distance / 3.0).sqrt();
    counts > FAR && student(batches).is_none_or(|law| 2.0 * law.sf(counts) < RARE)
}

/// The law of a distance in standard errors that are themselves taken from so many batches.
fn student(batches: u64) -> Option<StudentsT> {
    let freedom = batches.checked_sub(1).filter(|freedom| *freedom > 0)?;
    StudentsT::new(0.0, 1.0, freedom as f64).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_batches_and_rare_results_are_no_proof() {
        assert!(is_far(4.01, 1_000_000, 0.0) && !is_far(3.99, 1_000_000, 0.0));
        // With two batches a distance of 4 is as likely as one in six.
        assert!(
            !is_far(4.1, 2, 0.0) && !is_far(100.0, 2, 0.0) && !is_far(6.9, 10, 0.0) && is_far(7.1, 10, 0.0)
        );
        assert!((reach(2) - 12.706).abs() < 1e-3 && (reach(1_000_000) - 1.96).abs() < 1e-3);
        // Of what is expected once, eight are within chance, and nine are not; of what is expected a hundredth of a time, one is.
        for (expected, hits, far) in [
            (0.01_f64, 1.0, false),
            (1.0, 8.0, false),
            (1.0, 9.0, true),
            (45.0, 16.0, false),
            (45.0, 80.0, true),
        ] {
            let error = expected.sqrt();
            assert_eq!(is_far((hits - expected) / error, 1_000_000, 1.0 / error), far, "{expected} {hits}");
        }
    }

    /// Whatever is rare, the chance of a warning is no more than is said.
    #[test]
    fn rare_results_warn_as_seldom_as_is_said() {
        for expected in [0.001, 0.05, 0.3, 1.0, 4.0, 20.0, 100.0_f64] {
            let (mut chance, mut all) = ((-expected).exp(), 0.0);
            for hits in 0..400_u32 {
                let distance = (f64::from(hits) - expected) / expected.sqrt();
                if is_far(distance, u64::from(u32::MAX), 1.0 / expected.sqrt()) {
                    all += chance;
                }
                chance *= expected / f64::from(hits + 1);
            }
            assert!(all < 1.1 * RARE, "{expected}: {all}");
        }
    }

    #[test]
    fn rare_rows_are_looked_at_one_by_one() {
        assert!(too_often(50, 0.01) && too_often(1, 0.0) && too_often(20, 4.9));
        assert!(!too_often(0, 0.0) && !too_often(1, 0.001) && !too_often(9, 4.9) && !too_often(9_999, 10.0));
    }

    #[test]
    fn counts_are_as_likely_as_they_are() {
        assert!((of_count(0, 10_000, 0.0005) - 2.0 * (-5.0_f64).exp()).abs() < 1e-9);
        assert!((of_count(9_995, 10_000, 0.9995) - 1.0).abs() < 1e-9);
        assert!((of_count(5_100, 10_000, 0.5) - 0.0455).abs() < 1e-3);
        assert!(of_count(1, 10, 0.0) < 1e-300 && of_count(0, 10, 0.0) > 0.99);
    }
}
