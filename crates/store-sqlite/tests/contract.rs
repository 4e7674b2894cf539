//! The store in a file passes what every store passes, and what only a file can do.

use std::path::PathBuf;
use tercet_ledger::{Account, Hash, Key, Name, Transaction, Why};
use tercet_rules::Money;
use tercet_store::{Append, AppendError, Failure, Receipt, Store as _};
use tercet_store_sqlite::{Options, Sqlite};

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
    // With all of the journal in the tables, with some of it, and with none; answered by one thread or by the other.
    for (most_behind, on_the_spot) in [(1, 16), (3, 0), (10_000, 16), (10_000, 0)] {
        let mut number = 0;
        tercet_store::contract::all(|| {
            number += 1;
            let path = folder.path().join(format!("{most_behind}-{on_the_spot}-{number}.db"));
            Sqlite::open_with(path, Options { most_behind, on_the_spot, ..Options::default() }).unwrap()
        });
    }
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
    assert_eq!(store.events(&name("t1"), 0, usize::MAX).unwrap().len(), 50);
}

#[test]
fn a_second_writer_is_refused_and_told_why() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tercet.db");
    let first = Sqlite::open(&path).unwrap();
    let second = Sqlite::open(&path).unwrap_err();
    assert!(matches!(second, Failure::Busy(_)), "{second}");
    assert!(second.to_string().contains("somebody has"), "{second}");
    drop(first);
    Sqlite::open(&path).unwrap();
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

#[test]
fn another_database_is_refused_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other.db");
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("CREATE TABLE letter (text)").unwrap();
    drop(other);
    let before = std::fs::read(&path).unwrap();
    let error = Sqlite::open(&path).unwrap_err();
    assert!(error.to_string().contains("not one of Tercet's"), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

/// A schema that was changed, or is of a later version, is not touched.
#[test]
fn a_schema_that_this_version_does_not_know_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (name, change, says) in [
        ("changed.db", "UPDATE migration SET sha256 = 'x'", "not the one"),
        ("early.db", "UPDATE migration SET number = 1", "an early version"),
        ("later.db", "INSERT INTO migration (number, sha256) VALUES (99, 'x')", "a later version"),
    ] {
        let path = folder.path().join(name);
        drop(Sqlite::open(&path).unwrap());
        rusqlite::Connection::open(&path).unwrap().execute_batch(change).unwrap();
        for opened in [Sqlite::open(&path), Sqlite::open_read_only(&path)] {
            let said = opened.unwrap_err().to_string();
            assert!(said.contains(says) && said.contains(name), "{said}");
        }
    }
}

/// By another name it is the same store.
#[cfg(unix)]
#[test]
fn a_second_writer_by_another_name_is_refused_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tercet.db");
    let first = Sqlite::open(&path).unwrap();
    let link = folder.path().join("link.db");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    assert!(matches!(Sqlite::open(&link), Err(Failure::Busy(_))));
    drop(first);
}

/// Many steps in one commit: each is written, refused or known by itself, and whoever panics over an answer hurts nobody else.
#[test]
fn steps_of_one_group_are_answered_each_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(folder.path().join("tercet.db")).unwrap();
    let (sender, answers) = std::sync::mpsc::channel();
    for number in [0, 0, 2, 1, 1, 3, 2] {
        let sender = sender.clone();
        let sent = move |result: Result<Receipt, AppendError>| {
            sender.send((number, result.map(|receipt| receipt.again).ok())).unwrap();
            assert_ne!(number, 3, "a panic of whoever asked, which the test wants");
        };
        store.submit(append(number), Box::new(sent));
    }
    let answers: Vec<_> = answers.iter().take(7).collect();
    // Number 2 is refused at first, as the stream has one event by then.
    let expected = [
        (0, Some(false)),
        (0, Some(true)),
        (2, None),
        (1, Some(false)),
        (1, Some(true)),
        (3, None),
        (2, Some(false)),
    ];
    assert_eq!(answers, expected);
    store.append(&append(3)).unwrap();
    assert_eq!(store.chain().unwrap().size, 4);
}

