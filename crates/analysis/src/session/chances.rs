//! How likely each result is.

use super::bounds::real;
use tercet_rules::Money;

/// Results that go up by equal steps.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// The lowest, in units of money.
    pub first: i64,
    /// The step, in units of money.
    pub step: i64,
    /// The chance of each.
    pub chances: Vec<f64>,
}

impl Run {
    /// One past the place of the highest result of this run on its steps.
    fn end(&self) -> i64 {
        self.first + self.step * i64::try_from(self.chances.len()).unwrap_or(i64::MAX)
    }
}

/// Every result that is not out of the question, and its chance.
#[derive(Clone, PartialEq, Debug)]
pub struct Chances {
    runs: Vec<Run>,
}

impl Chances {
    /// The runs put in order; where they lie upon each other, chances are added up. All go up by the same step.
    pub(super) fn new(mut runs: Vec<Run>) -> Chances {
        runs.sort_by_key(|run| run.first);
        let mut merged: Vec<Run> = Vec::new();
        for run in runs {
            match merged.last_mut().filter(|last| run.first <= last.end()) {
                Some(last) => {
                    let at = usize::try_from((run.first - last.first) / last.step).unwrap_or(0);
                    last.chances.resize(last.chances.len().max(at + run.chances.len()), 0.0);
                    last.chances[at..].iter_mut().zip(&run.chances).for_each(|(to, chance)| *to += chance);
                }
                None => merged.push(run),
            }
        }
        Chances { runs: merged }
    }

    /// The results in rising order, each with its chance, those left out that cannot happen.
    pub fn iter(&self) -> impl Iterator<Item = (Money, f64)> + '_ {
        self.runs.iter().flat_map(|run| {
            let results = (0..).map(|i| Money::from_units(run.first + run.step * i));
            results.zip(run.chances.iter().copied()).filter(|(_, chance)| *chance > 0.0)
        })
    }

    /// The chance of a result below this.
    #[must_use]
    pub fn below(&self, result: Money) -> f64 {
        probability(self.iter().take_while(|(each, _)| *each < result).map(|(_, chance)| chance).sum())
    }

    /// The chance of exactly this result.
    #[must_use]
    pub fn at(&self, result: Money) -> f64 {
        let of = |run: &Run| {
            let past = result.units() - run.first;
            let on = past >= 0 && past % run.step == 0;
            on.then(|| run.chances.get(usize::try_from(past / run.step).ok()?).copied()).flatten()
        };
        probability(self.runs.iter().find_map(of).unwrap_or(0.0))
    }

    /// The chance of a result above this.
    #[must_use]
    pub fn above(&self, result: Money) -> f64 {
        probability(self.iter().filter(|(each, _)| *each > result).map(|(_, chance)| chance).sum())
    }

    /// The lowest result such that it or a lower one has at least this chance.
    #[must_use]
    pub fn quantile(&self, chance: f64) -> Money {
        let mut sum = 0.0;
        let mut last = Money::ZERO;
        for (result, each) in self.iter() {
            sum += each;
            last = result;
            if sum >= chance {
                break;
            }
        }
        last
    }

    /// The mean of all results in units of money: close to the exact one, for comparison.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.iter().map(|(result, chance)| real(result.units()) * chance).sum()
    }
}

/// A chance, without what rounding left over.
fn probability(chance: f64) -> f64 {
    // Adding zero turns a negative zero into a plain one.
    chance.clamp(0.0, 1.0) + 0.0
}
