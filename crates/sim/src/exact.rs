//! The exact figures beside those that were played, and whether they differ by more than chance.

use crate::prepared::{Habit, Prepared};
use crate::profile::{fall, falls};
use crate::tally::{Spread, Tally};
use statrs::distribution::{ChiSquared, ContinuousCDF as _, Normal};
use tercet_analysis::Law;
use tercet_analysis::report::{Ask, RowKind, report};
use tercet_rules::{EnvyHands, Game, LineOf, Money, OwnPositions, Pay, Percent};

/// Beyond so many standard errors a figure is reported as one that chance does not explain.
pub const FAR: f64 = 4.0;
/// Below this chance so are the hits of rows: as rare as a figure that is so far off.
pub const RARE: f64 = 6.334e-5;

/// What one line comes to on average, per hand of a habit.
#[derive(Clone, PartialEq, Debug)]
struct Expected {
    /// In units of money, without shares of the meter.
    net: f64,
    /// The part of the meter that is paid.
    share: f64,
    /// By what happens to it: the chance.
    falls: Vec<f64>,
}

impl Expected {
    /// Of a player who errs: both laws by how often each is followed.
    fn of(game: &Game, habit: &Habit<'_>, of: LineOf) -> Expected {
        let mut expected = Expected { net: 0.0, share: 0.0, falls: vec![0.0; falls(game, of)] };
        let errs = habit.error_rate();
        expected.add(game, &habit.law, of, 1.0 - errs);
        habit.opposite.iter().for_each(|law| expected.add(game, law, of, errs));
        expected
    }

    fn add(&mut self, game: &Game, law: &Law, of: LineOf, weight: f64) {
        let (mut net, mut shares) = (0_i128, 0_i128);
        let mut ways = vec![0_u128; self.falls.len()];
        for outcome in &law.outcomes {
            let line = outcome.lines.iter().find(|line| line.of == of);
            ways[fall(game, of, line)] += outcome.ways;
            let Some(line) = line else { continue };
            let times = i128::try_from(outcome.ways).unwrap_or(i128::MAX);
            let mut units = line.net().units();
            if let Some(Pay::Meter(share)) = line.pays {
                units -= line.won.units();
                shares += i128::from(share.hundredths()) * times;
            }
            net += i128::from(units) * times;
        }
        let part = weight / law.deals as f64;
        self.net += net as f64 * part;
        self.share += shares as f64 / f64::from(Percent::WHOLE.hundredths()) * part;
        self.falls.iter_mut().zip(ways).for_each(|(share, ways)| *share += ways as f64 * part);
    }
}

/// A figure that was played beside the exact one, both from the side of the house, per unit staked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Edge {
    /// As it was played.
    pub played: f64,
    /// How far that may be off by chance: one standard error. None of a single batch of rounds.
    pub error: Option<f64>,
    /// As it is; none where other players come and go and envy depends on who is there.
    pub exact: Option<f64>,
}

impl Edge {
    /// How many standard errors lie between them.
    #[must_use]
    pub fn distance(&self) -> Option<f64> {
        let error = self.error.filter(|error| *error > 0.0)?;
        Some((self.played - self.exact?) / error)
    }

    /// The bounds of 95% confidence.
    #[must_use]
    pub fn bounds(&self) -> Option<(f64, f64)> {
        let reach = self.error? * 1.959_963_984_540_054;
        Some((self.played - reach, self.played + reach))
    }

    /// Whether chance explains the distance.
    #[must_use]
    pub fn is_far(&self) -> bool {
        self.distance().is_some_and(|distance| distance.abs() > FAR)
    }

    fn of(spread: &Spread, batches: u64, exact: Option<f64>) -> Option<Edge> {
        if spread.weight == 0 {
            return None;
        }
        let (net, weight) = (spread.net as f64, spread.weight as f64);
        let mean = net / weight;
        // The sum of squares about the mean, in whole numbers as far as they go: what is left is small beside them.
        let squares = about(spread);
        let error = (batches > 1).then(|| {
            let batches = batches as f64;
            (squares.max(0.0) * batches / (batches - 1.0)).sqrt() / weight
        });
        // Nothing is ever up by minus zero.
        Some(Edge { played: 0.0 - mean, error, exact: exact.map(|net| 0.0 - net / weight) })
    }
}

/// The sum over batches of the squared distance of net from its share of the weight.
fn about(spread: &Spread) -> f64 {
    let mean = spread.net as f64 / spread.weight as f64;
    spread.net_squared as f64 - 2.0 * mean * spread.net_by_weight as f64
        + mean * mean * spread.weight_squared as f64
}

/// One line of the settlements of all hands.
#[derive(Clone, PartialEq, Debug)]
pub struct LineFigures {
    /// The wager or bonus; none for envy.
    pub of: Option<LineOf>,
    /// Units staked on it, paid on top, and given back.
    pub staked: i128,
    /// Units paid on top.
    pub won: i128,
    /// Units given back.
    pub returned: i128,
    /// What the house won per unit of the stake before the deal that the line belongs to; none if nobody bet it.
    pub edge: Option<Edge>,
    /// What happened to it and how often.
    pub falls: Vec<Fall>,
    /// Whether the first spot saw each as often as it should.
    pub fit: Option<Fit>,
}

