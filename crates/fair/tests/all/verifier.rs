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

/// What is not there, not written as it must be, or stands elsewhere is no proof: nothing that is missing is right.
#[test]
fn it_takes_nothing_on_trust() {
    let proof = read(&testdata("rounds/three-card-poker.json"));
    let fields = ["table", "round", "deal", "rules", "engine", "commitment", "seed", "seats", "deck"];
    let mut changes: Vec<(String, Value)> = Vec::new();
    for field in fields {
        let mut without = proof.clone();
        without.as_object_mut().expect("an object").remove(field);
        changes.push((format!("without {field}"), without));
    }
    let seats = proof["seats"].as_array().expect("seats");
    let turned: Vec<Value> = seats.iter().rev().cloned().collect();
    let doubled: Vec<Value> = [&seats[..1], seats].concat();
    for (what, seats) in [("turned", turned), ("doubled", doubled)] {
        let mut changed = proof.clone();
        changed["seats"] = seats.into();
        changes.push((format!("seats {what}"), changed));
    }
    for (pointer, value) in [
        ("/seed", proof["seed"].as_str().expect("hex").to_uppercase()),
        ("/seats/0/secret", String::new()),
        ("/seats/0/secret", "00".into()),
        ("/seats/0/secret", format!(" {}", proof["seats"][0]["secret"].as_str().expect("hex"))),
    ] {
        let mut changed = proof.clone();
        *changed.pointer_mut(pointer).expect("it is there") = value.clone().into();
        changes.push((format!("{pointer} {value}"), changed));
    }
    let path = std::env::temp_dir().join(format!("tercet-trust-{}.json", std::process::id()));
    for (what, changed) in changes {
        std::fs::write(&path, changed.to_string()).expect("it can be written");
        let output = verify(std::slice::from_ref(&path));
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.code() == Some(1) && said.contains("WRONG"), "{what}: {said}");
    }
    std::fs::remove_file(&path).expect("it is there");
}

/// The specification promises a verifier that can be read in one sitting.
#[test]
fn it_is_under_sixty_lines() {
    let script = include_str!("../../../../docs/fairness/verify.py");
    assert!(script.lines().count() < 60);
}
