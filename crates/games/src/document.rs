//! From the text of a game file to a [`GameDoc`], with every fault on the way.

mod pays;
mod rulings;
mod table;
mod wagers;
mod words;

pub(crate) use pays::{DEALER, PLAYER};
pub(crate) use rulings::catalogued;
pub(crate) use table::{DEAL_BY, DEAL_ORDER, FROM};
pub(crate) use wagers::STAGE;

use crate::tree::{Item, Notes, Section};
use tercet_rules::{CardSection, CardText, Fault, GameDoc, GameId, MentionOf, Path, is_id};
use toml::de::DeTable;

/// The document that a parsed file describes; none if a part that it cannot do without is missing or
/// unreadable. Either way every fault is noted.
pub(crate) fn read(file: &DeTable<'_>, notes: &Notes) -> Option<GameDoc> {
    let mut root = Section::new(notes, Path::root(), file);
    let id = root.need("id", "id = \"three-card-poker\"").and_then(|item| {
        let text = item.text()?;
        if !is_id(text) {
            item.fault(format!("`{text}` is no id"), "expected lower-case words joined by hyphens");
            return None;
        }
        Some(GameId::from(text))
    });
    let name = root.need("name", "name = \"Three Card Poker\"").and_then(|item| words::text(&item));
    let source = root.take("source").and_then(|item| words::text(&item));
    let summary = root.take("summary").and_then(|item| words::text(&item));
    let rulings = root.take("rulings").map_or(Some(Vec::new()), |item| rulings::rulings(&item));
    let cards = root.need("cards", "[cards]").and_then(|item| table::cards(&item));
    let table = root.need("table", "[table]").and_then(|item| table::table(&item));
    let deal = root.need("deal", "[deal]").and_then(|item| table::deal(&item));
    let dealer = root.need("dealer", "[dealer]").and_then(|item| table::dealer(&item));
    let wagers = root.take("wager").map_or(Some(Vec::new()), |item| wagers::wagers(&item));
    let bonuses = root.take("bonus").map_or(Some(Vec::new()), |item| wagers::bonuses(&item));
    let meter = optional(root.take("meter").map(|item| table::meter(&item)));
    let envy = optional(root.take("envy").map(|item| table::envy(&item)));
    let aggregates = root.take("aggregate").map_or(Some(Vec::new()), |item| table::aggregates(&item));
    let reconcile = root.need("reconcile", "[reconcile]").and_then(|item| table::reconcile(&item));
    let timeout = root.need("timeout", "[timeout]").and_then(|item| words::then(&item));
    let rounding = root.need("rounding", "[rounding]").and_then(|item| words::then(&item));
    let irregular = root.take("irregular").map_or(Some(Vec::new()), |item| table::irregular(&item));
    let card =
        root.take("card").map_or(Some(Vec::new()), |item| words::all(item.list()?.iter().map(card_text)));
    root.finish();
    let doc = GameDoc {
        id: id?,
        name: name?,
        source,
        summary,
        rulings: rulings?,
        cards: cards?,
        table: table?,
        deal: deal?,
        dealer: dealer?,
        wagers: wagers?,
        bonuses: bonuses?,
        meter: meter?,
        envy: envy?,
        aggregates: aggregates?,
        reconcile: reconcile?,
        timeout: timeout?,
        rounding: rounding?,
        irregular: irregular?,
        card: card?,
    };
    for mention in doc.mentions() {
        if let MentionOf::Ruling(id) = mention.of
            && doc.ruling(id).is_none()
        {
            let fault = Fault::at(mention.at, format!("this file does not rule on {id}"));
            notes.note(fault.help("list it under `[rulings]` with the reading in force"));
        }
    }
    Some(doc)
}

/// A part that may be absent, but if it is there must be readable.
#[expect(clippy::option_option, reason = "outer: could it be read; inner: does the file have one")]
fn optional<T>(part: Option<Option<T>>) -> Option<Option<T>> {
    match part {
        None => Some(None),
        Some(part) => part.map(Some),
    }
}

fn card_text(item: &Item<'_>) -> Option<CardText> {
    let mut s = item.section()?;
    let section = s.need("section", "section = \"player\"").and_then(|item| item.choice(CardSection::NAMES));
    let text = s.need("text", "text = \"…\"").and_then(|item| words::text(&item));
    let cites = words::cites(&mut s);
    s.finish();
    Some(CardText { section: section?, text: text?, rule: cites.rule, ruling: cites.ruling })
}
