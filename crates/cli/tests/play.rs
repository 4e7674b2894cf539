//! `tercet play` as a program: scripts in plain lines, logs that `tercet settle` reads, bad arguments.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const GAMES: [(&str, &[&str]); 5] = [
    ("three-card-fortune", &["ante 10", "lucky-pairs 5", "super-6-bonus 3"]),
    ("three-card-shine", &["ante 10", "pair-xxx 5", "super-6-bonus 3"]),
    ("three-card-fury", &["ante 10", "royal-family-bonus 5"]),
    ("three-card-poker", &["ante 10", "pair-plus 5", "six-card-bonus 3", "progressive 1"]),
    ("three-card-pairs-plus", &["ante 5", "pairs-plus 4", "six-card-bonus 3"]),
];

fn tercet(args: &[&str], said: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tercet"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let said = said.to_owned();
    // A program that refuses its arguments does not read what is said to it.
    let speaker = std::thread::spawn(move || drop(stdin.write_all(said.as_bytes())));
    let output = child.wait_with_output().unwrap();
    speaker.join().unwrap();
    output
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// A file of this name in the directory for test files, not there yet.
fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(fs::remove_file(&path));
    path
}

/// Bets, then so many rounds: mostly played, every fourth folded, the bets doubled and undone now and then.
fn script(bets: &[&str], rounds: usize) -> String {
    let mut said: String = bets.iter().map(|bet| format!("bet {bet}\n")).collect();
    for round in 0..rounds {
        if round > 0 {
            said.push_str("rebet\n");
        }
        if round % 5 == 2 {
            said.push_str("double\nundo\n");
        }
        said.push_str("deal\n");
        said.push_str(if round % 4 == 3 { "fold\n" } else { "play\n" });
    }
    said.push_str("quit\n");
    said
}

/// What the player leaves with, in cents.
fn left_with(text: &str) -> i64 {
    let last = text.lines().last().unwrap();
    let amount =
        last.strip_prefix("You leave with $").unwrap_or_else(|| panic!("{last}")).split(", ").next().unwrap();
    let (dollars, cents) = amount.split_once('.').unwrap_or((amount, "00"));
    dollars.replace(',', "").parse::<i64>().unwrap() * 100 + cents.parse::<i64>().unwrap()
}

/// The net of the player and of everybody else over all rounds of a log, as `tercet settle` has it.
fn settled(file: &Path, more: &[&str]) -> (usize, i64, i64) {
    let mut args = vec!["settle", file.to_str().unwrap(), "--json"];
    args.extend(more);
    let output = tercet(&args, "");
    assert!(output.status.success(), "{}", stdout(&output));
    let (mut rounds, mut own, mut others) = (0, 0, 0);
    for line in stdout(&output).lines() {
        let answer: serde_json::Value = serde_json::from_str(line).unwrap();
        rounds += 1;
        for spot in answer["spots"].as_array().unwrap() {
            let net = spot["net"].as_i64().unwrap();
            if spot["player"] == "You" { own += net } else { others += net }
        }
    }
    (rounds, own, others)
}

/// What the house players have won or lost, by the lines that were said.
fn others_said(text: &str) -> i64 {
    let of_others = text.lines().filter(|line| line.contains(", spot ") && !line.starts_with("Your"));
    let nets = of_others.filter_map(|line| line.trim_end_matches('.').rsplit(", ").next());
    nets.filter(|net| net.contains('$'))
        .map(|net| {
            let amount = net.trim_start_matches(['+', '-', '$']).replace(['$', ','], "");
            let (dollars, cents) = amount.split_once('.').unwrap_or((&amount, "00"));
            let units = dollars.parse::<i64>().unwrap() * 100 + cents.parse::<i64>().unwrap();
            if net.starts_with('-') { -units } else { units }
        })
        .sum()
}

#[test]
fn two_hundred_rounds_settle_to_the_same_money() {
    for (game, bets) in GAMES {
        let file = fresh(&format!("rounds-{game}.jsonl"));
        let args = ["play", game, "--plain", "--seed", "4711", "--others", "3", "--bankroll", "100000"];
        let args = [&args[..], &["--record", file.to_str().unwrap()]].concat();
        let output = tercet(&args, &script(bets, 250));
        let text = stdout(&output);
        assert!(output.status.success(), "{text}");
        let (rounds, own, others) = settled(&file, &[]);
        assert_eq!(rounds, 250, "{game}");
        assert_eq!(own, left_with(&text) - 10_000_000, "{game}");
        assert_eq!(others, others_said(&text), "{game}");
    }
}

