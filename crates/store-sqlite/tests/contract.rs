//! The store in a file passes what every store passes, and what only a file can do.

use std::path::PathBuf;
use tercet_ledger::{Account, Hash, Key, Name, Transaction, Why};
use tercet_rules::Money;
use tercet_store::{Append, Failure, Store as _};
use tercet_store_sqlite::Sqlite;

fn name(text: &str) -> Name {
    Name::new(text).expect("a name")
}

fn append(number: u64) -> Append {
    let mut transaction = Transaction::new();
    transaction.post(Account::World, Account::Wallet(name("ann")), Money::from_units(100), Why::CashIn);
    let bytes = number.to_be_bytes();
    Append::new(Key::new(&bytes).expect("a short key"), Hash::of(&[&bytes]), number)
        .happening(name("t1"), number, vec![bytes.to_vec()])
        .moving(transaction)
}

#[test]
fn the_sqlite_store_keeps_the_contract() {
    let folder = tempfile::tempdir().unwrap();
    let mut number = 0;
    tercet_store::contract::all(|| {
        number += 1;
        Sqlite::open(folder.path().join(format!("{number}.db"))).unwrap()
    });
}

#[test]
fn what_was_written_is_there_after_the_store_was_closed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tercet.db");
    for start in 0..5 {
        let store = Sqlite::open(&path).unwrap();
        assert_eq!(store.chain().unwrap().size, start * 10);
        for number in start * 10..start * 10 + 10 {
            store.append(&append(number)).unwrap();
        }
    }
    let store = Sqlite::open(&path).unwrap();
    assert!(store.append(&append(7)).unwrap().again);
    assert_eq!(store.events(&name("t1"), 0).unwrap().len(), 50);
}

#[test]
fn a_second_writer_is_refused_and_told_why() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tercet.db");
    let first = Sqlite::open(&path).unwrap();
    let second = Sqlite::open(&path).unwrap_err();
    assert!(matches!(second, Failure::Busy(_)), "{second}");
    assert!(second.to_string().contains("another process has"), "{second}");
    drop(first);
    Sqlite::open(&path).unwrap();
}

#[test]
fn a_backup_is_a_whole_store_and_writes_over_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(folder.path().join("tercet.db")).unwrap();
    for number in 0..20 {
        store.append(&append(number)).unwrap();
    }
    let to = folder.path().join("backup.db");
    store.back_up(&to).unwrap();
    store.append(&append(20)).unwrap();
    let copy = Sqlite::open(&to).unwrap();
    assert_eq!(copy.records(0, 99).unwrap(), store.records(0, 20).unwrap());
    assert!(store.back_up(&to).is_err());
    assert_eq!(copy.chain().unwrap().size, 20);
}

/// Files that are no store are left exactly as they were.
#[test]
fn a_file_that_is_no_store_is_refused_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let text: PathBuf = folder.path().join("letter.txt");
    std::fs::write(&text, "Dear Ann, this is no database. ".repeat(99)).unwrap();
    let before = std::fs::read(&text).unwrap();
    let error = Sqlite::open(&text).unwrap_err();
    assert!(error.to_string().contains("letter.txt"), "{error}");
    assert_eq!(std::fs::read(&text).unwrap(), before);
    assert!(Sqlite::open(folder.path().join("no/such/folder.db")).is_err());
}
