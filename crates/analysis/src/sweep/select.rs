//! Which tables are wanted, in which order, and which come nearest a target: by exact comparison.

use super::{Prepared, Sums, SweepError};
use crate::fraction::Fraction;
use crate::report::signed;
use core::cmp::Ordering;

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

impl Span {
    /// Whether a fraction lies in the span.
    fn holds(&self, num: i128, den: i128) -> bool {
        let is = |bound: Fraction, wrong: Ordering| compare((num, den), (bound.num(), bound.den())) != wrong;
        self.from.is_none_or(|from| is(from, Ordering::Less))
            && self.to.is_none_or(|to| is(to, Ordering::Greater))
    }

    fn is_open(&self) -> bool {
        self.from.is_none() && self.to.is_none()
    }
}

/// Compares two fractions with positive denominators, exactly.
fn compare((a, b): (i128, i128), (c, d): (i128, i128)) -> Ordering {
    // Whole parts first, then the rest upside down: nothing grows.
    let (whole, other) = (a.div_euclid(b), c.div_euclid(d));
    if whole != other {
        return whole.cmp(&other);
    }
    match (a.rem_euclid(b), c.rem_euclid(d)) {
        (0, 0) => Ordering::Equal,
        (0, _) => Ordering::Less,
        (_, 0) => Ordering::Greater,
        (rest, other) => compare((d, other), (b, rest)),
    }
}

/// The wanted tables in order, at most so many, with how many are wanted in all and how far all reach.
///
/// # Errors
///
/// If it is no game with some of these pays.
pub fn select(
    prepared: &Prepared<'_>,
    wanted: &Wanted,
    order: Order,
    reverse: bool,
    progress: &mut dyn FnMut(u64),
) -> Result<(Vec<Selected>, Reach), SweepError> {
    let (deals, unit) = (signed(prepared.deals()), prepared.unit());
    let mut found: Vec<(f64, u32, Selected)> = Vec::new();
    let mut reach: Option<Reach> = None;
    let mut seen = 0_u32;
    prepared.each(|chosen, sums| {
        let variance = spread(&sums, deals, unit);
        reach = Some(reach.map_or_else(|| Reach::of(&sums, variance), |reach| reach.and(&sums, variance)));
        let fits = (wanted.edge.is_open() || wanted.edge.holds(-sums.net, unit * deals))
            && (wanted.hit.is_open() || wanted.hit.holds(signed(sums.wins), deals))
            && (wanted.variance.is_open() || {
                let exact = prepared.variance(&sums);
                wanted.variance.holds(exact.num(), exact.den())
            });
        if fits {
            found.push((variance, seen, Selected { chosen: chosen.to_vec(), sums }));
        }
        seen += 1;
        progress(u64::from(seen));
        true
    })?;
    found.sort_by(|a, b| {
        let (x, y) = (&a.2.sums, &b.2.sums);
        let by = match order {
            Order::Edge => y.net.cmp(&x.net),
            Order::Hit => x.wins.cmp(&y.wins),
            Order::Variance => a.0.total_cmp(&b.0),
            Order::Pays => a.1.cmp(&b.1),
        };
        let by = if reverse { by.reverse() } else { by };
        by.then(a.1.cmp(&b.1))
    });
    let reach = reach.ok_or(SweepError::Empty)?;
    Ok((found.into_iter().map(|(_, _, selected)| selected).collect(), reach))
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
#[expect(clippy::cast_precision_loss, reason = "for sorting; what is shown is exact")]
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
    let all = signed(prepared.deals()) * prepared.unit();
    // The distance from the target, times all deals and the stake and the denominator of the target.
    let far = |sums: &Sums| (-sums.net * target.den() - target.num() * all).abs();
    let most = most.max(1);
    let mut kept: Vec<(i128, usize, u64, Selected)> = Vec::new();
    let mut worst = i128::MAX;
    let (mut seen, mut at_worst) = (0_u64, 0_u64);
    prepared.each(|chosen, sums| {
        let distance = far(&sums);
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
    Ok(Nearest { tables: kept.into_iter().map(|(.., selected)| selected).collect(), ties })
}

/// Keeps the nearest; counts all that are as near as the last one kept.
fn cut(kept: &mut Vec<(i128, usize, u64, Selected)>, most: usize, worst: &mut i128, at_worst: &mut u64) {
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
