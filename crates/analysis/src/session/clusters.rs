//! Steps in clusters: most rounds pay about as much as they cost, and a meter now and then pays very much more.
//!
//! One window over everything would be as wide as some dozens of meters. So the number of rare steps is taken apart:
//! given how often each cluster comes up, results lie in a narrow window of their own.

use super::bounds::{above, highest, lowest, real};
use crate::numbers::measure;

/// A window wider than this is tried to be taken apart.
const WIDE: i64 = 1 << 18;
/// A cluster that comes up more often than this on average is not taken apart: there would be too many windows.
const SELDOM: f64 = 300.0;
/// The most clusters beside the usual steps.
const MOST: usize = 3;

/// Steps that lie together.
#[derive(Clone, Debug)]
pub(super) struct Cluster {
    /// The chance of the cluster in one round.
    pub(super) chance: f64,
    /// The step on the lattice next to the mean of the cluster.
    pub(super) centre: i64,
    /// Each step from the centre, and its chance within the cluster.
    pub(super) law: Vec<(i64, f64)>,
}

impl Cluster {
    fn of(steps: &[(i64, f64)]) -> Cluster {
        let chance: f64 = steps.iter().map(|(_, chance)| chance).sum();
        let mean: f64 = steps.iter().map(|(step, each)| real(*step) * each).sum::<f64>() / chance;
        let centre = above(mean.round()).unwrap_or_else(|| steps.first().map_or(0, |first| first.0));
        let law = steps.iter().map(|(step, each)| (step - centre, each / chance)).collect();
        Cluster { chance, centre, law }
    }

    /// How far the steps lie from the centre.
    fn reach(&self) -> (i64, i64) {
        let steps = || self.law.iter().map(|(step, _)| *step);
        (steps().min().unwrap_or(0), steps().max().unwrap_or(0))
    }
}

/// The steps of a round, on a lattice, in clusters.
#[derive(Clone, Debug)]
pub(super) struct Clusters {
    /// The lowest step, in units of money.
    pub(super) lowest: i64,
    /// The step of the lattice, in units of money.
    pub(super) step: i64,
    /// The usual steps.
    pub(super) usual: Cluster,
    /// The rare ones, each with the most times that it counts.
    pub(super) rare: Vec<(Cluster, u32)>,
    /// The window of the results around the centres of the steps, in steps of the lattice; none if that is too far.
    pub(super) window: Option<(i64, i64)>,
}

impl Clusters {
    /// The clusters of these steps for so many rounds.
    pub(super) fn of(nets: &[(i64, f64)], rounds: u32) -> Clusters {
        let lowest = nets.first().map_or(0, |first| first.0);
        let step = measure(nets.iter().map(|(net, _)| net - lowest));
        let mut all: Vec<(i64, f64)> =
            nets.iter().map(|(net, chance)| ((net - lowest) / step, *chance)).collect();
        let mut clusters =
            Clusters { lowest, step, usual: Cluster::of(&all), rare: Vec::new(), window: None };
        clusters.window = clusters.find_window(rounds);
        while clusters.rare.len() < MOST && clusters.window.is_none_or(|(low, high)| high - low > WIDE) {
            let Some(at) = widest_gap(&all) else { break };
            let rare = Cluster::of(&all[at..]);
            let often = f64::from(rounds) * rare.chance;
            if often > SELDOM {
                break;
            }
            let mut apart = clusters.clone();
            apart.rare.push((rare, most_times(often).min(rounds)));
            apart.usual = Cluster::of(&all[..at]);
            apart.window = apart.find_window(rounds);
            if apart.work() >= clusters.work() {
                break;
            }
            all.truncate(at);
            clusters = apart;
        }
        clusters
    }

    /// The points of all windows together.
    pub(super) fn work(&self) -> f64 {
        let windows: f64 = self.rare.iter().map(|(_, times)| f64::from(*times) + 1.0).product();
        self.window.map_or(f64::INFINITY, |(low, high)| windows * real(high.saturating_sub(low)))
    }

    fn find_window(&self, rounds: u32) -> Option<(i64, i64)> {
        let fewest = rounds.saturating_sub(self.rare.iter().map(|(_, times)| times).sum());
        let law = &self.usual.law;
        let low = above(lowest(law, fewest, rounds).floor())?;
        let high = above(highest(law, fewest, rounds))?;
        let reach = self.rare.iter().map(|(rare, times)| {
            let (low, high) = rare.reach();
            (low.saturating_mul(i64::from(*times)), high.saturating_mul(i64::from(*times)))
        });
        Some(reach.fold((low, high), |(low, high), (below, above)| {
            (low.saturating_add(below), high.saturating_add(above))
        }))
    }
}

/// Where the steps lie furthest apart: the place of the first step above the gap.
fn widest_gap(steps: &[(i64, f64)]) -> Option<usize> {
    (1..steps.len()).max_by_key(|at| (steps[*at].0 - steps[*at - 1].0, *at))
}

/// So many times at most, but for a chance of less than 1e-19, comes up what comes up so often on average.
fn most_times(often: f64) -> u32 {
    // Poisson's law is above the binomial one where it counts: P(N ≥ k) ≤ exp(k - m) (m / k)^k.
    (1..1_000)
        .find(|k| {
            let k = f64::from(*k);
            k > often && k - often + k * (often / k).ln() < -44.0
        })
        .unwrap_or(1_000)
}