impl LineFigures {
    /// What the house won, in units.
    #[must_use]
    pub fn hold(&self) -> i128 {
        self.staked - self.won - self.returned
    }

    /// Whether the figures differ from the exact ones by more than chance.
    #[must_use]
    pub fn is_far(&self) -> bool {
        self.edge.is_some_and(|edge| edge.is_far()) || self.fit.is_some_and(|fit| fit.chance < RARE)
    }
}

/// Something that may happen to a line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fall {
    /// What.
    pub what: RowKind,
    /// How often it did.
    pub hits: u64,
    /// How often it should on average.
    pub expected: f64,
}

/// A chi-square test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// The sum of squared differences, each over what was expected.
    pub statistic: f64,
    /// Degrees of freedom.
    pub degrees: u32,
    /// The chance of so much or more.
    pub chance: f64,
}

/// What rarer things are put together with until this many are expected.
const ENOUGH: f64 = 5.0;

impl Fit {
    /// Compares counts with what was expected; none if there are not two things to compare, each expected five times.
    #[must_use]
    pub fn of(counts: impl IntoIterator<Item = (u64, f64)>) -> Option<Fit> {
        let mut cells: Vec<(f64, f64)> = Vec::new();
        let mut rest = (0.0, 0.0);
        for (hits, expected) in counts {
            // What cannot be has been seen.
            if hits > 0 && expected <= 0.0 {
                return Some(Fit { statistic: f64::INFINITY, degrees: 1, chance: 0.0 });
            }
            if expected >= ENOUGH {
                cells.push((hits as f64, expected));
            } else {
                rest = (rest.0 + hits as f64, rest.1 + expected);
            }
        }
        if rest.1 >= ENOUGH {
            cells.push(rest);
        } else if let Some(least) = cells.iter_mut().min_by(|a, b| a.1.total_cmp(&b.1)) {
            *least = (least.0 + rest.0, least.1 + rest.1);
        }
        let degrees = u32::try_from(cells.len()).ok()?.checked_sub(1).filter(|degrees| *degrees > 0)?;
        let statistic = cells.iter().map(|(hits, expected)| (hits - expected).powi(2) / expected).sum();
        Some(Fit { statistic, degrees, chance: beyond(statistic, degrees) })
    }
}

/// The chance that a chi-square of so many degrees comes to so much or more.
pub(crate) fn beyond(statistic: f64, degrees: u32) -> f64 {
    ChiSquared::new(f64::from(degrees)).map_or(f64::NAN, |law| law.sf(statistic))
}

/// The chance of a result so many standard errors off or more, on either side.
#[must_use]
pub fn either_side(distance: f64) -> f64 {
    2.0 * Normal::standard().sf(distance.abs())
}

/// Everything that was played beside the exact figures.
#[derive(Clone, PartialEq, Debug)]
pub struct Figures {
    /// Every wager and bonus that anybody bet, in reconcile order, then envy if there is any.
    pub lines: Vec<LineFigures>,
    /// All together, per unit staked before the deal.
    pub total: Option<Edge>,
    /// What the house won in a round on average, in units, and the standard deviation of that of one round.
    pub per_round: Option<(f64, f64)>,
    /// Whether anything differs from the exact figures by more than chance.
    pub far: bool,
}

/// The exact side of a setup, worked out once.
#[derive(Clone)]
pub struct Exact<'p, 'a> {
    prepared: &'p Prepared<'a>,
    /// By habit and line.
    expected: Vec<Vec<Expected>>,
    /// By habit: what envy pays a hand on average, in units; none where players come and go.
    envy: Option<Vec<f64>>,
}

impl<'p, 'a> Exact<'p, 'a> {
    /// Works it out.
    #[must_use]
    pub fn new(prepared: &'p Prepared<'a>) -> Exact<'p, 'a> {
        let game = prepared.game();
        let of = |habit| game.reconcile.lines.iter().map(|of| Expected::of(game, habit, *of)).collect();
        let leaves = prepared.habits.iter().any(|habit| habit.bankroll.is_some());
        let envy = (!leaves).then(|| envies(prepared));
        Exact { prepared, expected: prepared.habits.iter().map(of).collect(), envy }
    }

