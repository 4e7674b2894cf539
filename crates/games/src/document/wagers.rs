//! Wagers and bonuses.

use super::{pays, words};
use crate::tree::{Item, Section};
use tercet_rules::{AmountDoc, BonusDoc, Cites, LimitsDoc, NeedsDoc, Stage, WagerDoc, WagerId, is_id};

/// `[wager.…]`
pub(super) fn wagers(item: &Item<'_>) -> Option<Vec<WagerDoc>> {
    words::all(item.section()?.entries().iter().map(|(id, item)| wager(id, item)))
}

pub(crate) const STAGE: &[(&str, Stage)] =
    &[("before-deal", Stage::BeforeDeal), ("decision", Stage::Decision)];

fn wager(id: &str, item: &Item<'_>) -> Option<WagerDoc> {
    let id = own_id(id, item);
    let mut s = item.section()?;
    let name = s.need("name", "name = \"Ante\"").and_then(|item| words::text(&item));
    let stage = s.take("stage").map_or(Some(Stage::BeforeDeal), |item| item.choice(STAGE));
    let required = super::optional(s.take("required").map(|item| words::only_cites(&item)));
    let needs = s.take("needs").map_or(Some(Vec::new()), |item| words::all(item.list()?.iter().map(needs)));
    let amount =
        s.take("amount").map_or_else(|| Some((AmountDoc::Free, Cites::default())), |item| amount(&item));
    let limits = super::optional(s.take("limits").map(|item| limits(&item)));
    let on_fold = super::optional(s.take("on_fold").map(|item| words::then(&item)));
    let pays = pays::pays(&mut s);
    s.finish();
    let (amount, amount_cites) = amount?;
    Some(WagerDoc {
        id: id?,
        name: name?,
        stage: stage?,
        required: required?,
        needs: needs?,
        amount,
        amount_cites,
        limits: limits?,
        on_fold: on_fold?,
        pays: pays?,
    })
}

fn own_id(id: &str, item: &Item<'_>) -> Option<WagerId> {
    if !is_id(id) {
        item.fault("the name in brackets is no id", "expected lower-case words joined by hyphens");
        return None;
    }
    Some(WagerId::from(id))
}

fn needs(item: &Item<'_>) -> Option<NeedsDoc> {
    let mut s = item.section()?;
    let any_of = s
        .need("any_of", "any_of = [\"ante\"]")
        .and_then(|item| words::all(item.list()?.iter().map(words::wager)));
    let when = words::when(&mut s);
    let cites = words::cites(&mut s);
    s.finish();
    Some(NeedsDoc { any_of: any_of?, when: when?, cites })
}

/// `{ fixed = "$1" }`, `{ equal_to = "ante" }` or `{ times = [1, 2], of = "ante" }`.
fn amount(item: &Item<'_>) -> Option<(AmountDoc, Cites)> {
    let mut s = item.section()?;
    let amount = match (s.take("fixed"), s.take("equal_to"), s.take("times"), s.take("of")) {
        (Some(fixed), None, None, None) => fixed.money().map(AmountDoc::Fixed),
        (None, Some(other), None, None) => words::wager(&other).map(AmountDoc::EqualTo),
        (None, None, Some(times), Some(of)) => multiples(&times, &of),
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
    Some((amount?, cites))
}

fn multiples(times: &Item<'_>, of: &Item<'_>) -> Option<AmountDoc> {
    let multiples = times.list().and_then(|list| words::all(list.iter().map(Item::whole)));
    let of = words::wager(of);
    Some(AmountDoc::Times(multiples?, of?))
}

fn limits(item: &Item<'_>) -> Option<LimitsDoc> {
    let mut s = item.section()?;
    let min = s.need("min", "min = \"$1\"").and_then(|item| item.money());
    let max = s.need("max", "max = \"$1,000\"").and_then(|item| item.money());
    let step = s.need("step", "step = \"$1\"").and_then(|item| item.money());
    let cites = words::cites(&mut s);
    s.finish();
    Some(LimitsDoc { min: min?, max: max?, step: step?, cites })
}

/// `[bonus.…]`
pub(super) fn bonuses(item: &Item<'_>) -> Option<Vec<BonusDoc>> {
    words::all(item.section()?.entries().iter().map(|(id, item)| bonus(id, item)))
}

fn bonus(id: &str, item: &Item<'_>) -> Option<BonusDoc> {
    let id = own_id(id, item);
    let mut s = item.section()?;
    let name = s.need("name", "name = \"Ante Bonus\"").and_then(|item| words::text(&item));
    let paid_on = s.need("paid_on", "paid_on = { wager = \"ante\" }").and_then(|item| paid_on(&item));
    let due = s.need("due", "due = { when = \"always\" }").and_then(|item| words::cited(&item, "when"));
    let on_fold = s.need("on_fold", "on_fold = { then = \"forfeit\" }").and_then(|item| words::then(&item));
    let pays = pays::pays(&mut s);
    s.finish();
    let (on, on_cites) = paid_on?;
    Some(BonusDoc { id: id?, name: name?, on, on_cites, due: due?, on_fold: on_fold?, pays: pays? })
}

fn paid_on(item: &Item<'_>) -> Option<(WagerId, Cites)> {
    let mut s: Section<'_> = item.section()?;
    let wager = s.need("wager", "wager = \"ante\"").and_then(|item| words::wager(&item));
    let cites = words::cites(&mut s);
    s.finish();
    Some((wager?, cites))
}
