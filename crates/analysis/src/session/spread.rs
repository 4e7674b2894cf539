//! The law of the sum of many rounds: the transform of one round, raised to a power, and back.

use super::SessionError;
use super::bounds::real;
use super::chances::{Chances, Run};
use super::clusters::{Cluster, Clusters};
use super::steps::Steps;
use realfft::num_complex::Complex;
use realfft::{ComplexToReal, RealFftPlanner};
use std::sync::Arc;
use tercet_rules::Money;

/// The most points of a window.
const MOST_POINTS: i64 = 1 << 22;
/// The most points of all windows together: some seconds.
const MOST_WORK: f64 = 1e8;
/// Frequencies weaker than `exp` of this count for nothing.
const WEAKEST: f64 = -50.0;
/// Frequencies are summed up anew, step by step, while that takes no more than so many terms.
const MOST_TERMS: usize = 1 << 22;
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
    let mut waves = Waves::of(&clusters, rounds, size(high - low + 1));
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
    inverse: Arc<dyn ComplexToReal<f64>>,
    /// The frequencies, with the logarithm of the transform of the usual steps.
    usual: Vec<(usize, Complex<f64>)>,
    /// By rare cluster: the transform at each of these frequencies.
    rare: Vec<Vec<Complex<f64>>>,
}

impl Waves {
    fn of(clusters: &Clusters, rounds: u32, size: usize) -> Waves {
        let mut planner = RealFftPlanner::<f64>::new();
        let forward = planner.plan_fft_forward(size);
        let mut steps = forward.make_input_vec();
        for (step, chance) in &clusters.usual.law {
            steps[place(*step, size)] += chance;
        }
        // Less one, the transform of no step at all: what is small stays exact.
        steps[0] -= 1.0;
        let mut waves = forward.make_output_vec();
        forward.process(&mut steps, &mut waves).expect("buffers of the right size");
        let rare_times: u32 = clusters.rare.iter().map(|(_, times)| times).sum();
        let fewest = f64::from(rounds.saturating_sub(rare_times));
        let logs = waves.iter().map(|wave| log_of_one_and(*wave)).enumerate();
        let mut usual: Vec<(usize, Complex<f64>)> =
            logs.filter(|(_, log)| fewest * log.re > WEAKEST).collect();
        if usual.len().saturating_mul(clusters.usual.law.len()) <= MOST_TERMS {
            // The power makes an error of the transform as many times as large, so it is summed up anew.
            for (wave, log) in &mut usual {
                *log = log_of_one_and(less_one(&clusters.usual, *wave, size));
            }
        }
        let at =
            |cluster: &Cluster| usual.iter().map(|(wave, _)| less_one(cluster, *wave, size) + 1.0).collect();
        let rare = clusters.rare.iter().map(|(cluster, _)| at(cluster)).collect();
        Waves { size, inverse: planner.plan_fft_inverse(size), usual, rare }
    }

    /// The results when each rare cluster comes up so many times.
    fn run(&mut self, clusters: &Clusters, rounds: u32, times: &[u32], window: (i64, i64)) -> Option<Run> {
        let left = rounds.checked_sub(times.iter().sum())?;
        let weight = weight(clusters, rounds, times);
        if weight < UNLIKELY {
            return None;
        }
        let mut waves = self.inverse.make_input_vec();
        for (i, (wave, log)) in self.usual.iter().enumerate() {
            let power = (log * f64::from(left)).exp();
            let rare = self.rare.iter().zip(times).map(|(rare, times)| rare[i].powu(*times));
            waves[*wave] = power * rare.product::<Complex<f64>>() * (weight / real_of(self.size));
        }
        // What makes real numbers has real ends.
        waves[0].im = 0.0;
        if let Some(last) = waves.last_mut() {
            last.im = 0.0;
        }
        let mut results = self.inverse.make_output_vec();
        self.inverse.process(&mut waves, &mut results).expect("buffers of the right size");
        let (low, high) = window;
        let chance = |step: i64| {
            let chance = results[place(step, self.size)];
            if chance < NOISE { 0.0 } else { chance }
        };
        let chances: Vec<f64> = (low..=high).map(chance).collect();
        let centre =
            clusters.rare.iter().zip(times).map(|((rare, _), times)| i64::from(*times) * rare.centre);
        let centre = i64::from(left) * clusters.usual.centre + centre.sum::<i64>();
        let first = i64::from(rounds) * clusters.lowest + clusters.step * (centre + low);
        Some(Run { first, step: clusters.step, chances })
    }
}

/// Where a step stands in a transform of this size.
pub(super) fn place(step: i64, size: usize) -> usize {
    let size = i64::try_from(size).expect("a window");
    usize::try_from(step.rem_euclid(size)).expect("not below zero")
}

/// The transform of a cluster at a frequency, less one.
fn less_one(cluster: &Cluster, wave: usize, size: usize) -> Complex<f64> {
    let whole = i128::try_from(size).expect("a window");
    let turn = |step: i64| {
        // Whole turns are taken away while the numbers are whole, so that the angle is exact.
        let part = (i128::from(step) * i128::try_from(wave).expect("a window")).rem_euclid(whole);
        let part = if part * 2 > whole { part - whole } else { part };
        -core::f64::consts::TAU * real(i64::try_from(part).expect("a window")) / real_of(size)
    };
    cluster
        .law
        .iter()
        .map(|(step, chance)| {
            let (half, angle) = (turn(*step) / 2.0, turn(*step));
            // cos - 1 = -2 sin²(half): no digits are lost where the angle is small.
            Complex::new(-2.0 * half.sin() * half.sin(), angle.sin()) * *chance
        })
        .sum()
}

/// The logarithm of one and a number, exact where the number is small.
fn log_of_one_and(z: Complex<f64>) -> Complex<f64> {
    let square = z.re.mul_add(2.0, z.norm_sqr()).max(-1.0);
    Complex::new(0.5 * square.ln_1p(), z.im.atan2(1.0 + z.re))
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

fn real_of(size: usize) -> f64 {
    real(i64::try_from(size).expect("a window"))
}
