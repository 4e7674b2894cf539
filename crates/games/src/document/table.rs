//! The table, the deal and the round: everything but wagers.

use super::words;
use crate::tree::Item;
use tercet_cards::Ace;
use tercet_rules::{
    AggregateDoc, Beyond, CardsDoc, Cited, DealBy, DealDoc, DealOrder, DealerDoc, EnvyDoc, Floor,
    IrregularDoc, MeterDoc, Percent, ReconcileDoc, Setting, TableDoc, WagerId, WayDoc, is_id,
};

/// `[cards]`
pub(super) fn cards(item: &Item<'_>) -> Option<CardsDoc> {
    let mut s = item.section()?;
    let pack = s.take("pack").map_or_else(|| Some(Default::default()), |item| words::only_cites(&item));
    let order = s.take("order").map_or_else(|| Some(Default::default()), |item| words::only_cites(&item));
    let ace = s.need("ace", "ace = { is = \"ace-both\" }").and_then(|item| words::cited::<Ace>(&item, "is"));
    s.finish();
    Some(CardsDoc { pack: pack?, order: order?, ace: ace? })
}

/// `[table]`
pub(super) fn table(item: &Item<'_>) -> Option<TableDoc> {
    let mut s = item.section()?;
    let spots = s.need("spots", "spots = 7").and_then(|item| item.whole());
    let positions = s.need("positions", "positions = { most = 1 }").and_then(|item| positions(&item));
    s.finish();
    let (positions, spots) = (positions?, spots?);
    Some(TableDoc { spots, ..positions })
}

fn positions(item: &Item<'_>) -> Option<TableDoc> {
    let mut s = item.section()?;
    let most = s.need("most", "most = 1").and_then(|item| item.whole());
    let adjacent = s.take("adjacent").map_or(Some(false), |item| item.flag());
    let beyond = s.take("beyond").map_or(Some(Setting::Fixed(Beyond::Refused)), |item| item.setting());
    let cites = words::cites(&mut s);
    s.finish();
    Some(TableDoc { spots: 0, positions: most?, adjacent: adjacent?, cites, beyond: beyond? })
}

/// `[deal]`
pub(super) fn deal(item: &Item<'_>) -> Option<DealDoc> {
    let mut s = item.section()?;
    let player = s.need("player", "player = { cards = 3 }").and_then(|item| dealt(&item));
    let dealer = s.need("dealer", "dealer = { cards = 3 }").and_then(|item| dealt(&item));
    let ways = s
        .need("ways", "ways = [{ name = \"packets\", by = \"packets\", order = \"dealer-last\" }]")
        .and_then(|item| words::all(item.list()?.iter().map(way)));
    s.finish();
    Some(DealDoc { player: player?, dealer: dealer?, ways: ways? })
}

fn dealt(item: &Item<'_>) -> Option<Cited<u8>> {
    let mut s = item.section()?;
    let cards = s.need("cards", "cards = 3").and_then(|item| item.whole());
    let cites = words::cites(&mut s);
    s.finish();
    Some(Cited { value: cards?, cites })
}

fn way(item: &Item<'_>) -> Option<WayDoc> {
    let mut s = item.section()?;
    let name = s.need("name", "name = \"packets\"").and_then(|item| words::text(&item));
    let by = s.need("by", "by = \"packets\"").and_then(|item| item.choice(DEAL_BY));
    let order = s.need("order", "order = \"dealer-last\"").and_then(|item| item.choice(DEAL_ORDER));
    let cites = words::cites(&mut s);
    s.finish();
    Some(WayDoc { name: name?, by: by?, order: order?, cites })
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
    Some(DealerDoc { qualifies: qualifies?, cites })
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
        wager: wager?,
        start: start?,
        rate: rate?,
        reserve: reserve?,
        cap: cap?,
        hits: hits?,
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
    Some(EnvyDoc { wager: wager?, own_positions: own_positions?, hands: hands?, cites })
}

/// `[[aggregate]]`
pub(super) fn aggregates(item: &Item<'_>) -> Option<Vec<AggregateDoc>> {
    words::all(item.list()?.iter().map(aggregate))
}

fn aggregate(item: &Item<'_>) -> Option<AggregateDoc> {
    let mut s = item.section()?;
    let most = s.need("most", "most = \"$2,000\"").and_then(|item| item.money());
    let cut = s.need("cut", "cut = \"in-order\"").and_then(|item| item.setting());
    let lines = s
        .take("lines")
        .map_or(Some(Vec::new()), |item| words::all(item.one_or_more()?.iter().map(words::wager)));
    let cites = words::cites(&mut s);
    s.finish();
    Some(AggregateDoc { most: most?, lines: lines?, cut: cut?, cites })
}

/// `[reconcile]`
pub(super) fn reconcile(item: &Item<'_>) -> Option<ReconcileDoc> {
    let mut s = item.section()?;
    let spots = s.need("spots", "spots = { from = \"right-to-left\" }").and_then(|item| {
        let mut s = item.section()?;
        let from = s.need("from", "from = \"right-to-left\"").and_then(|item| item.choice(FROM));
        let cites = words::cites(&mut s);
        s.finish();
        Some((from?, cites))
    });
    let lines = s.need("lines", "lines = { order = [\"play\", \"ante\"] }").and_then(|item| {
        let mut s = item.section()?;
        let order = s
            .need("order", "order = [\"play\", \"ante\"]")
            .and_then(|item| words::all(item.list()?.iter().map(words::wager)));
        let cites = words::cites(&mut s);
        s.finish();
        Some((order?, cites))
    });
    s.finish();
    let ((right_to_left, spots_cites), (lines, lines_cites)) = (spots?, lines?);
    Some(ReconcileDoc { right_to_left, spots_cites, lines, lines_cites })
}

pub(crate) const FROM: &[(&str, bool)] = &[("right-to-left", true), ("left-to-right", false)];

/// `[irregular.…]`
pub(super) fn irregular(item: &Item<'_>) -> Option<Vec<IrregularDoc>> {
    words::all(item.section()?.entries().iter().map(|(event, item)| {
        if !is_id(event) {
            item.fault("this is no name of an event", "expected lower-case words joined by hyphens");
            return None;
        }
        let mut s = item.section()?;
        let then = s.need("then", "then = \"void\"").and_then(|item| item.setting());
        let wagers = s.take("wagers").map_or(Some(Vec::new()), |item| {
            words::all(
                item.section()?
                    .entries()
                    .iter()
                    .map(|(wager, item)| item.setting().map(|action| (WagerId::from(*wager), action))),
            )
        });
        let cites = words::cites(&mut s);
        s.finish();
        Some(IrregularDoc { event: (*event).into(), then: then?, wagers: wagers?, cites })
    }))
}
