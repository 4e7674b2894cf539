//! Stores that are damaged, lie where nothing can be written, or are none: what is shown all the same, and what is said.

use crate::{evening, run, shown};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tercet_ledger::{Record, Transaction, Why, Writer};
use tercet_rules::Money;
use tercet_store::Store as _;
use tercet_store_sqlite::Sqlite;
use tercet_table::{TableEvent, bytes_of};

const STORE: &str = "tables.db";

fn records(here: &Path) -> Vec<Record> {
    let store = Sqlite::open_read_only(here.join(STORE)).unwrap();
    let records = store.records(0, usize::MAX).unwrap();
    records.iter().map(|bytes| Record::decode(bytes).unwrap()).collect()
}

/// What somebody does who has the file and an editor for bytes: every place of these bytes gets others of the same length.
fn overwrite(path: &Path, bytes: &[u8], by: &[u8]) -> usize {
    let mut file = fs::read(path).unwrap();
    let places: Vec<usize> =
        (0..file.len() - bytes.len()).filter(|at| file[*at..].starts_with(bytes)).collect();
    for at in &places {
        file[*at..*at + by.len()].copy_from_slice(by);
    }
    fs::write(path, file).unwrap();
    places.len()
}

/// One record that is not what it was keeps no other round from being shown.
#[test]
fn what_can_be_shown_of_a_damaged_journal_is_shown() {
    let here = evening("damaged");
    let all = shown(&here, &["history", STORE, "--json"]);
    let record = &records(&here)[300];
    let mut found = Writer::new();
    found.u8(1);
    found.u64(300);
    found.hash(&record.prev);
    let mut layout = found.done();
    let was = layout.clone();
    layout[0] = 9;
    assert_eq!(overwrite(&here.join(STORE), &was, &layout), 1);
    for arguments in [&["--json"][..], &[], &["--settle"]] {
        let ran = run(&here, &[&["history", STORE][..], arguments].concat());
        assert_eq!(ran.status, 1, "{}", ran.err);
        assert!(ran.err.contains("record 300"), "{}", ran.err);
    }
    let ran = run(&here, &["history", STORE, "--json"]);
    let lines: Vec<&str> = ran.out.lines().collect();
    // The round in which it stands is named and said to be damaged, and maybe those that are found by it.
    assert!(lines.len() + 3 >= all.lines().count(), "{}", ran.err);
    let damaged: Vec<&&str> = lines.iter().filter(|line| !all.contains(**line)).collect();
    assert_eq!(damaged.len(), 1, "{damaged:?}");
    assert!(damaged[0].contains("\"status\":\"damaged\"") && !damaged[0].contains("cards"), "{damaged:?}");
    assert!(ran.err.lines().count() <= 4, "{}", ran.err);
    let ran = run(&here, &["history", STORE, "--player", "ann", "--limit", "3"]);
    assert!(ran.status <= 1 && ran.out.lines().count() == 4, "{}{}", ran.out, ran.err);
}

/// Money that is not what the rules give is not shown as if it were: the round is shown, and what is wrong with it is said.
#[test]
fn a_round_whose_money_was_changed_is_shown_with_that() {
    let here = evening("paid");
    let records = records(&here);
    let pays = |posting: &tercet_ledger::Posting| matches!(posting.why, Why::Pay(_));
    let paid =
        records.iter().find(|record| record.transactions.iter().any(|all| all.postings().iter().any(pays)));
    let paid = paid.unwrap();
    let mut more = paid.clone();
    more.transactions = vec![Transaction::new(); paid.transactions.len()];
    for (new, old) in more.transactions.iter_mut().zip(&paid.transactions) {
        for posting in old.postings() {
            let gift = Money::from_units(if pays(posting) { 50_000 } else { 0 });
            new.post(posting.from.clone(), posting.to.clone(), posting.amount + gift, posting.why.clone());
        }
    }
    assert_eq!(overwrite(&here.join(STORE), &paid.encode(), &more.encode()), 1);
    for arguments in [&["--json"][..], &[], &["--settle"]] {
        let ran = run(&here, &[&["history", STORE][..], arguments].concat());
        let said = format!("in record {} other money was written", paid.seq);
        assert_eq!((ran.status, ran.err.matches(&said).count()), (1, 1), "{}", ran.err);
        let rounds = run(&here, &["history", STORE]).out.lines().count() - 1;
        assert!(rounds > 20, "all of them are shown");
        let marked = ran.out.matches("[other money was written").count()
            + ran.out.matches(&format!("\"other_money\":[{}]", paid.seq)).count();
        assert_eq!(marked, usize::from(arguments != ["--settle"]), "{}", ran.out);
    }
}

