//! Text from outside, wherever it comes in and wherever it comes out: it never steers the terminal.

use crate::{finish, program, run_in, scratch, shown};
use std::fs;

/// What no terminal may see: an escape sequence, a title, a line drawn over, text turned around, the short form of
/// an escape.
const EVIL: &str = "e\u{1b}[2J\u{1b}]0;t\u{7}\r\u{202e}\u{2066}\u{9b}31m\u{1b}[8m";

fn is_harmless(text: &str) -> bool {
    text.chars().all(|c| c == '\n' || tercet_rules::is_harmless(c))
}

/// Every place where a word from the command line may be said back.
#[test]
fn arguments_are_said_back_without_what_steers() {
    let directory = scratch("harmless");
    let game = shown(["show", "three-card-poker", "--file"]);
    let file = format!("{EVIL}.toml");
    fs::write(directory.join(&file), &game).expect("it can be written");
    fs::write(directory.join(format!("bad-{file}")), "id = 1\n").expect("it can be written");
    fs::write(directory.join(format!("{EVIL}.txt")), format!("{EVIL}\n")).expect("it can be written");
    let there = format!("{EVIL}.jsonl");
    fs::write(directory.join(&there), "").expect("it can be written");
    let (bad, missing) = (format!("bad-{file}"), format!("no-{file}"));
    let (bet, ante, ruling, pay) =
        (format!("{EVIL}=1"), format!("ante={EVIL}"), format!("R1={EVIL}"), format!("pair-plus={EVIL}"));
    let (txt, svg, known) = (format!("./{EVIL}.txt"), format!("no-{EVIL}/a.svg"), format!("dealer: {EVIL}"));
    let poker = "three-card-poker";
    let hand = ["settle", "--game", poker, "--dealer", "Qs Td 4c", "--cards", "As Ks Qs"];
    let spot = |more: &[&'static str]| [&hand[..], more].concat();
    let mut lines: Vec<Vec<&str>> = vec![
        vec![EVIL],
        vec!["show", EVIL],
        vec!["show", poker, EVIL],
        vec!["show", &missing],
        vec!["show", &bad],
        vec!["show", &file],
        vec!["show", poker, "--ruling", EVIL],
        vec!["show", poker, "--ruling", &ruling],
        vec!["show", poker, "--pay", &bet],
        vec!["show", poker, "--pay", &pay],
        vec!["check", &missing],
        vec!["check", &bad],
        vec!["check", &file],
        vec!["check", &bad, "--json"],
        vec!["games", EVIL],
        vec!["completions", EVIL],
        vec!["odds", &file, "--csv"],
        vec!["odds", poker, "--bet", &bet],
        vec!["odds", poker, "--bet", &ante],
        vec!["odds", poker, "--stake", EVIL],
        vec!["odds", poker, "--meter", EVIL],
        vec!["odds", poker, "--players", EVIL],
        vec!["odds", poker, "--known", &known],
        vec!["odds", poker, "--strategy", &txt],
        vec!["odds", poker, "--strategy", EVIL],
        vec!["odds", poker, "--xlsx", &svg],
        vec!["advise", &file, "--cards", "Qd 6h 3c"],
        vec!["advise", poker, "--cards", EVIL],
        vec!["chart", EVIL],
        vec!["chart", "decisions", poker, "--svg", &svg],
        vec!["chart", "decisions", &file],
        vec!["chart", "pay", poker, "--pay", &bet],
        vec!["chart", "pay", &file, "--pay", EVIL],
        vec!["chart", "session", poker, "--rounds", "5", "--bet", &bet],
        vec!["compare", poker, &missing],
        vec!["compare", poker, EVIL],
        vec!["settle", EVIL],
        vec!["settle", "--game", EVIL],
        vec!["settle", "--game-file", &missing],
        vec!["settle", "--game-file", &bad],
        vec!["play", EVIL],
        vec!["play", "--plain", "--record", &there],
        vec!["play", "--plain", "--bankroll", EVIL],
        vec!["play", "--plain", "--seed", EVIL],
    ];
    let refused_bets = spot(&["--decision", "play"]);
    lines.push([&refused_bets[..], &["--bet", &bet]].concat());
    lines.push([&refused_bets[..], &["--bet", &ante]].concat());
    lines.push([&refused_bets[..], &["--bet", "ante=1", "--decision", EVIL]].concat());
    lines.push([&refused_bets[..], &["--bet", "ante=1", "--spot", EVIL]].concat());
    lines.push([&refused_bets[..], &["--bet", "ante=1", "--ruling", &ruling]].concat());
    for line in lines {
        let ran = run_in(&directory, &line);
        assert!(is_harmless(&ran.out) && is_harmless(&ran.err), "{line:?}:\n{:?}\n{:?}", ran.out, ran.err);
        assert!(!ran.out.is_empty() || !ran.err.is_empty(), "{line:?}");
    }
}

/// Names, ids, keys and values of a log, in words.
#[test]
fn a_log_is_answered_in_words_without_what_steers() {
    let evil = serde_json::Value::from(EVIL).to_string();
    let mut log = String::new();
    let round = r#"{"id":"r","game":"three-card-poker","dealer":"Qs Td 4c","spots":[{"spot":1,"player":"ann","cards":"Ah Kd 9s","wagers":{"ante":1000},"decision":"play"}]}"#;
    for part in [
        "\"r\"",
        "\"three-card-poker\"",
        "\"Qs Td 4c\"",
        "\"ann\"",
        "\"Ah Kd 9s\"",
        "\"play\"",
        "\"ante\"",
        "\"spot\"",
        "\"dealer\"",
        "1000",
    ] {
        log.push_str(&round.replacen(part, &evil, 1));
        log.push('\n');
        // As it stands, where the form forbids it.
        log.push_str(&round.replacen(part, &format!("\"{}\"", EVIL.replace('\r', "")), 1));
        log.push('\n');
        log.push_str(&round.replacen(part, EVIL, 1).replace('\r', ""));
        log.push('\n');
        log.push_str(&round.replacen(part, "\"\u{202e}x\"", 1));
        log.push('\n');
    }
    let ran = finish(program(&scratch("harmless-log")).args(["settle"]), &log);
    assert!(is_harmless(&ran.out) && is_harmless(&ran.err), "{:?}\n{:?}", ran.out, ran.err);
    assert!(ran.out.contains("Spot 1, e\\u{1b}[2J"), "{}", ran.out);
    let json = finish(program(&scratch("harmless-log")).args(["settle", "--json"]), &log);
    assert!(is_harmless(&json.out), "{:?}", json.out);
    for line in json.out.lines() {
        serde_json::from_str::<serde_json::Value>(line).expect("answers are JSON");
    }
}

/// Findings in a game file, whatever stands in it.
#[test]
fn findings_are_shown_without_what_steers() {
    let directory = scratch("harmless-files");
    let game = shown(["show", "three-card-poker", "--file"]);
    let escape = "e\\u001B[2J\\u202Ex";
    for (i, text) in [
        game.replacen("name    = \"", &format!("name    = \"{escape}"), 1),
        game.replacen("name    = \"", "name    = \"\u{202e}", 1),
        game.replacen("[rulings]", &format!("\"{escape}\" = 1\n[rulings]"), 1),
        game.replacen("[wager.ante]", &format!("[wager.\"{escape}\"]"), 1),
        game.replacen("[rulings]", &format!("[rulings]\n\"{escape}\" = \"push\""), 1),
        format!("# \u{202e}\n{game}"),
        format!("\u{1b}[2J{game}"),
        format!("{game}\n\u{202e}\u{9b} = = \u{1b}\n"),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("{i}.toml");
        fs::write(directory.join(&name), text).expect("it can be written");
        for line in [["check", &name, "-q"], ["show", &name, "--file"], ["show", &name, "--markdown"]] {
            let ran = run_in(&directory, line);
            assert!(is_harmless(&ran.out) && is_harmless(&ran.err), "{line:?}: {:?}\n{:?}", ran.out, ran.err);
            if line[2] != "--file" {
                assert_ne!(ran.status, 0, "{line:?}");
            }
        }
        let json = run_in(&directory, ["check", &name, "--json"]);
        assert!(is_harmless(&json.out), "{:?}", json.out);
        serde_json::from_str::<serde_json::Value>(&json.out).expect("findings are JSON");
    }
}
