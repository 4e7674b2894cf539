//! What rounds came to, in whole numbers that can be added.

use crate::profile::falls;
use core::ops::Range;
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
    /// The same of each session squared.
    pub rounds_squared: i128,
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
    /// Those that ended in ruin by when they did, in [`RUIN_TIMES`] equal parts of a session.
    pub ruin_times: Vec<u64>,
}

/// How many parts of a session are told apart by when players were ruined.
pub const RUIN_TIMES: usize = 128;

/// How many rounds each part has, in a session of so many.
#[must_use]
pub fn ruin_step(session: u32) -> u64 {
    u64::from(session).div_ceil(RUIN_TIMES as u64).max(1)
}

/// Bins of equal width, so that memory does not grow with the rounds; what lies beyond is in the first and last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bins {
    /// In units of money.
    pub width: i64,
    /// The step between two results, of which the width is a multiple.
    pub step: i64,
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

    /// The highest result of a bin, in units, where results go up by the step.
    #[must_use]
    pub fn to(self, place: usize) -> i64 {
        self.from(place) + self.width - self.step
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
    /// Which chunks were played, at least in part: ranges of their numbers, in order and apart from each other.
    pub chunks: Vec<Range<u64>>,
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
        let sessions = Sessions {
            results: vec![0; BINS],
            drawdowns: vec![0; BINS],
            ruin_times: vec![0; RUIN_TIMES],
            ..Sessions::default()
        };
        let spots = SpotsTally {
            lines: lines.iter().copied().map(line).collect(),
            sessions,
            ..SpotsTally::default()
        };
        Tally {
            chunks: Vec::new(),
            rounds: 0,
            spots: vec![spots; profiles],
            spreads: vec![Spread::default(); lines.len() + 2],
            batches: 0,
            meter: MeterTally { held: vec![0; METER_STEPS], ..MeterTally::default() },
        }
    }

    /// Adds what other chunks of the same simulation came to.
    ///
    /// # Errors
    ///
    /// A chunk is in both, or a sum would be too large; then nothing was added.
    pub fn merge(&mut self, other: &Tally) -> Result<(), NotAdded> {
        let mut chunks: Vec<Range<u64>> = self.chunks.iter().chain(&other.chunks).cloned().collect();
        chunks.sort_unstable_by_key(|range| range.start);
        if let Some(pair) = chunks.windows(2).find(|pair| pair[1].start < pair[0].end) {
            return Err(NotAdded::Twice(pair[1].start));
        }
        chunks.dedup_by(|next, before| {
            let follows = next.start == before.end;
            if follows {
                before.end = next.end;
            }
            follows
        });
        let (mut sum, mut other) = (self.clone(), other.clone());
        for ((name, to), (_, from)) in sum.sums().into_iter().zip(other.sums()) {
            to.add(from).ok_or(NotAdded::TooLarge(name))?;
        }
        *self = Tally { chunks, ..sum };
        Ok(())
    }

    /// How many seats were dealt in on average; none if no round was.
    #[must_use]
    pub fn seats(&self) -> Option<f64> {
        let hands: u64 = self.spots.iter().map(|spots| spots.hands).sum();
        (self.rounds > 0).then(|| hands as f64 / self.rounds as f64)
    }

    /// Everything that is added, by names such as `meter.hits` and `spots.0.lines.2.staked`: spots by habit, lines and spreads in
    /// reconcile order.
    pub fn sums(&mut self) -> Vec<(String, Sum<'_>)> {
        let mut sums = vec![
            ("rounds".to_owned(), Sum::Count(&mut self.rounds)),
            ("batches".to_owned(), Sum::Count(&mut self.batches)),
        ];
        for (place, spread) in self.spreads.iter_mut().enumerate() {
            put(&mut sums, &format!("spreads.{place}"), spread.sums());
        }
        put(&mut sums, "meter", self.meter.sums());
        for (habit, spots) in self.spots.iter_mut().enumerate() {
            let of = format!("spots.{habit}");
            for (place, line) in spots.lines.iter_mut().enumerate() {
                put(&mut sums, &format!("{of}.lines.{place}"), line.sums());
            }
            put(&mut sums, &format!("{of}.sessions"), spots.sessions.sums());
            put(
                &mut sums,
                &of,
                vec![
                    ("hands", Sum::Count(&mut spots.hands)),
                    ("envy", Sum::Units(&mut spots.envy)),
                    ("meters", Sum::Units(&mut spots.meters)),
                ],
            );
        }
        sums
    }

    /// The first thing in these sums that cannot be: of every line each hand came to something, and each session ended somewhere.
    #[must_use]
    pub fn contradiction(&self) -> Option<String> {
        self.spots.iter().enumerate().find_map(|(habit, spots)| {
            let lines = spots.lines.iter().enumerate().find_map(|(place, line)| {
                differ(&format!("spots.{habit}.lines.{place}.falls"), &line.falls, spots.hands)
            });
            let sessions = &spots.sessions;
            let of = |what, counts, all| differ(&format!("spots.{habit}.sessions.{what}"), counts, all);
            lines
                .or_else(|| of("results", &sessions.results, sessions.count))
                .or_else(|| of("drawdowns", &sessions.drawdowns, sessions.count))
                .or_else(|| of("ruin_times", &sessions.ruin_times, sessions.ruined))
        })
    }
}

