//! The file: whose it is, who has it, and what is wrong with it.

use crate::common::*;
use std::path::Path;
use tercet_people::{Cost, Failure, People, Settings};

fn open(path: &Path) -> Result<People, Failure> {
    People::open(path, settings())
}

#[test]
fn a_second_one_who_opens_it_is_refused_and_told_why() {
    let house = House::new();
    let path = house.people.path().to_path_buf();
    let second = open(&path).unwrap_err();
    assert!(matches!(second, Failure::Busy(_)) && second.to_string().contains("somebody has"), "{second}");
    #[cfg(unix)]
    {
        let link = house.folder.path().join("link.db");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        assert!(matches!(open(&link), Err(Failure::Busy(_))));
    }
    let House { folder: _folder, people } = house;
    drop(people);
    open(&path).unwrap();
}

#[test]
fn a_file_that_is_something_else_is_refused_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("letter.txt");
    std::fs::write(&text, "Dear Ann, this is no database. ".repeat(99)).unwrap();
    let other = folder.path().join("other.db");
    rusqlite::Connection::open(&other).unwrap().execute_batch("CREATE TABLE letter (text)").unwrap();
    for path in [&text, &other] {
        let before = std::fs::read(path).unwrap();
        let error = open(path).unwrap_err();
        assert!(matches!(error, Failure::Corrupt(_)), "{error}");
        assert!(error.to_string().contains(&*path.file_name().unwrap().to_string_lossy()), "{error}");
        assert_eq!(std::fs::read(path).unwrap(), before);
    }
    assert!(matches!(open(folder.path()), Err(Failure::Denied(_))));
    assert!(open(&folder.path().join("no/such/people.db")).is_err());
}

#[test]
fn a_schema_that_this_version_does_not_know_is_refused() {
    for (change, says) in [
        ("UPDATE migration SET sha256 = 'x'", "not the one"),
        ("INSERT INTO migration (number, sha256) VALUES (99, 'x')", "a later version"),
    ] {
        let House { folder, people } = House::new();
        let path = people.path().to_path_buf();
        drop(people);
        rusqlite::Connection::open(&path).unwrap().execute_batch(change).unwrap();
        let error = open(&path).unwrap_err();
        assert!(matches!(error, Failure::Denied(_)) && error.to_string().contains(says), "{error}");
        drop(folder);
    }
}

/// What stands in the file and means nothing is damage, and is named.
#[test]
fn what_is_not_what_was_written_is_found() {
    for change in [
        "UPDATE account SET roles = 'king'",
        "UPDATE account SET roles = 'player dealer'",
        "UPDATE session SET kind = 'pigeon'",
        "UPDATE session SET seen_ms = -1",
        "PRAGMA foreign_keys = OFF; UPDATE session SET account = 'p-x'",
    ] {
        let house = House::new();
        house.member("ann");
        let House { folder, people } = house;
        let path = people.path().to_path_buf();
        drop(people);
        rusqlite::Connection::open(&path).unwrap().execute_batch(change).unwrap();
        let error = open(&path).unwrap_err();
        assert!(matches!(error, Failure::Corrupt(_)), "{change}: {error}");
        assert!(error.to_string().contains("people.db"), "{change}: {error}");
        drop(folder);
    }
}

/// Not even with SQL in hand: the log, the cases and the ids stay.
#[test]
fn what_is_only_added_to_is_not_changed() {
    let house = House::new();
    house.member("ann");
    let House { folder, people } = house;
    let path = people.path().to_path_buf();
    drop(people);
    let sql = rusqlite::Connection::open(&path).unwrap();
    sql.execute_batch(
        "INSERT INTO dispute SELECT 1, id, 't1', 1, 'x', 9, id, 1, 'open', 1 FROM account;
         INSERT INTO entry SELECT 1, 1, 1, id, 'note', 'x', NULL FROM account",
    )
    .unwrap();
    for change in [
        "UPDATE event SET reason = 'x'",
        "DELETE FROM event",
        "UPDATE entry SET body = 'y'",
        "DELETE FROM entry",
        "UPDATE dispute SET claim = 'y'",
        "DELETE FROM dispute",
        "DELETE FROM account",
        "UPDATE account SET id = 'p-y'",
    ] {
        let error = sql.execute_batch(change).unwrap_err().to_string();
        assert!(error.contains("never"), "{change}: {error}");
    }
    drop(folder);
}

#[test]
fn a_copy_is_whole_and_writes_over_nothing() {
    let house = House::new();
    let ann = house.member("ann");
    let to = house.folder.path().join("copy.db");
    std::fs::write(house.folder.path().join("copy.db.part"), "half of a copy").unwrap();
    house.people.back_up(&to).unwrap();
    house.member("bob");
    assert!(house.people.back_up(&to).unwrap_err().to_string().contains("copy.db: it is there already"));
    let copy = open(&to).unwrap();
    assert_eq!(copy.account(&ann.account.id).unwrap(), ann.account);
    assert_eq!(copy.accounts(&tercet_people::Look::default(), 9).unwrap().len(), 1);
    copy.session(&ann.token, T).unwrap();
    assert!(!house.folder.path().join("copy.db.part").exists());
}

/// A link where the half copy goes leads to what is somebody else's: nothing is written there, and the link stays.
#[cfg(unix)]
#[test]
fn a_copy_follows_no_link() {
    let house = House::new();
    let (part, other) = (house.folder.path().join("copy.db.part"), house.folder.path().join("other.txt"));
    std::fs::write(&other, "somebody's").unwrap();
    std::os::unix::fs::symlink(&other, &part).unwrap();
    let refused = house.people.back_up(house.folder.path().join("copy.db")).unwrap_err();
    assert!(matches!(refused, Failure::Denied(_)) && refused.to_string().contains("a link"), "{refused}");
    assert!(part.is_symlink() && std::fs::read_to_string(&other).unwrap() == "somebody's");
}

/// Hashes of passwords are the owner's of the file alone to read.
#[cfg(unix)]
#[test]
fn nobody_else_may_read_the_file() {
    use std::os::unix::fs::PermissionsExt as _;
    let house = House::new();
    house.member("ann");
    house.people.back_up(house.folder.path().join("copy.db")).unwrap();
    for name in ["people.db", "people.db-wal", "copy.db"] {
        let mode = std::fs::metadata(house.folder.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{name}: {mode:o}");
    }
}

#[test]
fn settings_that_make_no_sense_open_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("people.db");
    let settings = Settings { cost: Cost { memory_kib: 0, passes: 0, lanes: 0 }, ..settings() };
    assert!(matches!(People::open(&path, settings), Err(Failure::Settings(_))));
    assert!(!path.exists());
}
