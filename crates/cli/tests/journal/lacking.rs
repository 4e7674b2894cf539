//! Stores that lack something: what is said of it, and that nothing is signed.

use crate::{evening, run, shown};
use rusqlite::Connection;
use serde_json::Value;
use std::fs;
use std::path::Path;
use tercet_ledger::{Account, Hash, Key, Name, Transaction, Why};
use tercet_rules::Money;
use tercet_store::{Append, Store as _};
use tercet_store_sqlite::Sqlite;

/// What somebody does who has the file and a program for databases.
fn work(here: &Path, sql: &str) {
    let connection = Connection::open(here.join("tables.db")).unwrap();
    connection.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON").unwrap();
    connection.execute_batch(sql).unwrap();
    connection.close().unwrap();
}

/// Rounds are not lost with the list of a player's records: they are found in the journal, and it is said that the list is not what it was,
/// be the balance made to fit or not.
#[test]
fn a_player_whose_list_has_gaps_is_told_so() {
    let cases = [
        (
            "DELETE FROM moved WHERE player = 'ann' AND seq = (SELECT max(seq) FROM moved WHERE player = 'ann')",
            "the store does not list it",
        ),
        (
            "UPDATE moved SET list = substr(list, 1, length(list) - 8) WHERE player = 'ann'",
            "the store does not list it",
        ),
        (
            "DELETE FROM moved WHERE player = 'ann' AND seq = (SELECT max(seq) FROM moved WHERE player = 'ann');
             UPDATE balance SET units = units - 500 WHERE account = 'wallet/ann';
             UPDATE balance SET units = units + 500 WHERE account = 'house'",
            "the store does not list it",
        ),
        ("DELETE FROM moved WHERE player = 'ann'", "the store does not list it"),
        ("UPDATE moved SET list = CAST(list || x'0000000000000001' AS BLOB) WHERE player = 'ann'", "wallet of ann"),
    ];
    for (sql, said) in cases {
        let here = evening("gaps");
        let all = shown(&here, &["history", "tables.db", "--player", "ann"]);
        work(&here, sql);
        let ran = run(&here, &["history", "tables.db", "--player", "ann"]);
        assert!(ran.status == 1 && ran.err.contains(said), "{sql}: {}", ran.err);
        assert_eq!(ran.out, all, "{sql}");
        // Nobody else is in doubt, and who is not there is not there.
        shown(&here, &["history", "tables.db", "--player", "bob"]);
        let nobody = run(&here, &["history", "tables.db", "--player", "nobody"]);
        assert!(
            nobody.status == 2 && nobody.err.contains("the journal knows no such player"),
            "{}",
            nobody.err
        );
    }
}

/// A round with any one of its records gone shows all others, and not one card.
#[test]
fn a_round_that_lacks_a_record_shows_the_others() {
    let here = evening("lacks");
    let place = ["history", "tables.db", "--table", "t1", "--round", "3"];
    let whole: Value = serde_json::from_str(&shown(&here, &[&place[..], &["--json"]].concat())).unwrap();
    let steps = whole["steps"].as_array().unwrap();
    let before = fs::read(here.join("tables.db")).unwrap();
    for gone in steps {
        let seq = gone["record"].as_u64().unwrap();
        fs::write(here.join("tables.db"), &before).unwrap();
        work(&here, &format!("UPDATE record SET bytes = x'00' WHERE seq = {seq}"));
        let ran = run(&here, &[&place[..], &["--json"]].concat());
        assert!(ran.status == 1 && ran.err.contains("round 3 at t1"), "{seq}: {}", ran.err);
        let left: Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(left["status"], "damaged", "{left}");
        let records = |steps: &Value| -> Vec<u64> {
            steps.as_array().unwrap().iter().map(|step| step["record"].as_u64().unwrap()).collect()
        };
        let expected: Vec<u64> = records(&whole["steps"]).into_iter().filter(|one| *one != seq).collect();
        assert_eq!(records(&left["steps"]), expected, "without record {seq}");
        assert!(!ran.out.contains("\"cards\"") && !ran.out.contains("\"dealer\""), "{}", ran.out);
        let text = run(&here, &place);
        assert!(text.status == 1 && text.out.contains("no card is known"), "{}", text.out);
        for form in ["--proof", "--rules", "--settle"] {
            let ran = run(&here, &[&place[..], &[form]].concat());
            assert!(ran.status == 1 && ran.out.is_empty(), "{form}: {}{}", ran.out, ran.err);
        }
    }
    assert!(steps.len() > 8, "{}", steps.len());
}

