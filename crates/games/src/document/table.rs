//! The table, the deal and the round: everything but wagers.

use super::stand_in::{OrStandIn, StandIn};
use super::words;
use crate::tree::Item;
use tercet_cards::Ace;
use tercet_rules::{
    AggregateDoc, Beyond, CardsDoc, Cited, Cites, DealBy, DealDoc, DealOrder, DealerDoc, EnvyDoc, Floor,
    IrregularDoc, MeterDoc, Percent, ReconcileDoc, Setting, TableDoc, WagerId, WayDoc, is_id,
};

/// `[cards]`
pub(super) fn cards(item: &Item<'_>) -> Option<CardsDoc> {
    let mut s = item.section()?;
    let pack = s.take("pack").and_then(|item| words::only_cites(&item)).unwrap_or_default();
    let order = s.take("order").and_then(|item| words::only_cites(&item)).unwrap_or_default();
    let ace = s.need("ace", "ace = { is = \"ace-both\" }").and_then(|item| words::cited::<Ace>(&item, "is"));
    s.finish();
    Some(CardsDoc { pack, order, ace: ace.or_stand_in() })
}

/// `[table]`
pub(super) fn table(item: &Item<'_>) -> Option<TableDoc> {
    let mut s = item.section()?;
    let spots = s.need("spots", "spots = 7").and_then(|item| item.whole());
    let positions = s.need("positions", "positions = { most = 1 }").and_then(|item| positions(&item));
    s.finish();
    Some(TableDoc { spots: spots.unwrap_or(1), ..positions.or_stand_in() })
}

fn positions(item: &Item<'_>) -> Option<TableDoc> {
    let mut s = item.section()?;
    let most = s.need("most", "most = 1").and_then(|item| item.whole());
    let adjacent = s.take("adjacent").and_then(|item| item.flag()).unwrap_or(false);
    let beyond = s.take("beyond").map_or(Some(Setting::Fixed(Beyond::Refused)), |item| item.setting());
    let cites = words::cites(&mut s);
    s.finish();
    let beyond = beyond.or_stand_in();
    Some(TableDoc { spots: 1, positions: most.unwrap_or(1), adjacent, cites, beyond })
}

/// `[deal]`
pub(super) fn deal(item: &Item<'_>) -> Option<DealDoc> {
    let mut s = item.section()?;
    let player = s.need("player", "player = { cards = 3 }").and_then(|item| dealt(&item));
    let dealer = s.need("dealer", "dealer = { cards = 3 }").and_then(|item| dealt(&item));
    let ways = s
        .need("ways", "ways = [{ name = \"packets\", by = \"packets\", order = \"dealer-last\" }]")
        .map(|item| words::each(item.list(), way));
    s.finish();
    Some(DealDoc {
        player: player.or_stand_in(),
        dealer: dealer.or_stand_in(),
        ways: ways.unwrap_or_default(),
    })
}

fn dealt(item: &Item<'_>) -> Option<Cited<u8>> {
    let mut s = item.section()?;
    let cards = s.need("cards", "cards = 3").and_then(|item| item.whole());
    let cites = words::cites(&mut s);
    s.finish();
    Some(Cited { value: cards.unwrap_or(3), cites })
}

fn way(item: &Item<'_>) -> Option<WayDoc> {
    let mut s = item.section()?;
    let name = s.need("name", "name = \"packets\"").and_then(|item| words::text(&item));
    let by = s.need("by", "by = \"packets\"").and_then(|item| item.choice(DEAL_BY));
    let order = s.need("order", "order = \"dealer-last\"").and_then(|item| item.choice(DEAL_ORDER));
    let cites = words::cites(&mut s);
    s.finish();
    let (by, order) = (by.unwrap_or(DealBy::Packets), order.unwrap_or(DealOrder::DealerLast));
    Some(WayDoc { name: name.or_stand_in(), by, order, cites })
}

pub(crate) const DEAL_BY: &[(&str, DealBy)] = &[("rotation", DealBy::Rotation), ("packets", DealBy::Packets)];
pub(crate) const DEAL_ORDER: &[(&str, DealOrder)] =
    &[("dealer-last", DealOrder::DealerLast), ("dealer-first", DealOrder::DealerFirst)];

/// `[dealer]`
pub(super) fn dealer(item: &Item<'_>) -> Option<DealerDoc> {
    let mut s = item.section()?;
    let qualifies = s.need("qualifies", "qualifies = \"queen high or better\"").and_then(|item| {
        if item.text()? == "always" { Some(None) } else { item.parsed(Floor::parse).map(Some) }
    });
    let cites = words::cites(&mut s);
    s.finish();
    Some(DealerDoc { qualifies: qualifies.flatten(), cites })
}

