//! Which tables are wanted, in which order, and which come nearest a target: by exact comparison.

use super::{Prepared, Sums, SweepError};
use crate::fraction::Fraction;
use crate::report::signed;
use core::ops::Neg;
use ethnum::I256;

/// From one fraction to another, both included; open where there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Span {
    /// The least.
    pub from: Option<Fraction>,
    /// The most.
    pub to: Option<Fraction>,
}

/// Which tables are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wanted {
    /// The house edge, as a share of the stake.
    pub edge: Span,
    /// The hit frequency, as a share of the deals.
    pub hit: Span,
    /// The variance of a round, in squares of the stake.
    pub variance: Span,
}

/// In which order tables stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// By house edge, the lowest first.
    #[default]
    Edge,
    /// By hit frequency.
    Hit,
    /// By variance.
    Variance,
    /// As the pays are given.
    Pays,
}

/// One table that was selected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selected {
    /// The place of the pay of each axis.
    pub chosen: Vec<u32>,
    /// Its sums.
    pub sums: Sums,
}

/// How far all tables reach, whether wanted or not.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reach {
    /// The least and the most that the player is up in all deals.
    pub net: (i128, i128),
    /// The fewest and the most deals in which the player is up.
    pub wins: (u128, u128),
    /// The least and the greatest variance.
    pub variance: (f64, f64),
}

/// A span of numerators over one denominator, both ends included.
#[derive(Clone, Copy, Debug)]
struct Numerators<T> {
    least: T,
    most: T,
}

impl<T: PartialOrd> Numerators<T> {
    fn hold(&self, num: &T) -> bool {
        self.least <= *num && *num <= self.most
    }
}

impl Span {
    /// The numerators that lie in the span over this denominator.
    fn over(&self, den: I256) -> Numerators<I256> {
        // What is beyond 256 bits is beyond every figure.
        let scaled = |bound: Fraction| {
            let beyond = if bound.num() < 0 { I256::MIN } else { I256::MAX };
            bound.num().checked_mul(den).map(|product| (product, bound.den())).ok_or(beyond)
        };
        let up = |bound| scaled(bound).map_or_else(|beyond| beyond, |(num, den)| -(-num).div_euclid(den));
        let down = |bound| scaled(bound).map_or_else(|beyond| beyond, |(num, den)| num.div_euclid(den));
        Numerators { least: self.from.map_or(I256::MIN, up), most: self.to.map_or(I256::MAX, down) }
    }

    /// As [`Span::over`], for numerators of half the size.
    fn narrow(&self, den: i128) -> Numerators<i128> {
        let within = |bound: I256| {
            let beyond = if bound < 0 { i128::MIN } else { i128::MAX };
            i128::try_from(bound).unwrap_or(beyond)
        };
        let Numerators { least, most } = self.over(den.into());
        Numerators { least: within(least), most: within(most) }
    }

    fn is_open(&self) -> bool {
        self.from.is_none() && self.to.is_none()
    }
}

/// Which tables are selected.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Only such tables.
    pub wanted: Wanted,
    /// In this order, the lowest first; of equal ones those whose pays come first.
    pub order: Order,
    /// The highest first.
    pub reverse: bool,
    /// At most so many.
    pub most: usize,
}

impl Default for Choice {
    fn default() -> Choice {
        Choice { wanted: Wanted::default(), order: Order::default(), reverse: false, most: usize::MAX }
    }
}

/// The tables of a sweep that were chosen.
#[derive(Clone, PartialEq, Debug)]
pub struct Selection {
    /// They, in order.
    pub tables: Vec<Selected>,
    /// How many are wanted, of which these are the first.
    pub wanted: usize,
    /// How far all tables reach.
    pub reach: Reach,
}

