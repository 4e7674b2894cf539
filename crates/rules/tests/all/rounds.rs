//! Whole rounds of every game: two roads to the same money, no cent lost.

use crate::common::{any_deck, any_game, any_wish, play_round};
use crate::meter::accounted;
use proptest::prelude::*;
use tercet_rules::{Command, Money, Outcome, Phase, Round, Settlement, TableLimits, settle};

fn settled(round: &Round) -> &Settlement {
    let Phase::Settled(_, settlement) = round.phase() else {
        panic!("not settled: {}", round.phase().words());
    };
    settlement
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// The round machine and the pure settlement of the record it leaves come to the same.
    #[test]
    fn two_roads_give_the_same_money(
        game in any_game(),
        way in 0..4usize,
        wishes in prop::collection::vec(any_wish(), 1..8),
        deck in any_deck(),
        meter in 1..10_000_000i64,
    ) {
        let Some(mut round) = play_round(&game, way, &wishes, &deck, Money::from_units(meter)) else { return Ok(()) };
        round.run(&Command::Reconcile { meter: None }).unwrap();
        let Phase::Settled(dealt, live) = round.phase() else { panic!("settled") };
        let record = dealt.record(&game).expect("nothing irregular happened");
        let checked = record.check(&game, TableLimits::Apply).expect("a live round keeps the rules");
        prop_assert_eq!(live, &settle(&checked));
        // The settlement keeps the order of the record, and does not depend on it.
        let mut backwards = record.clone();
        backwards.spots.reverse();
        let mut other = settle(&backwards.check(&game, TableLimits::Apply).unwrap());
        other.spots.reverse();
        prop_assert_eq!(live, &other);
    }

    /// Money is conserved: what the players staked and were given is what the house and the meter gave.
    #[test]
    fn money_is_conserved(
        game in any_game(),
        wishes in prop::collection::vec(any_wish(), 1..8),
        deck in any_deck(),
        meter in 1..10_000_000i64,
    ) {
        let Some(mut round) = play_round(&game, 0, &wishes, &deck, Money::from_units(meter)) else { return Ok(()) };
        round.run(&Command::Reconcile { meter: None }).unwrap();
        let settlement = settled(&round);
        for spot in &settlement.spots {
            let sum = |of: fn(&tercet_rules::Line) -> Money| spot.lines.iter().map(of).sum::<Money>();
            prop_assert_eq!(spot.staked, sum(|line| line.stake));
            prop_assert_eq!(spot.returned, sum(|line| line.returned));
            prop_assert_eq!(spot.won, sum(|line| line.won) + spot.envy.iter().map(|envy| envy.won).sum());
            prop_assert_eq!(spot.net(), sum(tercet_rules::Line::net) + spot.envy.iter().map(|envy| envy.won).sum());
            for line in &spot.lines {
                prop_assert!(line.won >= Money::ZERO && line.returned >= Money::ZERO);
                prop_assert!(line.returned == Money::ZERO || line.returned == line.stake);
                match line.outcome {
                    Outcome::Win => prop_assert!(line.pays.is_some_and(tercet_rules::Pay::wins)),
                    Outcome::Push | Outcome::Void => prop_assert!(line.won == Money::ZERO && line.returned == line.stake),
                    Outcome::Lose | Outcome::Forfeit => prop_assert!(line.won == Money::ZERO && line.returned == Money::ZERO),
                }
            }
        }
        // What stands behind the wins on the meter.
        accounted(&game, settlement);
    }
}
