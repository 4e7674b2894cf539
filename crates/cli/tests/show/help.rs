//! Help texts: every command has one, and its examples work.

use crate::played::write_evening;
use crate::{program, run, run_in, scratch, shown, testdata};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const COMMANDS: [&str; 25] = [
    "backup",
    "restore",
    "void-lost",
    "admin",
    "serve",
    "bots",
    "games",
    "show",
    "check",
    "settle",
    "verify",
    "audit",
    "history",
    "checkpoint",
    "odds",
    "advise",
    "session",
    "simulate",
    "shuffle-test",
    "sweep",
    "solve",
    "chart",
    "compare",
    "play",
    "completions",
];

#[test]
fn every_command_has_help_with_examples() {
    let all = shown(["--help"]);
    for command in COMMANDS {
        assert!(all.contains(&format!("\n  {command} ")), "{command}");
        let help = shown([command, "--help"]);
        assert!(help.contains("Usage: tercet"), "{command}");
        assert!(help.contains(&format!("\n  tercet {command}")), "{command} has no example");
        // What is wrapped in a usual terminal cannot be copied from it as one command.
        let wide = help.lines().find(|line| line.starts_with("  tercet ") && line.chars().count() > 80);
        assert_eq!(wide, None, "{command}");
        assert_eq!(broken_by_hand(&help), None, "{command}");
    }
    assert_eq!(run(Vec::<&str>::new()).status, 2, "no command at all");
}

/// The first line of a paragraph that ends though the next word would have had room: it was broken for another width than the terminal's.
fn broken_by_hand(help: &str) -> Option<(&str, &str)> {
    let lines: Vec<&str> = help.lines().collect();
    let prose = |line: &str| line.starts_with(|c: char| !c.is_whitespace());
    let room = |line: &str, next: &str| {
        let word = next.split_whitespace().next().unwrap_or_default();
        line.chars().count() + 1 + word.chars().count() <= 100
    };
    let mut pairs = lines.windows(2).map(|pair| (pair[0], pair[1]));
    pairs.find(|(line, next)| prose(line) && prose(next) && room(line, next))
}

/// The command lines that a text shows: set in, from `tercet` to the explanation beside it, if any.
fn examples(text: &str) -> Vec<String> {
    let text: String = text.split("\\\n").map(str::trim_start).collect();
    let lines = text.lines().filter_map(|line| line.strip_prefix("  ")).map(str::trim_start);
    let lines = lines.map(|line| {
        line.strip_prefix("cargo run --release -- ").map_or(line.to_owned(), |rest| format!("tercet {rest}"))
    });
    let lines = lines.filter(|line| line.starts_with("tercet "));
    lines.map(|line| line.split("   ").next().unwrap_or(&line).trim().to_owned()).collect()
}

/// The texts that show command lines: help, README.md, docs/*.md.
fn texts() -> Vec<String> {
    let root = testdata().join("..");
    let mut paths: Vec<PathBuf> = fs::read_dir(root.join("docs"))
        .expect("it is there")
        .map(|entry| entry.expect("readable").path())
        .collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.push(root.join("README.md"));
    let docs = paths.iter().map(|path| fs::read_to_string(path).expect("a text"));
    let helps = [shown(["--help"])].into_iter().chain(COMMANDS.map(|command| shown([command, "--help"])));
    helps.chain(docs).collect()
}

/// An evening at live tables, a key, and a checkpoint of it, as the texts call them.
fn store(directory: &Path) {
    drop(fs::remove_file(directory.join("tables.db")));
    write_evening(&directory.join("tables.db"));
    drop(fs::remove_file(directory.join("house.key")));
    let ran = |arguments: &[&str]| {
        let ran = run_in(directory, arguments);
        assert_eq!(ran.status, 0, "{}", ran.err);
        ran.out
    };
    let public = ran(&["checkpoint", "--new-key", "house.key", "--name", "tables.example.org"]);
    fs::write(directory.join("house.pub"), public).expect("it can be written");
    let origin = "tables.example.org/journal";
    let mark = ran(&["checkpoint", "tables.db", "--key", "house.key", "--origin", origin]);
    fs::write(directory.join("monday.txt"), mark).expect("it can be written");
}

/// Options that count much longer than the rest; that they can be typed, another test says.
const DEAR: [&str; 3] = ["--readings", "--expose-dealer", "--xlsx"];

