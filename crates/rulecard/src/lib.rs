//! The rule card of a game, made from the game file and nothing else.
//!
//! [`card`] makes it as a [`Page`] of sections, sentences and tables, each with the rules and rulings that it stands on. How it looks is for
//! others; [`Page::json`] and [`Page::markdown`] are the forms that programs and most readers know.
//!
//! ```
//! let doc = tercet_games::builtin_doc("three-card-poker").expect("it is built in");
//! let game = doc.check().expect("a game");
//! let card = tercet_rulecard::card(&game, &doc, "sha256:…");
//! assert!(card.markdown().starts_with("# "));
//! assert!(card.json().contains(r#""id": "three-card-poker""#));
//! ```
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod bets;
mod hands;
mod house;
mod json;
mod markdown;
mod meter;
mod page;
mod pays;
mod round;
mod rulings;
mod words;

pub use markdown::plain as plain_in_markdown;
pub use page::{Block, Page, Section, Sentence, Sources, Table, Text};

use tercet_rules::{Game, GameDoc};

/// What the sources on every card are; each form says first how they look.
pub const LEGEND: &str = "the numbered rule of the source that a statement rests on, and the ruling (a letter and a number, such as R5) where the source leaves a question open. The rulings stand at the end.";

/// The rule card of a game, of the file that it was made from, and of the hash of its rules.
#[must_use]
pub fn card(game: &Game, doc: &GameDoc, hash: &str) -> Page {
    let posted = house::posted(game)
        .map(|text| Section { title: "House tables".into(), blocks: vec![Block::Text(text)] });
    let sections = [
        posted,
        bets::section(game, doc),
        round::section(game),
        pays::section(game),
        meter::section(game),
        house::limits(game),
        hands::section(game),
        house::good_to_know(game),
        house::policies(game),
        house::equipment(game),
        rulings::section(game),
        house::operator(game),
    ];
    Page {
        name: game.name.clone(),
        id: game.id.to_string(),
        source: game.source.clone(),
        hash: hash.to_owned(),
        summary: game.summary.clone(),
        sections: sections.into_iter().flatten().collect(),
    }
}

impl Page {
    /// The card as JSON: its sections, sentences and tables, each with its sources.
    #[must_use]
    pub fn json(&self) -> String {
        json::render(self)
    }

    /// The card as a Markdown document.
    #[must_use]
    pub fn markdown(&self) -> String {
        markdown::render(self)
    }
}
