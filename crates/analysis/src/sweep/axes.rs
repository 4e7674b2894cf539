//! The rows that are varied.

use super::{Sweep, SweepError};
use tercet_rules::{Basis, Game, GameDoc, LineOf, Odds, Pay, PaysDoc, RowDoc, WagerId};

/// A row whose pay is varied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Axis {
    /// The wager or bonus.
    pub table: WagerId,
    /// The place of the row in the file, among all rows of the table.
    pub row: usize,
    /// The pays it may have: at least one.
    pub pays: Vec<Odds>,
}

/// Where an axis stands in the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Placed {
    /// The wager or bonus.
    pub(super) of: LineOf,
    /// The place of the row in its table; none if it counts only under another reading.
    pub(super) row: Option<usize>,
    /// The axis of the row before it, if this row must not pay more.
    pub(super) below: Option<usize>,
    /// What it pays in the file.
    pub(super) written: Option<Odds>,
}

/// Finds every axis in the game.
pub(super) fn place(sweep: &Sweep<'_>) -> Result<Vec<Placed>, SweepError> {
    if sweep.axes.is_empty() || sweep.axes.iter().any(|axis| axis.pays.is_empty()) {
        return Err(SweepError::Empty);
    }
    let game = sweep.ask.game;
    let mut all: Vec<Placed> = Vec::new();
    for (i, axis) in sweep.axes.iter().enumerate() {
        let of = line(game, &axis.table).ok_or(SweepError::Empty)?;
        let row = find(sweep.doc, game, of, axis)?;
        if row.is_none() && axis.pays.len() > 1 {
            let before = sweep.axes.iter().filter(|other| other.table == axis.table && other.row <= axis.row);
            return Err(SweepError::WithoutEffect { table: axis.table.clone(), row: before.count() });
        }
        let before = i.checked_sub(1).filter(|before| sweep.axes[*before].table == axis.table);
        let falls = |before: &usize| {
            let written = |axis: &Axis| written(sweep.doc, axis);
            written(&sweep.axes[*before]).zip(written(axis)).is_none_or(|(high, low)| !exceeds(low, high))
        };
        all.push(Placed { of, row, below: before.filter(falls), written: written(sweep.doc, axis) });
    }
    Ok(all)
}

/// The pay of an axis in the file.
fn written(doc: &GameDoc, axis: &Axis) -> Option<Odds> {
    let rows = doc.wagers.iter().find(|wager| wager.id == axis.table).map(|wager| &wager.pays.rows);
    let rows = rows
        .or_else(|| doc.bonuses.iter().find(|bonus| bonus.id == axis.table).map(|bonus| &bonus.pays.rows));
    match rows?.get(axis.row)?.pays {
        Pay::Odds(odds) => Some(odds),
        Pay::Lose | Pay::Push | Pay::Fixed(..) | Pay::Meter(_) => None,
    }
}

/// Whether one pay is more than another of the same kind.
pub(super) fn exceeds(a: Odds, b: Odds) -> bool {
    a.basis() == b.basis()
        && u64::from(a.num()) * u64::from(b.den()) > u64::from(b.num()) * u64::from(a.den())
}

fn line(game: &Game, id: &WagerId) -> Option<LineOf> {
    let bonus = || game.bonuses.iter().position(|bonus| bonus.id == *id).map(LineOf::Bonus);
    game.wager_no(id.as_str()).map(LineOf::Wager).or_else(bonus)
}

/// The row of the game that changes when the row of the file does.
fn find(doc: &GameDoc, game: &Game, of: LineOf, axis: &Axis) -> Result<Option<usize>, SweepError> {
    let Some(odds) = written(doc, axis) else { return Ok(None) };
    let other = Odds::new(if odds.num() == 1 { 2 } else { odds.num() - 1 }, odds.den(), odds.basis());
    let mut changed = doc.clone();
    if let Some(other) = other {
        set(&mut changed, axis, other);
    }
    let changed = checked(&changed)?;
    let rows = game.table(of).rows.iter().zip(&changed.table(of).rows);
    Ok(rows.into_iter().position(|(a, b)| a.pays != b.pays))
}

