//! What rounds came to, in whole numbers that can be added.

use crate::profile::falls;
use tercet_rules::{Game, Money};

/// Rounds whose results are squared together: spots of a round depend on each other by the dealer's hand, and rounds do not.
pub const BATCH: u64 = 1_024;

/// What one line came to at all spots that play alike.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LineTally {
    /// Units of money staked.
    pub staked: i128,
    /// Units paid on top.
    pub won: i128,
    /// Units of stakes given back.
    pub returned: i128,
    /// How often each thing happened: a row for each of the table, then no row, forfeited or void, and not there at all.
    pub falls: Vec<u64>,
}

impl LineTally {
    /// What the players are up, in units.
    #[must_use]
    pub fn net(&self) -> i128 {
        self.won + self.returned - self.staked
    }
}

/// What came to all spots that play alike.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SpotsTally {
    /// Hands dealt to them.
    pub hands: u64,
    /// By line, in reconcile order.
    pub lines: Vec<LineTally>,
    /// Units of envy paid to them.
    pub envy: i128,
    /// The meter at the deal, in units, summed up over their hands.
    pub meters: i128,
    /// How their sessions ended.
    pub sessions: Sessions,
}

/// How sessions ended. Amounts are in units of money.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sessions {
    /// How many were played to an end.
    pub count: u64,
    /// Those that ended ahead.
    pub ahead: u64,
    /// Those that ended even.
    pub even: u64,
    /// Those that ended because the bankroll did not cover the next round.
    pub ruined: u64,
    /// Those that ended because the goal was reached.
    pub reached: u64,
    /// Rounds played.
    pub rounds: u64,
    /// Rounds played in those that ended in ruin.
    pub rounds_to_ruin: u64,
    /// What the players were up at the end.
    pub net: i128,
    /// The same squared.
    pub net_squared: i128,
    /// The greatest loss from the best moment so far, summed up.
    pub drawdown: i128,
    /// The worst of those.
    pub worst_drawdown: i64,
    /// The best result.
    pub best: Option<i64>,
    /// The worst result.
    pub worst: Option<i64>,
    /// Results in bins of [`Bins`].
    pub results: Vec<u64>,
    /// Drawdowns in the same bins.
    pub drawdowns: Vec<u64>,
}

/// Bins of equal width, so that memory does not grow with the rounds; what lies beyond is in the first and last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bins {
    /// In units of money.
    pub width: i64,
}

/// How many bins there are.
pub const BINS: usize = 4_096;
/// The place of the bin of nothing.
const MIDDLE: i64 = 2_048;

impl Bins {
    /// The bin of a result.
    #[must_use]
    pub fn place(self, net: i64) -> usize {
        let place = net.div_euclid(self.width) + MIDDLE;
        usize::try_from(place.max(0)).unwrap_or(0).min(BINS - 1)
    }

    /// The least result of a bin, in units.
    #[must_use]
    pub fn from(self, place: usize) -> i64 {
        (i64::try_from(place).unwrap_or(i64::MAX) - MIDDLE) * self.width
    }
}

/// Sums over batches, from which the spread of a mean follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spread {
    /// What the players were up in a batch, squared.
    pub net_squared: i128,
    /// That times the weight of the batch: what figures are per.
    pub net_by_weight: i128,
    /// The weight squared.
    pub weight_squared: i128,
    /// What they were up.
    pub net: i128,
    /// The weight.
    pub weight: i128,
}

impl Spread {
    /// A batch more.
    pub(crate) fn add(&mut self, net: i128, weight: i128) {
        self.net_squared += net * net;
        self.net_by_weight += net * weight;
        self.weight_squared += weight * weight;
        self.net += net;
        self.weight += weight;
    }

    fn merge(&mut self, other: &Spread) {
        self.net_squared += other.net_squared;
        self.net_by_weight += other.net_by_weight;
        self.weight_squared += other.weight_squared;
        self.net += other.net;
        self.weight += other.weight;
    }
}

/// What a meter did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MeterTally {
    /// Rounds in which a share of it was paid.
    pub hits: u64,
    /// What it held in those rounds, summed up.
    pub at_hit: i128,
    /// Paid from it.
    pub paid: i128,
    /// What players added to it.
    pub added: i128,
    /// The most it held at a deal.
    pub highest: i64,
    /// The least it held in a round in which it was hit.
    pub lowest_hit: Option<i64>,
    /// The most it held in one.
    pub highest_hit: Option<i64>,
    /// Hits by what it held, in steps of an eighth of the start above it; the last for all beyond.
    pub held: Vec<u64>,
}

/// How many steps of the meter are told apart.
pub const METER_STEPS: usize = 1_024;

