//! One normal form for each game file, and the hash that names its rules.

mod toml_text;

use crate::document::{DEAL_BY, DEAL_ORDER, DEALER, FROM, PLAYER, STAGE};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use tercet_rules::{
    AmountDoc, BonusDoc, CardSection, Cited, Cites, EnvyDoc, GameDoc, LimitsDoc, MeterDoc, NeedsDoc, PaysDoc,
    Reading, Reads, RowDoc, Ruling, Setting, Stage, WagerDoc, WayDoc,
};
use toml_text::{Inline, list, quoted, rows};

/// A game file in its normal form: every key in a fixed order, one row to a line, no comments.
///
/// Reading it back gives an equal document.
///
/// ```
/// let doc = tercet_games::builtin_doc("three-card-fury").expect("it is built in");
/// let text = tercet_games::canonical(&doc);
/// assert_eq!(tercet_games::read(&text).as_ref(), Ok(&doc));
/// ```
#[must_use]
pub fn canonical(doc: &GameDoc) -> String {
    let mut out = String::new();
    line(&mut out, "id", &quoted(doc.id.as_str()));
    line(&mut out, "name", &quoted(&doc.name));
    for (key, text) in [("source", &doc.source), ("summary", &doc.summary)] {
        if let Some(text) = text {
            line(&mut out, key, &quoted(text));
        }
    }
    rulings(&mut out, doc);
    table(&mut out, doc);
    for wager in &doc.wagers {
        write_wager(&mut out, wager);
    }
    for bonus in &doc.bonuses {
        write_bonus(&mut out, bonus);
    }
    round(&mut out, doc);
    out
}

/// The name of a game's rules: `sha256:` and the hash of the normal form in hexadecimal digits.
///
/// Comments and spacing do not change it; a ruling, a pay, a limit or a name does.
#[must_use]
pub fn rules_hash(doc: &GameDoc) -> String {
    let mut text = String::from("sha256:");
    for byte in Sha256::digest(canonical(doc)) {
        write!(text, "{byte:02x}").expect("a String takes everything");
    }
    text
}

fn line(out: &mut String, key: &str, value: &str) {
    writeln!(out, "{key} = {value}").expect("a String takes everything");
}

fn header(out: &mut String, name: &str) {
    writeln!(out, "\n[{name}]").expect("a String takes everything");
}

fn rulings(out: &mut String, doc: &GameDoc) {
    if !doc.rulings.is_empty() {
        header(out, "rulings");
    }
    for ruling in &doc.rulings {
        let value = if ruling.own { own_ruling(ruling) } else { quoted(&ruling.chosen) };
        line(out, ruling.id.as_str(), &value);
    }
}

fn own_ruling(ruling: &Ruling) -> String {
    let mut readings = Inline::new();
    for reading in &ruling.readings {
        readings.text(&reading.name, &reading.words);
    }
    let mut value = Inline::new();
    value
        .text("question", &ruling.question)
        .text("reading", &ruling.chosen)
        .raw("readings", &readings.done());
    value.done()
}

fn table(out: &mut String, doc: &GameDoc) {
    header(out, "cards");
    for (key, cites) in [("pack", &doc.cards.pack), ("order", &doc.cards.order)] {
        if *cites != Cites::default() {
            line(out, key, &only_cites(cites));
        }
    }
    line(out, "ace", &cited("is", &doc.cards.ace));

    header(out, "table");
    line(out, "spots", &doc.table.spots.to_string());
    let mut positions = Inline::new();
    positions
        .raw("most", &doc.table.positions.to_string())
        .raw("adjacent", &doc.table.adjacent.to_string())
        .text("beyond", setting(&doc.table.beyond))
        .cites(&doc.table.cites);
    line(out, "positions", &positions.done());

    header(out, "deal");
    for (key, cards) in [("player", &doc.deal.player), ("dealer", &doc.deal.dealer)] {
        let mut value = Inline::new();
        value.raw("cards", &cards.value.to_string()).cites(&cards.cites);
        line(out, key, &value.done());
    }
    line(out, "ways", &rows(doc.deal.ways.iter().map(way)));

    header(out, "dealer");
    let floor = doc.dealer.qualifies.as_ref().map_or_else(|| "always".into(), ToString::to_string);
    line(out, "qualifies", &quoted(&floor));
    cite_lines(out, &doc.dealer.cites);
}

