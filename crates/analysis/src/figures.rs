//! The figures of one wager, or of several together, out of a law: all from exact sums.

use crate::fraction::Fraction;
use crate::law::{Law, Outcome};
use std::collections::BTreeMap;
use tercet_rules::{LineOf, Money};

/// Exact sums over all deals, for some lines of a law.
///
/// Money is in units of money; `stake` is what figures are per (one unit of Ante, or of the wager).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figures {
    /// All deals.
    pub deals: u128,
    /// What figures are per: the stake of the wager they are named after.
    pub stake: Money,
    /// The sum of what the player is up or down.
    pub net: i128,
    /// The sum of all that is staked, the Play wager included.
    pub staked: i128,
    /// The sum of the squares of what the player is up or down.
    pub squares: i128,
    /// Deals in which the player is up.
    pub wins: u128,
    /// Deals by what the player is up or down.
    pub outcomes: BTreeMap<Money, u128>,
    /// The sum of what each line is up or down.
    pub lines: BTreeMap<LineOf, i128>,
    /// By line and row (none: no row fits, or no row was asked): deals, and the sum of what that is up or down.
    pub rows: BTreeMap<(LineOf, Option<usize>), (u128, i128)>,
}

impl Figures {
    /// The figures of the lines that `counts` picks, per `stake`.
    #[must_use]
    pub fn of(law: &Law, stake: Money, counts: impl Fn(LineOf) -> bool) -> Figures {
        let mut figures = Figures {
            deals: law.deals,
            stake,
            net: 0,
            staked: 0,
            squares: 0,
            wins: 0,
            outcomes: BTreeMap::new(),
            lines: BTreeMap::new(),
            rows: BTreeMap::new(),
        };
        for outcome in &law.outcomes {
            figures.add(outcome, &counts);
        }
        figures
    }

    fn add(&mut self, outcome: &Outcome, counts: &impl Fn(LineOf) -> bool) {
        let ways = i128::try_from(outcome.ways).expect("fewer than 2^127 deals");
        let (mut net, mut staked) = (Money::ZERO, Money::ZERO);
        for line in outcome.lines.iter().filter(|line| counts(line.of)) {
            net += line.net();
            staked += line.stake;
            let sum = i128::from(line.net().units()) * ways;
            *self.lines.entry(line.of).or_insert(0) += sum;
            let row = self.rows.entry((line.of, line.row)).or_insert((0, 0));
            row.0 += outcome.ways;
            row.1 += sum;
        }
        self.net += i128::from(net.units()) * ways;
        self.staked += i128::from(staked.units()) * ways;
        self.squares += i128::from(net.units()) * i128::from(net.units()) * ways;
        if net > Money::ZERO {
            self.wins += outcome.ways;
        }
        *self.outcomes.entry(net).or_insert(0) += outcome.ways;
    }

    fn deals(&self) -> i128 {
        i128::try_from(self.deals).expect("fewer than 2^127 deals")
    }

    fn unit(&self) -> i128 {
        i128::from(self.stake.units())
    }

    /// The player's expectation per stake, over all deals (not reduced, where that is whole).
    #[must_use]
    pub fn expectation(&self) -> Fraction {
        Fraction::over(self.net, self.unit(), self.deals())
    }

    /// The expectation of one line per stake, over all deals.
    #[must_use]
    pub fn line_expectation(&self, of: LineOf) -> Fraction {
        Fraction::over(self.lines.get(&of).copied().unwrap_or(0), self.unit(), self.deals())
    }

    /// What the house wins per stake.
    #[must_use]
    pub fn house_edge(&self) -> f64 {
        -self.expectation().value()
    }

    /// What the house wins per unit of all that is staked.
    #[must_use]
    pub fn element_of_risk(&self) -> f64 {
        -Fraction::new(self.net, self.staked).value()
    }

    /// The share of deals in which the player is up.
    #[must_use]
    pub fn hit_frequency(&self) -> f64 {
        Fraction::new(i128::try_from(self.wins).expect("fewer than 2^127 deals"), self.deals()).value()
    }

    /// The variance of one round, in squares of the stake: exact, as a fraction over squares of the deals.
    #[must_use]
    pub fn variance(&self) -> Fraction {
        covariance_of(self.squares, self.net, self.net, self.deals(), self.unit(), self.unit())
    }

    /// The variance; none if it, or so many times it, does not fit the exact arithmetic.
    pub(crate) fn checked_variance(&self, times: i128) -> Option<Fraction> {
        let (deals, unit) = (self.deals(), self.unit());
        let variance = checked_covariance_of(self.squares, self.net, self.net, deals, unit, unit)?;
        variance.num().checked_mul(times).map(|_| variance)
    }

    /// The standard deviation of one round, in stakes.
    #[must_use]
    pub fn standard_deviation(&self) -> f64 {
        self.variance().value().sqrt()
    }
}

/// The covariance of two groups of lines in one law, in products of their stakes.
///
/// # Panics
///
/// If it does not fit the exact arithmetic, as may be with very large stakes or meters and several decks.
#[must_use]
pub fn covariance(
    law: &Law,
    a: (&Figures, &dyn Fn(LineOf) -> bool),
    b: (&Figures, &dyn Fn(LineOf) -> bool),
) -> Fraction {
    checked_covariance(law, a, b).expect(FITS)
}

/// The same; none if it does not fit the exact arithmetic.
pub(crate) fn checked_covariance(
    law: &Law,
    a: (&Figures, &dyn Fn(LineOf) -> bool),
    b: (&Figures, &dyn Fn(LineOf) -> bool),
) -> Option<Fraction> {
    let net = |outcome: &Outcome, counts: &dyn Fn(LineOf) -> bool| -> i128 {
        let lines = outcome.lines.iter().filter(|line| counts(line.of));
        lines.map(|line| i128::from(line.net().units())).sum()
    };
    let product = |outcome: &Outcome| {
        net(outcome, a.1) * net(outcome, b.1) * i128::try_from(outcome.ways).expect("fewer than 2^127 deals")
    };
    let products = law.outcomes.iter().map(product).sum();
    checked_covariance_of(products, a.0.net, b.0.net, a.0.deals(), a.0.unit(), b.0.unit())
}

/// `E[xy] - E[x] E[y]`, from sums over all deals.
pub(crate) fn covariance_of(
    products: i128,
    x: i128,
    y: i128,
    deals: i128,
    x_unit: i128,
    y_unit: i128,
) -> Fraction {
    checked_covariance_of(products, x, y, deals, x_unit, y_unit).expect(FITS)
}

/// What is asked is checked to fit.
const FITS: &str = "stakes and meters that fit the exact arithmetic";

fn checked_covariance_of(
    products: i128,
    x: i128,
    y: i128,
    deals: i128,
    x_unit: i128,
    y_unit: i128,
) -> Option<Fraction> {
    // products/deals - x y/deals^2, over the units; reduced early so that the numbers stay small.
    let mean = Fraction::over(products, x_unit * y_unit, deals);
    let product = Fraction::over(x, x_unit, deals)
        .reduced()
        .checked_times(Fraction::over(y, y_unit, deals).reduced())?;
    mean.checked_minus(product)
}
