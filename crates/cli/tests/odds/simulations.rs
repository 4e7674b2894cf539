//! `tercet simulate`: many rounds, beside the exact figures.

use crate::{float, list, run, shown, text};
use serde_json::Value;
use std::fs;

fn simulated(words: &[&str]) -> Value {
    let out = shown(&[&["simulate"], words, &["--json"]].concat());
    assert!(out.ends_with("}\n") && out.lines().count() == 1, "one line");
    serde_json::from_str(&out).expect("JSON")
}

/// The answer without the command, which says how many threads there were.
fn without_command(mut answer: Value) -> Value {
    answer.as_object_mut().expect("an object").remove("command");
    answer
}

#[test]
fn one_seed_is_one_answer_on_any_number_of_threads() {
    let game =
        ["three-card-poker", "--bet", "ante=5", "--bet", "progressive=1", "--spots", "2", "--seed", "5"];
    let one = simulated(&[&game[..], &["--rounds", "1100000", "--threads", "1"]].concat());
    let two = simulated(&[&game[..], &["--rounds", "1100000", "--threads", "2"]].concat());
    assert_eq!(without_command(one.clone()), without_command(two));
    assert_eq!((text(&one["rounds"]), text(&one["engine"])), ("1100000", "fast"));
    assert_eq!(one["beyond_chance"], false);
    assert!(float(&one["total"]["distance"]).abs() < 4.0);
}

/// Every row of a trace is settled by `tercet settle`, and comes to what the answer says.
#[test]
fn every_round_of_a_trace_is_settled_again() {
    let here = tempfile::tempdir().expect("a folder");
    let path = here.path().join("rounds.jsonl");
    let file = path.to_str().expect("text");
    let words =
        ["three-card-poker", "--bet", "ante=5", "--bet", "progressive=1", "--spots", "3", "--seed", "2"];
    let answer = simulated(&[&words[..], &["--rounds", "400", "--trace", file]].concat());
    let fast = simulated(&[&words[..], &["--rounds", "400"]].concat());
    assert_eq!((text(&answer["engine"]), text(&fast["engine"])), ("reference", "fast"));
    assert_eq!((&answer["lines"], &answer["meter"]), (&fast["lines"], &fast["meter"]));
    assert_eq!(fs::read_to_string(&path).expect("a file").lines().count(), 400);
    let settled = run(&["settle", file, "--json"]);
    assert_eq!(settled.status, 0, "{}", settled.err);
    let rounds: Vec<Value> =
        settled.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(rounds.len(), 400);
    let spots = || rounds.iter().flat_map(|round| list(&round["spots"]));
    let sum = |key: &str| spots().map(|spot| spot[key].as_i64().expect("cents")).sum::<i64>();
    let told = |key: &str| -> i64 {
        list(&answer["lines"]).iter().map(|line| text(&line[key]).parse::<i64>().expect("cents")).sum()
    };
    assert_eq!((sum("staked"), sum("won"), sum("returned")), (told("staked"), told("won"), told("returned")));
}

