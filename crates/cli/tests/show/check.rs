//! Findings in game files.

use crate::{GAMES, finish, house_games, program, run, run_in, scratch, shown, testdata};
use serde_json::Value;
use std::fs;

#[test]
fn what_is_wrong_with_a_file_is_said_as_in_its_golden_file() {
    let directory = testdata().join("games/bad");
    let mut count = 0;
    for entry in fs::read_dir(&directory).expect("it is there") {
        let path = entry.expect("readable").path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        let ran = run_in(&directory, ["check", name]);
        let wanted = fs::read_to_string(path.with_extension("faults")).expect("it has a golden file");
        let faults = wanted.lines().filter(|line| line.starts_with("error: ")).count();
        let s = if faults == 1 { "" } else { "s" };
        assert_eq!(ran.out, format!("{}\n\n{name} is no game: {faults} fault{s}\n", wanted.trim_end()));
        assert_eq!((ran.status, ran.err.as_str()), (1, ""), "{name}");
        count += 1;
    }
    assert!(count > 10, "{count} files");
}

#[test]
fn games_pass() {
    for game in GAMES {
        let out = shown(["check", game]);
        assert!(out.contains(&format!("{game} is the game ")) && out.contains(": no faults, "), "{out}");
        assert!(!out.contains("warning"), "{out}");
        assert!(!shown(["check", game, "--quiet"]).contains("note"));
        assert_eq!(run(["check", game, "--deny-warnings"]).status, 0);
    }
    for file in house_games() {
        assert_eq!(run(["check".as_ref(), file.as_os_str()]).status, 0, "{}", file.display());
    }
}

#[test]
fn a_checked_game_has_the_hash_of_its_card() {
    let hash = |out: String| out.lines().find(|line| line.starts_with("rules sha256:")).map(str::to_owned);
    assert_eq!(hash(shown(["check", "three-card-fury"])), hash(shown(["show", "three-card-fury"])));
}

#[test]
fn warnings_pass_unless_they_are_denied() {
    let directory = scratch("warnings");
    let file = shown(["show", "three-card-poker", "--file"]);
    let file = file.replacen("[rulings]\n", "[rulings]\nR3 = \"no-bonus\"\n", 1);
    fs::write(directory.join("own.toml"), file).expect("it can be written");
    let ran = run_in(&directory, ["check", "own.toml", "--quiet"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.starts_with("warning[ruling-without-effect]: "), "{}", ran.out);
    assert!(ran.out.contains("own.toml:9:6") && ran.out.contains("1 warning\n"), "{}", ran.out);
    assert_eq!(run_in(&directory, ["check", "own.toml", "--deny-warnings"]).status, 1);
}

#[test]
fn the_worst_file_decides_the_status() {
    for (files, status) in [
        (&["three-card-poker", "three-card-fury"][..], 0),
        (&["three-card-poker", "games/bad/limits.toml"], 1),
        (&["games/bad/limits.toml", "no-such.toml", "three-card-poker"], 2),
    ] {
        let ran = run([&["check"], files].concat());
        assert_eq!(ran.status, status, "{files:?}");
        assert!(ran.out.contains("three-card-poker is the game"), "the other files are checked: {files:?}");
    }
}

#[test]
fn unusable_files_say_why() {
    for (file, part) in [
        ("no-such.toml", "error: no-such.toml: there is no such file"),
        ("games", "error: games is a directory"),
        ("roulette", "error: there is no game `roulette`"),
    ] {
        let ran = run(["check", file]);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{file}");
        assert!(ran.err.starts_with(part), "{}", ran.err);
    }
}

#[test]
fn bytes_that_are_no_game_file_are_faults() {
    let directory = scratch("bytes");
    let long = vec![b'#'; (1 << 20) + 5_000];
    for (name, bytes, part) in [
        ("latin1.toml", &b"id = \"a\"\nname = \"Caf\xe9\"\n"[..], "this is not UTF-8 text"),
        ("long.toml", &long, "this has more than 1048576 bytes"),
        ("empty.toml", b"", "`id` is missing"),
        ("escape.toml", b"id = \"\x1b[31mred\"\n", "escape.toml"),
        ("key.toml", b"\"\\u001b[31m\" = 1\n", "unknown key"),
    ] {
        fs::write(directory.join(name), bytes).expect("it can be written");
        let ran = run_in(&directory, ["check", name]);
        assert_eq!((ran.status, ran.err.as_str()), (1, ""), "{name}");
        assert!(ran.out.contains(part), "{name}: {}", ran.out);
        assert!(!ran.out.contains('\u{1b}'), "{name}: nothing in a file may steer the terminal");
    }
}

#[test]
fn standard_input_is_a_file_too() {
    let file = shown(["show", "three-card-shine", "--file"]);
    let ran = finish(program(&testdata()).args(["check", "-", "-q"]), &file);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.starts_with("<stdin> is the game 3 Card Shine: no faults\nrules sha256:"), "{}", ran.out);
    let ran = finish(program(&testdata()).args(["check", "-"]), "id = \n");
    assert_eq!(ran.status, 1);
    assert!(ran.out.contains("<stdin>:1:"), "{}", ran.out);
}

fn findings(arguments: &[&str]) -> (i32, Vec<Value>) {
    let ran = run(arguments);
    let findings: Value = serde_json::from_str(&ran.out).expect("it is JSON");
    (ran.status, findings.as_array().expect("an array").clone())
}

#[test]
fn findings_are_there_for_machines() {
    let (status, found) = findings(&["check", "games/bad/limits.toml", "three-card-poker", "--json"]);
    assert_eq!(status, 1);
    let first = &found[0];
    assert_eq!(first["file"], "games/bad/limits.toml");
    assert_eq!(first["severity"], "error");
    assert_eq!(first["code"], "fault");
    assert_eq!((&first["line"], &first["column"]), (&Value::from(30), &Value::from(11)));
    assert_eq!(first["path"], "wager.ante.limits");
    assert_eq!(first["message"], "limits from $500 to $5");
    assert!(first["help"].is_string());
    assert!(found.iter().any(|one| one["file"] == "three-card-poker" && one["severity"] == "note"));
    assert_eq!(findings(&["check", "three-card-poker", "--json", "-q"]), (0, Vec::new()));
}