/// Gives a row of a file another pay.
pub(super) fn set(doc: &mut GameDoc, axis: &Axis, odds: Odds) {
    let wager = doc.wagers.iter_mut().find(|wager| wager.id == axis.table).map(|wager| &mut wager.pays);
    let pays: Option<&mut PaysDoc> = wager
        .or_else(|| doc.bonuses.iter_mut().find(|bonus| bonus.id == axis.table).map(|bonus| &mut bonus.pays));
    let row: Option<&mut RowDoc> = pays.and_then(|pays| pays.rows.get_mut(axis.row));
    if let Some(row) = row {
        row.pays = Pay::Odds(odds);
    }
}

/// The game of a file.
pub(super) fn checked(doc: &GameDoc) -> Result<Game, SweepError> {
    doc.check().map_err(|faults| {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        SweepError::NoGame(format!("it is no game with these pays: {}", faults.join("; ")))
    })
}

/// How many tables there are, those that do not fall left out if that is wanted.
pub(super) fn count(sweep: &Sweep<'_>, placed: &[Placed]) -> Result<u128, SweepError> {
    let mut all = 1_u128;
    // By pay of the last axis: tables of the rows so far that end with it.
    let mut ending: Vec<u128> = Vec::new();
    for (i, (axis, placed)) in sweep.axes.iter().zip(placed).enumerate() {
        let below = placed.below.filter(|_| sweep.falling);
        ending = match below {
            None => {
                all = all.saturating_mul(total(&ending, i));
                vec![1; axis.pays.len()]
            }
            Some(before) => {
                let above = Above::of(&sweep.axes[before].pays, &ending);
                axis.pays.iter().map(|odds| above.tables(*odds)).collect()
            }
        };
    }
    all = all.saturating_mul(total(&ending, sweep.axes.len()));
    if all == 0 { Err(SweepError::NoneFalls) } else { Ok(all) }
}

/// Tables by the pay of their last row, to be summed up over all pays that another may follow.
struct Above {
    /// The pays from high to low, each with the tables that end with it or a higher one.
    to: Vec<(Odds, u128)>,
    /// The same for pays that include the stake.
    of: Vec<(Odds, u128)>,
}

impl Above {
    fn of(pays: &[Odds], ending: &[u128]) -> Above {
        let summed = |basis: Basis| {
            let here =
                pays.iter().copied().zip(ending.iter().copied()).filter(|(pay, _)| pay.basis() == basis);
            let mut here: Vec<(Odds, u128)> = here.collect();
            here.sort_by(|(a, _), (b, _)| {
                let product = |a: &Odds, b: &Odds| u64::from(a.num()) * u64::from(b.den());
                product(b, a).cmp(&product(a, b))
            });
            let mut sum = 0_u128;
            for (_, tables) in &mut here {
                sum = sum.saturating_add(*tables);
                *tables = sum;
            }
            here
        };
        Above { to: summed(Basis::To), of: summed(Basis::For) }
    }

    /// The tables after which a row may pay this: all whose last pay is of another kind, or not less.
    fn tables(&self, odds: Odds) -> u128 {
        let (same, other) = match odds.basis() {
            Basis::To => (&self.to, &self.of),
            Basis::For => (&self.of, &self.to),
        };
        let fits = same.partition_point(|(high, _)| !exceeds(odds, *high));
        let same = fits.checked_sub(1).map_or(0, |last| same[last].1);
        same.saturating_add(other.last().map_or(0, |(_, all)| *all))
    }
}

/// All tables of the rows so far; one, before there is any row.
fn total(ending: &[u128], rows: usize) -> u128 {
    if rows == 0 { 1 } else { ending.iter().fold(0_u128, |sum, ways| sum.saturating_add(*ways)) }
}
