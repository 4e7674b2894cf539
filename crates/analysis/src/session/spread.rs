//! The law of the sum of many rounds: the transform of one round, raised to a power, and back.

use super::SessionError;
use super::bounds::real;
use super::chances::{Chances, Run};
use super::clusters::Clusters;
use super::frequencies::{Search, WEAKEST, Wave, log_of_one_and};
use super::inverse::Inverse;
use super::roots::Roots;
use super::steps::Steps;
use realfft::RealFftPlanner;
use realfft::num_complex::Complex;
use tercet_rules::Money;

/// The most points of a window.
const MOST_POINTS: i64 = 1 << 22;
/// The most points of all windows together: some seconds.
const MOST_WORK: f64 = 1e8;
/// So many terms are summed up one by one; what is left of the lightest steps is transformed quickly.
const MOST_TERMS: usize = 1 << 23;
/// So many of the likeliest steps are summed up in any case.
const FEWEST: usize = 8;
/// Windows less likely than this count for nothing.
const UNLIKELY: f64 = 1e-20;
/// Chances below this are what rounding leaves where there is nothing.
const NOISE: f64 = 1e-18;

/// The chances of all results of so many rounds.
pub(super) fn spread(steps: &Steps, rounds: u32) -> Result<Chances, SessionError> {
    let clusters = Clusters::of(steps.nets(), rounds);
    if rounds == 1 {
        let run =
            |(net, chance): &(i64, f64)| Run { first: *net, step: clusters.step, chances: vec![*chance] };
        return Ok(Chances::new(steps.nets().iter().map(run).collect()));
    }
    let too_wide = SessionError::TooWide { step: Money::from_units(clusters.step) };
    let most = steps.nets().iter().map(|(net, _)| net.unsigned_abs()).max().unwrap_or(0);
    let Some((low, high)) =
        clusters.window.filter(|(low, high)| high - low < MOST_POINTS && clusters.work() < MOST_WORK)
    else {
        return Err(too_wide);
    };
    if u128::from(most) * u128::from(rounds) > 1 << 60 {
        return Err(too_wide);
    }
    let waves = Waves::of(&clusters, rounds, size(high - low + 1));
    let mut runs = Vec::new();
    let mut times = vec![0; clusters.rare.len()];
    loop {
        runs.extend(waves.run(&clusters, rounds, &times, (low, high)));
        // Count on, like the wheels of a meter.
        let Some(wheel) = (0..times.len()).find(|wheel| times[*wheel] < clusters.rare[*wheel].1) else {
            break;
        };
        times[..wheel].fill(0);
        times[wheel] += 1;
    }
    Ok(Chances::new(runs))
}

/// The least size that is transformed quickly and not below this.
pub(super) fn size(points: i64) -> usize {
    let points = usize::try_from(points).unwrap_or(usize::MAX).max(64);
    let two = points.next_power_of_two();
    if two / 4 * 3 >= points { two / 4 * 3 } else { two }
}

/// The frequencies that count.
struct Waves {
    size: usize,
    inverse: Inverse,
    roots: Roots,
    /// A usual step, from their centre; the logarithms below are for steps from there.
    anchor: i64,
    /// The frequencies, with the logarithm of the transform of the usual steps.
    usual: Vec<Wave>,
    /// By rare cluster: the transform at each of these frequencies.
    rare: Vec<Vec<Complex<f64>>>,
}

impl Waves {
    fn of(clusters: &Clusters, rounds: u32, size: usize) -> Waves {
        let mut planner = RealFftPlanner::<f64>::new();
        let roots = Roots::new(size);
        let anchor = anchor(&clusters.usual.law);
        let mut law: Vec<(i64, f64)> =
            clusters.usual.law.iter().map(|(step, chance)| (step - anchor, *chance)).collect();
        law.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        let rare_times: u32 = clusters.rare.iter().map(|(_, times)| times).sum();
        let fewest = f64::from(rounds.saturating_sub(rare_times));
        let usual = Search::strong(&roots, &law, fewest, MOST_TERMS / law.len().max(1))
            .unwrap_or_else(|| strong_of_all(&mut planner, &roots, &law, fewest));
        let rare = clusters.rare.iter().map(|(cluster, _)| {
            let law = roots.turning(&cluster.law);
            usual.iter().map(|(wave, _)| roots.less_one(&law, *wave) + 1.0).collect()
        });
        let rare = rare.collect();
        let inverse = Inverse::new(&mut planner, size, usual.len());
        Waves { size, inverse, roots, anchor, usual, rare }
    }

