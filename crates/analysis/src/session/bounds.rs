//! How far sums of many steps can stray: Chernoff's bound, which holds whatever the shape of the steps.

/// What is given away on each side of a window: far below the rounding of floating-point numbers.
const LEFT_OUT: f64 = 1e-19;

/// Steps with their chances, which add up to one.
pub(super) type Law<'a> = &'a [(i64, f64)];

/// So far up, at most, go sums of between `fewest` and `most` steps, but for a chance of 1e-19.
///
/// With `fewest` zero the bound holds for the highest of all sums on the way too (Doob's inequality).
pub(super) fn highest(law: Law<'_>, fewest: u32, most: u32) -> f64 {
    let greatest = law.iter().map(|(step, _)| *step).max().unwrap_or(0).max(0);
    furthest(law, 1.0, fewest, most).min(real(greatest) * f64::from(most))
}

/// So far down, at most; a number that is not above zero.
pub(super) fn lowest(law: Law<'_>, fewest: u32, most: u32) -> f64 {
    let least = law.iter().map(|(step, _)| *step).min().unwrap_or(0).min(0);
    -furthest(law, -1.0, fewest, most).min(-real(least) * f64::from(most))
}

/// `P(S ≥ a) ≤ exp(n K(t) - t a)` for every t above zero, where `K` is the logarithm of the mean of `exp(t step)`. So
/// any t gives a bound; the least of some is taken.
fn furthest(law: Law<'_>, sign: f64, fewest: u32, most: u32) -> f64 {
    let spread: f64 = law.iter().map(|(step, chance)| chance * real(*step) * real(*step)).sum();
    let around = (-2.0 * LEFT_OUT.ln() / (f64::from(most) * spread.max(1e-30))).sqrt();
    // Rare long steps make the spread a poor measure of the best t, so it is sought far and wide.
    let bound = |halvings: i32| {
        let t = around * (f64::from(halvings) * -0.5).exp2();
        let mean: f64 = law.iter().map(|(step, chance)| chance * (t * sign * real(*step)).exp_m1()).sum();
        let k = mean.ln_1p();
        let grown = (f64::from(fewest) * k).max(f64::from(most) * k);
        let bound = (grown - LEFT_OUT.ln()) / t;
        if bound.is_nan() { f64::INFINITY } else { bound }
    };
    (-32..16).map(bound).fold(f64::INFINITY, f64::min).max(0.0)
}

/// A whole number as a floating-point number.
#[expect(clippy::cast_precision_loss, reason = "bounds need not be exact")]
pub(super) fn real(whole: i64) -> f64 {
    whole as f64
}

/// The whole number above; `None` where none that large is of use.
#[expect(clippy::cast_possible_truncation, reason = "checked to be in range")]
pub(super) fn above(real: f64) -> Option<i64> {
    let up = real.ceil();
    (up.abs() < 1e15).then_some(up as i64)
}
