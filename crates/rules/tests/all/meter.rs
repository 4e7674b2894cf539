//! What the meter pays and what it holds afterwards. Rulings R19, R20 and R21.

use crate::common::DOCS;
use tercet_cards::parse_cards;
use tercet_rules::{
    Decision, Game, MeterHits, Money, Pay, Percent, RoundRecord, Setting, SpotRecord, TableLimits, WagerId,
    settle,
};

/// The house game with two meter rows, which pay these shares.
fn game(shares: [&str; 2], hits: MeterHits) -> Game {
    let mut doc = DOCS.iter().find(|doc| doc.id == *"two-meter-rows").unwrap().clone();
    let wager = doc.wagers.iter_mut().find(|wager| wager.id == *"progressive").unwrap();
    let rows = wager.pays.rows.iter_mut().filter(|row| matches!(row.pays, Pay::Meter(_)));
    for (row, share) in rows.zip(shares) {
        row.pays = Pay::Meter(share.parse::<Percent>().unwrap());
    }
    doc.meter.as_mut().unwrap().hits = Setting::Fixed(hits);
    doc.check().unwrap()
}

/// What a royal of spades at spot 1 and one of hearts at spot 2 win, and what the meter then holds.
fn hit(game: &Game, meter: i64) -> (Vec<i64>, i64) {
    let spot = |spot, cards| SpotRecord {
        spot,
        player: None,
        cards: parse_cards(cards).unwrap(),
        wagers: vec![
            (WagerId::from("ante"), Money::from_units(500)),
            (WagerId::from("progressive"), Money::from_units(100)),
        ],
        decision: Some(Decision::Play),
    };
    let record = RoundRecord {
        dealer: parse_cards("9d 7c 4h").unwrap(),
        meter: Some(Money::from_units(meter)),
        spots: vec![spot(1, "As Ks Qs"), spot(2, "Ah Kh Qh")],
    };
    let settlement = settle(&record.check(game, TableLimits::Apply).unwrap());
    let of_meter = |line: &&tercet_rules::Line| matches!(line.pays, Some(Pay::Meter(_)));
    let lines = settlement.spots.iter().flat_map(|spot| &spot.lines).filter(of_meter);
    (lines.map(|line| line.won.units()).collect(), settlement.meter.unwrap().after.units())
}

/// A meter that is emptied starts again, whatever emptied it: else no bet could be made on it any more.
#[test]
fn an_empty_meter_starts_again() {
    let start = 500_000;
    let shared = |shares| game(shares, MeterHits::Shared);
    let in_order = |shares| game(shares, MeterHits::InOrder);
    for (game, meter, won, after) in [
        (shared(["60%", "60%"]), 1_000_000, [500_000, 500_000], start),
        (shared(["50%", "50%"]), 1_000_000, [500_000, 500_000], start),
        (shared(["60%", "30%"]), 1_000_000, [600_000, 300_000], 100_000),
        (shared(["100%", "10%"]), 1_100_000, [1_000_000, 100_000], start),
        (in_order(["100%", "100%"]), 1_000_000, [start, 1_000_000], start),
        (in_order(["60%", "60%"]), 1_000_000, [240_000, 600_000], 160_000),
        // Rounded to the nearest unit, the last one goes too.
        (in_order(["50%", "50%"]), 1, [start / 2, 1], start / 2),
    ] {
        let (paid, holds) = hit(&game, meter);
        assert_eq!((paid.as_slice(), holds), (won.as_slice(), after), "{meter}");
    }
}
