//! The figures of one wager.

use super::{LineReport, Progressive, StakeMatters, average_stake, of_all_staked, stakes};
use crate::decks::OneDeckOnly;
use crate::figures::Figures;
use crate::fraction::Fraction;
use tercet_rules::{Cites, Game, LineOf, Money, WagerId, WagerNo};

/// The figures of one wager; the main bet is reported as one, under the wager that is decided on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WagerReport {
    /// The wager that figures are named after, and per unit of.
    pub of: WagerNo,
    /// Its id.
    pub id: WagerId,
    /// Every wager that belongs to it: more than one for the main bet.
    pub wagers: Vec<WagerNo>,
    /// The figures, unless the wager is closed.
    pub state: State,
}

impl WagerReport {
    /// Its figures; none if it is closed.
    #[must_use]
    pub fn figured(&self) -> Option<&Figured> {
        match &self.state {
            State::Open(figured) => Some(figured),
            State::Closed(_) | State::OneDeck(_) => None,
        }
    }

    /// All stakes before the deal of the bet in which it was figured, in the order of the file; none if it is closed.
    #[must_use]
    pub fn stakes(&self, game: &Game) -> Vec<(WagerId, Money)> {
        let Some(figured) = self.figured() else { return Vec::new() };
        if let Some(within) = &figured.within {
            return within.clone();
        }
        // The main bet has all that must be made with it; a side bet stands alone.
        let main = (self.wagers.len() > 1).then(|| stakes::beside(game, &[self.of], figured.stake).ok());
        main.flatten()
            .map_or_else(|| vec![(self.id.clone(), figured.stake)], |bet| stakes::listed(game, &bet))
    }
}

/// Whether a wager can be figured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum State {
    /// It can.
    Open(Box<Figured>),
    /// It is closed: no pay table is posted.
    Closed(Cites),
    /// From several decks it has no figures.
    OneDeck(OneDeckOnly),
}

/// The figures of a wager that is open. All are per unit of [`Figured::stake`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figured {
    /// What is staked on the wager: $1; the table minimum if that is higher or if the stake matters.
    pub stake: Money,
    /// Why the stake matters.
    pub stake_matters: Vec<StakeMatters>,
    /// The bet in which it was figured, if the wager cannot be figured by its own rows.
    pub within: Option<Vec<(WagerId, Money)>>,
    /// What it is to add the wager to the main bet, where a fold forfeits it: best play of both may be another.
    pub added: Option<Added>,
    /// The sums over all deals; without envy.
    pub figures: Figures,
    /// The wagers and bonuses it is made of, each with its rows.
    pub lines: Vec<LineReport>,
    /// Deals in which an aggregate limit cuts one of its pays.
    pub limited: u128,
    /// For each [`StakeMatters::Limit`], in their order: deals in which that limit cuts one of its pays.
    pub limits: Vec<u128>,
    /// Deals in which one of its pays is rounded.
    pub rounded: u128,
    /// Bonuses that are not paid, because no table is posted.
    pub unposted: Vec<LineOf>,
    /// The parts that depend on the meter and on other players.
    pub progressive: Option<Progressive>,
}

/// A wager that a fold forfeits, added to the main bet and to what it needs beside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Added {
    /// What the player's expectation gains by it, per unit of the wager added: what the wager itself brings, and what
    /// the other wagers lose because hands are decided otherwise.
    pub expectation: Fraction,
    /// What is decided in the bet of both, if that is not what is decided in the main bet alone.
    pub strategy: Option<String>,
}

impl Figured {
    /// The player's expectation per unit of stake, envy included.
    #[must_use]
    pub fn expectation(&self) -> Fraction {
        let alone = self.figures.expectation();
        self.progressive.as_ref().map_or(alone, |progressive| alone.plus(progressive.envy()))
    }

    /// What the player's expectation gains by adding the wager to the main bet, per unit of stake: its own expectation,
    /// unless a fold forfeits it and best play becomes another.
    #[must_use]
    pub fn adds(&self) -> Fraction {
        self.added.as_ref().map_or_else(|| self.expectation(), |added| added.expectation)
    }

    /// What the house wins per unit of stake.
    #[must_use]
    pub fn house_edge(&self) -> f64 {
        -self.expectation().value()
    }

    /// What the house wins per unit of all that is staked.
    #[must_use]
    pub fn element_of_risk(&self) -> f64 {
        of_all_staked(self.expectation(), self.average_stake())
    }

    /// What is staked in all on average, per unit of stake.
    #[must_use]
    pub fn average_stake(&self) -> Fraction {
        average_stake(&self.figures)
    }
}
