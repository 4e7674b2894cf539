//! Rows that cannot be meant as they stand.

use super::cases::{Case, cases};
use super::{Rows, warning};
use crate::fault::Lint;
use crate::game::{Game, Row};
use crate::hand::{HandTest, Reads};
use crate::pay::{Basis, Pay};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::cmp::Ordering;
use tercet_cards::{FiveCategory, ThreeCategory};

pub(super) fn lint(game: &Game, rows: &Rows<'_>, lints: &mut Vec<Lint>) {
    if rows.table.closed || rows.rows.is_empty() {
        return;
    }
    let cases = cases(game, rows);
    never_hits(rows, &cases, lints);
    not_falling(rows, &cases, lints);
    weaker_pays_more(rows, &cases, lints);
}

/// The rows that fit a hand in one situation.
fn fitting(rows: &Rows<'_>, case: &Case, versus: Ordering, qualifies: bool) -> impl Iterator<Item = usize> {
    case.fits.iter().copied().filter(move |i| rows.rows[*i].1.admits(versus, qualifies))
}

fn never_hits(rows: &Rows<'_>, cases: &[Case], lints: &mut Vec<Lint>) {
    let mut hit = BTreeSet::new();
    let mut hidden_by: Vec<BTreeSet<usize>> = rows.rows.iter().map(|_| BTreeSet::new()).collect();
    for case in cases {
        for (versus, qualifies) in case.situations.iter() {
            let mut fitting = fitting(rows, case, versus, qualifies);
            let Some(first) = fitting.next() else { continue };
            hit.insert(first);
            fitting.for_each(|later| {
                hidden_by[later].insert(first);
            });
        }
    }
    for (i, (at, _)) in rows.rows.iter().enumerate() {
        if hit.contains(&i) {
            continue;
        }
        let (message, help) = if hidden_by[i].is_empty() {
            ("no deal leads to this row".to_string(), "take it out, or mend its conditions")
        } else {
            let earlier: Vec<String> = hidden_by[i].iter().map(|j| describe(rows.rows[*j].1)).collect();
            let message = format!("this row never pays: {} stands before it", earlier.join(", "));
            (message, "put the row for fewer hands first")
        };
        lints.push(warning("row-never-hits", at.clone(), message, help));
    }
}

fn not_falling(rows: &Rows<'_>, cases: &[Case], lints: &mut Vec<Lint>) {
    let mut pairs = BTreeSet::new();
    for case in cases {
        for (versus, qualifies) in case.situations.iter() {
            let mut fitting = fitting(rows, case, versus, qualifies);
            let Some(first) = fitting.next() else { continue };
            pairs.extend(fitting.map(|later| (first, later)));
        }
    }
    for (i, j) in pairs {
        let ((_, earlier), (at, later)) = (&rows.rows[i], &rows.rows[j]);
        // A row for one situation may well stand before a better-paying one for all.
        let same_situations = earlier.dealer == later.dealer && earlier.player == later.player;
        if same_situations && compare(later.pays, earlier.pays) == Some(Ordering::Greater) {
            let message = format!(
                "{} pays {}, but {} stands before it and pays {}",
                describe(later),
                later.pays,
                describe(earlier),
                earlier.pays
            );
            let help = "put the better-paying row first";
            lints.push(warning("pays-not-falling", at.clone(), message, help));
        }
    }
}

fn weaker_pays_more(rows: &Rows<'_>, cases: &[Case], lints: &mut Vec<Lint>) {
    let names: Vec<&str> = match rows.table.reads {
        Reads::Hand | Reads::Dealer => ThreeCategory::ALL.iter().map(|category| category.name()).collect(),
        Reads::BothHands => FiveCategory::ALL.iter().map(|category| category.name()).collect(),
        Reads::AllFour => return,
    };
    // The rows that pay hands of each category in each situation, leaving out hands that fit a row of their own.
    // A better hand that no row pays may be what the house wants.
    let mut paid: BTreeSet<(u8, (Ordering, bool), usize)> = BTreeSet::new();
    for case in cases {
        let special = |i: &usize| rows.rows[*i].1.hand.as_ref().is_some_and(|test| !by_category(test));
        if case.fits.iter().any(special) {
            continue;
        }
        for (versus, qualifies) in case.situations.iter() {
            let first = fitting(rows, case, versus, qualifies).next();
            paid.extend(first.map(|row| (case.category, (versus, qualifies), row)));
        }
    }
    let mut told = BTreeSet::new();
    for (weaker, situation, row) in &paid {
        let (at, paying) = &rows.rows[*row];
        let above = paid.iter().filter(|(category, other, _)| category > weaker && other == situation);
        for (stronger, _, other) in above {
            let pays = rows.rows[*other].1.pays;
            if compare(paying.pays, pays) == Some(Ordering::Greater) && told.insert(row) {
                let message = format!(
                    "a {} pays {}, more than a {}, which ranks above it and pays {pays}",
                    names[usize::from(*weaker)],
                    paying.pays,
                    names[usize::from(*stronger)],
                );
                let help = "see whether two pays were swapped";
                lints.push(warning("weaker-pays-more", at.clone(), message, help));
            }
        }
    }
}

/// Whether a test asks for nothing but how high the hand ranks.
fn by_category(test: &HandTest) -> bool {
    match test {
        HandTest::Any
        | HandTest::Three(_)
        | HandTest::AtLeast(_)
        | HandTest::Five(_)
        | HandTest::FiveAtLeast(_) => true,
        HandTest::Contains(_) | HandTest::Ranks(..) | HandTest::Colour(_) => false,
        HandTest::AnyOf(tests) => tests.iter().all(by_category),
    }
}

fn describe(row: &Row) -> String {
    row.hand.as_ref().map_or_else(|| "a row for every hand".into(), |test| format!("`{test}`"))
}

/// Which of two pays is better for the player; none where that depends on the stake or the meter.
fn compare(a: Pay, b: Pay) -> Option<Ordering> {
    if let (Pay::Fixed(a, basis), Pay::Fixed(b, other)) = (a, b)
        && basis == other
    {
        return Some(a.cmp(&b));
    }
    if let (Pay::Meter(a), Pay::Meter(b)) = (a, b) {
        return Some(a.cmp(&b));
    }
    let ((a, a_den), (b, b_den)) = (net(a)?, net(b)?);
    Some((a * b_den).cmp(&(b * a_den)))
}

/// What the player gains for one unit staked, as a fraction.
fn net(pay: Pay) -> Option<(i64, i64)> {
    match pay {
        Pay::Lose => Some((-1, 1)),
        Pay::Push => Some((0, 1)),
        Pay::Odds(odds) => {
            let (num, den) = (i64::from(odds.num()), i64::from(odds.den()));
            let stake = if odds.basis() == Basis::For { den } else { 0 };
            Some((num - stake, den))
        }
        Pay::Fixed(..) | Pay::Meter(_) => None,
    }
}
