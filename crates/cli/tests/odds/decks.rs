//! What if the cards came from several decks: every form says that it is a question, and what has no figures is refused.

use crate::{count, fields, float, golden, odds, run, shown, text};
use serde_json::Value;

const POKER: &str = "three-card-poker";

#[test]
fn the_report_of_six_decks() {
    golden::check(
        "crates/cli/tests/odds/golden/six-decks.md",
        &shown(&["odds", "three-card-fortune", "--decks", "6", "--markdown"]),
    );
    let page = shown(&["odds", "three-card-fortune", "--decks", "6"]);
    let what_if = "The rules of 3 Card Fortune say one deck [000.deck]";
    assert!(page.split_whitespace().collect::<Vec<_>>().join(" ").contains(what_if), "{page}");
    assert!(page.contains("one deck only"), "{page}");
}

#[test]
fn one_deck_is_no_question() {
    let but_for_the_command = |words: &[&str]| {
        let mut answer = odds(words);
        answer["conditions"]["command"].take();
        answer
    };
    assert_eq!(but_for_the_command(&[POKER, "--decks", "1"]), but_for_the_command(&[POKER]));
    assert!(odds(&[POKER]).get("what_if").is_none());
}

/// 312 cards: three for the player, three more for the dealer.
#[test]
fn json_names_the_decks_and_the_rule() {
    let answer = odds(&["three-card-fortune", "--decks", "6"]);
    assert_eq!(answer["what_if"]["decks"], 6);
    assert_eq!(answer["what_if"]["rule"], "000.deck");
    assert!(text(&answer["what_if"]["words"]).contains("a question of mathematics"));
    let hands = |cards: u128| cards * (cards - 1) * (cards - 2) / 6;
    assert_eq!(count(&answer["wagers"]["ante"]["deals"]), hands(312) * hands(309));
    assert_eq!(count(&answer["wagers"]["lucky-pairs"]["deals"]), hands(312));
    assert_eq!(count(&answer["dealer"]["hands"]), hands(312));
    assert_eq!(count(&answer["strategy"]["hands"]), hands(312));
    let bonus = fields(&answer["wagers"]["super-6-bonus"]);
    assert_eq!(bonus["one_deck_only"], true);
    assert!(text(&bonus["why"]).starts_with("Super 6 Bonus reads six cards;"));
    // The source of this game has no number for its deck.
    assert!(odds(&[POKER, "--decks", "2"])["what_if"].get("rule").is_none());
}

#[test]
fn records_and_workbooks_say_it_too() {
    let records = shown(&["odds", POKER, "--decks", "2", "--csv"]);
    let what_if = ",best,2,\"Figures as if the hands of a round were dealt from 2 decks shuffled together.";
    assert!(records.lines().skip(1).all(|line| line.contains(what_if)), "{records}");
    assert!(records.contains("\none-deck-only,six-card-bonus,"));
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("decks.xlsx");
    let said = shown(&["odds", POKER, "--decks", "2", "--xlsx", path.to_str().unwrap()]);
    assert!(said.ends_with("is written.\n"));
}

#[test]
fn envy_and_several_wagers_have_figures_too() {
    let one = odds(&[POKER, "--bet", "ante=10", "--bet", "pair-plus=5", "--players", "5", "--decks", "8"]);
    assert!(one["covariance"]["ante"]["pair-plus"].is_number());
    let alone = odds(&[POKER, "--players", "5", "--decks", "8", "--meter", "25000"]);
    let each = &alone["wagers"]["progressive"]["per_other_player"];
    assert!(each.is_string(), "{each}");
    let folds =
        ["--ruling", "R7=forfeit", "--ruling", "R18=only-with-wager", "--players", "7", "--decks", "8"];
    let folded = odds(&[&[POKER][..], &folds].concat());
    let parts = &folded["wagers"]["progressive"];
    assert!(float(&parts["break_even_meter"]) > 0.0 && &parts["per_other_player"] == each);
    let readings = odds(&["three-card-pairs-plus", "--decks", "2", "--readings"]);
    assert!(!readings["readings"].as_array().unwrap().is_empty());
}

