//! The page that explains the game file: its examples are a game.

use super::common;
use std::fs;
use tercet_games::{Severity, check};

#[test]
fn the_examples_of_the_page_are_a_complete_game() {
    let page = fs::read_to_string(common::path("docs/GAME-FILE.md")).expect("the page");
    let blocks: Vec<&str> =
        page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let text = blocks.concat();
    let checked = check(&text).unwrap_or_else(|faults| panic!("{}", faults.render("GAME-FILE.md", false)));
    assert_eq!(checked.game.id, "grand-duel");
    let lints = checked.lints(&text);
    assert!(
        lints.list().iter().all(|lint| lint.severity == Severity::Note),
        "{}",
        lints.render("page", false)
    );
}
