//! The section `[rulings]`: which questions the file rests on, and the reading in force.

use super::stand_in::OrStandIn;
use super::words;
use crate::catalogue::catalogue;
use crate::tree::{Item, Section, is_ruling_id};
use tercet_rules::{ReadingWords, Ruling, RulingId, is_id, one_of};

pub(super) fn rulings(item: &Item<'_>) -> Vec<Ruling> {
    let entries = item.section().map(|section| section.entries()).unwrap_or_default();
    entries.iter().filter_map(|(id, item)| ruling(id, item)).collect()
}

/// A ruling, as far as it can be read; none if it cannot even be named.
fn ruling(id: &str, item: &Item<'_>) -> Option<Ruling> {
    if !is_ruling_id(id) {
        item.fault("this is no ruling", "expected a capital letter and a number as the key, such as `R5`");
        return None;
    }
    let known = catalogue().iter().find(|ruling| ruling.id == *id);
    match (known, item.is_table()) {
        (Some(known), false) => {
            let chosen = words::text(item).unwrap_or_else(|| known.chosen.clone());
            return Some(Ruling { chosen, ..known.clone() });
        }
        (Some(known), true) => {
            item.fault(
                format!("{id} is explained in the common catalogue"),
                format!(
                    "name only the reading: {id} = \"{}\"; a ruling of your own needs another letter",
                    known.chosen
                ),
            );
            return Some(known.clone());
        }
        (None, false) => item.fault(
            format!("unknown ruling {id}"),
            format!(
                "the catalogue has {}; explain one of your own with `{{ question = \"…\", reading = \"…\", readings = {{ … }} }}`",
                near(id),
            ),
        ),
        (None, true) => {}
    }
    Some(own(id, item.is_table().then(|| item.section()).flatten()))
}

/// A question of the house's own.
fn own(id: &str, section: Option<Section<'_>>) -> Ruling {
    let mut ruling = Ruling {
        id: RulingId::from(id),
        question: String::new(),
        readings: Vec::new(),
        chosen: String::new(),
        own: true,
    };
    let Some(mut s) = section else { return ruling };
    ruling.question =
        s.need("question", "question = \"…?\"").and_then(|item| words::text(&item)).or_stand_in();
    ruling.chosen = s.need("reading", "reading = \"yes\"").and_then(|item| words::text(&item)).or_stand_in();
    ruling.readings = readings(&mut s);
    s.finish();
    ruling
}

/// An entry of the common catalogue: a question and its readings, the default first.
pub(crate) fn catalogued(id: &str, item: &Item<'_>) -> Option<Ruling> {
    let mut s = item.section()?;
    let question = s.need("question", "question = \"…?\"").and_then(|item| words::text(&item))?;
    let readings = readings(&mut s);
    s.finish();
    let chosen = readings.first()?.name.clone();
    Some(Ruling { id: RulingId::from(id), question, readings, chosen, own: false })
}

fn readings(s: &mut Section<'_>) -> Vec<ReadingWords> {
    let Some(item) = s.need("readings", "readings = { yes = \"…\", no = \"…\" }") else {
        return Vec::new();
    };
    let Some(section) = item.section() else { return Vec::new() };
    let entries = section.entries();
    if entries.is_empty() {
        item.fault("a ruling without a reading", "give each reading a name and its words");
    }
    entries.iter().map(|(name, item)| reading(name, item)).collect()
}

/// A reading; whatever its words are, it is known by its name.
fn reading(name: &str, item: &Item<'_>) -> ReadingWords {
    if !is_id(name) {
        item.key_fault(
            "this is no name of a reading",
            "expected lower-case words joined by hyphens as the key",
        );
    }
    ReadingWords { name: name.into(), words: words::text(item).or_stand_in() }
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
