//! What is legal in a game file but suspicious, or worth knowing.
//!
//! | code | weight | means |
//! |---|---|---|
//! | `row-never-hits` | warning | earlier rows take every hand of a row, or no deal leads to it |
//! | `pays-not-falling` | warning | a hand is taken by a row that pays less than a later one |
//! | `weaker-pays-more` | warning | a hand pays more than one that ranks above it |
//! | `ruling-without-effect` | warning | a ruling is listed, but nothing depends on it or cites it |
//! | `not-posted` | warning | no table is posted, so the wager is closed |
//! | `two-readings` | note | the game rests on a ruling that has another reading |
//! | `posted-by-house` | note | the pays are the house's, not the source's |
//!
//! What rows do is not guessed but tried, with every hand that can be dealt and every way in which it can
//! stand to the other hand. A hand that no row decides is no lint but a fault of
//! [`GameDoc::check`](crate::GameDoc::check).

mod cases;
mod mentions;
mod rows;
mod six;

pub use mentions::{Mention, MentionOf};

use crate::doc::{GameDoc, PaysDoc};
use crate::fault::{Fault, Lint, Path, Weight};
use crate::game::{Game, Row, Table};
use crate::near::one_of;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Everything suspicious, or worth knowing, in a valid game file: `game` is what
/// [`GameDoc::check`](crate::GameDoc::check) made of `doc`.
#[must_use]
pub fn lint(doc: &GameDoc, game: &Game) -> Vec<Lint> {
    let mut lints = Vec::new();
    rulings(doc, &mut lints);
    for (wager, valid) in doc.wagers.iter().zip(&game.wagers) {
        let at = Path::root().key("wager").key(wager.id.as_str());
        posting(&wager.name, &wager.pays, &valid.table, &at, &mut lints);
        rows::lint(game, &in_force(doc, &wager.pays, &valid.table, &at), &mut lints);
    }
    for (bonus, valid) in doc.bonuses.iter().zip(&game.bonuses) {
        let at = Path::root().key("bonus").key(bonus.id.as_str());
        posting(&bonus.name, &bonus.pays, &valid.table, &at, &mut lints);
        rows::lint(game, &in_force(doc, &bonus.pays, &valid.table, &at), &mut lints);
    }
    lints
}

/// A pay table with the places of its rows in the file.
struct Rows<'a> {
    table: &'a Table,
    rows: Vec<(Path, &'a Row)>,
}

/// The rows that count under the readings in force.
fn in_force<'a>(doc: &GameDoc, pays: &PaysDoc, table: &'a Table, at: &Path) -> Rows<'a> {
    let at = at.key("rows");
    let holds = |when| doc.holds(when) == Some(true);
    let counts = pays.rows.iter().enumerate().filter(|(_, row)| row.when.as_ref().is_none_or(holds));
    let places = counts.map(|(i, _)| at.index(i));
    Rows { table, rows: places.zip(&table.rows).collect() }
}

fn rulings(doc: &GameDoc, lints: &mut Vec<Lint>) {
    let mentions = doc.mentions();
    for ruling in &doc.rulings {
        let at = Path::root().key("rulings").key(ruling.id.as_str());
        let others: Vec<String> = ruling
            .readings
            .iter()
            .filter(|reading| reading.name != ruling.chosen)
            .map(|reading| reading.name.clone())
            .collect();
        if doc.depends_on(&ruling.id) {
            if !others.is_empty() {
                let message = format!("this game rests on ruling {}: {}", ruling.id, ruling.question);
                let names = one_of(others.iter().map(String::as_str)).replace(" or ", " and ");
                let are = if others.len() == 1 { "another reading is" } else { "other readings are" };
                let help = format!("in force is `{}`; {are} {names}", ruling.chosen);
                lints.push(note("two-readings", at, message, help));
            }
        } else if !mentions.iter().any(|mention| mention.of.ruling() == Some(&ruling.id)) {
            let message = format!("nothing in this file depends on ruling {} or cites it", ruling.id);
            let help = "take it out, or name it where it decides";
            lints.push(warning("ruling-without-effect", at, message, help));
        }
    }
}

fn posting(name: &str, pays: &PaysDoc, table: &Table, at: &Path, lints: &mut Vec<Lint>) {
    if pays.posted.is_none() {
        return;
    }
    let at = at.key("posted").key("by");
    if table.closed {
        let message = format!("no pays are posted for {name}: it is closed");
        lints.push(warning("not-posted", at, message, "post a table to open it"));
    } else {
        let message = format!("the pays of {name} are posted by the house, not written in the source");
        lints.push(note("posted-by-house", at, message, "change them to what your table posts"));
    }
}

fn warning(code: &'static str, at: Path, message: impl Into<String>, help: impl Into<String>) -> Lint {
    Lint { fault: Fault::at(at, message).help(help), weight: Weight::Warning, code }
}

fn note(code: &'static str, at: Path, message: impl Into<String>, help: impl Into<String>) -> Lint {
    Lint { fault: Fault::at(at, message).help(help), weight: Weight::Note, code }
}
