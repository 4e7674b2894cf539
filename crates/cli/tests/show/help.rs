//! Help texts: every command has one, and its examples work.

use crate::{run, run_in, scratch, shown};
use std::fs;
use std::process::Command;

const COMMANDS: [&str; 9] =
    ["games", "show", "check", "settle", "play", "completions", "session", "sweep", "solve"];

#[test]
fn every_command_has_help_with_examples() {
    let all = shown(["--help"]);
    for command in COMMANDS {
        assert!(all.contains(&format!("\n  {command} ")), "{command}");
        let help = shown([command, "--help"]);
        assert!(help.contains("Usage: tercet"), "{command}");
        // A seat at a table is explained by its options; the others by examples.
        let example = help.contains(&format!("\n  tercet {command}"));
        assert!(example || command == "play", "{command} has no example");
    }
    assert_eq!(run(Vec::<&str>::new()).status, 2, "no command at all");
}

/// The command lines that a help text shows: set in, from `tercet` to the explanation beside it, if any.
fn examples(help: &str) -> Vec<String> {
    let help: String = help.split("\\\n").map(str::trim_start).collect();
    let lines = help.lines().filter_map(|line| line.strip_prefix("  "));
    let lines = lines.filter(|line| line.starts_with("tercet "));
    lines.map(|line| line.split("    ").next().unwrap_or(line).trim().to_owned()).collect()
}

/// Runs every example that needs no terminal, in a directory that has the files they name.
#[test]
fn every_example_works() {
    let directory = scratch("examples");
    let game = shown(["show", "three-card-poker", "--file"]);
    fs::write(directory.join("my-game.toml"), game).expect("it can be written");
    let round = r#"{"id":"r1","game":"three-card-poker","dealer":"Qs Td 4c","meter":1000000,"spots":[{"spot":1,"cards":"Ah Kd 9s","wagers":{"ante":1000},"decision":"play"}]}"#;
    for name in ["rounds.jsonl", "round.json", "today.jsonl", "log.jsonl"] {
        fs::write(directory.join(name), format!("{round}\n")).expect("it can be written");
    }
    let mut tried = 0;
    let helps = [shown(["--help"])].into_iter().chain(COMMANDS.map(|command| shown([command, "--help"])));
    for example in helps.flat_map(|help| examples(&help)) {
        if example.starts_with("tercet play") {
            continue;
        }
        let program = env!("CARGO_BIN_EXE_tercet");
        let line = format!("set -eu; tercet() {{ '{program}' \"$@\"; }}; {example}");
        let output =
            Command::new("sh").args(["-c", &line]).current_dir(&directory).output().expect("sh is there");
        let error = String::from_utf8_lossy(&output.stderr);
        let out = String::from_utf8_lossy(&output.stdout);
        // A round that is refused is an answer too.
        let refused = example.starts_with("tercet settle") && output.status.code() == Some(1);
        assert!(output.status.success() || refused, "{example}: {error}{out}");
        tried += 1;
    }
    assert!(tried > 15, "{tried} examples");
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
