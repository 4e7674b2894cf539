//! The house edge against what one row pays.

use super::picture::{Axis, Drawing, Line};
use crate::odds::sweep::{Question, blamed, figures_are};
use crate::source::Loaded;
use tercet_analysis::Fraction;
use tercet_analysis::report::Ask;
use tercet_analysis::sweep::{self, Prepared, Sweep};
use tercet_report::words::{grouped, listed, percent as exact_percent, table_name};
use tercet_rules::{Basis, GameDoc, Odds, Pay, PaysDoc, Row, RowDoc, words};

/// More pays cannot be told apart in a picture.
const MOST_PAYS: usize = 2_000;

/// A pay, and the house edge with it.
type Point = (Odds, Fraction);

/// The heading, the edge at each of the pays, and what must be said beside them.
///
/// # Errors
///
/// A message for the person at the terminal: not exactly one row ranges, or the pays cannot be figured.
pub(super) fn drawing(
    question: &Question,
    loaded: &Loaded,
) -> Result<(String, Drawing, Vec<String>), String> {
    let axes = question.axes(loaded)?;
    let axis = &axes[ranging(&axes)?];
    if axis.pays.len() > MOST_PAYS {
        let pays = grouped(axis.pays.len() as u64);
        return Err(format!(
            "error: --pay: {pays} pays; expected {} at most in a picture",
            grouped(MOST_PAYS as u64)
        ));
    }
    let row = written(&loaded.doc, axis).ok_or("error: --pay: this row pays no odds")?;
    let card = question.card(loaded)?;
    let ask = question.ask(loaded, card.as_ref());
    let sweep =
        |axes| Sweep { doc: &loaded.doc, ask: &ask, axes, fixed: question.is_fixed(), falling: false };
    let prepared = prepared(&ask, sweep(&axes))?;
    let points = points(&ask, &prepared)?;
    let as_written = as_written(&loaded.doc, &axes);
    let here = self::points(&ask, &self::prepared(&ask, sweep(&as_written))?)?;

    let name = table_name(&loaded.game, axis.table.as_str());
    let hand = hand(loaded, axis, row);
    let mut marks = Vec::new();
    let mut notes = vec![format!("{}. Every deal is counted.", figures_are(loaded, &prepared))];
    if prepared.decides_again() {
        notes.push("Best play is found again for each pay.".into());
    }
    if question.is_fixed() {
        notes.push("Every hand is decided as in the game as it is written.".into());
    }
    notes.extend(slope(&points));
    notes.push(even(&points));
    if let (Pay::Odds(pay), Some((_, edge))) = (row.pays, here.first()) {
        let edge_said = exact_percent(edge.value());
        notes.push(format!("The game as it is written pays {pay} and has a house edge of {edge_said}."));
        let (least, most) = (value(points[0].0), value(points[points.len() - 1].0));
        let others = changed(loaded, &axes);
        if !others.is_empty() {
            notes.push(format!(
                "It is not marked on the line. Here other rows differ too: {}.",
                listed(&others)
            ));
        } else if (least..=most).contains(&value(pay)) {
            marks.push((value(pay), edge.value(), format!("as written, {pay}: {edge_said}")));
        }
    }
    let per = match points[0].0.basis() {
        Basis::To => "to 1",
        Basis::For => "for 1",
    };
    let line = Line {
        x: Axis { name: format!("pay for {hand}, {per}"), format: super::number },
        y: Axis { name: format!("house edge of {}", whole(loaded, &prepared)), format: super::round_percent },
        points: points.iter().map(|(pay, edge)| (value(*pay), edge.value())).collect(),
        dots: true,
        marks,
    };
    Ok((format!("{name}: the pay for {hand}"), Drawing::Line(line), super::known(&ask, notes)))
}

/// The place of the one axis with several pays.
fn ranging(axes: &[sweep::Axis]) -> Result<usize, String> {
    const EXPECTED: &str =
        "expected exactly one row with several pays, such as --pay pair-plus=30..50-30-6-3-1";
    let several: Vec<usize> = (0..axes.len()).filter(|place| axes[*place].pays.len() > 1).collect();
    match several[..] {
        [one] => Ok(one),
        [] if axes.is_empty() => Err(format!("error: --pay: nothing is varied; {EXPECTED}")),
        [] => Err(format!("error: --pay: no row ranges; {EXPECTED}")),
        [..] => {
            let name = |place: &usize| {
                let table = &axes[*place].table;
                let row = axes[..=*place].iter().filter(|axis| axis.table == *table).count();
                format!("row {row} of {table}")
            };
            let names: Vec<String> = several.iter().map(name).collect();
            Err(format!("error: --pay: {} range; {EXPECTED}", listed(&names)))
        }
    }
}

fn prepared<'a>(ask: &Ask<'_>, sweep: Sweep<'a>) -> Result<Prepared<'a>, String> {
    Prepared::new(sweep).map_err(|error| blamed(ask, &error))
}

