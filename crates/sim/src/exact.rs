//! The exact figures beside those that were played, and whether they differ by more than chance.

pub use crate::fates::{End, Ends, Fate, Length, NoFate, Share};
pub use crate::likely::{FAR, Fit, RARE, either_side};

use crate::fates;
use crate::likely::{is_far, reach, too_often};
use crate::prepared::{Habit, Prepared};
use crate::profile::{all, fall, falls};
use crate::tally::{SpotsTally, Spread, Tally};
use tercet_analysis::report::RowKind;
use tercet_analysis::{Law, Outcome};
use tercet_rules::{EnvyHands, Game, Line, LineOf, Money, OwnPositions, Pay, Percent};

/// What a hand comes to on average, and how far that is from what it may come to.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Moments {
    /// In units of money, without shares of the meter.
    net: f64,
    /// The part of the meter that is paid.
    share: f64,
    /// Their squares and their product.
    net_squared: f64,
    share_squared: f64,
    product: f64,
    /// The most that a hand comes to, up or down.
    most: f64,
    /// The largest part of the meter.
    most_share: f64,
}

impl Moments {
    /// A hand that may come to so much.
    fn add(&mut self, net: f64, share: f64, chance: f64) {
        self.net += net * chance;
        self.share += share * chance;
        self.net_squared += net * net * chance;
        self.share_squared += share * share * chance;
        self.product += net * share * chance;
        self.most = self.most.max(net.abs());
        self.most_share = self.most_share.max(share);
    }

    /// The variance of a hand while the meter holds so much.
    fn variance(&self, meter: f64) -> f64 {
        let squared = self.net_squared + 2.0 * meter * self.product + meter * meter * self.share_squared;
        (squared - (self.net + meter * self.share).powi(2)).max(0.0)
    }
}

/// What one line comes to, per hand of a habit.
#[derive(Clone, PartialEq, Debug)]
struct Expected {
    of: Moments,
    /// By what happens to it: the chance.
    falls: Vec<f64>,
}

/// What a line is up or down without its share of the meter, and that share.
fn apart(line: &Line) -> (f64, f64) {
    match line.pays {
        Some(Pay::Meter(share)) => (
            (line.net() - line.won).units() as f64,
            f64::from(share.hundredths()) / f64::from(Percent::WHOLE.hundredths()),
        ),
        _ => (line.net().units() as f64, 0.0),
    }
}

/// Both laws of a habit, by how often each is followed.
fn laws<'h>(habit: &'h Habit<'_>) -> impl Iterator<Item = (&'h Law, f64)> {
    let errs = habit.error_rate();
    core::iter::once((&habit.law, 1.0 - errs)).chain(habit.opposite.iter().map(move |law| (law, errs)))
}

/// All lines of a hand together, without envy.
fn together(habit: &Habit<'_>) -> Moments {
    let mut all = Moments::default();
    for (law, weight) in laws(habit) {
        for outcome in &law.outcomes {
            let sum = |outcome: &Outcome| {
                let lines = outcome.lines.iter().map(apart);
                lines.fold((0.0, 0.0), |(net, share), line| (net + line.0, share + line.1))
            };
            let (net, share) = sum(outcome);
            all.add(net, share, outcome.ways as f64 / law.deals as f64 * weight);
        }
    }
    all
}

impl Expected {
    /// Of a player who errs: both laws by how often each is followed.
    fn of(game: &Game, habit: &Habit<'_>, of: LineOf) -> Expected {
        let mut expected = Expected { of: Moments::default(), falls: vec![0.0; falls(game, of)] };
        for (law, weight) in laws(habit) {
            for outcome in &law.outcomes {
                let line = outcome.lines.iter().find(|line| line.of == of);
                let chance = outcome.ways as f64 / law.deals as f64 * weight;
                expected.falls[fall(game, of, line)] += chance;
                let (net, share) = line.map_or((0.0, 0.0), apart);
                expected.of.add(net, share, chance);
            }
        }
        expected
    }
}

/// A figure that was played beside the exact one, both from the side of the house, per unit staked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Edge {
    /// As it was played.
    pub played: f64,
    /// How far that may be off by chance: one standard error, as it was measured, and no less than by the exact law if spots were
    /// independent: where nothing rare happened, nothing rare was measured. None of a single batch of rounds.
    pub error: Option<f64>,
    /// As it is; none where other players come and go and envy depends on who is there.
    pub exact: Option<f64>,
    /// How many batches the error was measured with.
    batches: u64,
    /// What one hand can do at most, per unit staked.
    largest: f64,
}