    /// The results when each rare cluster comes up so many times.
    fn run(&self, clusters: &Clusters, rounds: u32, times: &[u32], (low, high): (i64, i64)) -> Option<Run> {
        let left = rounds.checked_sub(times.iter().sum())?;
        let weight = weight(clusters, rounds, times);
        if weight < UNLIKELY {
            return None;
        }
        let moved = i64::from(left) * self.anchor;
        let share = weight / real_of(self.size);
        let power = |(i, (wave, log)): (usize, &Wave)| {
            let power = (log * f64::from(left)).exp() * self.roots.of(moved, *wave);
            let rare = self.rare.iter().zip(times).map(|(rare, times)| rare[i].powu(*times));
            (*wave, power * rare.product::<Complex<f64>>() * share)
        };
        let waves: Vec<Wave> = self.usual.iter().enumerate().map(power).collect();
        let mut chances = self.inverse.results(&self.roots, &waves, (low, high));
        chances.iter_mut().filter(|chance| **chance < NOISE).for_each(|chance| *chance = 0.0);
        let centre =
            clusters.rare.iter().zip(times).map(|((rare, _), times)| i64::from(*times) * rare.centre);
        let centre = i64::from(left) * clusters.usual.centre + centre.sum::<i64>();
        let first = i64::from(rounds) * clusters.lowest + clusters.step * (centre + low);
        Some(Run { first, step: clusters.step, chances })
    }
}

/// A likely step near the mean, which is at zero.
///
/// Steps are mostly whole dollars, now and then with odd cents. From one of the likely ones the others lie whole dollars
/// away, so that the transform turns little wherever it is strong, and its logarithm times all rounds keeps its digits.
fn anchor(law: &[(i64, f64)]) -> i64 {
    let likely = law.iter().map(|(_, chance)| *chance).fold(0.0, f64::max) / 2.0;
    let all = law.iter().filter(|(_, chance)| *chance >= likely);
    all.map(|(step, _)| *step).min_by_key(|step| step.abs()).unwrap_or(0)
}

/// The frequencies that are strong after so many rounds, where they are too many to be sought one by one.
fn strong_of_all(
    planner: &mut RealFftPlanner<f64>,
    roots: &Roots,
    law: &[(i64, f64)],
    rounds: f64,
) -> Vec<Wave> {
    let strong = |(_, z): &Wave| rounds * log_of_one_and(*z).re > WEAKEST;
    let mut waves: Vec<Wave> =
        quickly(planner, law, roots.size()).into_iter().enumerate().filter(strong).collect();
    // The power makes an error of the transform as many times as large, so it is summed up anew: all steps, or as
    // many of the likeliest as there is time for.
    let heavy = (MOST_TERMS / waves.len().max(1)).clamp(FEWEST, law.len().max(FEWEST)).min(law.len());
    let (heavy, light) = law.split_at(heavy);
    let light = if light.is_empty() { Vec::new() } else { quickly(planner, light, roots.size()) };
    let heavy = roots.turning(heavy);
    for (wave, z) in &mut waves {
        *z = log_of_one_and(roots.less_one(&heavy, *wave) + light.get(*wave).copied().unwrap_or_default());
    }
    waves
}

/// The transform of some steps at every frequency, each step less one: what is small stays exact.
fn quickly(planner: &mut RealFftPlanner<f64>, law: &[(i64, f64)], size: usize) -> Vec<Complex<f64>> {
    let forward = planner.plan_fft_forward(size);
    let mut steps = forward.make_input_vec();
    for (step, chance) in law {
        steps[place(*step, size)] += chance;
        steps[0] -= chance;
    }
    let mut waves = forward.make_output_vec();
    forward.process(&mut steps, &mut waves).expect("buffers of the right size");
    // All chances together never change.
    waves[0] = Complex::default();
    waves
}

/// Where a step stands in a transform of this size.
pub(super) fn place(step: i64, size: usize) -> usize {
    let size = i64::try_from(size).expect("a window");
    usize::try_from(step.rem_euclid(size)).expect("not below zero")
}

/// The chance that the rare clusters come up just so many times.
fn weight(clusters: &Clusters, rounds: u32, times: &[u32]) -> f64 {
    let rare: f64 = clusters.rare.iter().map(|(rare, _)| rare.chance).sum();
    let mut left = rounds;
    let mut weight = 1.0;
    for ((rare, _), times) in clusters.rare.iter().zip(times) {
        for time in 1..=*times {
            weight *= rare.chance * f64::from(left) / f64::from(time);
            left -= 1;
        }
    }
    weight * (f64::from(left) * (-rare).ln_1p()).exp()
}

pub(super) fn real_of(size: usize) -> f64 {
    real(i64::try_from(size).expect("a window"))
}
