//! Round numbers along an axis.

/// The least step of 1, 2 or 5 times a power of ten that takes at most so many steps for a span above zero.
pub(super) fn step(span: f64, most: usize) -> f64 {
    let least = span / most.max(1) as f64;
    let power = 10_f64.powf(least.log10().floor());
    // A little is forgiven, as powers of ten are not exact.
    [1.0, 2.0, 5.0]
        .map(|digit| digit * power)
        .into_iter()
        .find(|step| *step >= least * 0.999_999)
        .unwrap_or(power * 10.0)
}

/// The span widened to multiples of the step.
pub(super) fn widened(low: f64, high: f64, step: f64) -> (f64, f64) {
    // A bound on a multiple stays there.
    ((low / step + 1e-6).floor() * step, (high / step - 1e-6).ceil() * step)
}

/// The multiples of the step in the span.
pub(super) fn ticks(low: f64, high: f64, step: f64) -> Vec<f64> {
    let first = (low / step - 1e-6).ceil();
    let ticks = (0_u16..).map(|i| first + f64::from(i)).take_while(|tick| *tick <= high / step + 1e-6);
    // Adding zero turns a negative zero into a plain one.
    ticks.map(|tick| tick * step + 0.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        for (span, most, wanted) in
            [(1.0, 10, 0.1), (1.0, 4, 0.5), (20_160.0, 5, 5_000.0), (7.0, 7, 1.0), (0.03, 2, 0.02)]
        {
            assert!((step(span, most) / wanted - 1.0).abs() < 1e-9, "{span} {most}: {}", step(span, most));
        }
    }

    #[test]
    fn ticks_lie_within_and_spans_are_widened() {
        assert_eq!(ticks(-250.0, 500.0, 100.0), [-200.0, -100.0, 0.0, 100.0, 200.0, 300.0, 400.0, 500.0]);
        assert_eq!(widened(-250.0, 500.0, 100.0), (-300.0, 500.0));
        assert!(ticks(-0.05, 0.05, 0.1)[0].is_sign_positive());
    }
}