/// Figures all tables and selects some.
///
/// # Errors
///
/// If it is no game with some of these pays.
pub fn select(
    prepared: &Prepared<'_>,
    choice: &Choice,
    progress: &mut dyn FnMut(u64),
) -> Result<Selection, SweepError> {
    match choice.order {
        Order::Edge => select_by(prepared, choice, progress, |_, sums| -sums.net),
        Order::Hit => select_by(prepared, choice, progress, |_, sums| signed(sums.wins)),
        Order::Variance => {
            let deals = prepared.deals();
            select_by(prepared, choice, progress, |_, sums| variance(sums, deals))
        }
        Order::Pays => select_by(prepared, choice, progress, |seen, _| i128::from(seen)),
    }
}

/// Selects tables in the order of some figure; of equal ones in the order in which they are met.
fn select_by<K: Ord + Copy + Neg<Output = K>>(
    prepared: &Prepared<'_>,
    choice: &Choice,
    progress: &mut dyn FnMut(u64),
    figure: impl Fn(u64, &Sums) -> K,
) -> Result<Selection, SweepError> {
    let (deals, unit) = (signed(prepared.deals()), prepared.unit());
    let (edges, hits) = (choice.wanted.edge.narrow(unit * deals), choice.wanted.hit.narrow(deals));
    let variances = Some(choice.wanted.variance).filter(|span| !span.is_open()).map(|span| {
        let den = I256::from(deals * unit);
        span.over(den * den)
    });
    let mut found = Found::default();
    let mut reach: Option<Reach> = None;
    let mut seen = 0;
    prepared.each(|chosen, sums| {
        let about = spread(&sums, deals, unit);
        reach = Some(reach.map_or_else(|| Reach::of(&sums, about), |reach| reach.and(&sums, about)));
        let fits = edges.hold(&-sums.net)
            && hits.hold(&signed(sums.wins))
            && variances.as_ref().is_none_or(|span| span.hold(&variance(&sums, prepared.deals())));
        if fits {
            let by = figure(seen, &sums);
            found.push(if choice.reverse { -by } else { by }, chosen, sums);
        }
        seen += 1;
        progress(seen);
        true
    })?;
    let reach = reach.ok_or(SweepError::Empty)?;
    Ok(Selection { wanted: found.sums.len(), tables: found.first(choice.most, prepared.axes().len()), reach })
}

/// The variance of a round, times all deals and the stake, both squared: a whole number.
fn variance(sums: &Sums, deals: u128) -> I256 {
    I256::from(deals) * I256::from(sums.squares) - I256::from(sums.net) * I256::from(sums.net)
}

/// Tables that are wanted, in the order in which they were met.
struct Found<K> {
    /// What each is sorted by, with its place.
    order: Vec<(K, usize)>,
    /// The choices of all, one after the other.
    chosen: Vec<u32>,
    sums: Vec<Sums>,
}

impl<K> Default for Found<K> {
    fn default() -> Found<K> {
        Found { order: Vec::new(), chosen: Vec::new(), sums: Vec::new() }
    }
}

impl<K: Ord> Found<K> {
    fn push(&mut self, by: K, chosen: &[u32], sums: Sums) {
        self.order.push((by, self.sums.len()));
        self.chosen.extend_from_slice(chosen);
        self.sums.push(sums);
    }

    /// The first of them in order.
    fn first(mut self, most: usize, axes: usize) -> Vec<Selected> {
        if most < self.order.len() {
            // Those that are left out need not be sorted.
            self.order.select_nth_unstable(most);
            self.order.truncate(most);
        }
        self.order.sort_unstable();
        let selected = |(_, at): &(K, usize)| Selected {
            chosen: self.chosen[at * axes..][..axes].to_vec(),
            sums: self.sums[*at],
        };
        self.order.iter().map(selected).collect()
    }
}

impl Reach {
    fn of(sums: &Sums, variance: f64) -> Reach {
        Reach { net: (sums.net, sums.net), wins: (sums.wins, sums.wins), variance: (variance, variance) }
    }

    fn and(self, sums: &Sums, variance: f64) -> Reach {
        Reach {
            net: (self.net.0.min(sums.net), self.net.1.max(sums.net)),
            wins: (self.wins.0.min(sums.wins), self.wins.1.max(sums.wins)),
            variance: (self.variance.0.min(variance), self.variance.1.max(variance)),
        }
    }
}