/// What whoever asked leaves behind as it panics may panic, too, as it is dropped: everybody else is told all the same, by whichever thread.
#[test]
fn a_panic_over_an_answer_keeps_nobody_else_from_theirs() {
    struct Left;
    impl Drop for Left {
        fn drop(&mut self) {
            if !std::thread::panicking() {
                std::panic::resume_unwind(Box::new("which the test wants"));
            }
        }
    }
    let folder = tempfile::tempdir().unwrap();
    for on_the_spot in [0, 16] {
        let path = folder.path().join(format!("{on_the_spot}.db"));
        let store = Sqlite::open_with(path, Options { on_the_spot, ..Options::default() }).unwrap();
        let (sender, answers) = std::sync::mpsc::channel();
        for number in 0..40 {
            let sender = sender.clone();
            let told = move |result: Result<Receipt, AppendError>| {
                sender.send(result.is_ok()).unwrap();
                if number % 2 == 0 {
                    std::panic::resume_unwind(Box::new(Left));
                }
            };
            store.submit(append(number), Box::new(told));
        }
        drop(sender);
        assert_eq!(answers.iter().filter(|written| *written).count(), 40);
        store.append(&append(40)).unwrap();
    }
}

/// A full disk refuses the step; nothing is lost, and once there is room it is written.
#[test]
fn a_full_disk_refuses_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tercet.db");
    let store = Sqlite::open_with(&path, Options { most_pages: Some(60), ..Options::default() }).unwrap();
    let mut written = 0;
    let failure = loop {
        let big = append(written).happening(name("t2"), written, vec![vec![7; 9_000]]);
        match store.append(&big) {
            Ok(_) => written += 1,
            Err(error) => break error,
        }
    };
    assert!(matches!(failure, AppendError::Failed(Failure::Full(_))), "{failure}");
    assert!(written > 5);
    assert_eq!(store.chain().unwrap().size, written);
    drop(store);
    let store = Sqlite::open(&path).unwrap();
    assert_eq!(store.chain().unwrap().size, written);
    store.append(&append(written)).unwrap();
}

/// Whoever only reads sees the store as it was when it was opened, beside the one who writes, and changes nothing.
#[test]
fn a_store_is_read_while_another_writes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tercet.db");
    let store = Sqlite::open(&path).unwrap();
    store.append(&append(0)).unwrap();
    let reader = Sqlite::open_read_only(&path).unwrap();
    store.append(&append(1)).unwrap();
    assert_eq!((reader.chain().unwrap().size, store.chain().unwrap().size), (1, 2));
    assert_eq!(reader.records(0, 9).unwrap(), store.records(0, 1).unwrap());
    assert_eq!(reader.balance(&Account::World).unwrap(), Money::from_units(-100));
    let error = reader.append(&append(2)).unwrap_err().to_string();
    assert!(error.contains("opened for reading only") && error.contains("tercet.db"), "{error}");
    assert_eq!(store.chain().unwrap().size, 2);
    drop(store);
    // Nobody writes, and as the first one goes the second may come.
    assert_eq!(Sqlite::open_read_only(&path).unwrap().chain().unwrap().size, 2);
    Sqlite::open(&path).unwrap();
}

#[test]
fn what_is_read_only_is_not_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tercet.db");
    let error = Sqlite::open_read_only(&path).unwrap_err();
    assert!(matches!(error, Failure::Denied(_)) && error.to_string().contains("tercet.db"), "{error}");
    assert!(!path.exists());
    std::fs::write(&path, "").unwrap();
    assert!(matches!(Sqlite::open_read_only(&path), Err(Failure::Corrupt(_))));
    assert_eq!(std::fs::metadata(&path).unwrap().len(), 0);
    std::fs::write(&path, "Dear Ann, this is no database. ".repeat(99)).unwrap();
    assert!(matches!(Sqlite::open_read_only(&path), Err(Failure::Corrupt(_))));
}

