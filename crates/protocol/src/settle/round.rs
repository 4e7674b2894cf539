//! A round, written as [`Incoming`](super::Incoming) reads it.

use crate::json::Out;
use tercet_rules::{GameId, RoundRecord, SpotRecord};

/// A round as one line, without a line end, under the name of its game and an id, if it has them.
///
/// ```
/// use tercet_cards::parse_cards;
/// use tercet_protocol::settle::write_round;
/// use tercet_rules::{Decision, Money, RoundRecord, SpotRecord, WagerId};
///
/// let spot = SpotRecord {
///     spot: 1,
///     player: Some("ann".into()),
///     cards: parse_cards("As Kd 9h")?,
///     wagers: vec![(WagerId::from("ante"), Money::from_units(1000))],
///     decision: Some(Decision::Fold),
/// };
/// let round = RoundRecord { dealer: parse_cards("Qs Td 4c")?, meter: None, spots: vec![spot] };
/// assert_eq!(
///     write_round(&round, None, Some("r1")),
///     r#"{"id":"r1","dealer":"Qs Td 4c","spots":[{"spot":1,"player":"ann","cards":"As Kd 9h","wagers":{"ante":1000},"decision":"fold"}]}"#
/// );
/// # Ok::<(), tercet_cards::CardsError>(())
/// ```
#[must_use]
pub fn write_round(record: &RoundRecord, game: Option<&GameId>, id: Option<&str>) -> String {
    let mut buffer = Vec::new();
    Out(&mut buffer).whole_object(|o| {
        if let Some(id) = id {
            o.text("id", id);
        }
        if let Some(game) = game {
            o.text("game", game.as_str());
        }
        o.cards("dealer", &record.dealer);
        if let Some(meter) = record.meter {
            o.whole("meter", meter.units());
        }
        o.list_field("spots", |o| record.spots.iter().for_each(|each| o.object(|o| spot(o, each))));
    });
    String::from_utf8(buffer).expect("texts stay texts")
}

fn spot(o: &mut Out<'_>, spot: &SpotRecord) {
    o.whole("spot", i64::from(spot.spot));
    if let Some(player) = &spot.player {
        o.text("player", player);
    }
    o.cards("cards", &spot.cards);
    o.object_field("wagers", |o| {
        for (id, stake) in &spot.wagers {
            o.named_whole(id.as_str(), stake.units());
        }
    });
    if let Some(decision) = spot.decision {
        o.text("decision", decision.as_str());
    }
}
