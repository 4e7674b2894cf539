//! Games beyond the five: files alone, no Rust.

use super::common;
use tercet_games::{Checked, Severity, check};
use tercet_rules::{
    Amount, Cut, Due, Game, HandTest, Irregular, IrregularRule, MeterHits, Money, OnFold, Pay, Reads,
    Rounding, Timeout,
};

fn checked(id: &str) -> (Checked, String) {
    let files = common::toml_files("testdata/games");
    let (name, text) =
        files.into_iter().find(|(name, _)| name.strip_suffix(".toml") == Some(id)).expect("the file");
    let checked = check(&text).unwrap_or_else(|faults| panic!("{}", faults.render(&name, false)));
    (checked, text)
}

fn game(id: &str) -> Game {
    checked(id).0.game
}

#[test]
fn every_house_file_is_a_game_without_a_warning() {
    let files = common::toml_files("testdata/games");
    assert_eq!(files.len(), 10);
    for (name, _) in files {
        let id = name.strip_suffix(".toml").expect("a TOML file");
        let (checked, text) = checked(id);
        assert_eq!(checked.game.id, id);
        let lints = checked.lints(&text);
        assert!(
            lints.list().iter().all(|lint| lint.severity == Severity::Note),
            "{}",
            lints.render(&name, false)
        );
    }
}

#[test]
fn a_suited_pattern_is_a_row_of_its_own() {
    let game = game("pair-plus-mini-royal");
    let rows = &game.wagers[2].table.rows;
    assert!(matches!(rows[0].hand, Some(HandTest::Ranks(..))));
    assert_eq!(rows[0].pays.to_string(), "50 to 1");
}

#[test]
fn play_may_be_a_choice_of_multiples() {
    let game = game("raise-1-2-3");
    let play = game.play.expect("a decision");
    assert_eq!(
        game.wager(play).amount,
        Amount::Times(vec![1, 2, 3], game.wager_no("ante").expect("an Ante"))
    );
}

#[test]
fn a_dealer_may_always_qualify_or_need_three_ranks() {
    assert_eq!(game("dealer-always-qualifies").qualifier.floor, None);
    let q64 = game("qualifier-q64");
    assert_eq!(q64.qualifier.floor.as_ref().map(ToString::to_string).as_deref(), Some("Q-6-4 or better"));
}

#[test]
fn colours_of_three_and_of_six_cards_can_be_bet() {
    let game = game("colour-bets");
    assert_eq!(
        game.wagers[2].table.rows[0].hand.as_ref().map(ToString::to_string).as_deref(),
        Some("all black")
    );
    assert_eq!(game.wagers[3].table.reads, Reads::BothHands);
    assert_eq!(
        game.wagers[3].table.rows[0].hand.as_ref().map(ToString::to_string).as_deref(),
        Some("one colour")
    );
}

#[test]
fn awards_can_be_fixed() {
    let game = game("fixed-awards");
    let pays: Vec<String> = game.wagers[2].table.rows.iter().map(|row| row.pays.to_string()).collect();
    assert_eq!(
        pays,
        ["$1,000 and the stake", "$50 and the stake", "$40 for the wager", "$5.50 for the wager"]
    );
    assert!(game.wagers[2].table.rows[0].pays.returns_stake());
    assert!(!game.wagers[2].table.rows[2].pays.returns_stake());
}

#[test]
fn a_meter_can_have_two_shares_a_reserve_and_a_cap() {
    let game = game("two-meter-rows");
    let meter = game.meter.as_ref().expect("a meter");
    assert_eq!(meter.hits.0, MeterHits::Shared);
    let full = meter.contribution(Money::from_units(4_999_995), Money::from_units(100));
    assert_eq!((full.meter.units(), full.reserve.units(), full.house.units()), (5, 5, 90));
    let shares = game.wagers[2].table.rows.iter().filter(|row| matches!(row.pays, Pay::Meter(_))).count();
    assert_eq!(shares, 2);
}

#[test]
fn both_sides_can_have_four_cards() {
    let game = game("four-card-duel");
    assert_eq!((game.player.0, game.dealer.0), (4, 4));
    assert_eq!((game.wagers[2].table.reads, game.wagers[3].table.reads), (Reads::AllFour, Reads::Dealer));
}

#[test]
fn a_house_can_ask_its_own_questions() {
    let (checked, _) = checked("own-rulings");
    let own = checked.game.ruling("X1").expect("its own ruling");
    assert_eq!((own.own, own.chosen_words()), (true, "The player wins even money."));
    let mut readings = own.readings.iter().map(|reading| reading.name.as_str());
    assert!(readings.by_ref().eq(["push", "ties-win"]), "in the order of the file");
    let ante = &checked.game.wagers[0].table.rows;
    assert!(ante.iter().any(|row| row.cites.ruling.as_ref().is_some_and(|id| *id == "X1")));
    assert_eq!(checked.game.wagers[2].on_fold.0, OnFold::Forfeit);
    assert_eq!(checked.game.timeout.0, Timeout::PlayMadeHands);
}

#[test]
fn each_irregularity_can_have_its_policy_for_each_wager() {
    let game = game("own-rulings");
    let actions = |rule: &IrregularRule| rule.wagers.iter().map(|(action, _)| *action).collect();
    let events: Vec<(&str, Vec<Irregular>)> =
        game.irregular.iter().map(|rule| (rule.event.as_str(), actions(rule))).collect();
    let (void, forfeit, settle) = (Irregular::Void, Irregular::Forfeit, Irregular::Settle);
    assert_eq!(
        events,
        [
            ("exposed-card", vec![Irregular::Continue; 3]),
            ("wrong-card-count", vec![forfeit, forfeit, settle]),
            ("foul-deck", vec![void; 3]),
        ]
    );
}

#[test]
fn pays_can_be_halves_and_limits_can_count_some_lines() {
    let game = game("half-pays");
    assert_eq!(game.rounding.0, Rounding::Nearest);
    assert_eq!(game.bonuses[0].due.0, Due::DealerQualifies);
    let ids: Vec<Vec<&str>> = game
        .aggregates
        .iter()
        .map(|limit| limit.lines.iter().map(|line| game.line_id(*line).as_str()).collect())
        .collect();
    assert_eq!(ids, [vec!["pair-plus", "play-bonus"], vec!["ante", "play", "pair-plus", "play-bonus"]]);
    assert_eq!((game.aggregates[0].cut, game.aggregates[1].cut), (Cut::Proportional, Cut::InOrderWithStakes));
}