/// What stands in the tables and is not what the records say is found when the store is opened.
#[test]
fn tables_that_are_not_those_of_the_journal_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let sound = folder.path().join("sound.db");
    let store = Sqlite::open(&sound).unwrap();
    for number in 0..20 {
        store.append(&append(number)).unwrap();
    }
    drop(store);
    Sqlite::open_read_only(&sound).unwrap().check().unwrap();
    let path = folder.path().join("tercet.db");
    for (change, says) in [
        ("DELETE FROM record WHERE seq = 7", "counted from 1"),
        ("DELETE FROM record WHERE seq = 19", "the tables know of 20"),
        (
            "UPDATE record SET seq = 9223372036854775807 WHERE seq = 19",
            "the last record is 9223372036854775808, counted from 1",
        ),
        ("UPDATE record SET seq = -1 WHERE seq = 0", "record 1 stands in its place"),
        ("UPDATE record SET bytes = (SELECT bytes FROM record WHERE seq = 3) WHERE seq = 4", "record 4"),
        ("UPDATE posted SET records = 19", "20 keys"),
        ("UPDATE posted SET records = 21", "the tables know of 21"),
        ("DELETE FROM key WHERE seq = 12", "19 keys"),
        ("UPDATE key SET seq = 3 WHERE seq = 12", "the key of record 12"),
        ("UPDATE key SET hash = hash + 1 WHERE seq = 12", "the key of record 12"),
        ("DELETE FROM part", "a part of record 0"),
        (
            "UPDATE part SET list = CAST(substr(list, 1, 200) || x'0000000000000002' || substr(list, 209) AS BLOB)",
            "a part of record 12",
        ),
        ("UPDATE part SET list = substr(list, 1, 100)", "a list in the tables"),
        ("DELETE FROM moved", "a move of record 0"),
        (
            "UPDATE moved SET list = CAST(substr(list, 1, 96) || substr(list, 105) AS BLOB)",
            "a move of record 12",
        ),
        ("UPDATE stream SET events = 19", "19 events"),
        ("UPDATE balance SET units = units + 1 WHERE account = 'wallet/ann'", "come to 1 "),
        ("DELETE FROM balance WHERE account = 'world'", "come to 2000 "),
        ("UPDATE balance SET account = 'wallet/' WHERE account = 'wallet/ann'", "expected 1 to 64"),
    ] {
        std::fs::copy(&sound, &path).unwrap();
        rusqlite::Connection::open(&path).unwrap().execute_batch(change).unwrap();
        let error = Sqlite::open(&path).unwrap_err();
        let said = error.to_string();
        assert!(matches!(error, Failure::Corrupt(_)) && said.contains(says), "{change}: {said}");
        assert!(said.contains("tercet.db"), "{change}: {said}");
        let reader = Sqlite::open_read_only(&path).unwrap();
        assert!(matches!(reader.check(), Err(Failure::Corrupt(_))), "{change}");
    }
}

/// A link to a store is the store: what is in the log beside the file is read, whether somebody has it open or not.
#[cfg(unix)]
#[test]
fn a_store_is_read_through_a_link_with_its_log() {
    let folder = tempfile::tempdir().unwrap();
    let (path, elsewhere) = (folder.path().join("tercet.db"), folder.path().join("elsewhere"));
    std::fs::create_dir(&elsewhere).unwrap();
    let link = elsewhere.join("link.db");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let store = Sqlite::open(&path).unwrap();
    for number in 0..9 {
        store.append(&append(number)).unwrap();
        assert_eq!(Sqlite::open_read_only(&link).unwrap().chain().unwrap().size, number + 1);
    }
    // As a power cut leaves it: a file, and a log that nobody brought in.
    let (cut, of_cut) = (folder.path().join("cut.db"), elsewhere.join("cut-link.db"));
    let beside = |path: &std::path::Path| PathBuf::from(format!("{}-wal", path.display()));
    std::fs::copy(&path, &cut).unwrap();
    std::fs::copy(beside(&path), beside(&cut)).unwrap();
    std::os::unix::fs::symlink(&cut, &of_cut).unwrap();
    assert_eq!(Sqlite::open_read_only(&of_cut).unwrap().chain().unwrap().size, 9);
    drop(store);
    assert_eq!(Sqlite::open_read_only(&link).unwrap().chain().unwrap().size, 9);
}