/// A file that is no whole store is a finding, in JSON where that was asked for; what is no store at all is nothing to look at.
#[test]
fn a_damaged_file_is_a_finding() {
    let here = evening("half");
    let whole = fs::read(here.join(STORE)).unwrap();
    let mut foreign = whole.clone();
    foreign[68] ^= 1;
    for (name, bytes) in [
        ("half.db", &whole[..100_000]),
        ("foreign.db", &foreign),
        ("text.db", b"no store"),
        ("empty.db", b""),
    ] {
        fs::write(here.join(name), bytes).unwrap();
        let ran = run(&here, &["audit", name, "--json"]);
        let json: Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!((ran.status, &json["sound"]), (1, &Value::Bool(false)), "{name}: {}", ran.err);
        assert!(json["counts"]["store"].as_u64().unwrap() >= 1, "{name}: {json}");
        let ran = run(&here, &["audit", name]);
        assert!(ran.status == 1 && ran.out.contains("store  "), "{name}: {}", ran.out);
        for command in [&["history", name][..], &["history", name, "--player", "ann"]] {
            let ran = run(&here, command);
            assert!(ran.status == 1 && ran.err.contains("damaged"), "{command:?}: {}", ran.err);
        }
    }
}

/// What lies beside a store after it was looked at.
fn beside(here: &Path) -> Vec<PathBuf> {
    let mut names: Vec<PathBuf> = fs::read_dir(here).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    names
}

/// Nothing is made beside a store that is looked at, and nothing in it is changed; a log beside it is read.
#[test]
fn looking_at_a_store_leaves_no_trace() {
    let here = evening("trace");
    for path in beside(&here) {
        if path.file_name().is_some_and(|name| name != STORE) {
            fs::remove_file(path).unwrap();
        }
    }
    let before = fs::read(here.join(STORE)).unwrap();
    let commands =
        [&["audit", STORE][..], &["history", STORE], &["history", STORE, "--table", "t1", "--round", "2"]];
    for command in commands {
        assert_eq!(run(&here, command).status, 0);
        assert_eq!(beside(&here), [here.join(STORE)]);
    }
    assert!(before == fs::read(here.join(STORE)).unwrap());
    // As it is with a process that was killed, without the index of its log: what it wrote last is in the log alone.
    let other = evening("trace-log");
    let live = Sqlite::open(other.join(STORE)).unwrap();
    let records = live.chain().unwrap().size;
    let key = tercet_ledger::Key::new(b"one more").unwrap();
    live.append(&tercet_store::Append::new(key, tercet_ledger::Hash::ZERO, 9_000_000)).unwrap();
    for name in [STORE, "tables.db-wal"] {
        fs::copy(other.join(name), here.join(name)).unwrap();
    }
    drop(live);
    let files = beside(&here);
    let before: Vec<Vec<u8>> = files.iter().map(|path| fs::read(path).unwrap()).collect();
    let ran = run(&here, &["audit", STORE, "--json"]);
    let json: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.status, json["records"].as_u64()), (0, Some(records + 1)), "{}", ran.out);
    assert_eq!(beside(&here), files);
    assert!(files.iter().zip(before).all(|(path, bytes)| fs::read(path).unwrap() == bytes));
}

