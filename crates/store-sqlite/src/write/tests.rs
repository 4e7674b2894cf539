//! What only shows when steps come in the same group, or when the tables are brought up at a chosen moment.

use super::*;
use crate::open;
use std::path::Path;
use std::sync::mpsc::channel;
use tercet_ledger::{Account, Key, Name, Transaction, Why};
use tercet_rules::Money;

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

/// A player of their own buys in, at a table of their own.
fn step(number: u64) -> Append {
    let player = format!("player-with-quite-a-name-{number}");
    let mut transaction = Transaction::new();
    transaction.post(Account::World, Account::Wallet(name(&player)), Money::from_units(100), Why::CashIn);
    let bytes = number.to_be_bytes();
    Append::new(Key::new(&bytes).unwrap(), Hash::of(&[&bytes]), number)
        .happening(name(&player), 0, vec![vec![1]])
        .moving(transaction)
}

fn writer(path: &Path, most_behind: usize) -> Writer {
    let on_fatal = |failure: &Failure| -> ! { panic!("{failure}") };
    let options = Options { on_fatal, most_behind, ..Options::default() };
    let opened = tercet_sqlite::opened(path, open::EXPECTED, |lock| {
        let (answers, _) = Answers::start(&options)?;
        Writer::new(path, open::for_writing(path)?, lock, options, answers)
    });
    opened.unwrap()
}

/// Writes a group; gives what became of each step.
fn write(writer: &mut Writer, group: impl IntoIterator<Item = Append>) -> Vec<Result<Receipt, AppendError>> {
    let (sender, answers) = channel();
    let waiting = |append| {
        let sender = sender.clone();
        Waiting::new(append, Box::new(move |result| sender.send(result).unwrap()))
    };
    let mut group = group.into_iter().map(waiting);
    writer.answer(group.next().unwrap(), group);
    drop(sender);
    answers.iter().collect()
}

/// Lets the file grow by so many pages and no further.
fn room(writer: &Writer, pages: u32) {
    let count = writer.connection.query_row("PRAGMA page_count", [], |row| row.get::<_, u32>(0)).unwrap();
    open::no_more_pages(&writer.connection, count + pages).unwrap();
}

/// In these tests there are 256 hashes of keys, so many a key has the hash of another.
#[test]
fn keys_with_the_same_hash_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = writer(&folder.path().join("tercet.db"), 1_000);
    for posted in [false, true] {
        let from = writer.books.chain.size;
        let results = write(&mut writer, (from..from + 20).map(step));
        assert!(results.iter().all(|result| result.as_ref().is_ok_and(|receipt| !receipt.again)));
        if posted {
            writer.post().map_err(|failed| failed.failure).unwrap();
            assert_eq!(writer.books.behind(), 0);
        }
        let again = write(&mut writer, (0..from + 20).map(step));
        let seqs: Vec<_> = again.into_iter().map(|result| result.unwrap()).collect();
        assert!(seqs.iter().zip(0..).all(|(receipt, seq)| receipt.seq == seq && receipt.again));
        let other = Append { request: Hash::ZERO, ..step(7) };
        assert!(matches!(&write(&mut writer, [other])[..], [Err(AppendError::Refused(_))]));
    }
    // What is on the disk is what was known.
    let books = caught_up(&writer.connection, &writer.filter).unwrap();
    assert_eq!((books.chain, books.behind()), (writer.books.chain, 0));
}

/// A step whose key is found in a record that cannot be read is answered with that; everybody else's is written.
#[test]
fn what_cannot_be_read_for_one_step_is_no_matter_of_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = writer(&folder.path().join("tercet.db"), 1_000);
    write(&mut writer, (0..4).map(step));
    let same = (4..).find(|number| key::hash(&step(*number).key) == key::hash(&step(2).key)).unwrap();
    let other = (4..).find(|number| key::hash(&step(*number).key) != key::hash(&step(2).key)).unwrap();
    for posted in [false, true] {
        if posted {
            writer.post().map_err(|failed| failed.failure).unwrap();
        }
        writer.connection.execute("UPDATE record SET bytes = x'00' WHERE seq = 2", []).unwrap();
        let number = if posted { other + 100 * (other + 1) } else { other };
        let number =
            (number..).find(|number| key::hash(&step(*number).key) != key::hash(&step(2).key)).unwrap();
        let results = write(&mut writer, [step(same), step(number)]);
        assert!(matches!(&results[0], Err(AppendError::Failed(Failure::Corrupt(_)))), "{:?}", results[0]);
        assert!(results[1].is_ok(), "{:?}", results[1]);
    }
}