#[test]
fn bad_questions_are_refused_by_the_option_that_is_to_blame() {
    for (words, part) in [
        (&["--bet", "ante=0.5"][..], "--bet: spot 1: Ante of $0.50; the least is $1"),
        (&["--bet", "wrong=1"], "--bet: Three Card Poker has no wager `wrong`"),
        (&["--bet", "ante=1", "--spots", "8"], "expected a whole number from 1 to 7"),
        (&["--bet", "ante=1", "--spots", "0"], "expected a whole number from 1 to 7"),
        (&["--seat", "9: ante=1"], "--spots, --seat: there is no spot 9"),
        (&["--bet", "ante=1", "--seat", "1: ante=1", "--seat", "1: ante=2"], "spot 1 is taken twice"),
        (&["--bet", "ante=1", "--rounds", "5", "--for", "3s"], "cannot be used with"),
        (&["--bet", "ante=1", "--for", "3 years"], "expected a time such as 30s"),
        (&["--bet", "ante=1", "--until-error", "0"], "expected a share"),
        (&["--seat", "2: ante=0.5"], "--seat: spot 2: Ante of $0.50; the least is $1"),
        (&["--seat", "2: ante=1; errs=1%; errs=2%"], "`errs` stands there twice"),
        (
            &["--bet", "ante=5", "--session", "9", "--bankroll", "9"],
            "--bankroll: spot 1: $9; one round of its bet may cost $10",
        ),
        (
            &["--bet", "ante=1", "--first-chunk", "9223372036854775807", "--chunks", "2"],
            "--first-chunk: from",
        ),
        (
            &["--bet", "ante=1", "--meter", "10000000000"],
            "--meter: a meter of $10,000,000,000; expected $0.01 to",
        ),
        (&["--bet", "ante=1", "--for", "9h", "--svg", "Cargo.toml"], "is there and is no picture"),
        (&["--bet", "ante=1", "--for", "9h", "--svg", "/nowhere/a.svg"], "/nowhere/a.svg: No such file"),
        (&["--bet", "ante=1", "--for", "9h", "--xlsx", "Cargo.toml"], "is there and is no workbook"),
        (&["--bet", "ante=1", "--for", "9h", "--xlsx", "docs"], "docs: Is a directory"),
        (&["--bet", "ante=1", "--strategy", "wild"], "expected best, play-all"),
        (&["--bet", "ante=1", "--errs", "101%"], "expected a share of decisions"),
        (
            &["--bet", "ante=1", "--session", "9", "--bankroll", "5", "--goal", "5"],
            "--goal: $5 is there from the start",
        ),
        (
            &["--bet", "ante=1", "--trace", "Cargo.toml"],
            "is there and holds no rounds; it is not overwritten",
        ),
        (
            &["--bet", "ante=1", "--trace", "/nowhere/at/all"],
            "--trace /nowhere/at/all: No such file or directory",
        ),
    ] {
        let ran = run(&[&["simulate", "three-card-poker"], words].concat());
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{words:?}");
        assert!(ran.err.contains(part), "{words:?}: {}", ran.err);
    }
}

/// What was played before the disk was full is told, and then that it was.
#[test]
fn a_full_disk_loses_no_answer() {
    let ran =
        run(&["simulate", "three-card-shine", "--bet", "ante=1", "--rounds", "500", "--trace", "/dev/full"]);
    assert_eq!(ran.status, 2);
    assert!(ran.out.contains("BESIDE THE EXACT FIGURES"), "{}", ran.out);
    assert!(ran.err.contains("/dev/full: No space left on device"), "{}", ran.err);
}

#[test]
fn all_forms_say_the_same() {
    let here = tempfile::tempdir().expect("a folder");
    let path = |name: &str| here.path().join(name).to_str().expect("text").to_owned();
    let words =
        ["three-card-shine", "--bet", "ante=1", "--session", "20", "--rounds", "20000", "--seed", "1"];
    let all = [&["simulate"], &words[..]].concat();
    let answer = simulated(&words);
    let csv = shown(&[&all[..], &["--csv"]].concat());
    assert!(csv.starts_with("record,line,hand,rounds,staked,"), "{csv}");
    let total = csv.lines().find(|line| line.starts_with("total,")).expect("a total");
    assert!(total.contains(&float(&answer["total"]["house_edge"]).to_string()), "{total}");
    let picture = path("sessions.svg");
    let page = shown(&[&all[..], &["--svg", &picture]].concat());
    assert!(page.contains("SESSIONS") && page.contains("1,000 sessions of up to 20 rounds"), "{page}");
    assert!(fs::read_to_string(&picture).expect("a picture").contains("How sessions of 3 Card Shine ended"));
    let book = path("simulation.xlsx");
    shown(&[&all[..], &["--xlsx", &book]].concat());
    assert!(fs::read(&book).expect("a workbook").starts_with(b"PK"));
}

/// Ctrl-C and SIGTERM end the playing, and what was played is told.
#[cfg(unix)]
#[test]
fn an_interrupt_is_answered_with_what_was_played() {
    let play = |signal: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tercet"));
        command.args(["simulate", "three-card-shine", "--bet", "ante=1", "--for", "100h"]);
        let child = command.stdout(std::process::Stdio::piped()).spawn().expect("the program starts");
        (signal.to_owned(), child)
    };
    let playing = ["-INT", "-TERM"].map(play);
    // Their handlers are there once the rounds are; until then a signal ends them without an answer.
    std::thread::sleep(std::time::Duration::from_secs(3));
    for (signal, child) in playing {
        let id = child.id().to_string();
        let killed =
            std::process::Command::new("kill").args([&signal, &id]).status().expect("there is a kill");
        assert!(killed.success());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(0), "{signal}");
        let out = String::from_utf8(output.stdout).expect("text");
        assert!(out.contains("rounds at one table"), "{signal} {out}");
    }
}