/// What a run of chunks came to. Tallies of different chunks add up to that of all of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Rounds dealt at all tables together.
    pub rounds: u64,
    /// By way of betting and deciding.
    pub spots: Vec<SpotsTally>,
    /// By line in reconcile order, then envy, then all together.
    pub spreads: Vec<Spread>,
    /// Batches.
    pub batches: u64,
    /// The meter.
    pub meter: MeterTally,
}

impl Tally {
    /// Nothing yet.
    pub(crate) fn new(game: &Game, profiles: usize) -> Tally {
        let lines = &game.reconcile.lines;
        let line = |of| LineTally { falls: vec![0; falls(game, of)], ..LineTally::default() };
        let sessions = Sessions { results: vec![0; BINS], drawdowns: vec![0; BINS], ..Sessions::default() };
        let spots = SpotsTally {
            lines: lines.iter().copied().map(line).collect(),
            sessions,
            ..SpotsTally::default()
        };
        Tally {
            rounds: 0,
            spots: vec![spots; profiles],
            spreads: vec![Spread::default(); lines.len() + 2],
            batches: 0,
            meter: MeterTally { held: vec![0; METER_STEPS], ..MeterTally::default() },
        }
    }

    /// Adds what other chunks of the same simulation came to.
    pub fn merge(&mut self, other: &Tally) {
        self.rounds += other.rounds;
        self.batches += other.batches;
        for (to, from) in self.spots.iter_mut().zip(&other.spots) {
            to.hands += from.hands;
            to.envy += from.envy;
            to.meters += from.meters;
            to.sessions.merge(&from.sessions);
            for (to, from) in to.lines.iter_mut().zip(&from.lines) {
                to.staked += from.staked;
                to.won += from.won;
                to.returned += from.returned;
                add(&mut to.falls, &from.falls);
            }
        }
        self.spreads.iter_mut().zip(&other.spreads).for_each(|(to, from)| to.merge(from));
        let (to, from) = (&mut self.meter, &other.meter);
        to.hits += from.hits;
        to.at_hit += from.at_hit;
        to.paid += from.paid;
        to.added += from.added;
        to.highest = to.highest.max(from.highest);
        to.lowest_hit = extreme(to.lowest_hit, from.lowest_hit, i64::min);
        to.highest_hit = extreme(to.highest_hit, from.highest_hit, i64::max);
        add(&mut to.held, &from.held);
    }
}

impl MeterTally {
    /// The meter was hit while it held so much.
    pub(crate) fn hit(&mut self, held: Money, paid: Money, start: Money) {
        let units = held.units();
        self.hits += 1;
        self.at_hit += i128::from(units);
        self.paid += i128::from(paid.units());
        self.lowest_hit = extreme(self.lowest_hit, Some(units), i64::min);
        self.highest_hit = extreme(self.highest_hit, Some(units), i64::max);
        let place = (units - start.units()).max(0) / meter_step(start);
        let place = usize::try_from(place).unwrap_or(METER_STEPS).min(METER_STEPS - 1);
        self.held[place] += 1;
    }
}

/// The width of the steps in which what the meter held is told apart, in units.
#[must_use]
pub fn meter_step(start: Money) -> i64 {
    (start.units() / 8).max(1)
}

impl Sessions {
    /// The result that this share of sessions ends at or below, in units, as far as the bins tell results apart; none if there were no
    /// sessions.
    #[must_use]
    pub fn quantile(&self, share: f64, bins: Bins) -> Option<i64> {
        let wanted = share * self.count as f64;
        let mut sum = 0;
        let place = self.results.iter().position(|count| {
            sum += count;
            sum as f64 >= wanted && sum > 0
        })?;
        // No bin says more than the results that were met.
        Some(bins.from(place).clamp(self.worst?, self.best?))
    }

    /// Adds those of others.
    pub fn merge(&mut self, other: &Sessions) {
        self.count += other.count;
        self.ahead += other.ahead;
        self.even += other.even;
        self.ruined += other.ruined;
        self.reached += other.reached;
        self.rounds += other.rounds;
        self.rounds_to_ruin += other.rounds_to_ruin;
        self.net += other.net;
        self.net_squared += other.net_squared;
        self.drawdown += other.drawdown;
        self.worst_drawdown = self.worst_drawdown.max(other.worst_drawdown);
        self.best = extreme(self.best, other.best, i64::max);
        self.worst = extreme(self.worst, other.worst, i64::min);
        add(&mut self.results, &other.results);
        add(&mut self.drawdowns, &other.drawdowns);
    }
}

pub(crate) fn extreme(a: Option<i64>, b: Option<i64>, of: fn(i64, i64) -> i64) -> Option<i64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(of(a, b)),
        (a, b) => a.or(b),
    }
}

fn add(to: &mut [u64], from: &[u64]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
}
