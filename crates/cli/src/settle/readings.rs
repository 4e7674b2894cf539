//! What a settled round would come to under the other readings of the rulings, in words and for programs.

use super::text::signed;
use tercet_games::readings::Changed;
pub(super) use tercet_games::readings::{Moved, Other, changes, others};
use tercet_protocol::settle::{Problem, Reason, Reread};
use tercet_rules::Code;

/// A reading that would change the money of a round.
pub(super) type Change<'o> = Changed<'o, Problem>;

/// The question, and what this reading says to it.
pub(super) fn asked(other: &Other) -> String {
    format!("      {}\n      {}", other.ruling.question, other.reading.words)
}

/// What it would come to, with the question and what that reading says.
pub(super) fn words(change: &Change<'_>) -> String {
    let Other { ruling, reading, .. } = change.other;
    let comes_to = match &change.comes_to {
        Ok(moved) => {
            let moved: Vec<String> = moved.iter().map(|moved| moved_words(moved, change.alone)).collect();
            moved.join(", ")
        }
        Err(problem) if unmade(problem) => {
            format!("that wager could not have been made: {}", problem.message)
        }
        Err(problem) => format!("not settled: {}", problem.message),
    };
    format!("  Under {}={}: {comes_to}.\n{}", ruling.id, reading.name, asked(change.other))
}

/// The same for programs.
pub(super) fn reread<'c>(change: &'c Change<'_>) -> Reread<'c> {
    let Other { ruling, reading, .. } = change.other;
    Reread { ruling: &ruling.id, reading: &reading.name, comes_to: change.nets() }
}

fn moved_words(moved: &Moved, alone: bool) -> String {
    let spot = if alone { String::new() } else { format!("spot {} ", moved.spot) };
    format!("{spot}net {} instead of {}", signed(moved.there), signed(moved.here))
}

/// Whether a wager of the round is one that the table would not have taken.
fn unmade(problem: &Problem) -> bool {
    matches!(problem.reason, Reason::Rules(Code::OddsNotPosted | Code::RequiresWager))
}