/// An answer is never lost to a file that cannot be written after all.
#[test]
fn what_was_played_is_told_even_if_a_file_cannot_be_written() {
    for option in ["--svg", "--xlsx"] {
        let words =
            ["simulate", "three-card-shine", "--bet", "ante=1", "--rounds", "500", option, "/dev/full"];
        let ran = run(&words);
        assert_eq!(ran.status, 2, "{option}");
        assert!(ran.out.contains("BESIDE THE EXACT FIGURES"), "{option} {}", ran.out);
        assert!(ran.err.contains("/dev/full: No space left on device"), "{option} {}", ran.err);
    }
}

/// How sessions ended stands beside the exact chances, which are those of `tercet session`.
#[test]
fn sessions_stand_beside_the_exact_chances() {
    let words = ["three-card-poker", "--bet", "ante=5"];
    let bankroll = ["--bankroll", "100", "--goal", "160"];
    let session = shown(&[&["session"], &words[..], &["--rounds", "60"], &bankroll, &["--json"]].concat());
    let session: Value = serde_json::from_str(&session).expect("JSON");
    let played = ["--session", "60", "--seed", "3", "--rounds", "300000"];
    let answer = simulated(&[&words[..], &played, &bankroll].concat());
    let [spot] = list(&answer["exact_sessions"]) else { panic!("one spot") };
    let fate = &session["bankroll"]["with_goal"];
    for (here, there) in [("ruined", "ruin"), ("reached", "reached")] {
        assert!((float(&spot[here]["exact"]) - float(&fate[there])).abs() < 1e-11, "{here} {spot} {session}");
        assert!(float(&spot[here]["distance"]).abs() < 4.0, "{spot}");
    }
    assert!((float(&spot["rounds"]["exact"]) - float(&fate["rounds"])).abs() < 1e-6, "{spot} {session}");
    let page = shown(&[&["simulate"], &words[..], &played, &bankroll].concat());
    assert!(page.contains("spot 1: ruin") && page.contains("spot 1: goal"), "{page}");
    // Where there is nothing exact, that is said.
    let meter = [&["simulate"], &words[..], &["--bet", "progressive=1"], &played].concat();
    assert!(shown(&meter).contains("no exact chances stand here, as the meter changes"));
    assert_eq!(answer["beyond_chance"], false);
}

/// Our shuffle passes; the decks of a file are read line by line, and a bad line is named.
#[test]
fn shuffles_are_tested() {
    let out = shown(&["shuffle-test", "--decks", "20000", "--seed", "1", "--json"]);
    let answer: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((text(&answer["decks"]), &answer["beyond_chance"]), ("20000", &Value::Bool(false)));
    assert_eq!(list(&answer["tests"]).len(), 8);
    let here = tempfile::tempdir().expect("a folder");
    let path = here.path().join("decks.txt");
    let file = path.to_str().expect("text");
    let ranks = "23456789TJQKA".chars();
    let cards: Vec<String> =
        ranks.flat_map(|rank| "cdhs".chars().map(move |suit| format!("{rank}{suit}"))).collect();
    let sorted = format!("{}\n", cards.join(" "));
    fs::write(&path, sorted.repeat(400)).expect("a file");
    let page = shown(&["shuffle-test", file]);
    assert!(page.contains("WARNING") && page.contains("400 decks"), "{page}");
    for (bad, why) in
        [("As As\n", "line 2: a deck has 52 cards, not 2"), ("Xx\n", "line 2: "), ("\u{1b}[2J\n", "line 2: ")]
    {
        fs::write(&path, format!("{sorted}{bad}")).expect("a file");
        let ran = run(&["shuffle-test", file]);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""));
        assert!(ran.err.contains(why) && !ran.err.contains('\u{1b}'), "{}", ran.err);
    }
    fs::write(&path, "").expect("a file");
    assert!(run(&["shuffle-test", file]).err.contains("there is no deck in it"));
}