/// Too little room for the tables of all records: they are brought up as far as there is room, and the rest once there is more.
#[test]
fn with_little_room_the_tables_are_brought_up_in_portions() {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = writer(&folder.path().join("tercet.db"), 10_000);
    write(&mut writer, (0..5_000).map(step));
    room(&writer, 150);
    let failed = writer.post().map_err(|failed| failed.failure);
    assert!(matches!(failed, Err(Failure::Full(_))), "{failed:?}");
    let posted = writer.books.posted;
    assert!((2_048..5_000).contains(&posted), "{posted}");
    // What is known is what it was, and what is written follows it.
    let again = write(&mut writer, [step(1), step(4_999), step(5_000)]);
    let seqs: Vec<_> = again.into_iter().map(|result| result.unwrap().seq).collect();
    assert_eq!(seqs, [1, 4_999, 5_000]);
    room(&writer, 100_000);
    writer.post().map_err(|failed| failed.failure).unwrap();
    assert_eq!(writer.books.posted, 5_001);
    sound(&writer.connection).unwrap();
}

/// A disk that has room for records and not for the tables: bringing them up is tried now and then, not after each commit.
#[test]
fn what_failed_for_want_of_room_is_tried_again_later() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tercet.db");
    let mut writer = writer(&path, 64);
    room(&writer, 8);
    let (mut written, mut tries) = (0, Vec::new());
    loop {
        let (before, behind) = (writer.most_behind, writer.books.behind());
        match &write(&mut writer, [step(written)])[..] {
            [Ok(_)] => written += 1,
            [Err(AppendError::Failed(Failure::Full(_)))] => break,
            other => panic!("{other:?}"),
        }
        writer.look_after(false);
        if writer.most_behind != before {
            tries.push(behind);
        }
    }
    // An eighth of what they may be behind lies between two tries.
    assert!(tries.len() > 2 && tries.windows(2).all(|two| two[1] >= two[0] + 8), "{tries:?}");
    assert_eq!(writer.books.chain.size, written);
    drop(writer);
    let writer = self::writer(&path, 64);
    assert_eq!((writer.books.chain.size, writer.books.behind()), (written, 0));
}

/// A step whose record does not go into the room that is left.
fn big(number: u64) -> Append {
    step(number).happening(name("big"), 0, vec![vec![7; 200_000]])
}

/// What is known and stands in no table yet, in an order of its own.
fn known(books: &Books) -> impl PartialEq + std::fmt::Debug + use<> {
    let accounts = books.accounts.iter().filter(|(_, kept)| kept.changed);
    let mut accounts: Vec<_> =
        accounts.map(|(account, kept)| (account.clone(), kept.holds, kept.moves.clone())).collect();
    let streams = books.streams.iter().filter(|(_, grown)| !grown.parts.is_empty());
    let mut streams: Vec<_> =
        streams.map(|(stream, grown)| (stream.clone(), grown.events, grown.parts.clone())).collect();
    let mut keys: Vec<_> =
        books.keys.iter().map(|(hash, seq)| (*hash, *seq)).chain(books.twins.clone()).collect();
    accounts.sort();
    streams.sort();
    keys.sort_unstable();
    (books.chain, books.posted, accounts, streams, keys)
}

/// Groups that find no room, some steps of which were taken before: what is known afterwards is what is on the disk, and the steps are
/// written once there is room.
#[test]
fn a_group_that_found_no_room_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = writer(&folder.path().join("tercet.db"), 1_000);
    let mut next = 0;
    for round in 0..12_u64 {
        if round == 6 {
            writer.post().map_err(|failed| failed.failure).unwrap();
        }
        // Old keys, hashes that others have, accounts and streams that are there already, and new ones.
        let again = |number: u64| step(number).moving(step(number % 7).transactions.remove(0));
        let group = |from: u64| (0..from.min(3)).map(step).chain((from..from + 20).map(again));
        room(&writer, 4);
        let before = known(&writer.books);
        let results = write(&mut writer, group(next).chain([big(1_000_000 + round)]).chain(group(next + 20)));
        let full = |result: &Result<_, _>| matches!(result, Err(AppendError::Failed(Failure::Full(_))));
        assert!(results.iter().all(full), "{results:?}");
        assert_eq!(known(&writer.books), before);
        assert_eq!(known(&caught_up(&writer.connection, &writer.filter).unwrap()), before);
        room(&writer, 1_000);
        assert!(write(&mut writer, group(next)).iter().all(Result::is_ok));
        next += 20;
        assert_eq!(writer.books.chain.size, next);
    }
}