/// Puts sums under the name of what they are of.
fn put<'t>(sums: &mut Vec<(String, Sum<'t>)>, of: &str, part: Vec<(&'static str, Sum<'t>)>) {
    sums.extend(part.into_iter().map(|(name, sum)| (format!("{of}.{name}"), sum)));
}

fn differ(name: &str, counts: &[u64], all: u64) -> Option<String> {
    let sum: u128 = counts.iter().map(|count| u128::from(*count)).sum();
    (sum != u128::from(all)).then(|| format!("{name} come to {sum}; expected {all}"))
}

/// Why tallies cannot be added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotAdded {
    /// This chunk is in both.
    Twice(u64),
    /// The sum of this name.
    TooLarge(String),
}

/// Something that is added to the same of other chunks.
#[derive(Debug)]
pub enum Sum<'t> {
    /// How often something happened.
    Count(&'t mut u64),
    /// How often each of several things happened.
    Counts(&'t mut Vec<u64>),
    /// Units of money, or squares of them.
    Units(&'t mut i128),
    /// Not a sum but the most, in units; nothing is the least.
    Most(&'t mut i64),
    /// The highest, in units, if there was any.
    Highest(&'t mut Option<i64>),
    /// The lowest, in units, if there was any.
    Lowest(&'t mut Option<i64>),
}

impl Sum<'_> {
    /// Adds the same of others; none if it would be too large, or is no such thing.
    fn add(self, from: Sum<'_>) -> Option<()> {
        match (self, from) {
            (Sum::Count(to), Sum::Count(from)) => *to = to.checked_add(*from)?,
            (Sum::Counts(to), Sum::Counts(from)) if to.len() == from.len() => {
                for (to, from) in to.iter_mut().zip(from) {
                    *to = to.checked_add(*from)?;
                }
            }
            (Sum::Units(to), Sum::Units(from)) => *to = to.checked_add(*from)?,
            (Sum::Most(to), Sum::Most(from)) => *to = (*to).max(*from),
            (Sum::Highest(to), Sum::Highest(from)) => *to = extreme(*to, *from, i64::max),
            (Sum::Lowest(to), Sum::Lowest(from)) => *to = extreme(*to, *from, i64::min),
            (
                Sum::Count(_)
                | Sum::Counts(_)
                | Sum::Units(_)
                | Sum::Most(_)
                | Sum::Highest(_)
                | Sum::Lowest(_),
                _,
            ) => return None,
        }
        Some(())
    }
}

impl LineTally {
    fn sums(&mut self) -> Vec<(&'static str, Sum<'_>)> {
        vec![
            ("staked", Sum::Units(&mut self.staked)),
            ("won", Sum::Units(&mut self.won)),
            ("returned", Sum::Units(&mut self.returned)),
            ("falls", Sum::Counts(&mut self.falls)),
        ]
    }
}

impl Spread {
    fn sums(&mut self) -> Vec<(&'static str, Sum<'_>)> {
        vec![
            ("net_squared", Sum::Units(&mut self.net_squared)),
            ("net_by_weight", Sum::Units(&mut self.net_by_weight)),
            ("weight_squared", Sum::Units(&mut self.weight_squared)),
            ("net", Sum::Units(&mut self.net)),
            ("weight", Sum::Units(&mut self.weight)),
        ]
    }
}

impl MeterTally {
    /// Everything that is added, by its names.
    pub fn sums(&mut self) -> Vec<(&'static str, Sum<'_>)> {
        vec![
            ("hits", Sum::Count(&mut self.hits)),
            ("at_hit", Sum::Units(&mut self.at_hit)),
            ("paid", Sum::Units(&mut self.paid)),
            ("added", Sum::Units(&mut self.added)),
            ("highest", Sum::Most(&mut self.highest)),
            ("lowest_hit", Sum::Lowest(&mut self.lowest_hit)),
            ("highest_hit", Sum::Highest(&mut self.highest_hit)),
            ("held", Sum::Counts(&mut self.held)),
        ]
    }

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
        let place = place_of(&self.results, share)?;
        // No bin says more than the results that were met. Beyond the last bin nothing is told apart.
        let most = self.best?;
        let to = if place + 1 == self.results.len() { most } else { bins.to(place) };
        Some(to.clamp(self.worst?, most))
    }

    /// The drawdown that this share of sessions stays at or below, in the same way.
    #[must_use]
    pub fn drawdown_quantile(&self, share: f64, bins: Bins) -> Option<i64> {
        let place = place_of(&self.drawdowns, share)?;
        let most = self.worst_drawdown;
        Some(if place + 1 == self.drawdowns.len() { most } else { bins.to(place).min(most) })
    }

    /// The round by which this share of those who were ruined had been, in sessions of so many rounds.
    #[must_use]
    pub fn ruin_quantile(&self, share: f64, session: u32) -> Option<u64> {
        let place = place_of(&self.ruin_times, share)?;
        Some(((place as u64 + 1) * ruin_step(session)).min(session.into()))
    }

    /// Everything that is added, by its names.
    pub fn sums(&mut self) -> Vec<(&'static str, Sum<'_>)> {
        vec![
            ("count", Sum::Count(&mut self.count)),
            ("ahead", Sum::Count(&mut self.ahead)),
            ("even", Sum::Count(&mut self.even)),
            ("ruined", Sum::Count(&mut self.ruined)),
            ("reached", Sum::Count(&mut self.reached)),
            ("rounds", Sum::Count(&mut self.rounds)),
            ("rounds_squared", Sum::Units(&mut self.rounds_squared)),
            ("rounds_to_ruin", Sum::Count(&mut self.rounds_to_ruin)),
            ("net", Sum::Units(&mut self.net)),
            ("net_squared", Sum::Units(&mut self.net_squared)),
            ("drawdown", Sum::Units(&mut self.drawdown)),
            ("worst_drawdown", Sum::Most(&mut self.worst_drawdown)),
            ("best", Sum::Highest(&mut self.best)),
            ("worst", Sum::Lowest(&mut self.worst)),
            ("results", Sum::Counts(&mut self.results)),
            ("drawdowns", Sum::Counts(&mut self.drawdowns)),
            ("ruin_times", Sum::Counts(&mut self.ruin_times)),
        ]
    }

    /// The same of others together with these; none if a sum would be too large.
    #[must_use]
    pub fn with(&self, other: &Sessions) -> Option<Sessions> {
        let (mut sum, mut other) = (self.clone(), other.clone());
        sum.sums().into_iter().zip(other.sums()).try_for_each(|((_, to), (_, from))| to.add(from))?;
        Some(sum)
    }
}

/// The place at which counts come to this share of all of them; none if there are none.
#[must_use]
pub fn place_of(counts: &[u64], share: f64) -> Option<usize> {
    let all: u64 = counts.iter().sum();
    let wanted = share * all as f64;
    let mut sum = 0;
    counts.iter().position(|count| {
        sum += count;
        sum > 0 && sum as f64 >= wanted
    })
}

pub(crate) fn extreme(a: Option<i64>, b: Option<i64>, of: fn(i64, i64) -> i64) -> Option<i64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(of(a, b)),
        (a, b) => a.or(b),
    }
}