/// `[meter]`
pub(super) fn meter(item: &Item<'_>) -> Option<MeterDoc> {
    let mut s = item.section()?;
    let percent = |item: Item<'_>| item.parsed(|text| text.parse::<Percent>());
    let wager = s.need("wager", "wager = \"progressive\"").and_then(|item| words::wager(&item));
    let start = s.need("start", "start = \"$1,000\"").and_then(|item| item.money());
    let rate = s.need("rate", "rate = \"26%\"").and_then(percent);
    let reserve = s.take("reserve").map_or(Percent::from_hundredths(0), percent);
    let cap = super::optional(s.take("cap").map(|item| item.money()));
    let hits = s.need("hits", "hits = \"in-order\"").and_then(|item| item.setting());
    let cites = words::cites(&mut s);
    s.finish();
    Some(MeterDoc {
        wager: wager.or_stand_in(),
        start: start.or_stand_in(),
        rate: rate.or_stand_in(),
        reserve: reserve.or_stand_in(),
        cap,
        hits: hits.or_stand_in(),
        cites,
    })
}

/// `[envy]`
pub(super) fn envy(item: &Item<'_>) -> Option<EnvyDoc> {
    let mut s = item.section()?;
    let wager = s.need("wager", "wager = \"progressive\"").and_then(|item| words::wager(&item));
    let own_positions = s.need("own_positions", "own_positions = \"none\"").and_then(|item| item.setting());
    let hands = s.need("hands", "hands = \"any-hand\"").and_then(|item| item.setting());
    let cites = words::cites(&mut s);
    s.finish();
    Some(EnvyDoc {
        wager: wager.or_stand_in(),
        own_positions: own_positions.or_stand_in(),
        hands: hands.or_stand_in(),
        cites,
    })
}

/// `[[aggregate]]`
pub(super) fn aggregates(item: &Item<'_>) -> Vec<AggregateDoc> {
    words::each(item.list(), aggregate)
}

fn aggregate(item: &Item<'_>) -> Option<AggregateDoc> {
    let mut s = item.section()?;
    let most = s.need("most", "most = \"$2,000\"").and_then(|item| item.money());
    let cut = s.need("cut", "cut = \"in-order\"").and_then(|item| item.setting());
    let lines = s.take("lines").map(|item| words::each(item.one_or_more(), words::wager)).unwrap_or_default();
    let cites = words::cites(&mut s);
    s.finish();
    Some(AggregateDoc { most: most.or_stand_in(), lines, cut: cut.or_stand_in(), cites })
}

/// `[reconcile]`
pub(super) fn reconcile(item: &Item<'_>) -> Option<ReconcileDoc> {
    let mut s = item.section()?;
    let mut doc = ReconcileDoc::stand_in();
    let spots = s.need("spots", "spots = { from = \"right-to-left\" }").and_then(|item| item.section());
    if let Some(mut s) = spots {
        let from = s.need("from", "from = \"right-to-left\"").and_then(|item| item.choice(FROM));
        doc.right_to_left = from.unwrap_or(true);
        doc.spots_cites = words::cites(&mut s);
        s.finish();
    }
    let lines = s.need("lines", "lines = { order = [\"play\", \"ante\"] }").and_then(|item| item.section());
    if let Some(mut s) = lines {
        let order = s.need("order", "order = [\"play\", \"ante\"]");
        doc.lines = order.map(|item| words::each(item.list(), words::wager)).unwrap_or_default();
        doc.lines_cites = words::cites(&mut s);
        s.finish();
    }
    s.finish();
    Some(doc)
}

pub(crate) const FROM: &[(&str, bool)] = &[("right-to-left", true), ("left-to-right", false)];

/// `[irregular.…]`
pub(super) fn irregular(item: &Item<'_>) -> Vec<IrregularDoc> {
    let entries = item.section().map(|section| section.entries()).unwrap_or_default();
    entries.iter().map(|(event, item)| one_irregular(event, item)).collect()
}

fn one_irregular(event: &str, item: &Item<'_>) -> IrregularDoc {
    if !is_id(event) {
        item.key_fault("this is no name of an event", "expected lower-case words joined by hyphens");
    }
    let mut doc = IrregularDoc {
        event: event.into(),
        then: Setting::stand_in(),
        wagers: Vec::new(),
        cites: Cites::default(),
    };
    let Some(mut s) = item.section() else { return doc };
    doc.then = s.need("then", "then = \"void\"").and_then(|item| item.setting()).or_stand_in();
    let wagers = s.take("wagers").and_then(|item| item.section());
    let wagers = wagers.map(|section| section.entries()).unwrap_or_default();
    doc.wagers =
        wagers.iter().map(|(wager, item)| (WagerId::from(*wager), item.setting().or_stand_in())).collect();
    doc.cites = words::cites(&mut s);
    s.finish();
    doc
}