/// The variance in squares of the stake, quickly.
#[expect(clippy::cast_precision_loss, reason = "how far tables reach, in a message")]
fn spread(sums: &Sums, deals: i128, unit: i128) -> f64 {
    let (deals, unit) = (deals as f64, unit as f64);
    let mean = sums.net as f64 / deals / unit;
    (sums.squares as f64 / deals / unit / unit) - mean * mean
}

/// The tables that come nearest a target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nearest {
    /// They, the nearest first; of equally near ones, those with the fewest rows changed first, then in order of pays.
    pub tables: Vec<Selected>,
    /// How many more are as near as the last of them.
    pub ties: u64,
    /// The lowest and the highest total of what all tables give, as in [`Sums::net`].
    pub reach: (i128, i128),
}

impl Nearest {
    /// The lowest and the highest house edge of all tables, where the target lies beyond them.
    #[must_use]
    pub fn out_of_reach(&self, prepared: &Prepared<'_>, target: Fraction) -> Option<(Fraction, Fraction)> {
        let edge = |net: i128| prepared.expectation(&Sums { net, ..Sums::default() }).scaled(-1);
        let (least, most) = (edge(self.reach.1), edge(self.reach.0));
        (target < least || target > most).then_some((least, most))
    }
}

/// The tables whose house edge comes nearest a target, so many at most.
///
/// # Errors
///
/// If it is no game with some of these pays.
pub fn nearest(
    prepared: &Prepared<'_>,
    target: Fraction,
    most: usize,
    progress: &mut dyn FnMut(u64),
) -> Result<Nearest, SweepError> {
    let target = target.reduced();
    let at = target.scaled(signed(prepared.deals())).scaled(prepared.unit()).num();
    // The distance from the target, times all deals and the stake and the denominator of the target.
    let far = |sums: &Sums| (I256::from(-sums.net) * target.den() - at).abs();
    let most = most.max(1);
    let mut kept: Vec<(I256, usize, u64, Selected)> = Vec::new();
    let mut worst = I256::MAX;
    let (mut seen, mut at_worst) = (0_u64, 0_u64);
    let mut reach = (i128::MAX, i128::MIN);
    prepared.each(|chosen, sums| {
        let distance = far(&sums);
        reach = (reach.0.min(sums.net), reach.1.max(sums.net));
        if distance <= worst {
            at_worst += u64::from(distance == worst);
            let changed = changed(prepared, chosen);
            kept.push((distance, changed, seen, Selected { chosen: chosen.to_vec(), sums }));
            if kept.len() >= 2 * most + 64 {
                cut(&mut kept, most, &mut worst, &mut at_worst);
            }
        }
        seen += 1;
        progress(seen);
        true
    })?;
    cut(&mut kept, most, &mut worst, &mut at_worst);
    let last = kept.last().map(|last| last.0);
    let here = u64::try_from(kept.iter().filter(|one| Some(one.0) == last).count()).unwrap_or(0);
    let ties = if kept.len() < most { 0 } else { at_worst.saturating_sub(here) };
    Ok(Nearest { tables: kept.into_iter().map(|(.., selected)| selected).collect(), ties, reach })
}

/// Keeps the nearest; counts all that are as near as the last one kept.
fn cut(kept: &mut Vec<(I256, usize, u64, Selected)>, most: usize, worst: &mut I256, at_worst: &mut u64) {
    kept.sort_by_key(|one| (one.0, one.1, one.2));
    let Some(last) = kept.get(most - 1).map(|last| last.0) else { return };
    if last < *worst {
        *worst = last;
        *at_worst = u64::try_from(kept.iter().filter(|one| one.0 == last).count()).unwrap_or(0);
    }
    kept.truncate(most);
}

/// How many rows pay something else than in the file.
fn changed(prepared: &Prepared<'_>, chosen: &[u32]) -> usize {
    let pays = prepared.axes().iter().zip(chosen).map(|(axis, place)| axis.pays[*place as usize]);
    pays.zip(&prepared.placed).filter(|(pay, placed)| placed.written != Some(*pay)).count()
}
