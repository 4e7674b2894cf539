//! `docs/fairness/verify.py`, the verifier that shares no code with this crate, on everything it can read.

use crate::common::{files, read, testdata};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn verify(paths: &[PathBuf]) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/fairness/verify.py");
    let run = Command::new("python3").arg(script).args(paths).output();
    run.expect(
        "python3 is needed to run docs/fairness/verify.py: install it (on Debian: apt-get install python3)",
    )
}

#[test]
fn it_agrees_with_every_vector_and_every_example_round() {
    let paths = [files("vectors"), files("rounds")].concat();
    let output = verify(&paths);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(said.matches("are right").count(), paths.len());
}

#[test]
fn it_names_what_is_wrong() {
    let vector = read(&testdata("vectors/withheld.json"));
    let other = "00".repeat(32);
    for (pointer, value, named) in [
        ("/commitment", other.clone(), "WRONG: commitment\n"),
        ("/seats/0/hash", other.clone(), "WRONG: seat 1\n"),
        ("/deck", "2c".into(), "WRONG: deck\n"),
        ("/seats/1/hash", other.clone(), "WRONG: salt, key, words, deck\n"),
        ("/table", "another".into(), "WRONG: commitment, seat 1, seat 5, salt, key, words, deck\n"),
        ("/seed", other.clone(), "WRONG: commitment, key, words, deck\n"),
    ] {
        let mut changed = vector.clone();
        *changed.pointer_mut(pointer).expect("it is there") = Value::from(value);
        let path = std::env::temp_dir().join(format!("tercet-verifier-{}.json", std::process::id()));
        std::fs::write(&path, changed.to_string()).expect("it can be written");
        let output = verify(std::slice::from_ref(&path));
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.code() == Some(1) && said.ends_with(named), "{pointer}: {said}");
        std::fs::remove_file(&path).expect("it is there");
    }
}

/// The specification promises a verifier that can be read in one sitting.
#[test]
fn it_is_under_sixty_lines() {
    let script = include_str!("../../../../docs/fairness/verify.py");
    assert!(script.lines().count() < 60);
}
