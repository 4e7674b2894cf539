//! The list of games.

use crate::{GAMES, shown};

#[test]
fn every_game_is_listed_with_its_bets_and_its_source() {
    let list = shown(["games"]);
    for game in GAMES {
        assert!(list.lines().any(|line| line.starts_with(&format!("{game}: "))), "{game}");
    }
    assert_eq!(list.matches("Bets: Ante, Play, ").count(), GAMES.len());
    assert_eq!(list.matches("After 00").count(), GAMES.len());
}

#[test]
fn the_list_is_there_for_machines_too() {
    let list: serde_json::Value = serde_json::from_str(&shown(["games", "--json"])).expect("it is JSON");
    let list = list.as_array().expect("a list");
    assert_eq!(list.iter().map(|game| game["id"].as_str().expect("an id")).collect::<Vec<_>>(), GAMES);
    for game in list {
        let wagers: Vec<&str> = game["wagers"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|w| w["id"].as_str().expect("an id"))
            .collect();
        assert_eq!(wagers[..2], ["ante", "play"]);
        assert_eq!(game["wagers"][1]["stage"], "decision");
    }
}