    /// What was played, beside it.
    #[must_use]
    pub fn beside(&self, tally: &Tally) -> Figures {
        let game = self.prepared.game();
        let all = game.reconcile.lines.len();
        let mut lines = Vec::new();
        let mut exact_total = 0.0;
        for (place, of) in game.reconcile.lines.iter().enumerate() {
            let figures = self.line(tally, place, *of);
            exact_total += self.net(tally, place);
            let somebody = self.prepared.habits.iter().any(|habit| habit.unit(game, *of) > Money::ZERO);
            lines.extend(somebody.then_some(figures));
        }
        let envy = self.envy.as_ref().map(|envy| {
            tally.spots.iter().zip(envy).map(|(spots, each)| spots.hands as f64 * each).sum::<f64>()
        });
        let won: i128 = tally.spots.iter().map(|spots| spots.envy).sum();
        if game.envy.is_some() && tally.spreads[all].weight > 0 {
            let edge = Edge::of(&tally.spreads[all], tally.batches, envy);
            lines.push(LineFigures {
                of: None,
                staked: 0,
                won,
                returned: 0,
                edge,
                falls: Vec::new(),
                fit: None,
            });
        }
        let spread = &tally.spreads[all + 1];
        let total = Edge::of(spread, tally.batches, envy.map(|envy| envy + exact_total));
        let per_round = (tally.rounds > 0).then(|| {
            let rounds = tally.rounds as f64;
            let batches = tally.batches as f64;
            let mean = 0.0 - spread.net as f64 / rounds;
            let deviation = if tally.batches > 1 && spread.weight > 0 {
                (about(spread).max(0.0) * batches / (batches - 1.0) / rounds).sqrt()
            } else {
                f64::NAN
            };
            (mean, deviation)
        });
        let far = lines.iter().any(LineFigures::is_far) || total.is_some_and(|total| total.is_far());
        Figures { lines, total, per_round, far }
    }

    /// What the hands that were dealt should have come to on a line, in units.
    fn net(&self, tally: &Tally, place: usize) -> f64 {
        let each = |(spots, expected): (&crate::tally::SpotsTally, &Vec<Expected>)| {
            let line = &expected[place];
            spots.hands as f64 * line.net + spots.meters as f64 * line.share
        };
        tally.spots.iter().zip(&self.expected).map(each).sum()
    }

    fn line(&self, tally: &Tally, place: usize, of: LineOf) -> LineFigures {
        let game = self.prepared.game();
        let of_line = tally.spots.iter().map(|spots| &spots.lines[place]);
        let sum = |what: fn(&crate::tally::LineTally) -> i128| of_line.clone().map(what).sum();
        let rows = game.table(of).rows.len();
        let what = |at: usize| match at.checked_sub(rows) {
            None => RowKind::Row(at),
            Some(0) => RowKind::Otherwise,
            Some(1) => RowKind::Folded,
            Some(_) => RowKind::Nothing,
        };
        let mut falls: Vec<Fall> =
            (0..rows + 3).map(|at| Fall { what: what(at), hits: 0, expected: 0.0 }).collect();
        let mut fit = None;
        for ((spots, expected), habit) in tally.spots.iter().zip(&self.expected).zip(&self.prepared.habits) {
            if habit.unit(game, of) == Money::ZERO {
                continue;
            }
            let counts = &spots.lines[place].falls;
            let hands = spots.hands as f64;
            for ((fall, hits), chance) in falls.iter_mut().zip(counts).zip(&expected[place].falls) {
                fall.hits += hits;
                fall.expected += hands * chance;
            }
            if habit.witness {
                let beside = counts.iter().zip(&expected[place].falls);
                fit = Fit::of(
                    beside.map(|(hits, chance)| (*hits, hands * chance)).filter(|cell| *cell != (0, 0.0)),
                );
            }
        }
        falls.retain(|fall| fall.hits > 0 || fall.expected > 0.0);
        LineFigures {
            of: Some(of),
            staked: sum(|line| line.staked),
            won: sum(|line| line.won),
            returned: sum(|line| line.returned),
            edge: Edge::of(&tally.spreads[place], tally.batches, Some(self.net(tally, place))),
            falls,
            fit,
        }
    }
}

/// What envy pays a hand of each habit on average, in units, when everybody is there.
fn envies(prepared: &Prepared<'_>) -> Vec<f64> {
    let game = prepared.game();
    let nothing = || vec![0.0; prepared.habits.len()];
    let Some(envy) = &game.envy else { return nothing() };
    let asked = report(&Ask { players: game.spots.min(2), ..Ask::of(game) });
    let each = asked.ok().and_then(|report| {
        let wager = report.wagers.iter().find(|wager| wager.of == envy.wager)?;
        let figured = wager.figured()?;
        let each = figured.progressive.as_ref()?.per_other_player?;
        Some(each.value() * figured.stake.units() as f64)
    });
    let each = each.unwrap_or(0.0);
    let seats = prepared.setup.seats();
    let has = |seat: usize| prepared.habits[prepared.of_seat[seat]].bet.stake(envy.wager).is_some();
    let mut sums = nothing();
    for taker in (0..seats.len()).filter(|seat| has(*seat)) {
        let gives = |giver: &usize| {
            let own = seats[*giver].player == seats[taker].player;
            *giver != taker
                && (envy.hands.0 == EnvyHands::Any || has(*giver))
                && (!own || envy.own_positions.0 != OwnPositions::NotPaid)
        };
        let givers = (0..seats.len()).filter(gives).count();
        sums[prepared.of_seat[taker]] += each * givers as f64;
    }
    let average = |(sum, habit): (f64, &Habit<'_>)| sum / f64::from(habit.seats.max(1));
    sums.into_iter().zip(&prepared.habits).map(average).collect()
}