/// A path is a path, whatever it looks like, and what is no file is refused at once.
#[test]
fn a_path_is_a_path() {
    let here = evening("paths");
    fs::copy(here.join(STORE), here.join("file:a.db?mode=ro")).unwrap();
    assert_eq!(run(&here, &["audit", "file:a.db?mode=ro"]).status, 0);
    let ran = run(&here, &["audit", "file:tables.db"]);
    assert!(ran.status == 2 && ran.err.contains("no such file"), "{}", ran.err);
    #[cfg(unix)]
    {
        let pipe = here.join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for command in ["audit", "history"] {
            let ran = run(&here, &[command, "pipe"]);
            assert!(ran.status == 2 && ran.err.contains("expected the file of a store"), "{}", ran.err);
        }
        // A line break in a path makes no line of its own.
        for command in [&["audit", "a\nerror: b.db"][..], &["verify", "a\nerror: b.json"]] {
            let ran = run(&here, command);
            assert!(
                ran.status == 2 && ran.err.lines().all(|line| !line.starts_with("error: b")),
                "{}",
                ran.err
            );
        }
        fs::copy(here.join(STORE), here.join("a\nNothing was found.db")).unwrap();
        let ran = run(&here, &["audit", "a\nNothing was found.db"]);
        assert!(ran.out.starts_with("Audit of a\\nNothing was found.db\n"), "{}", ran.out);
    }
}

/// A reason with line breaks in it stays in its line.
#[test]
fn a_reason_makes_no_line_of_its_own() {
    let here = evening("reasons");
    let mut records = records(&here);
    let mut stream = None;
    for record in &mut records {
        for part in record.parts.iter_mut().filter(|part| part.stream.as_str().starts_with("table.")) {
            for event in &mut part.events {
                if let Ok(TableEvent::Voided { by, .. }) = TableEvent::read(event) {
                    let reason = "bad\n  record 9999\n    Spot 1 wins $1000000.\u{1b}[2J".into();
                    *event = bytes_of(&TableEvent::Voided { by, reason });
                    stream = Some(part.stream.as_str().trim_start_matches("table.").to_owned());
                }
            }
        }
    }
    fs::remove_file(here.join(STORE)).unwrap();
    crate::played::write_to(&here.join(STORE), records);
    let table = stream.unwrap();
    let mut seen = 0;
    for no in 1..=14 {
        let ran = run(&here, &["history", STORE, "--table", &table, "--round", &no.to_string()]);
        seen += usize::from(ran.out.contains("\\n  record 9999"));
        assert!(ran.out.lines().all(|line| !line.trim_start().starts_with("record 9999")), "{}", ran.out);
        assert!(!ran.out.contains('\u{1b}'));
    }
    assert!(seen > 0, "{table}");
}

/// Of several proofs each is answered about, though one cannot be read.
#[test]
fn every_proof_is_answered_about() {
    let here = evening("several");
    let proof = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/fairness/rounds/three-card-poker.json");
    let ran = run(&here, &["verify", "missing.json", proof, "--json"]);
    let json: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.status, &json["holds"]), (2, &Value::Bool(true)), "{}", ran.err);
    assert!(ran.err.contains("missing.json"), "{}", ran.err);
}

/// What stands behind the signatures of a checkpoint was signed by nobody.
#[test]
fn a_checkpoint_has_nothing_behind_its_signatures() {
    let here = evening("behind");
    let public = shown(&here, &["checkpoint", "--new-key", "house.key", "--name", "tables.example.org"]);
    let origin = "tables.example.org/journal";
    let text = shown(&here, &["checkpoint", STORE, "--key", "house.key", "--origin", origin]);
    let with = |text: &str| {
        fs::write(here.join("mark.txt"), text).unwrap();
        let known = ["--verify-key", public.trim(), "--origin", origin];
        run(&here, &[&["audit", STORE, "--checkpoint", "mark.txt"][..], &known].concat()).status
    };
    assert_eq!(with(&text), 0);
    for behind in ["x", "x\n", "\0", "\n", "\u{2014} somebody\n", "\u{2014} somebody !!!!\n"] {
        assert_eq!(with(&format!("{text}{behind}")), 2, "{behind:?}");
    }
    assert_eq!(with(text.trim_end()), 2, "without the end of its last line");
    assert_eq!(
        with(&format!("{text}\u{2014} somebody.else AAAAAAAA\n")),
        0,
        "another signature is passed over"
    );
}
