//! The decision grid.

use super::picture::{Cell, Drawing, Ranks};
use crate::output::text::capital;
use tercet_analysis::Play;
use tercet_analysis::report::{Decisions, Grid, GridCell};
use tercet_cards::{Rank, ThreeCategory};

/// The grid as a square of ranks, and what does not fit into it as notes.
pub(super) fn drawing(grid: &Grid) -> (Drawing, Vec<String>) {
    let mut cells: [[Option<Cell>; 13]; 13] = Default::default();
    for cell in &grid.cells {
        let (high, second) = (place(cell.high), place(cell.second));
        // Flushes stand on the other side of the pairs.
        let (row, column) =
            if cell.category == ThreeCategory::Flush { (second, high) } else { (high, second) };
        cells[row][column] = Some(drawn(cell));
    }
    let legend = "Rows: the highest card; columns: the second. Above the diagonal no pair and no flush, on it the pair of the rank, below it the flush of the two.".into();
    let mut notes = vec![
        "P: played; F: folded; 4+: played with a third card of 4 or higher; 35%: the share that is played, where the third card alone does not decide; 3x: played for so many times the measure of the Play wager; 1-3x: for some of these.".into(),
    ];
    for (category, decisions) in &grid.others {
        let name = match category {
            ThreeCategory::Flush => "Flush with its highest rank twice".to_owned(),
            ThreeCategory::HighCard
            | ThreeCategory::Pair
            | ThreeCategory::Straight
            | ThreeCategory::ThreeOfAKind
            | ThreeCategory::StraightFlush => capital(category.name()),
        };
        notes.push(match only(decisions) {
            Some(play) => format!("{name}: {}.", word(play)),
            None => format!("{name}: {} played.", percent(decisions)),
        });
    }
    (Drawing::Ranks(Box::new(Ranks { legend, cells })), notes)
}

/// Aces first.
fn place(rank: Rank) -> usize {
    12 - rank.index()
}

fn drawn(cell: &GridCell) -> Cell {
    let decisions = cell.decisions();
    let text = only(&decisions).map(letters).unwrap_or_else(|| match cell.least_third() {
        Some((third, Play::Times(1))) => format!("{}+", third.letter()),
        Some((third, Play::Times(times))) if !decisions.contains_key(&Play::Fold) => {
            format!("{times}x{}+", third.letter())
        }
        Some(_) | None => raises(&decisions).unwrap_or_else(|| percent(&decisions)),
    });
    Cell { text, share: played(&decisions) }
}

/// `1-3x`, where nothing is folded.
fn raises(decisions: &Decisions) -> Option<String> {
    let times = |play: Option<&Play>| match play? {
        Play::Times(times) => Some(*times),
        Play::Nothing | Play::Fold => None,
    };
    // Decisions stand in rising order, a fold first.
    let (least, most) = (times(decisions.keys().next())?, times(decisions.keys().next_back())?);
    Some(format!("{least}-{most}x"))
}

/// The decision, if there is but one.
fn only(decisions: &Decisions) -> Option<Play> {
    let mut plays = decisions.keys();
    let (Some(play), None) = (plays.next(), plays.next()) else { return None };
    Some(*play)
}

/// A decision in a letter or two.
fn letters(play: Play) -> String {
    match play {
        Play::Nothing => "-".into(),
        Play::Fold => "F".into(),
        Play::Times(1) => "P".into(),
        Play::Times(times) => format!("{times}x"),
    }
}

/// A decision in a word.
fn word(play: Play) -> String {
    match play {
        Play::Fold => "folded".into(),
        Play::Times(1) => "played".into(),
        Play::Nothing | Play::Times(_) => letters(play),
    }
}

/// The share that is not folded.
fn played(decisions: &Decisions) -> f64 {
    let all: u64 = decisions.values().sum();
    let folded = decisions.get(&Play::Fold).copied().unwrap_or(0);
    (all - folded) as f64 / all.max(1) as f64
}

fn percent(decisions: &Decisions) -> String {
    let share = played(decisions) * 100.0;
    // What is not all must not look like all.
    let whole = if share >= 99.5 {
        "99".to_owned()
    } else if share <= 0.5 {
        "1".into()
    } else {
        format!("{share:.0}")
    };
    format!("{whole}%")
}
