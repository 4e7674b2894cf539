//! The figures of several wagers together.

use super::laws::{self, Laws};
use super::{AskError, DOLLAR, average_stake, of_all_staked, progressive, stakes};
use crate::bet::Bet;
use crate::figures::{Figures, covariance};
use crate::fraction::Fraction;
use crate::law::Law;
use tercet_rules::{LineOf, Money, WagerId, WagerNo};

/// The figures of several wagers together, in dollars.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Total {
    /// All stakes before the deal, those included that follow from the rules.
    pub stakes: Vec<(WagerId, Money)>,
    /// The sums over all deals, per dollar; without envy.
    pub figures: Figures,
    /// What envy adds to the expectation, in dollars.
    pub envy: Option<Fraction>,
    /// Deals in which an aggregate limit cut a pay.
    pub limited: u128,
    /// Deals in which a pay was rounded.
    pub rounded: u128,
    /// The covariance of each two wagers of the bet, in dollars squared.
    pub covariances: Vec<(WagerId, WagerId, Fraction)>,
}

impl Total {
    /// The player's expectation in dollars, envy included.
    #[must_use]
    pub fn expectation(&self) -> Fraction {
        let alone = self.figures.expectation();
        self.envy.map_or(alone, |envy| alone.plus(envy))
    }

    /// What is staked in all on average, in dollars.
    #[must_use]
    pub fn average_stake(&self) -> Fraction {
        average_stake(&self.figures)
    }

    /// What the house wins per dollar of all that is staked.
    #[must_use]
    pub fn element_of_risk(&self) -> f64 {
        of_all_staked(self.expectation(), self.average_stake())
    }

    /// All stakes before the deal.
    #[must_use]
    pub fn staked_before_the_deal(&self) -> Money {
        self.stakes.iter().map(|(_, stake)| *stake).sum()
    }

    /// What the house wins per dollar that is staked before the deal.
    #[must_use]
    pub fn house_edge(&self) -> f64 {
        let staked = Fraction::new(self.staked_before_the_deal().units(), DOLLAR.units());
        of_all_staked(self.expectation(), staked)
    }
}

/// The bet that was asked about, as a whole.
pub(super) fn total(
    laws: &Laws<'_>,
    bet: &Bet,
    law: &Law,
    main: &[WagerNo],
    head: Option<WagerNo>,
) -> Result<Total, AskError> {
    let game = laws.ask.game;
    let all = |_: LineOf| true;
    let mut groups: Vec<(WagerId, Vec<LineOf>, Figures)> = Vec::new();
    for no in game.wager_nos().filter(|no| bet.stake(*no).is_some()) {
        let wagers: &[WagerNo] = if head == Some(no) {
            main
        } else if main.contains(&no) && head.is_some_and(|head| bet.stake(head).is_some()) {
            continue;
        } else {
            &[no]
        };
        let lines = laws::lines_of(game, wagers);
        let figures = Figures::of(law, DOLLAR, |line| lines.contains(&line));
        groups.push((game.wager(no).id.clone(), lines, figures));
    }
    let mut covariances = Vec::new();
    for (i, (a, a_lines, a_figures)) in groups.iter().enumerate() {
        for (b, b_lines, b_figures) in &groups[i + 1..] {
            let in_a = |line: LineOf| a_lines.contains(&line);
            let in_b = |line: LineOf| b_lines.contains(&line);
            let together = covariance(law, (a_figures, &in_a), (b_figures, &in_b));
            covariances.push((a.clone(), b.clone(), together));
        }
    }
    let envy = progressive::envy(laws.ask, bet, DOLLAR);
    let lines: Vec<LineOf> = game.reconcile.lines.clone();
    let figures = Figures::of(law, DOLLAR, all);
    Ok(Total {
        stakes: stakes::listed(game, bet),
        figures,
        envy,
        limited: laws::limited(law, &lines),
        rounded: laws::rounded(law, &lines),
        covariances,
    })
}