fn way(way: &WayDoc) -> String {
    let mut value = Inline::new();
    value
        .text("name", &way.name)
        .text("by", word(DEAL_BY, way.by))
        .text("order", word(DEAL_ORDER, way.order))
        .cites(&way.cites);
    value.done()
}

fn write_wager(out: &mut String, wager: &WagerDoc) {
    header(out, &format!("wager.{}", toml_text::key(wager.id.as_str())));
    line(out, "name", &quoted(&wager.name));
    if wager.stage != Stage::BeforeDeal {
        line(out, "stage", &quoted(word(STAGE, wager.stage)));
    }
    if let Some(cites) = &wager.required {
        line(out, "required", &only_cites(cites));
    }
    if !wager.needs.is_empty() {
        line(out, "needs", &rows(wager.needs.iter().map(needs)));
    }
    if let Some(amount) = amount(wager) {
        line(out, "amount", &amount);
    }
    if let Some(limits) = &wager.limits {
        line(out, "limits", &write_limits(limits));
    }
    if let Some(on_fold) = &wager.on_fold {
        line(out, "on_fold", &cited("then", on_fold));
    }
    pays(out, &wager.pays);
}

fn needs(needs: &NeedsDoc) -> String {
    let mut value = Inline::new();
    value.raw("any_of", &list(needs.any_of.iter().map(|id| id.as_str())));
    if let Some(when) = &needs.when {
        value.text("when", &when.to_string());
    }
    value.cites(&needs.cites).done()
}

fn amount(wager: &WagerDoc) -> Option<String> {
    let mut value = Inline::new();
    match &wager.amount {
        AmountDoc::Free => return None,
        AmountDoc::Fixed(money) => value.text("fixed", &money.to_string()),
        AmountDoc::EqualTo(id) => value.text("equal_to", id.as_str()),
        AmountDoc::Times(times, id) => value.raw("times", &format!("{times:?}")).text("of", id.as_str()),
    };
    Some(value.cites(&wager.amount_cites).done())
}

fn write_limits(limits: &LimitsDoc) -> String {
    let mut value = Inline::new();
    for (key, money) in [("min", limits.min), ("max", limits.max), ("step", limits.step)] {
        value.text(key, &money.to_string());
    }
    value.cites(&limits.cites).done()
}

fn write_bonus(out: &mut String, bonus: &BonusDoc) {
    header(out, &format!("bonus.{}", toml_text::key(bonus.id.as_str())));
    line(out, "name", &quoted(&bonus.name));
    let mut paid_on = Inline::new();
    paid_on.text("wager", bonus.on.as_str()).cites(&bonus.on_cites);
    line(out, "paid_on", &paid_on.done());
    line(out, "due", &cited("when", &bonus.due));
    line(out, "on_fold", &cited("then", &bonus.on_fold));
    pays(out, &bonus.pays);
}

fn pays(out: &mut String, pays: &PaysDoc) {
    if pays.reads != Reads::Hand {
        line(out, "reads", &quoted(pays.reads.name()));
    }
    if let Some(posted) = &pays.posted {
        line(out, "posted", &cited("by", posted));
    }
    if pays.several_rows != Cites::default() {
        line(out, "several_rows", &only_cites(&pays.several_rows));
    }
    if !pays.rows.is_empty() {
        line(out, "rows", &rows(pays.rows.iter().map(row)));
    }
    if let Some(otherwise) = &pays.otherwise {
        let mut value = Inline::new();
        value.text("pays", &otherwise.value.to_string()).cites(&otherwise.cites);
        line(out, "otherwise", &value.done());
    }
}

fn row(row: &RowDoc) -> String {
    let mut value = Inline::new();
    if let Some(dealer) = row.dealer {
        value.text("dealer", word(DEALER, dealer));
    }
    if !row.player.is_empty() {
        value.raw("player", &list(row.player.iter().map(|versus| word(PLAYER, *versus))));
    }
    if !row.hand.is_empty() {
        let tests: Vec<String> = row.hand.iter().map(ToString::to_string).collect();
        value.raw("hand", &list(tests.iter().map(String::as_str)));
    }
    value.text("pays", &row.pays.to_string());
    if let Some(envy) = row.envy {
        value.text("envy", &envy.to_string());
    }
    if let Some(when) = &row.when {
        value.text("when", &when.to_string());
    }
    value.cites(&row.cites).done()
}

