//! Two games side by side.

use crate::{float, list, run, shown, text};
use serde_json::Value;

fn compared(words: &[&str]) -> Value {
    serde_json::from_str(&shown(&[&["compare"], words, &["--json"]].concat())).expect("JSON")
}

#[test]
fn one_pay_table_changed() {
    let poker = "three-card-poker";
    let answer = compared(&[poker, poker, "--pay-b", "pair-plus=40-30-6-4-1"]);
    let row = serde_json::json!([{"what": "pair-plus: flush", "a": "3 to 1", "b": "4 to 1"}]);
    assert_eq!(answer["rows"], row);
    for list in ["settings", "rulings"] {
        assert_eq!(answer[list], serde_json::json!([]));
    }
    let pair = list(&answer["figures"]).iter().find(|pair| pair["a"]["wager"] == "pair-plus");
    let change = float(&pair.unwrap()["change"]);
    assert_eq!(format!("{:.4}", change * 100.0), "-4.9593");
}

/// A bet in two games is the bet in each of them, and the rest of the question stays as it is.
#[test]
fn a_bet_in_two_games() {
    let bet = ["--bet", "ante=10", "--bet", "pair-plus=5"];
    let poker = "three-card-poker";
    let pay = ["--pay-b", "pair-plus=40-30-6-4-1"];
    let answer = compared(&[&[poker, poker], &pay[..], &bet].concat());
    let other = crate::odds(&[&[poker, "--pay", "pair-plus=40-30-6-4-1"], &bet[..]].concat());
    for (side, alone) in [("a", crate::odds(&[&[poker], &bet[..]].concat())), ("b", other)] {
        let (here, total) = (&answer["total"][side], &alone["total"]);
        for figure in ["stakes", "expectation", "element_of_risk", "hit_frequency", "standard_deviation"] {
            assert_eq!(here[figure], total[figure], "{side}: {figure}");
        }
        assert_eq!(here["stake"], 15);
        for pair in list(&answer["figures"]) {
            let wager = &alone["wagers"][text(&pair[side]["wager"])];
            assert_eq!(pair[side]["expectation"], wager["expectation"], "{side}");
        }
    }
    let sum: f64 = ["b", "a"]
        .iter()
        .zip([15.0, -15.0])
        .map(|(side, stake)| stake * float(&answer["total"][side]["house_edge"]))
        .sum();
    assert!((float(&answer["total"]["change"]) - sum).abs() < 1e-12);
    assert!(compared(&[poker, poker]).get("total").is_none(), "no bet was asked about");
    let page = shown(&["compare", poker, "three-card-fury", "--bet", "ante=5000"]);
    for part in [
        "THE BET TOGETHER",
        "A: Ante $5,000 before the deal. The table takes Ante",
        "B: Ante $5,000 and 3 Card",
    ] {
        assert!(page.split_whitespace().collect::<Vec<_>>().join(" ").contains(part), "{part}: {page}");
    }
    let ran = run(&["compare", poker, "three-card-fury", "--bet", "ante=1", "--bet", "pair-plus=1"]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("--bet") && ran.err.contains("asked of three-card-fury"), "{}", ran.err);
}

/// R1=player-wins against R1=push.
#[test]
fn one_reading_changed() {
    let game = "three-card-pairs-plus";
    let answer = compared(&[game, game, "--ruling-b", "R1=player-wins"]);
    let ruling = serde_json::json!([{"what": "R1", "a": "push", "b": "player-wins"}]);
    assert_eq!(answer["rulings"], ruling);
    let rows: Vec<&str> = list(&answer["rows"]).iter().map(|row| text(&row["what"])).collect();
    assert_eq!(rows, ["ante: dealer qualifies, player equal", "play: dealer qualifies, player equal"]);
    assert!(float(&answer["figures"][0]["change"]) < 0.0);
}

#[test]
fn wagers_that_play_the_same_part_answer_each_other() {
    let answer = compared(&["three-card-poker", "three-card-fortune"]);
    let pairs: Vec<(Value, Value)> = list(&answer["figures"])
        .iter()
        .map(|pair| (pair["a"]["wager"].clone(), pair["b"]["wager"].clone()))
        .collect();
    let id = |id: &str| Value::from(id);
    assert_eq!(
        pairs,
        [
            (id("ante"), id("ante")),
            (id("pair-plus"), id("lucky-pairs")),
            (id("six-card-bonus"), id("super-6-bonus")),
            (id("progressive"), Value::Null),
        ]
    );
    let report = shown(&["compare", "three-card-poker", "three-card-fury"]);
    for part in ["queen high or better", "king high or better", "cards to each player", "Best play of B"] {
        assert!(report.contains(part), "{part}: {report}");
    }
}

#[test]
fn the_same_game_twice() {
    let text = shown(&["compare", "three-card-fury", "three-card-fury"]);
    assert!(text.contains("The two are one and the same game."), "{text}");
    let document = shown(&["compare", "three-card-fury", "three-card-fury", "--markdown"]);
    assert!(document.starts_with("# Advantage Play 3 Card Fury: A and B\n"));
}

/// Two games of one name are told apart by how they were asked for.
#[test]
fn games_of_one_name_are_told_apart() {
    let copy = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("copy.toml");
    std::fs::write(&copy, shown(&["show", "three-card-poker", "--file"])).unwrap();
    let copy = copy.to_str().unwrap();
    let document = shown(&["compare", "three-card-poker", copy, "--markdown"]);
    // The title of a page is in capitals, and a path in capitals is another one.
    assert!(document.starts_with("# Three Card Poker: A and B\n"), "{document}");
    assert!(document.contains(&format!("`B: three-card-poker ({copy}), after")), "{document}");
}

#[test]
fn the_option_to_blame_is_named_as_it_was_typed() {
    let ran = run(&["compare", "three-card-poker", "three-card-poker", "--ruling-b", "R1=push"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.starts_with("error: --ruling-b R1=push: nothing in"), "{}", ran.err);
    assert_eq!(run(&["compare", "three-card-poker", "three-card-pokr"]).status, 2);
}
