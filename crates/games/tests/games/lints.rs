//! Lints: what is legal but suspicious is found, with its place, and nothing else is.

use super::common;
use std::time::Duration;
use tercet_games::variant::set_ruling;
use tercet_games::{Severity, builtin, builtin_doc, builtin_text, check};
use tercet_rules::lint;

const PAIR_PLUS: &str = "  { hand = \"straight flush\",  pays = \"40 to 1\" },
  { hand = \"three of a kind\", pays = \"30 to 1\" },
  { hand = \"straight\",        pays = \"6 to 1\" },
  { hand = \"flush\",           pays = \"3 to 1\" },
  { hand = \"pair\",            pays = \"1 to 1\" },
";

/// The warnings about a house game whose Pair Plus has these rows instead: code, line within the rows from
/// 1, message.
fn pair_plus(rows: &str) -> Vec<(&'static str, usize, String)> {
    house("own-rulings", PAIR_PLUS, rows)
}

/// The warnings about a house game with some of its lines replaced.
fn house(id: &str, from: &str, to: &str) -> Vec<(&'static str, usize, String)> {
    let files = common::toml_files("testdata/games");
    let (_, text) = files.into_iter().find(|(name, _)| *name == format!("{id}.toml")).expect("the file");
    assert!(text.contains(from), "{id} has no {from}");
    let before = text[..text.find(from).expect("found")].matches('\n').count();
    let text = text.replacen(from, to, 1);
    let checked = check(&text).unwrap_or_else(|faults| panic!("{faults}"));
    let lints = checked.lints(&text);
    let warnings = lints.list().iter().filter(|lint| lint.severity == Severity::Warning);
    warnings
        .map(|lint| {
            let line = lint.place.as_ref().expect("a place").line;
            (lint.code, line.saturating_sub(before), lint.message.clone())
        })
        .collect()
}

fn found(code: &'static str, line: usize, message: &str) -> Vec<(&'static str, usize, String)> {
    vec![(code, line, message.into())]
}

#[test]
fn a_row_behind_a_wider_one_is_found() {
    let rows = "{ hand = \"straight or better\", pays = \"6 to 1\" },
                { hand = \"suited A-K-Q\", pays = \"6 to 1\" },";
    assert_eq!(
        pair_plus(rows),
        found("row-never-hits", 2, "this row never pays: `straight or better` stands before it")
    );
    // Several rows may hide one together.
    let rows = "{ hand = \"all red\", pays = \"1 to 1\" },
                { hand = \"all black\", pays = \"1 to 1\" },
                { hand = \"flush\", pays = \"1 to 1\" },";
    let hidden = "this row never pays: `all red`, `all black` stands before it";
    assert_eq!(pair_plus(rows), found("row-never-hits", 3, hidden));
    // Neither of them hides it alone.
    let rows = "{ hand = \"all red\", pays = \"1 to 1\" },
                { hand = \"flush\", pays = \"1 to 1\" },";
    assert_eq!(pair_plus(rows), []);
}

#[test]
fn a_row_to_which_no_deal_leads_is_found() {
    // A dealer who does not qualify holds no pair, and so beats no pair.
    let rows = "{ dealer = \"does-not\", player = \"lower\", hand = \"pair or better\", pays = \"1 to 1\" },
                { dealer = \"does-not\", player = \"lower\", hand = \"high card\", pays = \"1 to 1\" },";
    assert_eq!(pair_plus(rows), found("row-never-hits", 1, "no deal leads to this row"));
    // Two hands can tie with three of a kind in no deck.
    let rows = "{ player = \"equal\", hand = \"three of a kind\", pays = \"50 to 1\" },
                { player = \"equal\", hand = \"straight flush\", pays = \"50 to 1\" },
                { player = \"equal\", hand = \"pair\", pays = \"50 to 1\" },";
    assert_eq!(pair_plus(rows), found("row-never-hits", 1, "no deal leads to this row"));
}

#[test]
fn a_hand_taken_by_a_row_that_pays_less_is_found() {
    let rows = "{ hand = \"straight flush\", pays = \"40 to 1\" },
                { hand = \"A-K-Q\", pays = \"50 to 1\" },";
    let message = "`A-K-Q` pays 50 to 1, but `straight flush` stands before it and pays 40 to 1";
    assert_eq!(pair_plus(rows), found("pays-not-falling", 2, message));
    // A row for one situation may stand before a better one for all.
    let rows = "{ dealer = \"does-not\", hand = \"straight flush\", pays = \"push\" },
                { hand = \"straight flush\", pays = \"50 to 1\" },";
    assert_eq!(pair_plus(rows), []);
}

#[test]
fn two_pays_that_were_swapped_are_found() {
    let rows = PAIR_PLUS.replace("3 to 1", "x").replace("6 to 1", "3 to 1").replace('x', "6 to 1");
    let message = "a flush pays 6 to 1, more than a straight, which ranks above it and pays 3 to 1";
    assert_eq!(pair_plus(&rows), found("weaker-pays-more", 4, message));
    // To leave out the best hands may be what the house wants.
    let rows = PAIR_PLUS.lines().skip(1).collect::<Vec<_>>().join("\n");
    assert_eq!(pair_plus(&rows), []);
}

#[test]
fn rows_of_four_and_of_six_cards_are_tried_too() {
    let lints = house(
        "four-card-duel",
        "{ hand = \"two pair\",                 pays = \"4 to 1\" },",
        "{ hand = \"two pair\", pays = \"4 to 1\" },\n  { hand = \"suited A-K-Q-J\", pays = \"4 to 1\" },",
    );
    let hidden = "this row never pays: `four-card straight flush` stands before it";
    assert_eq!(lints, found("row-never-hits", 2, hidden));
    // Three of a kind takes three suits, and so two colours.
    let lints = house(
        "colour-bets",
        "{ hand = \"one colour\", pays = \"20 to 1\" },",
        "{ hand = [\"three of a kind\", \"full house\"], pays = \"30 to 1\" },
  { hand = \"one colour\", pays = \"20 to 1\" },
  { hand = \"suited A-K-Q-J-T-9\", pays = \"20 to 1\" },
  { hand = \"suited A-K-Q-J-T-9\", dealer = \"qualifies\", pays = \"20 to 1\" },",
    );
    let codes: Vec<(&str, usize)> = lints.iter().map(|(code, line, _)| (*code, *line)).collect();
    assert_eq!(codes, [("row-never-hits", 3), ("row-never-hits", 4)]);
}

#[test]
fn rows_that_ask_the_dealer_in_a_game_of_four_cards_are_tried() {
    // A dealer who needs a pair of eights and does not qualify beats at most a pair of sevens.
    let lints = house(
        "four-card-duel",
        "{ hand = \"three of a kind\", pays = \"30 to 1\" },",
        "{ dealer = \"does-not\", hand = \"pair of nines or better\", pays = \"30 to 1\" },
  { dealer = \"does-not\", player = \"lower\", hand = \"pair\", pays = \"30 to 1\" },",
    );
    assert_eq!(lints, found("row-never-hits", 1, "no deal leads to this row"));
}

#[test]
fn a_ruling_that_nothing_depends_on_is_found() {
    let lints = house("own-rulings", "R22 = \"down\"", "R22 = \"down\"\nR4  = \"forfeit\"");
    let message = "nothing in this file depends on ruling R4 or cites it";
    assert_eq!(lints, found("ruling-without-effect", 2, message));
}

#[test]
fn a_wager_without_posted_pays_is_closed_and_said_so() {
    // R15=unset closes the wagers of 000 and 001, R15=house-tables says whose pays they are.
    let mut doc = builtin_doc("three-card-fortune").expect("built in");
    let codes = |doc: &tercet_rules::GameDoc| -> Vec<&str> {
        let game = doc.check().expect("a game");
        let lints = lint(doc, &game).into_iter().map(|lint| lint.code);
        lints.filter(|code| code.contains("post")).collect()
    };
    assert_eq!(codes(&doc), ["posted-by-house"; 3]);
    set_ruling(&mut doc, "R15", "unset").expect("a reading");
    assert_eq!(codes(&doc), ["not-posted"; 3]);
}

#[test]
fn notes_name_the_rulings_that_a_game_rests_on() {
    let text = builtin_text("three-card-fury").expect("built in");
    let lints = check(text).expect("a game").lints(text);
    let rests_on: Vec<String> = lints
        .list()
        .iter()
        .filter(|lint| lint.code == "two-readings")
        .map(|lint| lint.path.to_string())
        .collect();
    assert_eq!(rests_on, ["R8", "R13", "R22", "R24", "R25", "R27"].map(|id| format!("rulings.{id}")));
    let help = |id: &str| {
        lints.list().iter().find(|lint| lint.path.to_string() == id).and_then(|lint| lint.help.clone())
    };
    assert_eq!(help("rulings.R8").as_deref(), Some("in force is `forfeit`; another reading is `stays`"));
    assert_eq!(
        help("rulings.R22").as_deref(),
        Some("in force is `down`; other readings are `nearest` and `up`")
    );
    let rendered = lints.render("three-card-fury.toml", false);
    assert!(rendered.starts_with("note[two-readings]: this game rests on ruling R8"), "{rendered}");
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the time that lints take is what is tested")]
fn lints_are_quick() {
    let mut slowest = Duration::ZERO;
    for file in builtin() {
        let checked = check(file.text).expect("a game");
        let start = std::time::Instant::now();
        let _ = lint(&checked.doc, &checked.game);
        slowest = slowest.max(start.elapsed());
    }
    // A tenth of this in a release build.
    assert!(slowest < Duration::from_secs(1), "{slowest:?}");
}
