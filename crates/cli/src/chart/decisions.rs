//! The decision grid.

use super::picture::{Cell, Drawing, Ranks};
use tercet_analysis::Play;
use tercet_analysis::report::{Decisions, Grid, GridCell};
use tercet_cards::{Rank, ThreeCategory};
use tercet_rules::words::capital;

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
    let mut notes: Vec<String> = legend_of(&grid.cells).into_iter().collect();
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
            None => format!("{name}: {}% played.", hundredths(decisions)),
        });
    }
    (Drawing::Ranks(Box::new(Ranks { legend, cells })), notes)
}

/// Aces first.
fn place(rank: Rank) -> usize {
    12 - rank.index()
}

/// What stands in a field.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    /// One decision for all hands.
    All(Play),
    /// This decision with such a third card or a higher one, and with others the one below it.
    Third(Play, Rank),
    /// Some of these multiples.
    Between(u8, u8),
    /// So many hundredths are played.
    Share(u8),
}

impl Mark {
    fn of(cell: &GridCell) -> Mark {
        let decisions = cell.decisions();
        let third = || match cell.least_third()? {
            (third, play @ Play::Times(1)) => Some(Mark::Third(play, third)),
            (third, play) if !decisions.contains_key(&Play::Fold) => Some(Mark::Third(play, third)),
            _ => None,
        };
        only(&decisions)
            .map(Mark::All)
            .or_else(third)
            .or_else(|| raises(&decisions))
            .unwrap_or_else(|| Mark::Share(hundredths(&decisions)))
    }

    fn text(self) -> String {
        match self {
            Mark::All(play) => letters(play),
            Mark::Third(Play::Times(1), third) => format!("{}+", third.letter()),
            Mark::Third(play, third) => format!("{}{}+", letters(play), third.letter()),
            Mark::Between(least, most) => format!("{least}-{most}x"),
            Mark::Share(hundredths) => format!("{hundredths}%"),
        }
    }

    /// What it means.
    fn words(self) -> String {
        match self {
            Mark::All(Play::Times(times)) if times > 1 => {
                format!("played for {times} times the measure of the Play wager")
            }
            Mark::All(play) => word(play),
            Mark::Third(Play::Times(1), third) => {
                format!("played with a third card of {} or higher", third.letter())
            }
            Mark::Third(play, third) => {
                format!(
                    "{} with a third card of {} or higher, less with others",
                    letters(play),
                    third.letter()
                )
            }
            Mark::Between(least, most) => format!("played for {least} to {most} times the measure"),
            Mark::Share(_) => "the share that is played, where the third card alone does not decide".into(),
        }
    }

    /// Whether both mean the same but for a number or a rank.
    fn is_like(self, other: Mark) -> bool {
        match (self, other) {
            (Mark::All(one), Mark::All(other)) => one == other,
            (Mark::Third(one, _), Mark::Third(other, _)) => {
                (one == Play::Times(1)) == (other == Play::Times(1))
            }
            (Mark::Between(..), Mark::Between(..)) | (Mark::Share(_), Mark::Share(_)) => true,
            (Mark::All(_) | Mark::Third(..) | Mark::Between(..) | Mark::Share(_), _) => false,
        }
    }
}

/// What the marks mean that occur, of those that differ only by a number or a rank the first; none where there are no cells.
fn legend_of(cells: &[GridCell]) -> Option<String> {
    let mut marks: Vec<Mark> = cells.iter().map(Mark::of).collect();
    marks.sort_unstable();
    marks.dedup_by(|next, before| next.is_like(*before));
    let said: Vec<String> =
        marks.into_iter().map(|mark| format!("{}: {}", mark.text(), mark.words())).collect();
    (!said.is_empty()).then(|| format!("{}.", said.join("; ")))
}

fn drawn(cell: &GridCell) -> Cell {
    Cell { text: Mark::of(cell).text(), share: played(&cell.decisions()) }
}

/// `1-3x`, where nothing is folded.
fn raises(decisions: &Decisions) -> Option<Mark> {
    let times = |play: Option<&Play>| match play? {
        Play::Times(times) => Some(*times),
        Play::Nothing | Play::Fold => None,
    };
    // Decisions stand in rising order, a fold first.
    Some(Mark::Between(times(decisions.keys().next())?, times(decisions.keys().next_back())?))
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

/// The share that is played; what is neither none nor all does not look like it.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to 99")]
fn hundredths(decisions: &Decisions) -> u8 {
    (played(decisions) * 100.0).round().clamp(1.0, 99.0) as u8
}
