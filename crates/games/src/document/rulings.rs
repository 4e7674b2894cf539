//! The section `[rulings]`: which questions the file rests on, and the reading in force.

use super::words;
use crate::catalogue::catalogue;
use crate::tree::{Item, Section, is_ruling_id};
use tercet_rules::{ReadingWords, Ruling, RulingId, is_id, one_of};

pub(super) fn rulings(item: &Item<'_>) -> Option<Vec<Ruling>> {
    words::all(item.section()?.entries().iter().map(|(id, item)| ruling(id, item)))
}

fn ruling(id: &str, item: &Item<'_>) -> Option<Ruling> {
    if !is_ruling_id(id) {
        item.fault("this is no ruling", "expected a capital letter and a number as the key, such as `R5`");
        return None;
    }
    let known = catalogue().iter().find(|ruling| ruling.id == *id);
    match (known, item.is_text()) {
        (Some(known), true) => Some(Ruling { chosen: words::text(item)?, ..known.clone() }),
        (Some(known), false) => {
            item.fault(
                format!("{id} is explained in the common catalogue"),
                format!(
                    "name only the reading: {id} = \"{}\"; a ruling of your own needs another letter",
                    known.chosen
                ),
            );
            None
        }
        (None, true) => {
            item.fault(
                format!("unknown ruling {id}"),
                format!(
                    "the catalogue has {}; explain one of your own with `{{ question = \"…\", reading = \"…\", readings = {{ … }} }}`",
                    near(id),
                ),
            );
            None
        }
        (None, false) => own(id, item.section()?),
    }
}

/// A question of the house's own.
fn own(id: &str, mut s: Section<'_>) -> Option<Ruling> {
    let question = s.need("question", "question = \"…?\"").and_then(|item| words::text(&item));
    let chosen = s.need("reading", "reading = \"yes\"").and_then(|item| words::text(&item));
    let readings = readings(&mut s);
    s.finish();
    Some(Ruling {
        id: RulingId::from(id),
        question: question?,
        readings: readings?,
        chosen: chosen?,
        own: true,
    })
}

/// An entry of the common catalogue: a question and its readings, the default first.
pub(crate) fn catalogued(id: &str, item: &Item<'_>) -> Option<Ruling> {
    let mut s = item.section()?;
    let question = s.need("question", "question = \"…?\"").and_then(|item| words::text(&item))?;
    let readings = readings(&mut s)?;
    s.finish();
    let chosen = readings.first()?.name.clone();
    Some(Ruling { id: RulingId::from(id), question, readings, chosen, own: false })
}

fn readings(s: &mut Section<'_>) -> Option<Vec<ReadingWords>> {
    let item = s.need("readings", "readings = { yes = \"…\", no = \"…\" }")?;
    let entries = item.section()?.entries();
    if entries.is_empty() {
        item.fault("a ruling without a reading", "give each reading a name and its words");
        return None;
    }
    words::all(entries.iter().map(|(name, item)| reading(name, item)))
}

fn reading(name: &str, item: &Item<'_>) -> Option<ReadingWords> {
    if !is_id(name) {
        item.fault("this is no name of a reading", "expected lower-case words joined by hyphens as the key");
        return None;
    }
    Some(ReadingWords { name: name.into(), words: words::text(item)? })
}

/// The rulings of the catalogue that somebody who wrote this id may have meant: those that share a digit,
/// or all of them.
fn near(id: &str) -> String {
    let ids: Vec<&str> = catalogue().iter().map(|ruling| ruling.id.as_str()).collect();
    let digits: Vec<char> = id.chars().filter(char::is_ascii_digit).collect();
    let near: Vec<&str> =
        ids.iter().copied().filter(|known| known.chars().any(|c| digits.contains(&c))).take(8).collect();
    match (near.as_slice(), ids.as_slice()) {
        ([], [first, .., last]) => format!("`{first}` to `{last}`"),
        _ => one_of(near).replace(" or ", " and "),
    }
}