#[test]
fn a_variant_settles_with_the_same_changes() {
    let file = fresh("variant.jsonl");
    let changes = ["--ruling", "R5=forfeit", "--pay", "pair-plus=50-40-7-4-1"];
    let args = ["play", "three-card-poker", "--plain", "--seed", "12", "--bankroll", "100000"];
    let args = [&args[..], &["--record", file.to_str().unwrap()], &changes].concat();
    let text = stdout(&tercet(&args, &script(GAMES[3].1, 200)));
    assert_eq!(settled(&file, &changes).1, left_with(&text) - 10_000_000);
    assert_ne!(settled(&file, &[]).1, left_with(&text) - 10_000_000, "the changes change something");
}

#[test]
fn a_game_file_settles_with_that_file() {
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/games/raise-1-2-3.toml");
    let game = game.to_str().unwrap();
    let file = fresh("raise.jsonl");
    let said: String = (0..200)
        .map(|round| format!("bet ante 25\ndeal\n{}\n", ["play 1", "play 2", "play 3", "fold"][round % 4]))
        .collect();
    let args =
        ["play", game, "--plain", "--seed", "5", "--bankroll", "100000", "--record", file.to_str().unwrap()];
    let text = stdout(&tercet(&args, &format!("{said}quit\n")));
    let (rounds, own, _) = settled(&file, &["--game-file", game]);
    assert_eq!((rounds, own), (200, left_with(&text) - 10_000_000));
}

#[test]
fn a_log_is_never_overwritten_and_append_goes_on_after_it() {
    let file = fresh("append.jsonl");
    let path = file.to_str().unwrap();
    let play = |more: &[&str]| {
        let args = ["play", "--plain", "--seed", "1", "--record", path];
        tercet(&[&args[..], more].concat(), "bet ante 5\ndeal\nplay\nquit\n")
    };
    assert!(play(&[]).status.success());
    let again = play(&[]);
    assert_eq!(again.status.code(), Some(2));
    assert_eq!(
        String::from_utf8(again.stderr).unwrap(),
        format!("error: {path} is there already; --append adds to it\n")
    );
    assert!(again.stdout.is_empty());
    // A line that was cut off in mid-write does not spoil the next.
    let mut log = fs::read_to_string(&file).unwrap();
    log.pop();
    fs::write(&file, &log).unwrap();
    assert!(play(&["--append"]).status.success());
    let log = fs::read_to_string(&file).unwrap();
    let ids: Vec<&str> = log.lines().map(|line| line.split('"').nth(3).unwrap()).collect();
    assert_eq!(ids, ["r1", "r2"]);
    assert_eq!(settled(&file, &[]).0, 2);
}

/// R24: the input ends in mid-round; the round is finished, and written down like any other.
#[test]
fn a_round_that_the_input_leaves_open_is_finished_and_recorded() {
    let file = fresh("open.jsonl");
    let args = ["play", "--plain", "--seed", "1", "--record", file.to_str().unwrap()];
    let output = tercet(&args, "bet ante 5\nbet pair-plus 5\ndeal\n");
    let text = stdout(&output);
    assert!(output.status.success());
    assert!(text.contains("the table decides for you (ruling R24)"), "{text}");
    let (rounds, own, _) = settled(&file, &[]);
    assert_eq!((rounds, own), (1, left_with(&text) - 50_000));
}

#[test]
fn the_same_seed_says_the_same() {
    let said = script(GAMES[3].1, 20);
    let play = |seed| stdout(&tercet(&["play", "--plain", "--others", "6", "--seed", seed], &said));
    assert_eq!(play("3"), play("3"));
    assert_ne!(play("3"), play("4"));
}

#[test]
fn without_a_terminal_the_table_talks_in_lines_and_says_so() {
    let output = tercet(&["play"], "quit\n");
    assert!(output.status.success());
    let note = "note: there is no terminal to draw on, so the table talks in lines, as with --plain\n";
    assert_eq!(String::from_utf8(output.stderr.clone()).unwrap(), note);
    assert!(stdout(&output).ends_with("> quit\nYou leave with $500; no round was played.\n"));
    assert!(tercet(&["play", "--plain"], "").stderr.is_empty());
}

#[test]
fn arguments_that_cannot_be_used_are_refused_before_the_first_bet() {
    for (args, said) in [
        (&["no-such-game"][..], "no-such-game"),
        (&["--bankroll", "0"], "more than $0"),
        (&["--bankroll", "ten"], "no amount"),
        (&["--positions", "3"], "3"),
        (&["--positions", "2", "--others", "6"], "has 7 positions; 8 are asked for"),
        (&["--seed", "-1"], "-1"),
        (&["--append"], "--record"),
        (&["--record", "/no/such/directory/log"], "/no/such/directory/log"),
        (&["--ruling", "R99=x"], "R99"),
    ] {
        let output = tercet(&[&["play"], args].concat(), "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(said), "{args:?}: {error}");
    }
}