/// The bytes are those of ChaCha20 under the seed, as any other program makes them.
#[test]
fn bytes_are_those_of_the_cipher() {
    let bytes = |seed: &str| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_tercet"))
            .args(["shuffle-test", "--bytes", "16", "--seed", seed])
            .output()
            .expect("the program starts");
        output.stdout
    };
    // RFC 8439, A.1, test vector 1: the key stream of a key of zeros.
    let known =
        [0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90, 0x40, 0x5d, 0x6a, 0xe5, 0x53, 0x86, 0xbd, 0x28];
    assert_eq!(bytes("0"), known);
    assert_ne!(bytes("1"), known);
}

/// What several runs played of one simulation is, once it is added up, what one run would have said.
#[test]
fn parts_add_up_to_the_whole() {
    let here = tempfile::tempdir().expect("a folder");
    let of = |name: &str| here.path().join(name).to_str().expect("text").to_owned();
    let game =
        ["three-card-poker", "--bet", "ante=5", "--bet", "progressive=1", "--spots", "2", "--session", "64"];
    let game = [&["simulate"], &game[..], &["--bankroll", "400", "--json"]].concat();
    let played = |seed: &str, words: &[&str], file: &str| {
        let out = shown(&[&game[..], &["--seed", seed], words].concat());
        fs::write(of(file), &out).expect("a file");
        out
    };
    let whole = played("5", &["--chunks", "3"], "whole");
    played("5", &["--chunks", "1"], "first");
    played("5", &["--first-chunk", "1", "--rounds", "2097152", "--threads", "1"], "rest");
    let added = shown(&[&game[..], &["--add", &of("rest"), &of("first")]].concat());
    // All bytes but those of the command, which says what was typed.
    let bare = |answer: &str| {
        let (before, rest) = answer.split_once("\"command\":\"").expect("a command");
        let (_, after) = rest.split_once("\",\"seed\"").expect("a seed");
        format!("{before}{after}")
    };
    assert_eq!(bare(&added), bare(&whole));
    let alone = shown(&[&game[..], &["--add", &of("whole")]].concat());
    assert_eq!(bare(&alone), bare(&whole));

    // Whatever cannot be added is refused with what is wrong, by the file.
    played("6", &["--rounds", "64"], "other-seed");
    fs::write(of("cut"), &whole[..whole.len() / 2]).expect("a file");
    fs::write(of("empty"), "").expect("a file");
    fs::write(
        of("more"),
        whole.replacen("\"sums\":{\"rounds\":\"", "\"sums\":{\"rounds\":\"9999999999999999999999", 1),
    )
    .expect("a file");
    let hands = whole.find("\"spots.0.hands\":\"").expect("hands") + "\"spots.0.hands\":\"".len();
    fs::write(of("changed"), format!("{}9{}", &whole[..hands], &whole[hands + 1..])).expect("a file");
    fs::write(of("unknown"), whole.replacen("\"sums\":{", "\"sums\":{\"wrong\":\"1\",", 1)).expect("a file");
    for (files, why) in [
        (&["first", "whole"][..], "chunk 0 is in a file before it, too"),
        (&["first", "other-seed"], "seed: `6`"),
        (&["cut"], "the line ends where"),
        (&["empty"], "one object in braces"),
        (&["more"], "sums.rounds: "),
        (&["changed"], "sums.spots.0."),
        (&["unknown"], "sums.wrong: nothing of this name"),
        (&["none"], "No such file"),
    ] {
        let files: Vec<String> = files.iter().map(|name| of(name)).collect();
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        let ran = run(&[&game[..], &["--add"], &files].concat());
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{why}");
        let last = files.last().expect("a file");
        assert!(ran.err.contains(&format!("--add {last}: ")) && ran.err.contains(why), "{why}: {}", ran.err);
    }
    let whole = of("whole");
    for (words, why) in [
        (&["three-card-poker", "--bet", "ante=6"][..], "setup: "),
        (&["three-card-shine", "--bet", "ante=5"], "game: `three-card-poker`"),
        (&["three-card-poker", "--bet", "ante=5", "--ruling", "R5=forfeit"], "rules: "),
        (&["three-card-poker", "--bet", "ante=5", "--rounds", "5"], "cannot be used with"),
        (&["three-card-poker", "--bet", "ante=5", "--threads", "2"], "cannot be used with"),
    ] {
        let ran = run(&[&["simulate"], words, &["--add", &whole]].concat());
        assert_eq!(ran.status, 2, "{words:?}");
        assert!(ran.err.contains(why), "{words:?}: {}", ran.err);
    }
}
