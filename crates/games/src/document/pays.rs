//! Pay tables: rows, what they ask and what they pay.

use super::words;
use crate::tree::{Item, Section};
use core::cmp::Ordering;
use tercet_rules::{Cited, HandTest, Pay, PaysDoc, Reads, RowDoc};

/// The most rows of one table.
const MOST_ROWS: usize = 100;

pub(crate) const DEALER: &[(&str, bool)] = &[("qualifies", true), ("does-not", false)];
pub(crate) const PLAYER: &[(&str, Ordering)] =
    &[("higher", Ordering::Greater), ("equal", Ordering::Equal), ("lower", Ordering::Less)];

/// The keys of a wager or a bonus that say how it is settled.
pub(super) fn pays(s: &mut Section<'_>) -> Option<PaysDoc> {
    let reads = s.take("reads").map_or(Some(Reads::Hand), |item| item.choice(Reads::NAMES));
    let rows = s.take("rows").map_or(Some(Vec::new()), |item| rows(&item, reads));
    let otherwise = super::optional(s.take("otherwise").map(|item| otherwise(&item)));
    let posted = super::optional(s.take("posted").map(|item| words::cited(&item, "by")));
    let several_rows = super::optional(s.take("several_rows").map(|item| words::only_cites(&item)));
    Some(PaysDoc {
        reads: reads?,
        rows: rows?,
        otherwise: otherwise?,
        posted: posted?,
        several_rows: several_rows?.unwrap_or_default(),
    })
}

fn rows(item: &Item<'_>, reads: Option<Reads>) -> Option<Vec<RowDoc>> {
    let list = item.list()?;
    if list.len() > MOST_ROWS {
        item.fault(format!("{} rows", list.len()), format!("at most {MOST_ROWS}"));
        return None;
    }
    words::all(list.iter().map(|item| row(item, reads)))
}

/// `reads` is none if it could not be read: then no hand can be either.
fn row(item: &Item<'_>, reads: Option<Reads>) -> Option<RowDoc> {
    let mut s = item.section()?;
    let dealer = super::optional(s.take("dealer").map(|item| item.choice(DEALER)));
    let player = s.take("player").map_or(Some(Vec::new()), |item| {
        words::all(item.one_or_more()?.iter().map(|item| item.choice(PLAYER)))
    });
    let hand = s.take("hand").map_or(Some(Vec::new()), |item| {
        words::all(item.one_or_more()?.iter().map(|item| {
            let reads = reads?;
            item.parsed(|text| HandTest::parse(text, reads))
        }))
    });
    let pays = s.need("pays", "pays = \"1 to 1\"").and_then(|item| pay(&item));
    let envy = super::optional(s.take("envy").map(|item| item.money()));
    let when = words::when(&mut s);
    let cites = words::cites(&mut s);
    s.finish();
    Some(RowDoc {
        dealer: dealer?,
        player: player?,
        hand: hand?,
        pays: pays?,
        envy: envy?,
        when: when?,
        cites,
    })
}

fn pay(item: &Item<'_>) -> Option<Pay> {
    item.parsed(|text| text.parse::<Pay>())
}

fn otherwise(item: &Item<'_>) -> Option<Cited<Pay>> {
    let mut s = item.section()?;
    let pays = s.need("pays", "pays = \"lose\"").and_then(|item| pay(&item));
    let cites = words::cites(&mut s);
    s.finish();
    Some(Cited { value: pays?, cites })
}
