//! Wagers and bonuses.

use super::stand_in::{OrStandIn, StandIn};
use super::{pays, words};
use crate::tree::{Item, Section};
use tercet_rules::{
    AmountDoc, BonusDoc, Cited, Cites, LimitsDoc, NeedsDoc, PaysDoc, Stage, WagerDoc, WagerId, is_id,
};

/// `[wager.…]`
pub(super) fn wagers(item: &Item<'_>) -> Vec<WagerDoc> {
    let entries = item.section().map(|section| section.entries()).unwrap_or_default();
    entries.iter().map(|(id, item)| wager(id, item)).collect()
}

pub(crate) const STAGE: &[(&str, Stage)] =
    &[("before-deal", Stage::BeforeDeal), ("decision", Stage::Decision)];

/// A wager; whatever of it cannot be read, it is known by its name.
fn wager(id: &str, item: &Item<'_>) -> WagerDoc {
    let mut doc = WagerDoc {
        id: own_id(id, item),
        name: String::new(),
        stage: Stage::BeforeDeal,
        required: None,
        needs: Vec::new(),
        amount: AmountDoc::Free,
        amount_cites: Cites::default(),
        limits: None,
        on_fold: None,
        pays: PaysDoc::stand_in(),
    };
    let Some(mut s) = item.section() else { return doc };
    doc.name = s.need("name", "name = \"Ante\"").and_then(|item| words::text(&item)).or_stand_in();
    doc.stage = s.take("stage").and_then(|item| item.choice(STAGE)).unwrap_or(Stage::BeforeDeal);
    doc.required = super::optional(s.take("required").map(|item| words::only_cites(&item)));
    doc.needs = s.take("needs").map(|item| words::each(item.list(), needs)).unwrap_or_default();
    if let Some(amount) = s.take("amount").and_then(|item| amount(&item)) {
        (doc.amount, doc.amount_cites) = amount;
    }
    doc.limits = super::optional(s.take("limits").map(|item| limits(&item)));
    doc.on_fold = super::optional(s.take("on_fold").map(|item| words::then(&item)));
    doc.pays = pays::pays(&mut s);
    s.finish();
    doc
}

fn own_id(id: &str, item: &Item<'_>) -> WagerId {
    if !is_id(id) {
        item.key_fault("the name in brackets is no id", "expected lower-case words joined by hyphens");
    }
    WagerId::from(id)
}

fn needs(item: &Item<'_>) -> Option<NeedsDoc> {
    let mut s = item.section()?;
    let any_of = s.need("any_of", "any_of = [\"ante\"]");
    let any_of = any_of.map(|item| words::each(item.list(), words::wager)).unwrap_or_default();
    let when = words::when(&mut s);
    let cites = words::cites(&mut s);
    s.finish();
    Some(NeedsDoc { any_of, when, cites })
}

/// `{ fixed = "$1" }`, `{ equal_to = "ante" }` or `{ times = [1, 2], of = "ante" }`.
fn amount(item: &Item<'_>) -> Option<(AmountDoc, Cites)> {
    let mut s = item.section()?;
    let amount = match (s.take("fixed"), s.take("equal_to"), s.take("times"), s.take("of")) {
        (Some(fixed), None, None, None) => fixed.money().map(AmountDoc::Fixed),
        (None, Some(other), None, None) => Some(AmountDoc::EqualTo(words::wager(&other).or_stand_in())),
        (None, None, Some(times), Some(of)) => Some(multiples(&times, &of)),
        _ => {
            s.fault(
                "this is no amount",
                "expected one of `fixed = \"$1\"`, `equal_to = \"ante\"`, `times = [1], of = \"ante\"`",
            );
            None
        }
    };
    let cites = words::cites(&mut s);
    s.finish();
    Some((amount.or_stand_in(), cites))
}

fn multiples(times: &Item<'_>, of: &Item<'_>) -> AmountDoc {
    let multiples = times.list().unwrap_or_default();
    let multiples = multiples.iter().map(|item| item.whole().unwrap_or(1)).collect();
    AmountDoc::Times(multiples, words::wager(of).or_stand_in())
}

fn limits(item: &Item<'_>) -> Option<LimitsDoc> {
    let mut s = item.section()?;
    let min = s.need("min", "min = \"$1\"").and_then(|item| item.money());
    let max = s.need("max", "max = \"$1,000\"").and_then(|item| item.money());
    let step = s.need("step", "step = \"$1\"").and_then(|item| item.money());
    let cites = words::cites(&mut s);
    s.finish();
    Some(LimitsDoc { min: min.or_stand_in(), max: max.or_stand_in(), step: step.or_stand_in(), cites })
}

/// `[bonus.…]`
pub(super) fn bonuses(item: &Item<'_>) -> Vec<BonusDoc> {
    let entries = item.section().map(|section| section.entries()).unwrap_or_default();
    entries.iter().map(|(id, item)| bonus(id, item)).collect()
}

/// A bonus; whatever of it cannot be read, it is known by its name.
fn bonus(id: &str, item: &Item<'_>) -> BonusDoc {
    let mut doc = BonusDoc {
        id: own_id(id, item),
        name: String::new(),
        on: WagerId::stand_in(),
        on_cites: Cites::default(),
        due: Cited::stand_in(),
        on_fold: Cited::stand_in(),
        pays: PaysDoc::stand_in(),
    };
    let Some(mut s) = item.section() else { return doc };
    doc.name = s.need("name", "name = \"Ante Bonus\"").and_then(|item| words::text(&item)).or_stand_in();
    if let Some(on) = s.need("paid_on", "paid_on = { wager = \"ante\" }").and_then(|item| paid_on(&item)) {
        (doc.on, doc.on_cites) = on;
    }
    let due = s.need("due", "due = { when = \"always\" }").and_then(|item| words::cited(&item, "when"));
    doc.due = due.or_stand_in();
    let on_fold = s.need("on_fold", "on_fold = { then = \"forfeit\" }").and_then(|item| words::then(&item));
    doc.on_fold = on_fold.or_stand_in();
    doc.pays = pays::pays(&mut s);
    s.finish();
    doc
}

fn paid_on(item: &Item<'_>) -> Option<(WagerId, Cites)> {
    let mut s: Section<'_> = item.section()?;
    let wager = s.need("wager", "wager = \"ante\"").and_then(|item| words::wager(&item));
    let cites = words::cites(&mut s);
    s.finish();
    Some((wager.or_stand_in(), cites))
}
