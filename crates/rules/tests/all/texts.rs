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
