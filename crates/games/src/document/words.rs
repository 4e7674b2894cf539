//! What many parts of a file share: texts, citations, names of wagers, settings, conditions.

use super::stand_in::{OrStandIn, StandIn};
use crate::tree::{Item, Section, is_ruling_id};
use tercet_rules::{Cited, Cites, Condition, Reading, RuleId, RulingId, Setting, WagerId, is_id};

/// Every element of a list, each at its place; none if there is no list.
pub(super) fn each<'t, T: StandIn>(
    list: Option<Vec<Item<'t>>>,
    read: impl Fn(&Item<'t>) -> Option<T>,
) -> Vec<T> {
    list.unwrap_or_default().iter().map(|item| read(item).or_stand_in()).collect()
}

pub(super) fn text(item: &Item<'_>) -> Option<String> {
    item.text().map(String::from)
}

/// The keys `rule` and `ruling` of a table.
pub(super) fn cites(s: &mut Section<'_>) -> Cites {
    Cites {
        rule: s.take("rule").and_then(|item| rule(&item)),
        ruling: s.take("ruling").and_then(|item| ruling(&item)),
    }
}

/// A table that holds nothing but citations.
pub(super) fn only_cites(item: &Item<'_>) -> Option<Cites> {
    let mut s = item.section()?;
    let cites = cites(&mut s);
    s.finish();
    Some(cites)
}

fn rule(item: &Item<'_>) -> Option<RuleId> {
    let text = item.text()?;
    let plain = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '.' || c == '-');
    if !plain || text.len() > 60 {
        item.fault(
            "this is no number of a rule",
            "expected letters, digits, points and hyphens, such as `003.grid.win`",
        );
        return None;
    }
    Some(RuleId::from(text))
}

fn ruling(item: &Item<'_>) -> Option<RulingId> {
    let text = item.text()?;
    if !is_ruling_id(text) {
        item.fault("this is no ruling", "expected a capital letter and a number, such as `R5`");
        return None;
    }
    Some(RulingId::from(text))
}

/// The id of a wager or a bonus, where it is meant, not where it is described.
pub(super) fn wager(item: &Item<'_>) -> Option<WagerId> {
    let text = item.text()?;
    if !is_id(text) {
        item.fault("this is no id of a wager", "expected lower-case words joined by hyphens");
        return None;
    }
    Some(WagerId::from(text))
}

/// A table with `then` and citations.
pub(super) fn then<T: Reading>(item: &Item<'_>) -> Option<Cited<Setting<T>>> {
    cited(item, "then")
}

/// A table with one setting and citations.
pub(super) fn cited<T: Reading>(item: &Item<'_>, key: &'static str) -> Option<Cited<Setting<T>>> {
    let mut s = item.section()?;
    let example = format!("{key} = \"{}\"", T::NAMES.first().map_or("", |(name, _)| name));
    let value = s.need(key, &example).and_then(|item| item.setting());
    let cites = cites(&mut s);
    s.finish();
    Some(Cited { value: value.or_stand_in(), cites })
}

/// `when = "R1=push"`, if it is there and can be read.
pub(super) fn when(s: &mut Section<'_>) -> Option<Condition> {
    s.take("when").and_then(|item| condition(&item))
}

/// `R1=push`
pub(super) fn condition(item: &Item<'_>) -> Option<Condition> {
    match item.text()?.split_once('=') {
        Some((ruling, reading)) if is_ruling_id(ruling) && is_id(reading) => {
            Some(Condition { ruling: RulingId::from(ruling), reading: reading.into() })
        }
        _ => {
            item.fault("this is no condition", "expected a ruling and a reading, such as `R1=push`");
            None
        }
    }
}
