//! What the meter pays and what it holds afterwards. Rulings R19, R20 and R21.

use crate::cites::{Dice, record};
use crate::common::DOCS;
use tercet_cards::parse_cards;
use tercet_rules::{
    Decision, Game, GameDoc, MeterHits, Money, Pay, Percent, Reading as _, RoundRecord, Rounding, Setting,
    Settlement, SpotRecord, TableLimits, WagerId, settle,
};

/// The house game with two meter rows, which pay these shares.
fn doc(shares: [&str; 2], hits: MeterHits) -> GameDoc {
    let mut doc = DOCS.iter().find(|doc| doc.id == *"two-meter-rows").unwrap().clone();
    let wager = doc.wagers.iter_mut().find(|wager| wager.id == *"progressive").unwrap();
    let rows = wager.pays.rows.iter_mut().filter(|row| matches!(row.pays, Pay::Meter(_)));
    for (row, share) in rows.zip(shares) {
        row.pays = Pay::Meter(share.parse::<Percent>().unwrap());
    }
    doc.meter.as_mut().unwrap().hits = Setting::Fixed(hits);
    doc
}

fn game(shares: [&str; 2], hits: MeterHits) -> Game {
    doc(shares, hits).check().unwrap()
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

/// A fraction as a whole number, rounded as R22 says: the oracle for [`Money::times`].
fn rounded(num: i128, den: i128, rounding: Rounding) -> i128 {
    match rounding {
        Rounding::Down => num.div_euclid(den),
        Rounding::Nearest => (2 * num + den).div_euclid(2 * den),
        Rounding::Up => (num + den - 1).div_euclid(den),
    }
}

/// Checks to the last unit what a settled round took from the meter and put into it: each hit its share of what the meter
/// then held (R21), rounded as the game says and so off by less than one unit (R22), and a new start for each time
/// that the meter was emptied (R19). Returns the number of hits.
pub(crate) fn accounted(game: &Game, settlement: &Settlement) -> usize {
    let (Some(moved), Some(meter)) = (settlement.meter, &game.meter) else { return 0 };
    let whole = i128::from(Percent::WHOLE.hundredths());
    let lines = settlement.in_paying_order(game).into_iter().flat_map(|spot| &spot.lines);
    let hits: Vec<(i128, i128)> = lines
        .filter_map(|line| {
            let Some(Pay::Meter(share)) = line.pays else { return None };
            // A limit takes from what the meter has paid.
            let cut = line.limited.as_ref().map_or(0, |limited| limited.cut.units());
            Some((i128::from(share.hundredths()), i128::from(line.won.units() + cut)))
        })
        .collect();
    let all: i128 = hits.iter().map(|(share, _)| share).sum();
    let before = i128::from(moved.before.units());
    let (mut holds, mut put) = (before, 0);
    for (share, won) in &hits {
        let (num, den) = match meter.hits.0 {
            MeterHits::InOrder => (holds * share, whole),
            MeterHits::Shared => (before * share, all.max(whole)),
        };
        assert_eq!(*won, rounded(num, den, game.rounding.0).min(holds), "{settlement:?}");
        assert!(*won * den < num + den && (*won + 1) * den > num || *won == holds, "less than a unit");
        holds -= won;
        if meter.hits.0 == MeterHits::InOrder && holds == 0 {
            put += i128::from(meter.start.units());
            holds = i128::from(meter.start.units());
        }
    }
    // What rounding leaves of a meter that is shared out stays with the house.
    if meter.hits.0 == MeterHits::Shared && all >= whole {
        put += i128::from(meter.start.units()) - holds;
    }
    let paid: i128 = hits.iter().map(|(_, won)| won).sum();
    assert_eq!(i128::from(moved.paid.units()), paid);
    assert_eq!(i128::from(moved.after.units()), before - paid + put, "{settlement:?}");
    hits.len()
}

/// R19, R21, R22: the meter is accounted for to the last unit, whatever it pays, however hits share and pays are rounded.
#[test]
fn the_meter_is_accounted_for() {
    let mut most = 0;
    for shares in [["100%", "10%"], ["60%", "60%"], ["50%", "50%"], ["33.33%", "0.01%"]] {
        for (_, hits) in MeterHits::NAMES {
            for (_, rounding) in Rounding::NAMES {
                let mut doc = doc(shares, *hits);
                doc.rounding.value = Setting::Fixed(*rounding);
                let game = doc.check().unwrap();
                let mut dice = Dice::default();
                for _ in 0..1_000 {
                    let record = record(&game, &mut dice);
                    let Ok(checked) = record.check(&game, TableLimits::Apply) else { continue };
                    most = most.max(accounted(&game, &settle(&checked)));
                }
            }
        }
    }
    assert!(most > 1, "several hits in one round");
}

/// R19: what a wager brings is shared out to the last unit, and the meter gets its rate less than a unit short, up to its cap and to the
/// most that a meter can be.
#[test]
fn contributions_are_accounted_for() {
    for game in DOCS.iter().map(|doc| doc.check().unwrap()) {
        let Some(meter) = &game.meter else { continue };
        let most = Money::MAX_STAKE.units();
        let cap = meter.cap.map_or(most, Money::units);
        for holds in [1, 99_999, 5_000_000 - 10, 5_000_000, 9_999_999, most - 10, most, most + 1] {
            for stake in [1, 3, 99, 100, 12_345] {
                let parts = meter.contribution(Money::from_units(holds), Money::from_units(stake));
                assert_eq!((parts.meter + parts.reserve + parts.house).units(), stake);
                let rate =
                    stake * i64::from(meter.rate.hundredths()) / i64::from(Percent::WHOLE.hundredths());
                assert_eq!(parts.meter.units(), rate.min((cap - holds).max(0)));
            }
        }
    }
}
