//! The form of the answer, by the contract: names of fields, texts for whole numbers that may be large.

use crate::{GAMES, count, fields, float, fraction, list, odds, text};
use serde_json::Value;

fn names(object: &Value) -> Vec<&str> {
    object.as_object().expect("an object").keys().map(String::as_str).collect()
}

fn has(object: &Value, wanted: &[&str]) {
    for name in wanted {
        assert!(object.get(name).is_some(), "{name} is missing in {object}");
    }
}

#[test]
fn every_game_answers_in_the_form_of_the_contract() {
    for game in GAMES {
        let answer = odds(&[game]);
        assert_eq!(answer["game"], game);
        assert!(text(&answer["rules"]).starts_with("sha256:"));
        assert!(
            answer.get("total").is_none() && answer.get("covariance").is_none(),
            "no bet was asked about"
        );
        let wagers = fields(&answer["wagers"]);
        assert!(wagers.contains_key("ante") && !wagers.contains_key("play"), "the main bet is one");
        for (id, wager) in wagers {
            has(
                wager,
                &[
                    "deals",
                    "expectation",
                    "house_edge",
                    "hit_frequency",
                    "variance",
                    "standard_deviation",
                    "outcomes",
                ],
            );
            if id == "ante" {
                has(wager, &["element_of_risk", "lines"]);
                has(&wager["lines"], &["ante", "play"]);
            } else {
                has(wager, &["rows"]);
            }
            sums(id, wager);
        }
        let strategy = &answer["strategy"];
        for name in ["text", "plays", "folds", "hands", "weakest_play", "strongest_fold"] {
            assert!(strategy[name].is_string(), "{game}: {name}");
        }
        assert_eq!(count(&strategy["plays"]) + count(&strategy["folds"]), count(&strategy["hands"]));
    }
}

/// What adds up: ways to deals, rows to their line, lines to the wager, outcomes to the expectation.
fn sums(id: &str, wager: &Value) {
    let deals = count(&wager["deals"]);
    let expectation = fraction(&wager["expectation"]);
    let value = expectation.0 as f64 / expectation.1 as f64;
    assert!((value + float(&wager["house_edge"])).abs() < 1e-12, "{id}");
    let outcomes = list(&wager["outcomes"]);
    assert_eq!(outcomes.iter().map(|outcome| count(&outcome["ways"])).sum::<u128>(), deals, "{id}");
    let ahead = |outcome: &&Value| float(&outcome["net"]) > 0.0;
    let hits: u128 = outcomes.iter().filter(ahead).map(|outcome| count(&outcome["ways"])).sum();
    assert!((hits as f64 / deals as f64 - float(&wager["hit_frequency"])).abs() < 1e-12, "{id}");
    let all_rows: Vec<&Value> = match wager.get("lines") {
        None => vec![&wager["rows"]],
        Some(lines) => fields(lines).values().map(|line| &line["rows"]).collect(),
    };
    let mut contributions = 0.0;
    for rows in all_rows {
        let rows = list(rows);
        assert_eq!(rows.iter().map(|row| count(&row["ways"])).sum::<u128>(), deals, "{id}");
        contributions += rows.iter().map(|row| float(&row["contribution"])).sum::<f64>();
    }
    assert!((contributions - value).abs() < 1e-9, "{id}: {contributions} for {value}");
    let deviation = float(&wager["standard_deviation"]);
    assert!((deviation * deviation - float(&wager["variance"])).abs() < 1e-6, "{id}");
}

#[test]
fn a_bet_of_several_wagers_has_a_total_and_covariances() {
    let answer = odds(&["three-card-poker", "--bet", "ante=1", "--bet", "pair-plus=1"]);
    assert_eq!(answer["total"]["stakes"], serde_json::json!({"ante": 1, "pair-plus": 1}));
    assert_eq!(answer["total"]["deals"], "407170400");
    assert_eq!(answer["total"]["expectation"], "-43359572/407170400");
    let covariance = float(&answer["covariance"]["ante"]["pair-plus"]);
    assert_eq!(format!("{covariance:.4}"), "2.2665");
    let figure = |of: &Value, name: &str| float(&of[name]);
    let [ante, pair] = ["ante", "pair-plus"].map(|id| figure(&answer["wagers"][id], "variance"));
    assert!((figure(&answer["total"], "variance") - ante - pair - 2.0 * covariance).abs() < 1e-9);
    assert_eq!(names(&answer["covariance"]), ["ante"]);
}

#[test]
fn stakes_that_follow_from_the_rules_are_put_beside() {
    let answer = odds(&["three-card-fury", "--bet", "ante=5"]);
    let stakes = serde_json::json!({"ante": 5, "three-card-monster": 5});
    assert_eq!(answer["total"]["stakes"], stakes);
    let (total, deals) = fraction(&answer["total"]["expectation"]);
    let (ante, same) = fraction(&answer["wagers"]["ante"]["expectation"]);
    assert_eq!((total, deals), (5 * ante, same), "dollars are five times units");
}

#[test]
fn a_side_bet_alone_is_counted_over_its_own_cards() {
    let answer = odds(&["three-card-poker", "--bet", "pair-plus=2.50"]);
    assert_eq!(answer["total"]["deals"], "22100");
    assert_eq!(answer["total"]["stakes"]["pair-plus"], 2.5);
    assert_eq!(answer["total"]["expectation"], "-4020/22100");
}

/// R8=forfeit: the 4 Card Royal Family Bonus depends on the decision, so it is figured beside the main bet.
#[test]
fn a_side_bet_that_a_fold_forfeits_is_figured_beside_the_main_bet() {
    let bonus = &odds(&["three-card-fury"])["wagers"]["royal-family-bonus"];
    assert_eq!(bonus["deals"], "4682459600");
    let within = serde_json::json!({"ante": 1, "three-card-monster": 1, "royal-family-bonus": 1});
    assert_eq!(bonus["within"], within);
    assert!(text(&bonus["notes"][0]).starts_with("A fold forfeits this wager"));
    // R8=stays: its own four cards decide.
    let bonus = &odds(&["three-card-fury", "--ruling", "R8=stays"])["wagers"]["royal-family-bonus"];
    assert_eq!(bonus["deals"], "270725");
    assert!(bonus.get("within").is_none());
}

#[test]
fn every_game_file_of_the_test_data_adds_up() {
    let directory = crate::root().join("testdata/games");
    let mut files = 0;
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            let answer = odds(&[path.to_str().unwrap()]);
            for (id, wager) in fields(&answer["wagers"]) {
                sums(&format!("{}: {id}", path.display()), wager);
            }
            files += 1;
        }
    }
    assert!(files > 5);
}