/// A store that knows of more than its journal has is not signed: the end of the journal was cut off.
#[test]
fn a_journal_that_was_cut_is_not_signed() {
    let here = evening("unsigned");
    shown(&here, &["checkpoint", "--new-key", "house.key", "--name", "tables.example.org"]);
    let sign = ["checkpoint", "tables.db", "--key", "house.key", "--origin", "tables.example.org/journal"];
    shown(&here, &sign);
    let before = fs::read(here.join("tables.db")).unwrap();
    let cut =
        |records: u64| format!("DELETE FROM record WHERE seq > (SELECT max(seq) FROM record) - {records};");
    let posted = "UPDATE posted SET records = (SELECT max(seq) + 1 FROM record);";
    let rows = "DELETE FROM key WHERE seq >= (SELECT max(seq) + 1 FROM record);
        DELETE FROM moved; DELETE FROM part;";
    for sql in [cut(1), cut(6), cut(1) + posted, cut(6) + posted, cut(6) + posted + rows] {
        fs::write(here.join("tables.db"), &before).unwrap();
        work(&here, &sql);
        let ran = run(&here, &sign);
        assert!(
            ran.status == 1 && ran.out.is_empty() && ran.err.contains("tables.db"),
            "{sql}: {}{}",
            ran.out,
            ran.err
        );
    }
}

/// An end of records of the cashier that was cut off, with their keys and their places in the lists of wallets gone, shows by the balances.
#[test]
fn a_cut_end_of_the_cashier_is_not_signed() {
    let here = evening("cashier");
    shown(&here, &["checkpoint", "--new-key", "house.key", "--name", "tables.example.org"]);
    let sign = ["checkpoint", "tables.db", "--key", "house.key", "--origin", "tables.example.org/journal"];
    let last = {
        let store = Sqlite::open(here.join("tables.db")).unwrap();
        let mut cash = Transaction::new();
        let zed = Account::Wallet(Name::new("zed").unwrap());
        cash.post(Account::World, zed, Money::from_units(70_000), Why::CashIn);
        let append = Append::new(Key::new(b"cash of zed").unwrap(), Hash::ZERO, 1 << 40).moving(cash);
        store.append(&append).unwrap().seq
    };
    shown(&here, &sign);
    work(
        &here,
        &format!(
            "DELETE FROM record WHERE seq = {last}; DELETE FROM key WHERE seq = {last};
             DELETE FROM moved WHERE player = 'zed'; UPDATE posted SET records = {last}"
        ),
    );
    let ran = run(&here, &sign);
    assert!(ran.status == 1 && ran.out.is_empty(), "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("holds") && ran.err.contains("may have been cut off"), "{}", ran.err);
}

/// A file that may not be read is said to be that, whatever opens stores would say of it.
#[cfg(unix)]
#[test]
fn a_store_that_may_not_be_read_is_said_to_be_so() {
    use std::os::unix::fs::PermissionsExt as _;
    let here = evening("secret");
    for name in ["tables.db", "tables.db-wal"] {
        let path = here.join(name);
        if !path.exists() {
            fs::write(&path, "").unwrap();
        }
        let was = fs::metadata(&path).unwrap().permissions();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o0)).unwrap();
        // Whoever may do everything reads it all the same.
        if fs::File::open(&path).is_err() {
            for command in ["audit", "history"] {
                let ran = run(&here, &[command, "tables.db"]);
                let said = format!("error: {name}: Permission denied; expected a file that can be read\n");
                assert_eq!((ran.status, ran.err), (2, said), "{command}");
            }
        }
        fs::set_permissions(&path, was).unwrap();
    }
}

/// What was noted may be written in capitals, as a phone does; and rules that are not here are missing, not wrong.
#[test]
fn a_proof_is_compared_in_capitals_and_without_its_game_is_open() {
    let here = evening("capitals");
    let place = ["history", "tables.db", "--table", "t1", "--round", "3"];
    let proof = shown(&here, &[&place[..], &["--proof"]].concat());
    fs::write(here.join("round.json"), &proof).unwrap();
    fs::write(here.join("rules.toml"), shown(&here, &[&place[..], &["--rules"]].concat())).unwrap();
    let said: Value = serde_json::from_str(&proof).unwrap();
    for (option, field) in [("--commitment", "commitment"), ("--frozen", "frozen")] {
        let noted = said[field].as_str().unwrap().to_uppercase();
        let arguments = ["verify", "--game", "./rules.toml", "round.json", option, &noted];
        assert!(shown(&here, &arguments).contains("that you noted") || option == "--frozen");
    }
    let ran = run(&here, &["verify", "round.json"]);
    assert_eq!(ran.status, 2, "{}", ran.out);
    assert!(
        !ran.out.contains("WRONG") && ran.out.contains("the game file is missing (--game)"),
        "{}",
        ran.out
    );
    // Other rules than those of the file that was given under this name are wrong, and nothing else is.
    let rules = fs::read_to_string(here.join("rules.toml")).unwrap();
    let other = rules.replacen("$500", "$400", 1);
    assert!(other != rules);
    fs::write(here.join("other.toml"), other).unwrap();
    let ran = run(&here, &["verify", "--game", "./other.toml", "round.json"]);
    assert_eq!(ran.status, 1, "{}", ran.out);
    let wrong: Vec<&str> = ran.out.lines().filter(|line| line.contains("WRONG")).collect();
    assert!(matches!(wrong.as_slice(), [one] if one.contains("rules")), "{}", ran.out);
    // What is wrong all the same is.
    let seed = said["seed"].as_str().unwrap();
    fs::write(here.join("round.json"), proof.replace(seed, &"0".repeat(64))).unwrap();
    let ran = run(&here, &["verify", "round.json"]);
    assert!(ran.status == 1 && ran.out.contains("The proof does not hold."), "{}", ran.out);
}
