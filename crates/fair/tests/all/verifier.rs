//! `docs/fairness/verify.py`, the verifier that shares no code with this crate, on everything it can read.

use crate::common::{files, read, testdata};
use serde_json::{Value, json};
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

/// What is said of each of these proofs, in their order, and that none of them is taken.
fn refused(proofs: &[Value]) -> Vec<String> {
    let directory =
        std::env::temp_dir().join(format!("tercet-verifier-{}-{}", std::process::id(), proofs.len()));
    std::fs::create_dir_all(&directory).expect("it can be made");
    let path = |i: usize| directory.join(format!("{i}.json"));
    for (i, proof) in proofs.iter().enumerate() {
        std::fs::write(path(i), proof.to_string()).expect("it can be written");
    }
    let output = verify(&(0..proofs.len()).map(path).collect::<Vec<_>>());
    std::fs::remove_dir_all(&directory).expect("it is there");
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let said: Vec<String> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect();
    assert_eq!(said.len(), proofs.len(), "{said:?}");
    for (proof, said) in proofs.iter().zip(&said) {
        assert!(said.contains("WRONG: "), "{said}: {proof}");
    }
    said
}

#[test]
fn it_names_what_is_wrong() {
    let vector = read(&testdata("vectors/withheld.json"));
    let other = "00".repeat(32);
    let cases = [
        ("/commitment", other.clone(), "WRONG: commitment"),
        ("/frozen", other.clone(), "WRONG: frozen"),
        ("/seats/0/hash", other.clone(), "WRONG: seat 1, frozen, salt, key, words, deck"),
        ("/deck", "2c".into(), "WRONG: deck"),
        ("/seats/1/hash", other.clone(), "WRONG: frozen, salt, key, words, deck"),
        ("/table", "another".into(), "WRONG: commitment, seat 1, seat 5, frozen, salt, key, words, deck"),
        ("/seed", other.clone(), "WRONG: commitment, key, words, deck"),
    ];
    let changed = cases.each_ref().map(|(pointer, value, _)| {
        let mut changed = vector.clone();
        *changed.pointer_mut(pointer).expect("it is there") = Value::from(value.clone());
        changed
    });
    for ((pointer, _, named), said) in cases.iter().zip(refused(&changed)) {
        assert!(said.ends_with(named), "{pointer}: {said}");
    }
}

/// Nothing is right because it is not there: every field that the derivation needs, and every part of it, must be of its form.
#[test]
fn it_takes_nothing_that_is_not_of_the_form() {
    let vector = read(&testdata("rounds/three-card-poker.json"));
    let mut all = Vec::new();
    let mut with = |change: &dyn Fn(&mut Value)| {
        let mut changed = vector.clone();
        change(&mut changed);
        assert_ne!(changed, vector);
        all.push(changed);
    };
    let needed =
        ["v", "table", "round", "rules", "deal", "engine", "commitment", "seed", "frozen", "seats", "deck"];
    let values =
        [Value::Null, Value::from(true), Value::from(-1), Value::from(1.5), "".into(), json!([]), json!({})];
    for field in needed {
        with(&|proof| drop(proof.as_object_mut().unwrap().remove(field)));
        for value in &values {
            with(&|proof| proof[field] = value.clone());
        }
    }
    for seat in 0..vector["seats"].as_array().unwrap().len() {
        for field in ["spot", "hash", "secret"] {
            with(&|proof| drop(proof["seats"][seat].as_object_mut().unwrap().remove(field)));
            for value in values.iter().filter(|value| **value != vector["seats"][seat][field]) {
                with(&|proof| proof["seats"][seat][field] = value.clone());
            }
        }
        with(&|proof| drop(proof["seats"].as_array_mut().unwrap().remove(seat)));
        with(&|proof| {
            let twice = proof["seats"][seat].clone();
            proof["seats"].as_array_mut().unwrap().insert(seat, twice);
        });
        with(&|proof| proof["seats"].as_array_mut().unwrap().swap(seat, (seat + 1) % 4));
    }
    // Digits: in other letters, too few, too many, a line end behind them.
    for place in
        ["/rules", "/commitment", "/seed", "/frozen", "/seats/0/hash", "/seats/0/secret", "/seats/3/hash"]
    {
        let text = vector.pointer(place).unwrap().as_str().unwrap();
        let end = text.len() - 2;
        for other in [text.to_uppercase(), text[..end].into(), format!("{text}00"), format!("{text}\n")] {
            with(&|proof| *proof.pointer_mut(place).unwrap() = other.clone().into());
        }
    }
    // A secret of a seat that committed to none; texts that are too long; a round that is too great.
    with(&|proof| proof["seats"][1]["secret"] = proof["seats"][0]["secret"].clone());
    for field in ["table", "deal", "engine"] {
        with(&|proof| proof[field] = "x".repeat(256).into());
    }
    with(&|proof| proof["round"] = (1_u64 << 53).into());
    with(&|proof| proof["v"] = 2.into());
    all.extend([json!([]), json!(7), json!({})]);
    refused(&all);
}

/// The specification promises a verifier that can be read in one sitting. That it checks what it should is tested above.
#[test]
fn it_is_under_sixty_lines() {
    let script = include_str!("../../../../docs/fairness/verify.py");
    assert!(script.lines().count() < 60 && script.lines().all(|line| line.len() <= 130));
}
