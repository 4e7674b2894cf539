//! What a sitting has come to so far: rounds, results, and each bet by itself.

use std::collections::BTreeMap;
use tercet_rules::{LineOf, Money, SpotSettlement};

/// The results of the rounds played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tally {
    /// Rounds that were settled.
    pub(crate) rounds: u64,
    /// All stakes.
    pub(crate) staked: Money,
    /// What the player is up (or, negative, down).
    pub(crate) net: Money,
    /// The best result of one round, once one was won.
    pub(crate) best: Option<Money>,
    /// By wager and bonus.
    pub(crate) lines: BTreeMap<LineOf, LineTally>,
    /// Envy pays received.
    pub(crate) envy: Money,
}

/// The results of one wager or bonus.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct LineTally {
    /// How often it was settled (a bonus: paid).
    pub(crate) times: u64,
    /// How often it won.
    pub(crate) wins: u64,
    /// All stakes.
    pub(crate) staked: Money,
    /// What the player is up or down on it.
    pub(crate) net: Money,
}

impl Tally {
    /// Books a settled round: the spots of the player.
    pub(crate) fn book<'a>(&mut self, spots: impl Iterator<Item = &'a SpotSettlement>) {
        let mut net = Money::ZERO;
        for spot in spots {
            net += spot.net();
            self.staked += spot.staked;
            self.envy += spot.envy.iter().map(|envy| envy.won).sum();
            for line in &spot.lines {
                let tally = self.lines.entry(line.of).or_default();
                tally.times += 1;
                tally.wins += u64::from(line.outcome == tercet_rules::Outcome::Win);
                tally.staked += line.stake;
                tally.net += line.net();
            }
        }
        self.rounds += 1;
        self.net += net;
        if net > Money::ZERO {
            self.best = self.best.max(Some(net));
        }
    }
}
