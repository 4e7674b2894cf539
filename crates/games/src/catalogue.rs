//! The common catalogue of rulings: questions that the source documents leave open.

use crate::document;
use crate::tree::{Notes, Section};
use std::sync::OnceLock;
use tercet_rules::{Path, Ruling};
use toml::de::DeTable;

const TEXT: &str = include_str!("../data/rulings.toml");

/// Every ruling of the catalogue, R1 first; `chosen` is the first reading, the built-in games' default.
///
/// ```
/// let first = &tercet_games::catalogue()[0];
/// assert_eq!((first.id.as_str(), first.chosen.as_str()), ("R1", "push"));
/// ```
#[must_use]
pub fn catalogue() -> &'static [Ruling] {
    static CATALOGUE: OnceLock<Vec<Ruling>> = OnceLock::new();
    CATALOGUE.get_or_init(|| {
        let file = DeTable::parse(TEXT).expect("the catalogue is a part of the program");
        let notes = Notes::default();
        let mut root = Section::new(&notes, Path::root(), file.get_ref());
        root.take("source");
        let rulings = root
            .entries()
            .iter()
            .filter(|(id, _)| *id != "source")
            .map(|(id, item)| document::catalogued(id, item).expect("every entry can be read"))
            .collect();
        assert!(notes.into_parts().0.is_empty(), "the catalogue has no faults");
        rulings
    })
}
