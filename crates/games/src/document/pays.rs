//! Pay tables: rows, what they ask and what they pay.

use super::stand_in::OrStandIn;
use super::words;
use crate::tree::{Item, Section};
use core::cmp::Ordering;
use tercet_rules::{Cited, HandTest, Pay, PaysDoc, Reads, RowDoc};

/// The most rows of one table: whoever counts hands keeps a bit for each row in a word of 64.
const MOST_ROWS: usize = 64;

pub(crate) const DEALER: &[(&str, bool)] = &[("qualifies", true), ("does-not", false)];
pub(crate) const PLAYER: &[(&str, Ordering)] =
    &[("higher", Ordering::Greater), ("equal", Ordering::Equal), ("lower", Ordering::Less)];

/// The keys of a wager or a bonus that say how it is settled.
pub(super) fn pays(s: &mut Section<'_>) -> PaysDoc {
    let usual = (!s.has_slip_for("reads")).then_some(Reads::Hand);
    let reads = s.take("reads").map_or(usual, |item| item.choice(Reads::NAMES));
    let rows = s.take("rows").map(|item| rows(&item, reads)).unwrap_or_default();
    let otherwise = super::optional(s.take("otherwise").map(|item| otherwise(&item)));
    let posted = super::optional(s.take("posted").map(|item| words::cited(&item, "by")));
    let several_rows = s.take("several_rows").and_then(|item| words::only_cites(&item)).unwrap_or_default();
    PaysDoc { reads: reads.unwrap_or(Reads::Hand), rows, otherwise, posted, several_rows }
}

fn rows(item: &Item<'_>, reads: Option<Reads>) -> Vec<RowDoc> {
    let list = item.list();
    if let Some(list) = &list
        && list.len() > MOST_ROWS
    {
        item.fault(format!("{} rows", list.len()), format!("at most {MOST_ROWS}"));
        return Vec::new();
    }
    words::each(list, |item| row(item, reads))
}

/// `reads` is none if it could not be read: then no hand can be either.
fn row(item: &Item<'_>, reads: Option<Reads>) -> Option<RowDoc> {
    let mut s = item.section()?;
    let dealer = s.take("dealer").and_then(|item| item.choice(DEALER));
    let player = s.take("player").and_then(|item| item.one_or_more());
    // If one way of several cannot be read, it may be any.
    let player: Option<Vec<Ordering>> = player.map_or(Some(Vec::new()), |ways| {
        let ways: Vec<Option<Ordering>> = ways.iter().map(|item| item.choice(PLAYER)).collect();
        ways.into_iter().collect()
    });
    let hand = s.take("hand").map(|item| {
        words::each(item.one_or_more(), |item| {
            let reads = reads?;
            item.parsed(|text| HandTest::parse(text, reads))
        })
    });
    let pays = s.need("pays", "pays = \"1 to 1\"").and_then(|item| pay(&item));
    let envy = super::optional(s.take("envy").map(|item| item.money()));
    let when = words::when(&mut s);
    let cites = words::cites(&mut s);
    s.finish();
    Some(RowDoc {
        dealer,
        player: player.unwrap_or_default(),
        hand: hand.unwrap_or_default(),
        pays: pays.or_stand_in(),
        envy,
        when,
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
    Some(Cited { value: pays.or_stand_in(), cites })
}
