//! One round as a step up or down.

use crate::law::Law;
use std::collections::BTreeMap;
use tercet_rules::Money;

/// What one round adds to the player's money, and how likely that is.
#[derive(Clone, Debug)]
pub struct Steps {
    cost: Money,
    nets: Vec<(i64, f64)>,
}

impl Steps {
    /// The steps of a law: everything staked at the spot taken together, without envy.
    #[must_use]
    pub fn of(law: &Law) -> Steps {
        let mut ways: BTreeMap<i64, u128> = BTreeMap::new();
        for outcome in &law.outcomes {
            *ways.entry(outcome.net().units()).or_insert(0) += outcome.ways;
        }
        let nets = ways.into_iter().map(|(net, ways)| (net, share(ways, law.deals))).collect();
        let cost = law.outcomes.iter().map(crate::law::Outcome::staked).max().unwrap_or(Money::ZERO);
        Steps { cost, nets }
    }

    /// The steps of one law or another in each round, by how often it is which: chances that add up to one.
    #[must_use]
    pub fn mixed(laws: &[(&Law, f64)]) -> Steps {
        let mut nets: BTreeMap<i64, f64> = BTreeMap::new();
        let mut cost = Money::ZERO;
        for (law, weight) in laws.iter().filter(|(_, weight)| *weight > 0.0) {
            let steps = Steps::of(law);
            cost = cost.max(steps.cost);
            steps.nets.iter().for_each(|(net, chance)| *nets.entry(*net).or_insert(0.0) += chance * weight);
        }
        Steps { cost, nets: nets.into_iter().collect() }
    }

    /// The greatest stake of any round as the strategy plays it.
    #[must_use]
    pub fn cost(&self) -> Money {
        self.cost
    }

    /// Every step in units of money, rising, with its chance.
    pub(crate) fn nets(&self) -> &[(i64, f64)] {
        &self.nets
    }
}

#[expect(clippy::cast_precision_loss, reason = "chances are floating-point numbers")]
fn share(ways: u128, deals: u128) -> f64 {
    ways as f64 / deals as f64
}