/// Every pay of the axis that ranges with its edge, the least first.
fn points(ask: &Ask<'_>, prepared: &Prepared<'_>) -> Result<Vec<Point>, String> {
    let axes = prepared.axes();
    let place = axes.iter().position(|axis| axis.pays.len() > 1).unwrap_or(0);
    let mut points: Vec<Point> = Vec::new();
    let each = |chosen: &[u32], sums| {
        let pay = usize::try_from(chosen[place]).ok().and_then(|pay| axes[place].pays.get(pay));
        let expectation = prepared.expectation(&sums);
        points.extend(pay.map(|pay| (*pay, Fraction::new(-expectation.num(), expectation.den()))));
        true
    };
    prepared.each(each).map_err(|error| blamed(ask, &error))?;
    points.sort_by(|a, b| value(a.0).total_cmp(&value(b.0)));
    Ok(points)
}

/// The axes with the pays of the file.
fn as_written(doc: &GameDoc, axes: &[sweep::Axis]) -> Vec<sweep::Axis> {
    let odds = |axis: &sweep::Axis| match written(doc, axis)?.pays {
        Pay::Odds(odds) => Some(odds),
        Pay::Lose | Pay::Push | Pay::Fixed(..) | Pay::Meter(_) => None,
    };
    let one = |axis: &sweep::Axis| sweep::Axis { pays: odds(axis).into_iter().collect(), ..axis.clone() };
    axes.iter().map(one).collect()
}

/// The rows that do not range and pay other than in the file: `flush 4 instead of 3 to 1`.
fn changed(loaded: &Loaded, axes: &[sweep::Axis]) -> Vec<String> {
    let one = |axis: &sweep::Axis| {
        let [here] = axis.pays[..] else { return None };
        let row = written(&loaded.doc, axis)?;
        let Pay::Odds(there) = row.pays else { return None };
        let number = |odds: Odds| match odds.den() {
            1 => odds.num().to_string(),
            den => format!("{}/{den}", odds.num()),
        };
        (here != there).then(|| format!("{} {} instead of {there}", hand(loaded, axis, row), number(here)))
    };
    axes.iter().filter_map(one).collect()
}

/// The row of an axis in the file.
fn written<'a>(doc: &'a GameDoc, axis: &sweep::Axis) -> Option<&'a RowDoc> {
    let wager = doc.wagers.iter().find(|wager| wager.id == axis.table).map(|wager| &wager.pays);
    let bonus = || doc.bonuses.iter().find(|bonus| bonus.id == axis.table).map(|bonus| &bonus.pays);
    let pays: &PaysDoc = wager.or_else(bonus)?;
    pays.rows.get(axis.row)
}

/// The hands of a row, or what else it asks for.
fn hand(loaded: &Loaded, axis: &sweep::Axis, row: &RowDoc) -> String {
    if !row.hand.is_empty() {
        let hands: Vec<String> = row.hand.iter().map(ToString::to_string).collect();
        return hands.join(" or ");
    }
    let game = &loaded.game;
    let wager = game.wagers.iter().find(|wager| wager.id == axis.table).map(|wager| &wager.table);
    let bonus = || game.bonuses.iter().find(|bonus| bonus.id == axis.table).map(|bonus| &bonus.table);
    let rows = wager.or_else(bonus).map(|table| &table.rows[..]).unwrap_or_default();
    let alike =
        |other: &&Row| other.hand.is_none() && other.dealer == row.dealer && other.player == row.player;
    rows.iter().find(alike).map_or_else(|| "any hand".into(), words::condition)
}

fn value(odds: Odds) -> f64 {
    f64::from(odds.num()) / f64::from(odds.den())
}

/// What the edge is of.
fn whole(loaded: &Loaded, prepared: &Prepared<'_>) -> String {
    match &prepared.wagers()[..] {
        [first, ..] if !prepared.is_together() => table_name(&loaded.game, first.as_str()),
        _ => "the bet".into(),
    }
}

/// How much a unit of the pay costs, if it is the same everywhere.
fn slope(points: &[Point]) -> Option<String> {
    let pay = |point: &Point| Fraction::new(i128::from(point.0.num()), i128::from(point.0.den()));
    let rise = |pair: &[Point]| {
        let (edge, run) = (minus(pair[1].1, pair[0].1), minus(pay(&pair[1]), pay(&pair[0])));
        Fraction::new(edge.num() * run.den(), edge.den() * run.num()).reduced()
    };
    let mut rises = points.windows(2).map(rise);
    let first = rises.next()?;
    rises.all(|rise| rise == first).then(|| {
        format!("Each unit more that it pays costs the house {} of the stake.", exact_percent(-first.value()))
    })
}

fn minus(a: Fraction, b: Fraction) -> Fraction {
    Fraction::new(a.num() * b.den() - b.num() * a.den(), a.den() * b.den()).reduced()
}

/// Where the bet is even.
fn even(points: &[Point]) -> String {
    let sign = |point: &Point| point.1.num().signum();
    if let Some((pay, _)) = points.iter().find(|point| sign(point) == 0) {
        return format!("It is even at {pay}.");
    }
    let between = points.windows(2).find(|pair| sign(&pair[0]) != sign(&pair[1]));
    match (between, points.iter().all(|point| sign(point) > 0)) {
        (Some(pair), _) => {
            format!("It is even between {} and {}: below zero the player has the edge.", pair[0].0, pair[1].0)
        }
        (None, true) => "The house has the edge at all of these pays.".into(),
        (None, false) => "The player has the edge at all of these pays.".into(),
    }
}
