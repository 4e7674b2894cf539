//! What `tercet odds` and `tercet compare` answer: published figures, the JSON form, reports, refusals.

mod charts;
mod compare;
mod conditions;
mod costs;
mod decks;
mod forms;
mod golden;
mod heads;
mod json;
mod known;
mod published;
mod refusals;
mod sessions;
mod simulations;
mod sweeps;
mod variants;
mod workbooks;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

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

/// Runs `tercet` with these words, away from the width and colours of whoever runs the tests.
fn run(words: &[&str]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tercet"));
    let output = command.current_dir(root()).env_clear().args(words).output().expect("the program starts");
    Ran {
        status: output.status.code().expect("it ended by itself"),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}

/// What a successful run prints.
fn shown(words: &[&str]) -> String {
    let ran = run(words);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{words:?}");
    ran.out
}

/// The answer of `tercet odds … --json`.
fn odds(words: &[&str]) -> Value {
    let text = shown(&[&["odds"], words, &["--json"]].concat());
    assert!(text.ends_with("}\n") && text.lines().count() == 1, "one line");
    serde_json::from_str(&text).expect("JSON")
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// `3.3730`, as publishers print it.
fn percent(figure: &Value) -> String {
    format!("{:.4}", float(figure) * 100.0)
}

/// A fraction as its two whole numbers.
fn fraction(fraction: &Value) -> (i128, i128) {
    let (num, den) = text(fraction).split_once('/').expect("a fraction");
    (num.parse().expect("a whole number"), den.parse().expect("a whole number"))
}

/// A whole number in a text.
fn count(whole: &Value) -> u128 {
    text(whole).parse().expect("a whole number")
}

/// A number.
fn float(figure: &Value) -> f64 {
    figure.as_f64().expect("a number")
}

/// A text.
fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// The elements of a list.
fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// The fields of an object.
fn fields(value: &Value) -> &serde_json::Map<String, Value> {
    value.as_object().expect("an object")
}