fn round(out: &mut String, doc: &GameDoc) {
    if let Some(meter) = &doc.meter {
        write_meter(out, meter);
    }
    if let Some(envy) = &doc.envy {
        write_envy(out, envy);
    }
    for aggregate in &doc.aggregates {
        out.push_str("\n[[aggregate]]\n");
        line(out, "most", &quoted(&aggregate.most.to_string()));
        if !aggregate.lines.is_empty() {
            line(out, "lines", &list(aggregate.lines.iter().map(|id| id.as_str())));
        }
        line(out, "cut", &quoted(setting(&aggregate.cut)));
        cite_lines(out, &aggregate.cites);
    }

    header(out, "reconcile");
    let mut spots = Inline::new();
    spots.text("from", word(FROM, doc.reconcile.right_to_left)).cites(&doc.reconcile.spots_cites);
    line(out, "spots", &spots.done());
    let mut lines = Inline::new();
    lines
        .raw("order", &list(doc.reconcile.lines.iter().map(|id| id.as_str())))
        .cites(&doc.reconcile.lines_cites);
    line(out, "lines", &lines.done());

    header(out, "timeout");
    line(out, "then", &quoted(setting(&doc.timeout.value)));
    cite_lines(out, &doc.timeout.cites);
    header(out, "rounding");
    line(out, "then", &quoted(setting(&doc.rounding.value)));
    cite_lines(out, &doc.rounding.cites);

    for irregular in &doc.irregular {
        header(out, &format!("irregular.{}", toml_text::key(&irregular.event)));
        line(out, "then", &quoted(setting(&irregular.then)));
        if !irregular.wagers.is_empty() {
            let mut wagers = Inline::new();
            for (id, action) in &irregular.wagers {
                wagers.text(id.as_str(), setting(action));
            }
            line(out, "wagers", &wagers.done());
        }
        cite_lines(out, &irregular.cites);
    }
    for card in &doc.card {
        out.push_str("\n[[card]]\n");
        line(out, "section", &quoted(word(CardSection::NAMES, card.section)));
        line(out, "text", &quoted(&card.text));
        if !card.when.is_empty() {
            let when: Vec<String> = card.when.iter().map(|when| quoted(&when.to_string())).collect();
            line(out, "when", &format!("[{}]", when.join(", ")));
        }
        cite_lines(out, &Cites { rule: card.rule.clone(), ruling: card.ruling.clone() });
    }
}

fn write_meter(out: &mut String, meter: &MeterDoc) {
    header(out, "meter");
    line(out, "wager", &quoted(meter.wager.as_str()));
    line(out, "start", &quoted(&meter.start.to_string()));
    line(out, "rate", &quoted(&meter.rate.to_string()));
    line(out, "reserve", &quoted(&meter.reserve.to_string()));
    if let Some(cap) = meter.cap {
        line(out, "cap", &quoted(&cap.to_string()));
    }
    line(out, "hits", &quoted(setting(&meter.hits)));
    cite_lines(out, &meter.cites);
}

fn write_envy(out: &mut String, envy: &EnvyDoc) {
    header(out, "envy");
    line(out, "wager", &quoted(envy.wager.as_str()));
    line(out, "own_positions", &quoted(setting(&envy.own_positions)));
    line(out, "hands", &quoted(setting(&envy.hands)));
    cite_lines(out, &envy.cites);
}

fn cite_lines(out: &mut String, cites: &Cites) {
    if let Some(rule) = &cites.rule {
        line(out, "rule", &quoted(rule.as_str()));
    }
    if let Some(ruling) = &cites.ruling {
        line(out, "ruling", &quoted(ruling.as_str()));
    }
}

fn only_cites(cites: &Cites) -> String {
    Inline::new().cites(cites).done()
}

fn cited<T: Reading>(key: &str, cited: &Cited<Setting<T>>) -> String {
    let mut value = Inline::new();
    value.text(key, setting(&cited.value)).cites(&cited.cites).done()
}

/// The word of a value, or the id of the ruling that decides it.
fn setting<T: Reading>(setting: &Setting<T>) -> &str {
    match setting {
        Setting::Fixed(value) => value.name(),
        Setting::ByRuling(id) => id.as_str(),
    }
}

fn word<T: PartialEq + Copy>(names: &[(&'static str, T)], value: T) -> &'static str {
    names.iter().find(|(_, named)| *named == value).map_or("", |(name, _)| name)
}
