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
    let options = Options { on_fatal, most_pages: None, most_behind };
    let lock = open::lock(path).unwrap();
    Writer::new(open::for_writing(path).unwrap(), lock, options).unwrap()
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
