//! The figures of one wager, or of several together, out of a law: all from exact sums.

use crate::fraction::Fraction;
use crate::law::{Law, Outcome};
use ethnum::I256;
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
    pub squares: I256,
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
            squares: I256::ZERO,
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
        // The square of a net of 64 bits times all deals, of which there are fewer than 2^40, fits.
        self.squares += I256::from(i128::from(net.units()) * i128::from(net.units())) * I256::from(ways);
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

    /// What the house wins per unit of all that is staked; nothing where nothing is.
    #[must_use]
    pub fn element_of_risk(&self) -> f64 {
        if self.staked == 0 { 0.0 } else { -Fraction::new(self.net, self.staked).value() }
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

    /// The standard deviation of one round, in stakes.
    #[must_use]
    pub fn standard_deviation(&self) -> f64 {
        self.variance().value().sqrt()
    }
}

/// The covariance of two groups of lines in one law, in products of their stakes.
#[must_use]
pub fn covariance(
    law: &Law,
    a: (&Figures, &dyn Fn(LineOf) -> bool),
    b: (&Figures, &dyn Fn(LineOf) -> bool),
) -> Fraction {
    let net = |outcome: &Outcome, counts: &dyn Fn(LineOf) -> bool| -> i128 {
        let lines = outcome.lines.iter().filter(|line| counts(line.of));
        lines.map(|line| i128::from(line.net().units())).sum()
    };
    let product = |outcome: &Outcome| {
        let ways = i128::try_from(outcome.ways).expect("fewer than 2^127 deals");
        I256::from(net(outcome, a.1) * net(outcome, b.1)) * I256::from(ways)
    };
    let products = law.outcomes.iter().map(product).sum();
    covariance_of(products, a.0.net, b.0.net, a.0.deals(), a.0.unit(), b.0.unit())
}

/// `E[xy] - E[x] E[y]`, from sums over all deals.
pub(crate) fn covariance_of(
    products: I256,
    x: i128,
    y: i128,
    deals: i128,
    x_unit: i128,
    y_unit: i128,
) -> Fraction {
    // (products · deals - x · y) / deals², over the units.
    let whole = |number: I256| Fraction::new(number, 1);
    let num = whole(products).scaled(deals).plus(whole(x.into()).scaled(-y));
    let den = whole(deals.into()).scaled(deals).scaled(x_unit).scaled(y_unit);
    Fraction::new(num.num(), den.num()).reduced()
}
