//! `tercet audit` and `tercet checkpoint`: what they print, and how they end.

use crate::played::{name, write_to};
use crate::{evening, run, shown};
use serde_json::Value;
use std::fs;
use tercet_ledger::{Account, Hash, Key, Record, Transaction, Why};
use tercet_rules::Money;
use tercet_store::Store as _;
use tercet_store_sqlite::Sqlite;

const ORIGIN: &str = "tables.example.org/journal";

#[test]
fn a_sound_store_is_said_to_be_so() {
    let here = evening("sound");
    let text = shown(&here, &["audit", "tables.db"]);
    assert!(
        text.contains("Nothing was found: the journal is sound.") && text.contains("No checkpoint"),
        "{text}"
    );
    let json: Value = serde_json::from_str(&shown(&here, &["audit", "tables.db", "--json"])).unwrap();
    assert_eq!((json["sound"].clone(), json["findings"].clone()), (true.into(), Value::Array(Vec::new())));
    assert_eq!(json["first"], "1970-01-01T00:00:00.900Z");
    let fields: Vec<&String> = json.as_object().unwrap().keys().collect();
    let expected = "checkpoints counts findings first head held in_play last lost moved records root rounds sound store unlisted";
    assert_eq!(fields, expected.split(' ').collect::<Vec<_>>());
    // What docs/AUDIT.md says of each field.
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/AUDIT.md")).unwrap();
    for field in fields {
        assert!(page.contains(&format!("`{field}`")), "{field}");
    }
    for sum in json["moved"].as_object().unwrap().keys().chain(json["held"].as_object().unwrap().keys()) {
        assert!(page.contains(&format!("`{sum}`")), "{sum}");
    }
}

#[test]
fn a_checkpoint_shows_what_was_cut_off() {
    let here = evening("cut");
    let public = shown(&here, &["checkpoint", "--new-key", "house.key", "--name", "tables.example.org"]);
    assert!(public.starts_with("tables.example.org+"), "{public}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(here.join("house.key")).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let again = run(&here, &["checkpoint", "--new-key", "house.key", "--name", "tables.example.org"]);
    assert!(
        again.status == 2 && again.err.contains("house.key"),
        "a key is never written over: {}",
        again.err
    );
    let sign = ["checkpoint", "tables.db", "--key", "house.key", "--origin", ORIGIN];
    let text = shown(&here, &sign);
    assert!(text.starts_with(ORIGIN) && text.contains("\n\u{2014} tables.example.org "), "{text}");
    assert_eq!(shown(&here, &[&sign[..], &["--to", "mark.txt"]].concat()), "");
    assert_eq!(fs::read_to_string(here.join("mark.txt")).unwrap(), text);
    let public = public.trim();
    let beside = |origin| {
        run(
            &here,
            &["audit", "tables.db", "--checkpoint", "mark.txt", "--verify-key", public, "--origin", origin],
        )
    };
    let fits = beside(ORIGIN);
    assert!(fits.status == 0 && fits.out.contains("1 of 1 checkpoints fit"), "{}{}", fits.out, fits.err);
    let other = beside("other.example.org/journal");
    assert!(other.status == 2 && other.err.contains("expected other.example.org/journal"), "{}", other.err);
    // The last record is cut off, with everything beside it made to fit.
    let records = Sqlite::open_read_only(here.join("tables.db")).unwrap().records(0, usize::MAX).unwrap();
    fs::remove_file(here.join("tables.db")).unwrap();
    let kept = records[..records.len() - 1].iter().map(|bytes| Record::decode(bytes).unwrap());
    write_to(&here.join("tables.db"), kept);
    assert_eq!(run(&here, &["audit", "tables.db"]).status, 0, "the journal alone does not show it");
    let cut = beside(ORIGIN);
    assert!(cut.status == 1 && cut.out.contains("truncated"), "{}{}", cut.out, cut.err);
}

#[test]
fn a_finding_says_where_and_what_in_text_and_json() {
    let here = evening("finding");
    let store = Sqlite::open(here.join("tables.db")).unwrap();
    let mut theft = Transaction::new();
    theft.post(Account::Wallet(name("ann")), Account::House, Money::from_units(500), Why::CashOut);
    let append =
        tercet_store::Append::new(Key::new(b"by hand").unwrap(), Hash::ZERO, 9_000_000).moving(theft);
    let receipt = store.append(&append).unwrap();
    drop(store);
    let ran = run(&here, &["audit", "tables.db"]);
    assert_eq!((ran.status, ran.err.as_str()), (1, ""));
    let place = format!("unfounded  record {}: wallet/ann -> house $5 (cash out)", receipt.seq);
    assert!(ran.out.contains(&place), "{}", ran.out);
    let ran = run(&here, &["audit", "tables.db", "--json"]);
    let json: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.status, json["sound"].clone()), (1, false.into()));
    assert_eq!(json["findings"][0]["record"], receipt.seq);
    assert_eq!(json["counts"]["unfounded"], 1);
}

#[test]
fn what_cannot_be_used_is_said_and_nothing_is_made() {
    let here = evening("unusable");
    for (arguments, said) in [
        (&["audit", "nothing.db"][..], "nothing.db: no such file"),
        (&["history", "nothing.db"], "nothing.db: no such file"),
        (&["audit", "."], "a folder; expected the file of a store"),
        (&["audit", "tables.db", "--checkpoint", "mark.txt"], "--verify-key"),
        (&["audit", "tables.db", "--findings", "0"], "expected a whole number from 1"),
        (&["checkpoint", "tables.db"], "--key"),
        (&["checkpoint", "tables.db", "--key", "nothing.key", "--origin", ORIGIN], "nothing.key"),
        (&["checkpoint", "tables.db", "--key", "tables.db", "--origin", ORIGIN], "tables.db"),
        (&["checkpoint", "tables.db", "--key", "k", "--origin", "two words"], "without spaces"),
        (&["checkpoint", "--new-key", "new.key"], "--name"),
        (&["checkpoint", "--new-key", "new.key", "--name", "a+b"], "without spaces and plus signs"),
    ] {
        let ran = run(&here, arguments);
        assert!(
            ran.status == 2 && ran.err.contains(said) && ran.out.is_empty(),
            "{arguments:?}: {}",
            ran.err
        );
    }
    assert!(!here.join("new.key").exists() && !here.join("nothing.db").exists());
}
