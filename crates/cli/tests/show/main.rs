//! What a person or a program reads from `tercet`: rule cards, lists, findings, help.

mod cards;
mod check;
mod games;
mod golden;
mod harmless;
mod help;
#[path = "../../../audit/tests/all/played.rs"]
#[expect(clippy::unwrap_used, reason = "a test stops where something is wrong")]
mod played;
mod variants;

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The built-in games.
const GAMES: [&str; 5] = [
    "three-card-fortune",
    "three-card-shine",
    "three-card-fury",
    "three-card-poker",
    "three-card-pairs-plus",
];

/// What a run of the program left behind.
struct Ran {
    status: i32,
    out: String,
    err: String,
}

/// The program, away from the width, colours and locale of whoever runs the tests.
fn program(directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tercet"));
    command.current_dir(directory).env_clear();
    command
}

/// Runs `tercet` in a directory.
fn run_in<A: AsRef<OsStr>>(directory: &Path, arguments: impl IntoIterator<Item = A>) -> Ran {
    finish(program(directory).args(arguments), "")
}

/// Runs `tercet` in the test data.
fn run<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Ran {
    run_in(&testdata(), arguments)
}

/// What a successful run of `tercet` prints.
fn shown<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> String {
    let ran = run(arguments);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    ran.out
}

/// A text as one line, however it was wrapped.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Runs a command with a text on its standard input.
fn finish(command: &mut Command, input: &str) -> Ran {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that does not read its input may be gone already.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    Ran {
        status: output.status.code().expect("it ended by itself"),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}

/// The directory of the test data.
fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata")
}

/// The game files of the test data that are games.
fn house_games() -> Vec<PathBuf> {
    let files = std::fs::read_dir(testdata().join("games")).expect("it is there");
    let mut files: Vec<PathBuf> = files.map(|entry| entry.expect("readable").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    assert!(!files.is_empty());
    files
}

/// A directory of one test's own.
fn scratch(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&directory).expect("it can be made");
    directory
}
