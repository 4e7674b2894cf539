//! Copies of a store: whole, of one moment, and in nobody's way.

use std::path::Path;
use tercet_ledger::{Account, Hash, Key, Name, Transaction, Why};
use tercet_rules::Money;
use tercet_store::{Append, Failure, Store as _};
use tercet_store_sqlite::Sqlite;

fn append(number: u64) -> Append {
    let name = |text: &str| Name::new(text).expect("a name");
    let mut transaction = Transaction::new();
    transaction.post(Account::World, Account::Wallet(name("ann")), Money::from_units(100), Why::CashIn);
    let bytes = number.to_be_bytes();
    Append::new(Key::new(&bytes).expect("a short key"), Hash::of(&[&bytes]), number)
        .happening(name("t1"), number, vec![bytes.to_vec()])
        .moving(transaction)
}

/// A store with so many records.
fn store(path: &Path, records: u64) -> Sqlite {
    let store = Sqlite::open(path).expect("a store");
    for number in 0..records {
        store.append(&append(number)).expect("written");
    }
    store
}

/// What is in a folder.
fn names(folder: &Path) -> Vec<std::ffi::OsString> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
    names.sort();
    names
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
    assert!(store.back_up(&to).unwrap_err().to_string().contains("backup.db: it is there already"));
    assert_eq!(copy.chain().unwrap().size, 20);
}

/// A link where the half copy goes leads to what is somebody else's: it is refused at once, and nothing is changed.
#[cfg(unix)]
#[test]
fn a_link_in_the_place_of_the_half_copy_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder.path().join("tercet.db"), 3);
    let to = folder.path().join("backup.db");
    for target in ["other.txt", "tercet.db", "nowhere"] {
        let part = folder.path().join("backup.db.part");
        std::fs::write(folder.path().join("other.txt"), "somebody's").unwrap();
        std::os::unix::fs::symlink(folder.path().join(target), &part).unwrap();
        let refused = store.back_up(&to).unwrap_err();
        assert!(matches!(refused, Failure::Denied(_)) && refused.to_string().contains("a link"), "{refused}");
        assert!(part.is_symlink() && !to.exists());
        std::fs::remove_file(&part).unwrap();
    }
    assert_eq!(std::fs::read_to_string(folder.path().join("other.txt")).unwrap(), "somebody's");
    store.back_up(&to).unwrap();
}

/// A crash in the midst of a copy leaves a half one: the next copy is made all the same, and nothing is left beside it.
#[test]
fn a_half_backup_is_in_nobodys_way() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(folder.path().join("tercet.db")).unwrap();
    store.append(&append(0)).unwrap();
    let copies = folder.path().join("copies");
    std::fs::create_dir(&copies).unwrap();
    std::fs::write(copies.join("backup.db.part"), "half of a copy").unwrap();
    std::fs::write(copies.join("backup.db.part.lock"), "").unwrap();
    store.back_up(copies.join("backup.db")).unwrap();
    let names = std::fs::read_dir(&copies).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(names.collect::<Vec<_>>(), ["backup.db"]);
    let copy = Sqlite::open(copies.join("backup.db")).unwrap();
    assert_eq!(copy.chain(), store.chain());
}

/// Many at once make a copy of the same name: one of them does, and what is there then is whole.
#[test]
fn one_of_many_makes_the_copy() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder.path().join("tercet.db"), 9);
    let copies = folder.path().join("copies");
    std::fs::create_dir(&copies).unwrap();
    for number in 0..30 {
        let to = copies.join(format!("{number}.db"));
        let made: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| store.back_up(&to))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let allowed = |made: &Result<(), Failure>| {
            matches!(made, Ok(()) | Err(Failure::Busy(_)))
                || made.as_ref().is_err_and(|failure| failure.to_string().contains("there already"))
        };
        assert!(made.iter().all(allowed), "{made:?}");
        assert_eq!(made.iter().filter(|made| made.is_ok()).count(), 1, "{made:?}");
        assert_eq!(Sqlite::open_read_only(&to).unwrap().chain(), store.chain());
    }
    assert_eq!(names(&copies).len(), 30);
}

/// Of a store that is read only, what was opened is copied: not what somebody has written since.
#[test]
fn what_was_opened_is_copied() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tercet.db");
    let to = |name: &str| folder.path().join(name);
    let store = store(&path, 5);
    let reader = Sqlite::open_read_only(&path).unwrap();
    store.append(&append(5)).unwrap();
    reader.back_up(to("as-it-was.db")).unwrap();
    drop(reader);
    assert_eq!(Sqlite::open(to("as-it-was.db")).unwrap().chain().unwrap().size, 5);
    // As a power cut leaves it.
    let beside = |path: &Path| std::path::PathBuf::from(format!("{}-wal", path.display()));
    std::fs::copy(&path, to("cut.db")).unwrap();
    std::fs::copy(beside(&path), beside(&to("cut.db"))).unwrap();
    Sqlite::open_read_only(to("cut.db")).unwrap().back_up(to("of-cut.db")).unwrap();
    assert_eq!(Sqlite::open(to("of-cut.db")).unwrap().chain().unwrap().size, 6);
    drop(store);
    // Nobody has it open: nothing is made beside it, and who begins to write ends the reading.
    let still = Sqlite::open_read_only(&path).unwrap();
    let copies = folder.path().join("copies");
    std::fs::create_dir(&copies).unwrap();
    let before = names(folder.path());
    still.back_up(copies.join("still.db")).unwrap();
    assert_eq!(names(folder.path()), before);
    assert_eq!(names(&copies), ["still.db"]);
    drop(self::store(&path, 9));
    let late = still.back_up(copies.join("late.db"));
    assert!(matches!(late, Err(Failure::Busy(_))), "{late:?}");
    assert_eq!(names(&copies), ["still.db"]);
}

/// A copy of a damaged store would be damaged: it is refused, and nothing is left of it.
#[test]
fn what_is_damaged_is_not_copied() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tercet.db");
    let store = store(&path, 300);
    let copies = folder.path().join("copies");
    std::fs::create_dir(&copies).unwrap();
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute("UPDATE record SET bytes = x'00' WHERE seq = 299", []).unwrap();
    let failure = store.back_up(copies.join("backup.db")).unwrap_err();
    assert!(matches!(failure, Failure::Corrupt(_)), "{failure}");
    assert!(names(&copies).is_empty());
}

/// A name is a name, whatever SQLite would make of it.
#[cfg(unix)]
#[test]
fn a_copy_has_the_name_that_it_was_given() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder.path().join("tercet.db"), 3);
    let copies = folder.path().join("copies");
    std::fs::create_dir(&copies).unwrap();
    // Here alone it matters where names begin: all other paths of these tests are whole.
    std::env::set_current_dir(&copies).unwrap();
    let odd = ["file:memory.db?mode=memory", ":memory:", "o'clock.db", "a b%20#?.db", "-", "späte Runde.db"];
    let odd = odd.map(str::as_bytes).into_iter().chain([&b"no-utf8-\xff.db"[..]]);
    let mut all = Vec::new();
    for name in odd.map(std::ffi::OsStr::from_bytes) {
        store.back_up(name).unwrap();
        all.push(name.to_owned());
        assert_eq!(Sqlite::open_read_only(copies.join(name)).unwrap().chain(), store.chain(), "{name:?}");
        assert_eq!(Sqlite::open_read_only(name).unwrap().chain(), store.chain(), "{name:?}");
    }
    all.sort();
    assert_eq!(names(&copies), all);
}