/// A store that nobody had open is read as it was, or it is said that somebody has begun to write: it is never called damaged.
#[test]
fn whoever_begins_to_write_ends_the_reading_and_nothing_is_called_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tercet.db");
    let store = Sqlite::open(&path).unwrap();
    for number in 0..300 {
        store.append(&append(number)).unwrap();
    }
    drop(store);
    let still = Sqlite::open_read_only(&path).unwrap();
    assert_eq!(still.chain().unwrap().size, 300);
    let store = Sqlite::open(&path).unwrap();
    for number in 300..900 {
        store.append(&append(number)).unwrap();
    }
    drop(store);
    let busy = |what: Result<(), Failure>| assert!(matches!(what, Err(Failure::Busy(_))), "{what:?}");
    let (key, ann) = (Key::new(&7_u64.to_be_bytes()).unwrap(), name("ann"));
    busy(still.receipt(&key).map(drop));
    busy(still.version(&name("t1")).map(drop));
    busy(still.events(&name("t1"), 0, 9).map(drop));
    busy(still.moves(&ann, 0, 9).map(drop));
    busy(still.balance(&Account::Wallet(ann)).map(drop));
    busy(still.balances().map(drop));
    busy(still.chain().map(drop));
    busy(still.records(0, 9).map(drop));
    busy(still.rows(0, 9).map(drop));
    busy(still.strays(&mut |_| ()));
    busy(still.check());
}

/// What the store writes by itself is no stray row, whatever a step has.
#[test]
fn nothing_that_was_written_is_a_stray() {
    let folder = tempfile::tempdir().unwrap();
    for most_behind in [1, 3, 10_000] {
        let path = folder.path().join(format!("{most_behind}.db"));
        let store = Sqlite::open_with(&path, Options { most_behind, ..Options::default() }).unwrap();
        for number in 0..300 {
            // Two parts of one stream, and one that says only what it was worked out from.
            let step = append(2 * number).happening(name("t1"), 2 * number + 1, vec![vec![7]]);
            store.append(&step.happening(name("t2"), 0, Vec::new())).unwrap();
        }
        let strays = |store: &Sqlite| {
            let mut all = Vec::new();
            store.strays(&mut |stray| all.push(stray)).unwrap();
            all
        };
        assert_eq!(strays(&store), []);
        drop(store);
        assert_eq!(strays(&Sqlite::open_read_only(&path).unwrap()), []);
    }
}

/// The last one who has the store may let it go within an answer, on whichever thread that is given: everybody is told all the same.
#[test]
fn a_store_is_let_go_within_an_answer() {
    for others in [0, 40] {
        let folder = tempfile::tempdir().unwrap();
        let store = std::sync::Arc::new(Sqlite::open(folder.path().join("tercet.db")).unwrap());
        let (sender, answers) = std::sync::mpsc::channel();
        for number in 0..=others {
            let (sender, held) = (sender.clone(), store.clone());
            let told = move |result: Result<Receipt, AppendError>| {
                drop(held);
                sender.send(result.map(|receipt| receipt.seq)).unwrap();
            };
            store.submit(append(number), Box::new(told));
        }
        drop(store);
        let wait = std::time::Duration::from_secs(60);
        for number in 0..=others {
            assert_eq!(answers.recv_timeout(wait).expect("an answer"), Ok(number));
        }
    }
}