/// Runs every command line that is shown and cheap, each in a directory of its own that has the files they name. A
/// seat at a table is taken in lines there, and left at once.
#[test]
fn every_command_line_that_is_shown_works() {
    let game = shown(["show", "three-card-poker", "--file"]);
    let round = r#"{"id":"r1","game":"three-card-poker","dealer":"Qs Td 4c","meter":1000000,"spots":[{"spot":1,"cards":"Ah Kd 9s","wagers":{"ante":1000},"decision":"play"}]}"#;
    let mut examples: Vec<String> = texts().iter().flat_map(|text| examples(text)).collect();
    examples.sort();
    examples.dedup();
    examples.retain(|example| !DEAR.iter().any(|dear| example.contains(dear)));
    for (i, example) in examples.iter().enumerate() {
        let directory = scratch(&format!("examples/{i}"));
        fs::write(directory.join("my-game.toml"), &game).expect("it can be written");
        fs::write(directory.join("mine.txt"), "play: pair or better, Q-6-4 or better\nfold: any\n")
            .expect("it can be written");
        for name in ["rounds.jsonl", "round.json", "today.jsonl", "log.jsonl", "evening.jsonl", "night.jsonl"]
        {
            let path = directory.join(name);
            if example.contains("--record") {
                drop(fs::remove_file(path));
            } else {
                fs::write(path, format!("{round}\n")).expect("it can be written");
            }
        }
        // The proof that README.md and FAIRNESS.md check, where they say it is.
        let rounds = directory.join("testdata/fairness/rounds");
        fs::create_dir_all(&rounds).expect("it can be made");
        for path in [rounds.join("three-card-poker.json"), directory.join("proof.json")] {
            fs::copy(testdata().join("fairness/rounds/three-card-poker.json"), path)
                .expect("it can be copied");
        }
        if example.contains("--add") {
            for (first, name) in [("0", "a.json"), ("1", "b.json")] {
                let part = ["simulate", "three-card-shine", "--bet", "ante=1", "--seed", "7", "--json"];
                let part = shown(part.into_iter().chain(["--rounds", "64", "--first-chunk", first]));
                fs::write(directory.join(name), part).expect("it can be written");
            }
        }
        // A key is never written over: who makes one has none yet.
        drop(fs::remove_file(directory.join("house.key")));
        if example.contains(".db") {
            store(&directory);
        }
        let program = env!("CARGO_BIN_EXE_tercet");
        // A house would stay open, bots need one, and copies a house of this machine: the tests `serve` and those of the server have them.
        let example = if example.contains("--tls-certificate") {
            example.replace("tercet serve", "tercet serve --help")
        } else if example.contains("tercet serve") && !example.contains("--check-config") {
            example.replace("tercet serve", "tercet serve --check-config")
        } else if example.contains("tercet admin") {
            example.replace("tercet admin", "tercet admin --help")
        } else if example.contains("tercet bots") {
            example.replace("tercet bots", "tercet bots --help")
        } else if ["backup", "restore", "void-lost"]
            .iter()
            .any(|command| example.contains(&format!("tercet {command}")))
        {
            ["backup", "restore", "void-lost"].iter().fold(example.clone(), |example, command| {
                example.replace(&format!("tercet {command}"), &format!("tercet {command} --help"))
            })
        } else {
            example.clone()
        };
        // Chance makes the ids of a house; in the books here a player has a name for one.
        let example = example.replace("--player g-aknv3vxcq4hbyrvq", "--player ann");
        let line = format!("set -eu; tercet() {{ '{program}' \"$@\"; }}; {example}");
        let output = Command::new("sh")
            .args(["-c", &line])
            .current_dir(&directory)
            .stdin(Stdio::null())
            .output()
            .expect("sh is there");
        let error = String::from_utf8_lossy(&output.stderr);
        let out = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{example}: {error}{out}");
    }
    assert!(examples.len() > 50, "{} examples", examples.len());
}

#[test]
fn completions_name_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = shown(["completions", shell]);
        for command in COMMANDS {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
    let ran = run_in(&scratch("shells"), ["completions", "cmd"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("possible values: bash"), "{}", ran.err);
}

/// A disk that is full is said like everything else that cannot be used.
#[test]
#[cfg(target_os = "linux")]
fn an_output_that_cannot_be_written_is_an_error() {
    for line in [
        &["games"][..],
        &["--version"],
        &["help"],
        &["settle", "--help"],
        &["show", "three-card-fury"],
        &["show", "three-card-fury", "--json"],
        &["check", "three-card-fury"],
        &["check", "three-card-fury", "--json"],
        &["advise", "three-card-fury", "--cards", "Ks 9s 4h 4c"],
        &["completions", "bash"],
        &[
            "settle",
            "--game",
            "three-card-poker",
            "--dealer",
            "Qs Td 4c",
            "--cards",
            "As Kd 9h",
            "--bet",
            "pair-plus=5",
        ],
        &["settle", "rounds/cases.jsonl"],
        &["play", "--plain"],
    ] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("it is there");
        let output =
            program(&testdata()).args(line).stdin(Stdio::null()).stdout(full).output().expect("it ends");
        let said = String::from_utf8(output.stderr).expect("text");
        assert!(said.starts_with("error: ") && !output.status.success(), "{line:?}: {said}");
    }
}