#[test]
fn sessions_and_comparisons() {
    let bet = ["session", POKER, "--bet", "ante=10", "--rounds", "50", "--decks", "6"];
    let answer: Value = serde_json::from_str(&shown(&[&bet[..], &["--json"]].concat())).unwrap();
    assert_eq!(answer["what_if"]["decks"], 6);
    let records = shown(&[&bet[..], &["--csv"]].concat());
    assert!(records.lines().skip(1).all(|line| line.contains(",best,6,\"Figures as if")), "{records}");
    assert!(shown(&bet).contains("question of mathematics"));
    let sides = ["compare", POKER, POKER, "--decks-b", "6"];
    let page = shown(&sides);
    assert!(page.contains("B: Figures as if") && !page.contains("A: Figures as if"), "{page}");
    let answer: Value = serde_json::from_str(&shown(&[&sides[..], &["--json"]].concat())).unwrap();
    assert!(answer["a"].get("what_if").is_none());
    assert_eq!(answer["b"]["what_if"]["decks"], 6);
    let ante = &answer["figures"][0];
    assert!(float(&ante["change"]).abs() > 0.0);
    let six =
        answer["figures"].as_array().unwrap().iter().find(|pair| pair["a"]["wager"] == "six-card-bonus");
    assert_eq!(six.unwrap()["b"]["one_deck_only"], true);
}

/// Every form of the answer about one hand and about pay tables says what it is a question of.
#[test]
fn advice_tables_and_pictures() {
    let json = |words: &[&str]| -> Value {
        serde_json::from_str(&shown(&[words, &["--json"]].concat())).expect("an answer")
    };
    let advise = ["advise", POKER, "--cards", "Kd Kd 5d", "--decks", "6"];
    let answer = json(&advise);
    assert_eq!((&answer["what_if"]["decks"], text(&answer["cards"])), (&6.into(), "Kd Kd 5d"));
    // 309 cards are left for the dealer.
    assert_eq!(count(&answer["deals"]), 309 * 308 * 307 / 6);
    assert!(shown(&advise).contains("question of mathematics"));
    let sweep = ["sweep", POKER, "--pay", "pair-plus=40-30-6-3,4-1", "--decks", "6"];
    let answer = json(&sweep);
    assert_eq!(answer["what_if"]["decks"], 6);
    let as_written = odds(&[POKER, "--decks", "6"]);
    let edge = float(&as_written["wagers"]["pair-plus"]["house_edge"]);
    let edges: Vec<f64> =
        answer["tables"].as_array().unwrap().iter().map(|one| float(&one["house_edge"])).collect();
    assert!(edges.len() == 2 && edges.contains(&edge), "{edges:?} {edge}");
    assert!(shown(&sweep).contains("question of mathematics"));
    assert!(
        shown(&[&sweep[..], &["--csv"]].concat())
            .lines()
            .skip(1)
            .all(|line| line.contains(",best,6,\"Figures as if"))
    );
    let solve = ["solve", POKER, "--table", "pair-plus", "--edge", "3%", "--decks", "2"];
    assert_eq!(json(&solve)["what_if"]["decks"], 2);
    for chart in [
        &["chart", "decisions", POKER, "--decks", "6"][..],
        &["chart", "outcomes", POKER, "--decks", "6"],
        &["chart", "meter", POKER, "--decks", "6"],
        &["chart", "session", POKER, "--bet", "ante=1", "--rounds", "9", "--decks", "6"],
        &["chart", "pay", POKER, "--pay", "pair-plus=30..50-30-6-4-1", "--decks", "6"],
    ] {
        let words = shown(chart);
        assert!(words.split_whitespace().collect::<Vec<_>>().join(" ").contains("from 6 decks"), "{words}");
    }
    assert!(
        shown(&["chart", "decisions", POKER, "--decks", "6"]).contains("Flush with its highest rank twice")
    );
}

