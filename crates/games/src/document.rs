//! From the text of a game file to a [`GameDoc`], with every fault on the way.

mod pays;
mod rulings;
mod stand_in;
mod table;
mod wagers;
mod words;

pub(crate) use pays::{DEALER, PLAYER};
pub(crate) use rulings::catalogued;
pub(crate) use table::{DEAL_BY, DEAL_ORDER, FROM};
pub(crate) use wagers::STAGE;

use crate::tree::{Item, Notes, Section};
use stand_in::{OrStandIn, StandIn};
use tercet_rules::{CardSection, CardText, Fault, GameDoc, GameId, MentionOf, Path, is_id};
use toml::de::DeTable;

/// The document that a parsed file describes. Every fault is noted; where something is missing or cannot be read,
/// something stands in its place, and the place is noted as unread.
pub(crate) fn read(file: &DeTable<'_>, notes: &Notes) -> GameDoc {
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
    let rulings = root.take("rulings").map(|item| rulings::rulings(&item)).unwrap_or_default();
    let cards = root.need("cards", "[cards]").and_then(|item| table::cards(&item));
    let table = root.need("table", "[table]").and_then(|item| table::table(&item));
    let deal = root.need("deal", "[deal]").and_then(|item| table::deal(&item));
    let dealer = root.need("dealer", "[dealer]").and_then(|item| table::dealer(&item));
    let wagers = root.take("wager").map(|item| wagers::wagers(&item)).unwrap_or_default();
    let bonuses = root.take("bonus").map(|item| wagers::bonuses(&item)).unwrap_or_default();
    let meter = optional(root.take("meter").map(|item| table::meter(&item)));
    let envy = optional(root.take("envy").map(|item| table::envy(&item)));
    let aggregates = root.take("aggregate").map(|item| table::aggregates(&item)).unwrap_or_default();
    let reconcile = root.need("reconcile", "[reconcile]").and_then(|item| table::reconcile(&item));
    let timeout = root.need("timeout", "[timeout]").and_then(|item| words::then(&item));
    let rounding = root.need("rounding", "[rounding]").and_then(|item| words::then(&item));
    let irregular = root.take("irregular").map(|item| table::irregular(&item)).unwrap_or_default();
    let card = root.take("card").map(|item| words::each(item.list(), card_text)).unwrap_or_default();
    root.finish();
    let doc = GameDoc {
        id: id.unwrap_or_else(|| GameId::from("")),
        name: name.or_stand_in(),
        source,
        summary,
        rulings,
        cards: cards.or_stand_in(),
        table: table.or_stand_in(),
        deal: deal.or_stand_in(),
        dealer: dealer.or_stand_in(),
        wagers,
        bonuses,
        meter,
        envy,
        aggregates,
        reconcile: reconcile.or_stand_in(),
        timeout: timeout.or_stand_in(),
        rounding: rounding.or_stand_in(),
        irregular,
        card,
    };
    unlisted(&doc, notes);
    doc
}

/// Rulings that the file stands on, but does not list.
fn unlisted(doc: &GameDoc, notes: &Notes) {
    for mention in doc.mentions() {
        if let MentionOf::Ruling(id) = mention.of
            && doc.ruling(id).is_none()
            && notes.has_read(&Path::root().key("rulings").key(id.as_str()))
        {
            let fault = Fault::at(mention.at, format!("this file does not rule on {id}"));
            notes.note(fault.help("list it under `[rulings]` with the reading in force"));
        }
    }
}

/// A part that may be absent; if it is there and cannot be read, something stands in its place.
fn optional<T: StandIn>(part: Option<Option<T>>) -> Option<T> {
    part.map(OrStandIn::or_stand_in)
}

fn card_text(item: &Item<'_>) -> Option<CardText> {
    let mut s = item.section()?;
    let section = s.need("section", "section = \"player\"").and_then(|item| item.choice(CardSection::NAMES));
    let text = s.need("text", "text = \"…\"").and_then(|item| words::text(&item));
    let when = s.take("when").and_then(|item| item.one_or_more()).unwrap_or_default();
    let when = when.iter().filter_map(words::condition).collect();
    let cites = words::cites(&mut s);
    s.finish();
    let section = section.unwrap_or(CardSection::Equipment);
    Some(CardText { section, text: text.or_stand_in(), rule: cites.rule, ruling: cites.ruling, when })
}