/// To refuse a group no record is read, however many the tables are behind: here one could not be.
#[test]
fn a_full_disk_is_said_without_reading_the_journal_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = writer(&folder.path().join("tercet.db"), 1_000);
    write(&mut writer, (0..100).map(step));
    let damaged = key::hash(&step(50).key);
    writer.connection.execute("UPDATE record SET bytes = x'00' WHERE seq = 50", []).unwrap();
    let mut others = (100..).filter(|number| key::hash(&step(*number).key) != damaged);
    let huge = big(others.next().unwrap());
    room(&writer, 0);
    for (number, written) in others.take(20).zip(100..) {
        let results = write(&mut writer, [step(number), huge.clone()]);
        let full = |result: &Result<_, _>| matches!(result, Err(AppendError::Failed(Failure::Full(_))));
        assert!(results.iter().all(full), "{results:?}");
        room(&writer, 10);
        assert!(write(&mut writer, [step(number)])[0].as_ref().is_ok_and(|receipt| receipt.seq == written));
        room(&writer, 0);
    }
}

/// A page of a table that is damaged while the store runs: the process ends as soon as the tables are to be brought up, or the step is
/// answered with that; every step that was acknowledged is in the journal afterwards.
#[test]
fn a_table_that_is_damaged_meanwhile_is_not_passed_over() {
    let tables = ["key", "part", "stream", "moved", "balance"];
    for (table, spoiled) in tables.into_iter().flat_map(|table| [(table, 0_u8), (table, 0xff)]) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tercet.db");
        drop({
            let mut writer = writer(&path, 50);
            write(&mut writer, (0..60).map(step));
            writer.look_after(true);
            writer
        });
        let mut writer = writer(&path, 50);
        let sql = "SELECT rootpage FROM sqlite_schema WHERE name = ?1";
        let root: u32 = writer.connection.query_row(sql, [table], |row| row.get(0)).unwrap();
        let mut acknowledged = 60;
        {
            use std::io::{Seek as _, SeekFrom, Write as _};
            let mut file = File::options().write(true).open(&path).unwrap();
            file.seek(SeekFrom::Start(u64::from(root - 1) * 4_096)).unwrap();
            file.write_all(&[spoiled; 4_096]).unwrap();
        }
        // What is in the memory of SQLite may be whole yet.
        writer.connection.execute_batch("PRAGMA shrink_memory").unwrap();
        let mut failed = false;
        while !failed && acknowledged < 200 {
            let number = acknowledged;
            let run = || (write(&mut writer, [step(number)]), writer.look_after(false)).0;
            match std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)) {
                // The process has ended: whether this step was acknowledged before is not known here.
                Err(_) => failed = true,
                Ok(answers) => match &answers[..] {
                    [Ok(_)] => acknowledged += 1,
                    [Err(AppendError::Failed(Failure::Corrupt(_)))] => failed = true,
                    other => panic!("{table}: {other:?}"),
                },
            }
        }
        assert!(failed, "{table}: {acknowledged} were acknowledged, and the tables were not brought up");
        drop(writer);
        let found = tercet_sqlite::Found::at(&path, open::EXPECTED).unwrap();
        let journal = open::as_it_is(&found).unwrap();
        let records: Vec<_> = crate::read::records(&journal, 0, usize::MAX).unwrap();
        let mut chain = Chain::EMPTY;
        records.iter().for_each(|bytes| drop(chain.follow(bytes).unwrap()));
        assert!(chain.size >= acknowledged, "{table}: {} of {acknowledged}", chain.size);
    }
}

/// Somebody who reads one moment keeps the log long, and nobody from writing; once they are done it is cut.
#[test]
fn a_log_that_is_held_is_cut_once_it_is_let_go() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tercet.db");
    let mut writer = writer(&path, 200);
    write(&mut writer, [step(0)]);
    let log = || std::fs::metadata(tercet_sqlite::beside(&path, "-wal")).unwrap().len();
    let reader = crate::Sqlite::open_read_only(&path).unwrap();
    let mut length = log();
    for number in 1..9 {
        let steps = number * 1_000..number * 1_000 + 1_000;
        assert!(write(&mut writer, steps.map(step)).iter().all(Result::is_ok));
        writer.look_after(true);
        assert!(log() > length, "{number}");
        length = log();
    }
    assert_eq!(tercet_store::Store::chain(&reader).unwrap().size, 1);
    drop(reader);
    writer.look_after(true);
    assert_eq!(log(), 0);
}
