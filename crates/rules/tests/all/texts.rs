//! Every text form of the rules reads back as what it was written from.

use crate::common::GAMES;
use proptest::prelude::*;
use tercet_rules::{Basis, HandTest, LineOf, Money, Odds, Pay, Percent};

fn any_pay() -> impl Strategy<Value = Pay> {
    let basis = prop_oneof![Just(Basis::To), Just(Basis::For)];
    prop_oneof![
        Just(Pay::Lose),
        Just(Pay::Push),
        (1..=Odds::MAX, 1..=Odds::MAX, basis.clone())
            .prop_map(|(num, den, basis)| Pay::Odds(Odds::new(num, den, basis).unwrap())),
        (1..=Money::MAX_STAKE.units(), basis).prop_map(|(n, basis)| Pay::Fixed(Money::from_units(n), basis)),
        (1..=10_000u16).prop_map(|n| Pay::Meter(Percent::from_hundredths(n).unwrap())),
    ]
}

proptest! {
    #[test]
    fn money_reads_back(units in 0..=Money::MAX_STAKE.units()) {
        let money = Money::from_units(units);
        prop_assert_eq!(money.to_string().parse::<Money>(), Ok(money));
    }

    #[test]
    fn percentages_read_back(hundredths in 0..=10_000u16) {
        let percent = Percent::from_hundredths(hundredths).unwrap();
        prop_assert_eq!(percent.to_string().parse::<Percent>(), Ok(percent));
    }

    #[test]
    fn pays_read_back(pay in any_pay()) {
        prop_assert_eq!(pay.to_string().parse::<Pay>(), Ok(pay));
    }

    /// No text makes a reader panic.
    #[test]
    fn readers_answer_any_text(text in "\\PC{0,40}") {
        let _ = text.parse::<Money>();
        let _ = text.parse::<Percent>();
        let _ = text.parse::<Pay>();
        for reads in tercet_rules::Reads::NAMES {
            let _ = HandTest::parse(&text, reads.1);
        }
    }
}

/// Every hand that a row of any game names, and every floor.
#[test]
fn hands_read_back() {
    let mut read = 0;
    for game in GAMES.iter() {
        let bonuses = (0..game.bonuses.len()).map(LineOf::Bonus);
        for of in game.wager_nos().map(LineOf::Wager).chain(bonuses) {
            let table = game.table(of);
            for test in table.rows.iter().filter_map(|row| row.hand.as_ref()) {
                let tests =
                    if let HandTest::AnyOf(tests) = test { tests.clone() } else { vec![test.clone()] };
                for test in tests {
                    assert_eq!(HandTest::parse(&test.to_string(), table.reads), Ok(test));
                    read += 1;
                }
            }
        }
        if let Some(floor) = &game.qualifier.floor {
            assert_eq!(tercet_rules::Floor::parse(&floor.to_string()), Ok(floor.clone()));
        }
    }
    assert!(read > 100, "{read} hands were read");
}

/// Where rows ask only for colours, the cards are named, and no hand that has nothing to do with the bet.
#[test]
fn a_bet_on_colours_names_cards() {
    let game = GAMES.iter().find(|game| game.id == *"colour-bets").unwrap();
    let cards = |text: &str| tercet_cards::parse_cards(text).unwrap();
    let wager = |id: &str| (tercet_rules::WagerId::from(id), Money::from_units(500));
    let spot = tercet_rules::SpotRecord {
        spot: 1,
        player: None,
        cards: cards("Jd Jh 4d"),
        wagers: vec![wager("three-of-a-colour"), wager("six-of-a-colour")],
        decision: None,
    };
    let record = tercet_rules::RoundRecord { dealer: cards("Ks 9d 4c"), meter: None, spots: vec![spot] };
    let settlement = tercet_rules::settle(&record.check(game, tercet_rules::TableLimits::Apply).unwrap());
    let spot = &settlement.spots[0];
    let whys: Vec<String> =
        spot.lines.iter().map(|line| tercet_rules::words::why(game, &settlement, spot, line)).collect();
    assert_eq!(
        whys,
        [
            "Jd Jh 4d (all red): Three of a Colour pays 3 to 1.",
            "Jd Jh 4d with the dealer's Ks 9d 4c fits no row of the table: Six of a Colour loses.",
        ]
    );
    let six = game.table(LineOf::Wager(game.wager_no("six-of-a-colour").unwrap()));
    let reads = tercet_rules::words::reads(game, six);
    assert_eq!(reads, "the player's three cards and the dealer's three together");
}