/// A strategy of one deck may leave doubles open.
#[test]
fn a_strategy_decides_doubles() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-doubles.txt");
    let hands = "high card, pair, straight, three of a kind, straight flush";
    let flushes: Vec<String> = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"]
        .iter()
        .enumerate()
        .flat_map(|(i, a)| {
            let lower = &["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"][i + 1..];
            let pairs =
                lower.iter().enumerate().flat_map(move |(j, b)| lower[j + 1..].iter().map(move |c| (*b, *c)));
            pairs.map(move |(b, c)| format!("suited {a}-{b}-{c}")).collect::<Vec<_>>()
        })
        .collect();
    std::fs::write(&path, format!("play: {hands}, {}\n", flushes.join(", "))).unwrap();
    let file = path.to_str().unwrap();
    odds(&[POKER, "--strategy", file]);
    let ran = run(&["odds", POKER, "--strategy", file, "--decks", "2"]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("a hand of 2 decks, is not decided"), "{}", ran.err);
    assert_eq!(odds(&[POKER, "--strategy", "mimic-dealer", "--decks", "2"])["what_if"]["decks"], 2);
}

/// Nothing within the limits on stakes and meters is too large to be exact.
#[test]
fn the_largest_stakes_have_figures() {
    let bet = ["odds", POKER, "--decks", "8", "--bet", "ante=99999.99", "--bet", "progressive=1"];
    assert_eq!(run(&bet).status, 0);
    assert_eq!(run(&["odds", POKER, "--decks", "8", "--meter", "1000000000"]).status, 0);
}

#[test]
fn what_has_no_figures_is_refused() {
    for (words, part) in [
        (&["odds", POKER, "--decks", "0"][..], "expected a number of decks from 1 to 8"),
        (&["odds", POKER, "--decks", "9"], "expected a number of decks from 1 to 8"),
        (&["odds", "three-card-fury", "--decks", "2"], "--decks: Advantage Play 3 Card Fury deals 4 cards"),
        (
            &["odds", POKER, "--decks", "2", "--bet", "ante=1", "--bet", "six-card-bonus=1"],
            "--decks: 6 Card Bonus reads six cards; from several decks these can be five of a kind",
        ),
        (
            &["odds", POKER, "--decks", "2", "--known", "dead: 4c"],
            "--decks: known cards are figured for one deck only",
        ),
        (
            &["odds", POKER, "--decks", "2", "--expose-dealer", "1"],
            "--expose-dealer: exposed cards are figured for one deck only",
        ),
        (
            &[
                "session",
                POKER,
                "--bet",
                "ante=1",
                "--bet",
                "six-card-bonus=1",
                "--rounds",
                "5",
                "--decks",
                "2",
            ],
            "--decks: 6 Card Bonus reads six cards",
        ),
        (&["compare", POKER, "three-card-fury", "--decks-b", "2"], "--decks-b: Advantage Play 3 Card Fury"),
        (
            &["advise", POKER, "--cards", "Kd Kd Kd", "--decks", "2"],
            "--cards: Kd is there 3 times; there are 2 decks",
        ),
        (&["advise", POKER, "--cards", "Kd Kd 5d"], "--cards: Kd is there twice"),
        (
            &["advise", POKER, "--cards", "Kd Kd", "--decks", "2"],
            "--cards: 2 cards for the player; expected 3",
        ),
        (
            &["sweep", POKER, "--pay", "six-card-bonus=200..300-200-100-20-15-10-7", "--decks", "2"],
            "--decks: 6 Card Bonus reads six cards",
        ),
        (
            &["solve", "three-card-fury", "--table", "three-card-monster", "--edge", "5%", "--decks", "2"],
            "--decks: Advantage Play 3 Card Fury deals 4 cards",
        ),
        (
            &["solve", POKER, "--table", "pair-plus", "--edge", "3%", "--decks", "2", "--known", "dead: 4c"],
            "--decks: known cards are figured for one deck only",
        ),
    ] {
        let ran = run(words);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{words:?}");
        assert!(ran.err.contains(part), "{words:?}: {}", ran.err);
    }
}