/// The exact side of an edge.
#[derive(Clone, Copy, Default, Debug)]
struct Known {
    /// What all hands come to, in units, where that is known.
    net: Option<f64>,
    /// The variance of that, if spots were independent.
    variance: f64,
    /// What one hand comes to at most.
    largest: f64,
}

impl Edge {
    /// How many standard errors lie between them.
    #[must_use]
    pub fn distance(&self) -> Option<f64> {
        let error = self.error.filter(|error| *error > 0.0)?;
        Some((self.played - self.exact?) / error)
    }

    /// The bounds of 95% confidence; those of few batches are wider (Student's t).
    #[must_use]
    pub fn bounds(&self) -> Option<(f64, f64)> {
        let reach = self.error? * reach(self.batches);
        Some((self.played - reach, self.played + reach))
    }

    /// Whether chance does not explain the distance: more than [`FAR`], or so much more as few batches and rare results ask for.
    #[must_use]
    pub fn is_far(&self) -> bool {
        let error = self.error.unwrap_or(f64::INFINITY);
        self.distance().is_some_and(|distance| is_far(distance, self.batches, self.largest / error))
    }

    fn of(spread: &Spread, batches: u64, known: Known) -> Option<Edge> {
        if spread.weight == 0 {
            return None;
        }
        let (net, weight) = (spread.net as f64, spread.weight as f64);
        let mean = net / weight;
        // The sum of squares about the mean, in whole numbers as far as they go: what is left is small beside them.
        let squares = about(spread);
        let error = (batches > 1).then(|| {
            let batches = batches as f64;
            (squares.max(0.0) * batches / (batches - 1.0)).max(known.variance).sqrt() / weight
        });
        // Nothing is ever up by minus zero.
        let exact = known.net.map(|net| 0.0 - net / weight);
        Some(Edge { played: 0.0 - mean, error, exact, batches, largest: known.largest / weight })
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
    /// Whether the first spot with this bet saw each as often as it should.
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
        self.edge.is_some_and(|edge| edge.is_far())
            || self.fit.is_some_and(|fit| fit.is_far())
            || self.falls.iter().any(|fall| fall.too_often)
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
    /// Whether it is rare and chance does not explain how often the first spot with this bet saw it.
    pub too_often: bool,
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
    /// How sessions ended at the first spot of each kind, if there are any.
    pub fates: Vec<Fate>,
    /// Whether anything differs from the exact figures by more than chance.
    pub far: bool,
}

/// The exact side of a setup, worked out once.
#[derive(Clone)]
pub struct Exact<'p, 'a> {
    prepared: &'p Prepared<'a>,
    /// By habit and line.
    expected: Vec<Vec<Expected>>,
    /// By habit: all lines of a hand together.
    together: Vec<Moments>,
    /// By habit: what envy comes to in units, and its square; none where it depends on who is there.
    envy: Option<Vec<Moments>>,
    fates: Vec<fates::Known>,
}

impl<'p, 'a> Exact<'p, 'a> {
    /// Works it out.
    #[must_use]
    pub fn new(prepared: &'p Prepared<'a>) -> Exact<'p, 'a> {
        let game = prepared.game();
        let of = |habit| game.reconcile.lines.iter().map(|of| Expected::of(game, habit, *of)).collect();
        let leaves = prepared.habits.iter().any(|habit| habit.bankroll.is_some());
        let envy = Some(envies(prepared)).filter(|envy| !leaves || envy.iter().all(|each| each.net == 0.0));
        Exact {
            prepared,
            expected: prepared.habits.iter().map(of).collect(),
            together: prepared.habits.iter().map(together).collect(),
            envy,
            fates: fates::known(prepared),
        }
    }

    /// What it is about.
    #[must_use]
    pub fn prepared(&self) -> &'p Prepared<'a> {
        self.prepared
    }

