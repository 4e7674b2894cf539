//! Results put together in bins.

use super::picture::Histogram;
use tercet_analysis::measure;
use tercet_rules::Money;

/// Bins of one width, from left to right without gaps.
pub(super) struct Bins {
    /// The results that a bin holds go so far; none where each holds one result.
    pub(super) width: Option<Money>,
    pub(super) each: Vec<Bin>,
}

/// Results next to each other.
#[derive(Clone, Copy)]
pub(super) struct Bin {
    /// Where it begins, in dollars.
    pub(super) from: f64,
    /// Where the next one begins.
    pub(super) to: f64,
    /// The chance of all its results.
    pub(super) share: f64,
    /// Whether its results are below zero.
    pub(super) behind: bool,
}

impl Bins {
    /// The results of the window in at most so many bins.
    ///
    /// Results go up by equal steps, so a bin is as wide as several steps: otherwise some would hold a result more than
    /// their neighbours and stand out. Of such widths a round one is taken if there is one near. Bins begin at
    /// multiples of it, so none holds results on both sides of zero.
    pub(super) fn of(histogram: &Histogram, most: usize) -> Bins {
        let (low, high) = histogram.window;
        let most = i64::try_from(most.max(2)).unwrap_or(i64::MAX);
        let step = step(&histogram.results);
        if (high - low) / step < most {
            let half = step as f64 / 2.0;
            return Bins { width: None, each: filled(histogram, low, step, -half) };
        }
        let width = width(low, high, step, most);
        let from = low.div_euclid(width) * width;
        Bins { width: Some(Money::from_units(width)), each: filled(histogram, from, width, 0.0) }
    }

    /// The greatest share of a bin.
    pub(super) fn most(&self) -> f64 {
        self.each.iter().map(|bin| bin.share).fold(0.0, f64::max)
    }

    /// Where the first bin begins and the last one ends, in dollars.
    pub(super) fn reach(&self) -> (f64, f64) {
        (self.each.first().map_or(0.0, |bin| bin.from), self.each.last().map_or(1.0, |bin| bin.to))
    }

    /// What one bar stands for.
    pub(super) fn about(&self) -> String {
        self.width.map_or_else(
            || "a bar for each result".into(),
            |width| format!("a bar for each {width}, from its left edge on"),
        )
    }
}

/// The bins from the one that begins at `from` to the one that holds the end of the window, drawn so many units further.
fn filled(histogram: &Histogram, from: i64, width: i64, further: f64) -> Vec<Bin> {
    let last = (histogram.window.1 - from).div_euclid(width);
    let dollars = |place: i64| ((from + place * width) as f64 + further) / 100.0;
    let bin = |place: i64| Bin {
        from: dollars(place),
        to: dollars(place + 1),
        share: 0.0,
        behind: from + place * width < 0,
    };
    let mut bins: Vec<Bin> = (0..=last).map(bin).collect();
    for (result, chance) in &histogram.results {
        let place = usize::try_from((result - from).div_euclid(width)).ok();
        if let Some(bin) = place.and_then(|place| bins.get_mut(place)) {
            bin.share += chance;
        }
    }
    bins
}

/// The step by which results go up: the greatest common measure of what lies between them.
fn step(results: &[(i64, f64)]) -> i64 {
    if results.len() < 2 { 100 } else { measure(results.windows(2).map(|pair| pair[1].0 - pair[0].0)) }
}

/// A multiple of the step that makes at most so many bins.
fn width(low: i64, high: i64, step: i64, most: i64) -> i64 {
    let bins = |width: i64| high.div_euclid(width) - low.div_euclid(width) + 1;
    let mut least = (high - low) / step / most + 1;
    while bins(least * step) > most {
        least += 1;
    }
    let near = least..=least.saturating_mul(5) / 2;
    near.map(|steps| steps * step).find(|width| is_round(*width)).unwrap_or(least * step)
}

/// Whether a number is 1, 2, 2.5 or 5 times a power of ten.
fn is_round(mut number: i64) -> bool {
    while number % 10 == 0 && number != 0 {
        number /= 10;
    }
    matches!(number, 1 | 2 | 5 | 25)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn histogram(results: impl Iterator<Item = i64>) -> Histogram {
        let results: Vec<i64> = results.collect();
        let window = (results[0], results[results.len() - 1]);
        let chance = 1.0 / results.len() as f64;
        let results = results.into_iter().map(|result| (result, chance)).collect();
        Histogram { of: String::new(), results, window, marks: Vec::new() }
    }

    #[test]
    fn few_results_have_a_bin_each() {
        let bins = Bins::of(&histogram([-2_000, -1_000, 0, 7_000].into_iter()), 20);
        assert_eq!((bins.width, bins.each.len(), bins.reach()), (None, 10, (-25.0, 75.0)));
        let shares: Vec<f64> = bins.each.iter().map(|bin| bin.share).collect();
        assert_eq!(shares, [0.25, 0.25, 0.25, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.25]);
        assert_eq!(bins.each.iter().filter(|bin| bin.behind).count(), 2);
    }

    #[test]
    fn one_result_is_a_picture_too() {
        let bins = Bins::of(&histogram([500].into_iter()), 20);
        assert_eq!((bins.each.len(), bins.most()), (1, 1.0));
    }

    /// For any results: few enough bins, nothing lost, none on both sides of zero, as many results in each.
    #[test]
    fn bins_are_alike() {
        for step in [1, 50, 100, 300, 700, 1_000] {
            for (first, count) in [(-37, 81), (-400, 1_000), (3, 5_000), (-90_000, 90_001)] {
                for most in [2, 24, 70, 80] {
                    let all = histogram((first..first + count).map(|place| place * step + step / 3));
                    let bins = Bins::of(&all, most);
                    let what = format!("{step} {first} {count} {most}");
                    assert!(bins.each.len() <= most && bins.each.len() * 6 >= most.min(80), "{what}");
                    let sum: f64 = bins.each.iter().map(|bin| bin.share).sum();
                    assert!((sum - 1.0).abs() < 1e-9, "{what}");
                    let inner = &bins.each[1..bins.each.len() - 1];
                    let even = inner.iter().all(|bin| (bin.share - bins.most()).abs() < 1e-9);
                    assert!(even, "{what}");
                    let astride = |bin: &Bin| bin.from < -1e-9 && bin.to > 1e-9;
                    assert!(bins.width.is_none() || !bins.each.iter().any(astride), "{what}");
                }
            }
        }
    }
}
