//! Proofs that hold, and proofs of which one thing was changed.

use super::checks::Noted;
use super::known::Known;
use super::report::{self, Report};
use crate::source::Variant;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use tercet_fair::{SeatSecret, parse_hex};

const NOTHING: Noted<'static> = Noted { commitment: None, frozen: None, secrets: &[] };

fn known() -> Known {
    Known::new(None, &Variant::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// The example rounds, each as its text.
fn examples() -> Vec<(PathBuf, String)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/fairness/rounds");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 3, "{paths:?}");
    paths.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

fn poker() -> Value {
    let (_, text) = examples().into_iter().find(|(path, _)| path.ends_with("three-card-poker.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// What is said of a text, and whether it holds.
fn said(text: &str, known: &Known, noted: &Noted<'_>) -> (bool, String) {
    let report = Report::on("round.json", text.as_bytes(), known, noted);
    let object: Value = serde_json::from_str(&report::json(std::slice::from_ref(&report))).unwrap();
    assert_eq!(object["holds"], report.holds(), "{object}");
    (report.holds(), report::text(&[report]))
}

#[test]
fn every_example_holds_on_one_line_or_several() {
    let known = known();
    for (path, text) in examples() {
        let value: Value = serde_json::from_str(&text).unwrap();
        for text in [text, format!("{value:#}")] {
            let (holds, said) = said(&text, &known, &NOTHING);
            assert!(holds && !said.contains("WRONG") && !said.contains("not checked"), "{path:?}: {said}");
        }
    }
}

/// Every place in a value, as JSON pointers.
fn places(value: &Value, at: &str, all: &mut Vec<String>) {
    all.push(at.to_owned());
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(key, value)| places(value, &format!("{at}/{key}"), all));
        }
        Value::Array(values) => {
            values.iter().enumerate().for_each(|(i, value)| places(value, &format!("{at}/{i}"), all));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Values that are nearly this one.
fn neighbours(value: &Value) -> Vec<Value> {
    let mut all = vec![Value::Null, json!(true), json!(-1), json!("x"), json!([]), json!({})];
    match value {
        Value::Number(number) => {
            let number = number.as_i64().unwrap();
            all.extend([number + 1, number - 1, -number, number * 10].map(Value::from));
            all.extend([json!(number.to_string()), json!(1.5), json!(u64::MAX)]);
        }
        Value::String(text) => {
            all.extend([format!("{text}x"), format!("x{text}"), text.to_uppercase()].map(Value::from));
            // One letter changed, at the start, in the middle, at the end.
            for at in [0, text.len() / 2, text.len().saturating_sub(1)] {
                let mut bytes = text.clone().into_bytes();
                if let Some(byte) = bytes.get_mut(at).filter(|byte| byte.is_ascii()) {
                    *byte = if *byte == b'0' { b'1' } else { b'0' };
                    all.extend(String::from_utf8(bytes).map(Value::from));
                }
            }
            let words: Vec<&str> = text.split(' ').collect();
            if words.len() > 1 {
                let turned: Vec<&str> = words.iter().rev().copied().collect();
                let shorter = &words[1..];
                all.extend([turned.join(" "), shorter.join(" ")].map(Value::from));
                let mut swapped = words.clone();
                swapped.swap(0, 1);
                all.push(swapped.join(" ").into());
            }
            for one in [
                "play",
                "fold",
                "win",
                "lose",
                "push",
                "ante",
                "three-card-fury",
                "by hand",
                "automatic shuffler",
            ] {
                all.push(one.into());
            }
        }
        Value::Array(values) => {
            for at in 0..values.len() {
                let mut less = values.clone();
                let one = less.remove(at);
                all.push(Value::Array(less));
                let mut twice = values.clone();
                twice.insert(at, one.clone());
                all.push(Value::Array(twice));
                let mut last = values.clone();
                last.remove(at);
                last.push(one);
                all.push(Value::Array(last));
            }
            all.push(values.iter().cloned().chain([json!({})]).collect());
        }
        Value::Object(members) => {
            for key in members.keys() {
                let mut less = members.clone();
                less.remove(key);
                all.push(Value::Object(less));
            }
            let mut more = members.clone();
            more.insert("extra".into(), json!(1));
            all.push(Value::Object(more));
        }
        Value::Null => all.push("00".repeat(32).into()),
        Value::Bool(is) => all.push((!is).into()),
    }
    all.retain(|other| other != value);
    all
}

/// Whether two texts of cards or wagers say the same: in other letters, or with the Play wager left to the decision.
fn says_the_same(place: &str, here: &Value, there: &Value) -> bool {
    let is_cards = |place: &str| {
        place == "/deck"
            || place.starts_with("/record/") && (place.ends_with("/cards") || place.ends_with("/dealer"))
    };
    let [one, other] = [here, there].map(|value| value.as_str().map(str::to_lowercase));
    let same_cards = is_cards(place) && one.is_some() && one == other;
    let mut here = here.clone();
    let play = here.as_object_mut().and_then(|wagers| wagers.remove("play"));
    same_cards || place.starts_with("/record/") && play.is_some() && here == *there
}

/// One thing changed, anywhere in a proof: it is refused or does not hold, and nothing panics.
#[test]
fn no_change_of_one_thing_goes_unseen() {
    let known = known();
    for (path, text) in examples() {
        let proof: Value = serde_json::from_str(&text).unwrap();
        let mut all = Vec::new();
        places(&proof, "", &mut all);
        let mut count = 0;
        for place in &all {
            let here = proof.pointer(place).unwrap();
            for there in neighbours(here).into_iter().filter(|there| !says_the_same(place, here, there)) {
                let mut changed = proof.clone();
                *changed.pointer_mut(place).unwrap() = there.clone();
                let (holds, said) = said(&changed.to_string(), &known, &NOTHING);
                assert!(!holds, "{path:?} {place}: {here} -> {there}\n{said}");
                count += 1;
            }
        }
        assert!(count > 1000, "{count} changes of {path:?}");
    }
}

/// A text cut off anywhere, and one with a byte of it changed, is never a panic; a cut one never holds.
#[test]
fn torn_texts_are_refused() {
    let known = known();
    let (_, text) = examples().remove(0);
    let text = text.trim_end();
    for end in (0..text.len()).step_by(7) {
        assert!(!said(&text[..end], &known, &NOTHING).0, "{end}");
    }
    for at in (0..text.len()).step_by(11) {
        let mut bytes = text.as_bytes().to_vec();
        bytes[at] ^= 0xA0;
        assert!(!Report::on("-", &bytes, &known, &NOTHING).holds(), "{at}");
    }
    let long = format!("{text}{}", " ".repeat(1 << 20));
    assert!(said(&long, &known, &NOTHING).1.contains("file: longer than 1048576 bytes"));
}

/// Each check has its words, and only what is wrong is said to be.
#[test]
fn what_is_wrong_is_named() {
    let known = known();
    let change = |changes: &[(&str, Value)]| {
        let mut proof = poker();
        for (place, value) in changes {
            *proof.pointer_mut(place).unwrap_or_else(|| panic!("{place}")) = value.clone();
        }
        said(&proof.to_string(), &known, &NOTHING).1
    };
    let wrong = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.starts_with("  WRONG"));
        lines.map(|line| line.split_whitespace().nth(1).unwrap().to_owned()).collect()
    };
    let proof = poker();
    let at = |place: &str| proof.pointer(place).unwrap().clone();
    // The deck is fair and the cards are right; one pay is not.
    let text = change(&[("/settlement/spots/0/lines/0/won", json!(999_999))]);
    assert_eq!(wrong(&text), ["settlement"], "{text}");
    assert!(text.contains("settlement.spots[0].lines[0].won: 999999; expected "), "{text}");
    // The right cards at another spot, in the record and in the settlement.
    let swapped = [
        ("/record/spots/0/cards", at("/record/spots/1/cards")),
        ("/record/spots/1/cards", at("/record/spots/0/cards")),
    ];
    let text = change(&swapped);
    assert!(wrong(&text).contains(&"cards".to_owned()), "{text}");
    assert!(
        text.contains("spot 1 has ") && text.contains("; the deck deals ") && text.contains("spot 2 has "),
        "{text}"
    );
    // Other rules.
    let text = change(&[("/rules", json!(format!("sha256:{}", "0".repeat(64))))]);
    assert!(wrong(&text).contains(&"rules".to_owned()), "{text}");
    assert!(
        text.contains("dealt by sha256:000")
            && text.contains("the rules of three-card-poker here are sha256:"),
        "{text}"
    );
    assert!(
        text.contains("as /api/v1/games/sha256:000")
            && text.contains("give it with --game")
            && text.contains("not checked: the rules are not known"),
        "{text}"
    );
    // Everything else is as it was committed to: only the rules here are others, as where limits were posted at the table.
    let mut others =
        Known::new(Some("three-card-poker"), &Variant::new(vec!["R4=stays".into()], Vec::new())).unwrap();
    others.forget(proof["rules"].as_str().unwrap());
    let (holds, text) = said(&proof.to_string(), &others, &NOTHING);
    assert!(!holds && wrong(&text) == ["rules"], "{text}");
    assert!(text.contains("by those of its own file it may") && !text.contains("does not hold.\n"), "{text}");
    // The rules of a game of which there is no file.
    let none = [("/rules", json!(format!("sha256:{}", "0".repeat(64)))), ("/game", json!("house-poker"))];
    let text = change(&none);
    assert!(!wrong(&text).contains(&"rules".to_owned()), "{text}");
    assert!(text.contains("not checked: no known game has the rules sha256:000"), "{text}");
    // Another secret.
    let text = change(&[("/seats/0/secret", json!("0".repeat(64)))]);
    assert_eq!(wrong(&text), ["seat"], "{text}");
    assert!(text.contains("not checked: a seat's secret is not the one that it committed to"), "{text}");
    assert!(text.ends_with("The proof does not hold.\n"), "{text}");
    // A wager that the table does not take.
    let text = change(&[("/record/spots/0/wagers/ante", json!(0))]);
    assert!(text.contains("record.spots[0].wagers.ante: "), "{text}");
}

/// What a player noted is compared with what the file says.
#[test]
fn what_was_noted_must_be_there() {
    let known = known();
    let proof = poker();
    let text = proof.to_string();
    let commitment = proof["commitment"].as_str().unwrap().parse().unwrap();
    let secret = |text: &Value| SeatSecret::new(parse_hex(text.as_str().unwrap()).unwrap());
    let own = secret(&proof["seats"][0]["secret"]);
    let frozen = Some(proof["frozen"].as_str().unwrap().parse().unwrap());
    let ask = |commitment, frozen, secrets: &[(u8, SeatSecret)]| {
        said(&text, &known, &Noted { commitment, frozen, secrets })
    };
    let (holds, words) = ask(Some(commitment), frozen, &[(1, own.clone())]);
    assert!(
        holds && words.contains("the one that you noted") && words.contains("and that you chose"),
        "{words}"
    );
    assert!(words.ends_with("The proof holds.\n"), "{words}");
    assert!(words.contains("and it is what you noted"), "{words}");
    // What was not noted is said, with what it rests on.
    let digests = [&proof["commitment"], &proof["frozen"]].map(|digest| digest.as_str().unwrap());
    let both = "The proof holds, if these were the commitment and the seats that were published:\n";
    let commitment_too = "The proof holds, if this was the commitment that was published:\n";
    let seats_too = "The proof holds, if these were the seats that were published:\n";
    for (noted_commitment, noted_frozen, said, rest) in [
        (None, None, both, &digests[..]),
        (None, frozen, commitment_too, &digests[..1]),
        (Some(commitment), None, seats_too, &digests[1..]),
    ] {
        let (holds, words) = ask(noted_commitment, noted_frozen, &[]);
        let end = words.split(said).nth(1).unwrap_or_else(|| panic!("{words}"));
        let shown: Vec<&str> = end.lines().filter_map(|line| line.split_whitespace().nth(1)).collect();
        assert!(holds && shown == rest, "{words}");
    }
    let (holds, words) = ask(None, Some("0".repeat(64).parse().unwrap()), &[]);
    assert!(!holds && words.contains("; you noted 000"), "{words}");
    let other = "0".repeat(64).parse().unwrap();
    for (commitment, secrets, part) in [
        (Some(other), vec![], "; you noted 000"),
        (None, vec![(5, own.clone())], "it committed to another secret than you chose"),
        (None, vec![(2, own.clone())], "and the seat committed to none"),
        (None, vec![(7, own.clone())], "no seat there committed to one"),
        (None, vec![(6, own)], "it committed to another secret than you chose"),
    ] {
        let (holds, words) = ask(commitment, None, &secrets);
        assert!(!holds && words.contains(part), "{words}");
    }
    // The example withholds the secret of seat 6, which is made as the others are.
    let withheld = SeatSecret::new(std::array::from_fn(|i| {
        6_u8.wrapping_mul(37).wrapping_add(u8::try_from(i * 7).unwrap())
    }));
    let (holds, words) = ask(None, None, &[(6, withheld)]);
    assert!(!holds && words.contains("the file says that your secret was withheld"), "{words}");
}

/// A changed game is known by its changes.
#[test]
fn games_besides_the_built_in_ones_are_given() {
    let changed = Variant::new(vec![], vec!["pair-plus=40-30-6-4-1".into()]);
    let given = Known::new(Some("three-card-poker"), &changed).unwrap_or_else(|error| panic!("{error}"));
    let text = poker().to_string();
    assert!(said(&text, &given, &NOTHING).0, "the built-in games are known all the same");
    let refused = Known::new(None, &changed).err().unwrap();
    assert_eq!(refused, "error: --ruling and --pay change a game; expected --game to say which");
    assert!(Known::new(Some("no-such-game"), &Variant::default()).is_err());
}

/// A game that was given and that no proof is by is worth a word: the person at the terminal meant it to count.
#[test]
fn a_given_game_that_no_proof_used_is_said() {
    let said = |game: &str, text: &str| {
        let known = Known::new(Some(game), &Variant::default()).unwrap_or_else(|error| panic!("{error}"));
        super::unused_game(&known, &[Report::on("round.json", text.as_bytes(), &known, &NOTHING)])
    };
    let text = poker().to_string();
    assert_eq!(said("three-card-poker", &text), None);
    for (game, text) in [("three-card-fury", text.as_str()), ("three-card-poker", "{}")] {
        let note = said(game, text).unwrap();
        assert!(note.starts_with("note: no proof here was dealt by the game of --game (sha256:"), "{note}");
    }
    assert_eq!(super::unused_game(&known(), &[]), None);
}

#[test]
fn a_spot_has_one_secret() {
    let secret = |spot| (spot, SeatSecret::new([spot; 32]));
    assert_eq!(super::once_each(&[secret(3), secret(4)]), Ok(()));
    let refused = super::once_each(&[secret(3), secret(4), secret(3)]).unwrap_err();
    assert_eq!(refused, "error: --secret 3=… is there twice; expected one secret for a spot");
}

/// What a house could try once it knows the seed and every secret: each makes another deck, and each is seen by whoever noted
/// what was published as bets closed.
#[test]
fn seats_cannot_be_made_up_or_left_out_afterwards() {
    let known = known();
    let proof = poker();
    let noted = Noted { frozen: Some(proof["frozen"].as_str().unwrap().parse().unwrap()), ..NOTHING };
    let seats = proof["seats"].as_array().unwrap();
    let seat = |hash: Value| json!({"spot": 7, "hash": hash, "secret": null});
    let made_up = |hash: Value| -> Vec<Value> { seats.iter().cloned().chain([seat(hash)]).collect() };
    let without = |at: usize| -> Vec<Value> {
        seats.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, seat)| seat.clone()).collect()
    };
    let mut tries = vec![made_up(json!("ab".repeat(32))), made_up(Value::Null)];
    tries.extend((0..seats.len()).map(without));
    for seats in tries {
        let mut changed = proof.clone();
        changed["seats"] = Value::Array(seats);
        let (holds, words) = said(&changed.to_string(), &known, &NOTHING);
        assert!(!holds && words.contains("these seats are frozen as "), "{words}");
        // The digest changed to fit is not what was noted.
        let derived = words.split("these seats are frozen as ").nth(1).unwrap().split(',').next().unwrap();
        changed["frozen"] = json!(derived);
        let (holds, words) = said(&changed.to_string(), &known, &noted);
        assert!(!holds && words.contains("; you noted "), "{words}");
    }
}