    /// What was played, beside it.
    #[must_use]
    pub fn beside(&self, tally: &Tally) -> Figures {
        let game = self.prepared.game();
        let all = game.reconcile.lines.len();
        let mut lines = Vec::new();
        for (place, of) in game.reconcile.lines.iter().enumerate() {
            let figures = self.line(tally, place, *of);
            let somebody = self.prepared.habits.iter().any(|habit| habit.unit(game, *of) > Money::ZERO);
            lines.extend(somebody.then_some(figures));
        }
        let envy = match &self.envy {
            Some(envy) => known(tally, envy),
            None => Known::default(),
        };
        let won: i128 = tally.spots.iter().map(|spots| spots.envy).sum();
        if game.envy.is_some() && tally.spreads[all].weight > 0 {
            lines.push(LineFigures {
                of: None,
                staked: 0,
                won,
                returned: 0,
                edge: Edge::of(&tally.spreads[all], tally.batches, envy),
                falls: Vec::new(),
                fit: None,
            });
        }
        let spread = &tally.spreads[all + 1];
        let without = known(tally, &self.together);
        let net = without.net.zip(envy.net).map(|(lines, envy)| lines + envy);
        let total = Edge::of(spread, tally.batches, Known { net, ..without });
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
        let fates: Vec<Fate> = self.fates.iter().map(|known| known.beside(self.prepared, tally)).collect();
        let far = lines.iter().any(LineFigures::is_far)
            || total.is_some_and(|total| total.is_far())
            || fates.iter().any(Fate::is_far);
        Figures { lines, total, per_round, fates, far }
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
        let mut falls: Vec<Fall> = (0..rows + 3)
            .map(|at| Fall { what: what(at), hits: 0, expected: 0.0, too_often: false })
            .collect();
        let mut fit = None;
        let mut seen = false;
        for ((spots, expected), habit) in tally.spots.iter().zip(&self.expected).zip(&self.prepared.habits) {
            if habit.unit(game, of) == Money::ZERO {
                continue;
            }
            let counts = &spots.lines[place].falls;
            let hands = spots.hands as f64;
            let cells =
                counts.iter().zip(&expected[place].falls).map(|(hits, chance)| (*hits, hands * chance));
            for (fall, (hits, expected)) in falls.iter_mut().zip(cells.clone()) {
                fall.hits += hits;
                fall.expected += expected;
                fall.too_often |= habit.witness && too_often(hits, expected);
            }
            if habit.witness && !core::mem::replace(&mut seen, true) {
                fit = Fit::of(cells.filter(|cell| *cell != (0, 0.0)));
            }
        }
        falls.retain(|fall| fall.hits > 0 || fall.expected > 0.0);
        let of_line: Vec<Moments> = self.expected.iter().map(|lines| lines[place].of).collect();
        LineFigures {
            of: Some(of),
            staked: sum(|line| line.staked),
            won: sum(|line| line.won),
            returned: sum(|line| line.returned),
            edge: Edge::of(&tally.spreads[place], tally.batches, known(tally, &of_line)),
            falls,
            fit,
        }
    }
}

/// What the hands that were dealt should have come to, by what a hand of each habit does.
fn known(tally: &Tally, each: &[Moments]) -> Known {
    let mut known = Known { net: Some(0.0), ..Known::default() };
    for (spots, each) in tally.spots.iter().zip(each) {
        let (hands, meters) = (spots.hands as f64, spots.meters as f64);
        known.net = known.net.map(|net| net + hands * each.net + meters * each.share);
        known.variance += hands * each.variance(average(spots));
        let most = each.most + each.most_share * tally.meter.highest as f64;
        known.largest = known.largest.max(most);
    }
    known
}

/// What the meter held on average.
fn average(spots: &SpotsTally) -> f64 {
    if spots.hands == 0 { 0.0 } else { spots.meters as f64 / spots.hands as f64 }
}

/// What envy comes to for a hand of each habit, in units, when everybody is there; the hands of others as if they were independent.
fn envies(prepared: &Prepared<'_>) -> Vec<Moments> {
    let game = prepared.game();
    let mut sums = vec![Moments::default(); prepared.habits.len()];
    let Some(envy) = &game.envy else { return sums };
    let rows = &game.table(LineOf::Wager(envy.wager)).rows;
    let hands = all(game.player.0, game);
    let mut each = Moments::default();
    for (_, hand) in &hands {
        let row = rows.iter().find(|row| row.hand.as_ref().is_none_or(|test| test.holds(hand)));
        let pays = row.and_then(|row| row.envy).unwrap_or(Money::ZERO);
        each.add(pays.units() as f64, 0.0, 1.0 / hands.len() as f64);
    }
    let seats = prepared.setup.seats();
    let has = |seat: usize| prepared.habits[prepared.of_seat[seat]].bet.stake(envy.wager).is_some();
    for taker in (0..seats.len()).filter(|seat| has(*seat)) {
        let gives = |giver: &usize| {
            let own = seats[*giver].player == seats[taker].player;
            *giver != taker
                && (envy.hands.0 == EnvyHands::Any || has(*giver))
                && (!own || envy.own_positions.0 != OwnPositions::NotPaid)
        };
        let habit = prepared.of_seat[taker];
        let share =
            (0..seats.len()).filter(gives).count() as f64 / f64::from(prepared.habits[habit].seats.max(1));
        let sum = &mut sums[habit];
        sum.net += each.net * share;
        sum.net_squared += each.variance(0.0) * share;
        sum.most = sum.most.max(each.most);
    }
    // Variances of independent hands add up, and so do means: a square is the one and the square of the other.
    sums.iter_mut().for_each(|sum| sum.net_squared += sum.net * sum.net);
    sums
}
