//! Rounds whose key is lost, where not all of them end at once.

use crate::house::{Open, at_stage, bets, patient, sits};
use std::collections::BTreeMap;
use std::path::Path;
use tercet_audit::{Kind, Options, Report, audit};
use tercet_ledger::{Account, Hash, Key, Name, Transaction, Why};
use tercet_pit::last_written_ms;
use tercet_rules::Money;
use tercet_server::{House, NotEnded, Settings, end_without_seeds};
use tercet_store::{Append, Store as _};
use tercet_store_sqlite::Sqlite;
use tercet_table::{HouseKey, Live, end_without_seed, in_play};

/// In the order in which the house opens them.
const TABLES: [&str; 2] = ["three-card-fortune", "three-card-shine"];
const WHY: &str = "the disk is broken";

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

fn books(folder: &Path) -> Sqlite {
    Sqlite::open(folder.join("tables.db")).unwrap()
}

fn records(folder: &Path) -> usize {
    Sqlite::open_read_only(folder.join("tables.db")).unwrap().records(0, usize::MAX).unwrap().len()
}

/// A house with a hand dealt at two tables, whose players stay seated; and its key.
async fn dealt() -> (tempfile::TempDir, Vec<u8>) {
    let house = Open::with(patient).await;
    for table in TABLES {
        let mut guest = house.client();
        guest.come_as_guest(table).await.unwrap();
        sits(&guest, table, 1).await;
        bets(&guest, table, 1).await;
        at_stage(&guest, table, "dealt").await;
    }
    let folder = house.close().await;
    let key = std::fs::read(folder.path().join("seeds.key")).unwrap();
    (folder, key)
}

/// As the command does it at one table, and is cut short then: there is a new key by now.
fn end_one(folder: &Path, table: &str, new_key: [u8; 32]) {
    std::fs::write(folder.join("seeds.key"), new_key).unwrap();
    let store = books(folder);
    let table = in_play(&name(table), &store).unwrap().unwrap();
    end_without_seed(&table, &store, WHY, last_written_ms(&store).unwrap()).unwrap();
}

async fn not_opened(folder: &Path) -> String {
    let settings = Settings { listen: ([127, 0, 0, 1], 0).into(), ..patient(Settings::new(folder)) };
    House::open(settings).await.map(drop).unwrap_err().to_string()
}

/// What an audit comes to, findings and all.
fn report(folder: &Path) -> Report {
    let store = Sqlite::open_read_only(folder.join("tables.db")).unwrap();
    audit(&store, &[], Options::default(), &mut |_| ())
}

fn kinds(folder: &Path) -> Vec<Kind> {
    report(folder).findings.counts().keys().copied().collect()
}

/// A house opens all of its tables or changes nothing at any. So whatever is tried in between, what was cut short goes on where it was.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_cut_short_goes_on_whatever_is_tried_in_between() {
    let (folder, key) = dealt().await;
    let folder = folder.path();
    end_one(folder, TABLES[0], [9; 32]);
    let before = records(folder);
    for tried in [vec![9; 32], vec![8; 32]] {
        std::fs::write(folder.join("seeds.key"), tried).unwrap();
        let said = not_opened(folder).await;
        assert!(said.contains(TABLES[1]) && said.contains("tercet void-lost"), "{said}");
    }
    assert_eq!(records(folder), before, "nothing was written");
    let ended = end_without_seeds(folder, WHY, &mut |_, _| ()).unwrap();
    assert_eq!(ended.rounds.iter().map(|round| round.table.as_str()).collect::<Vec<_>>(), [TABLES[1]]);
    assert!(std::fs::read(ended.set_aside.unwrap()).unwrap() == [8; 32] && key != [8; 32]);
    assert!(kinds(folder).is_empty());
    let settings = Settings { listen: ([127, 0, 0, 1], 0).into(), ..patient(Settings::new(folder)) };
    House::open(settings).await.unwrap();
}

/// A house that said that its key is lost and went on with it has that in its books for ever. Once it is lost indeed, players get their stakes back all
/// the same; a round that is under another key than the one that is there is told apart from those that go on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_old_charge_keeps_no_stakes_locked_in() {
    let (folder, key) = dealt().await;
    let path = folder.path();
    end_one(path, TABLES[0], [9; 32]);
    // The next round of that table opens under the new key, as no house does it.
    let store = books(path);
    let now_ms = last_written_ms(&store).unwrap() + 1;
    let mut live = Live::open(&name(TABLES[0]), store, HouseKey::new([9; 32]), now_ms).unwrap();
    let (ask, due) = live.due(now_ms).unwrap().unwrap();
    live.ask(&ask, &due, now_ms, [5; 32]).unwrap();
    drop(live);
    assert_eq!(kinds(path), [Kind::KeyLost]);
    for (here, opens, not) in [(vec![9; 32], 0, 1), (key, 1, 0)] {
        std::fs::write(path.join("seeds.key"), &here).unwrap();
        let refused = end_without_seeds(path, WHY, &mut |_, _| ()).unwrap_err();
        let said = refused.to_string();
        let NotEnded::Opens { these, not: others } = refused else { panic!("{said}") };
        assert_eq!((these[0].0.as_str(), others[0].0.as_str()), (TABLES[opens], TABLES[not]), "{said}");
        assert!(said.contains("under another key") && !said.contains("not lost"), "{said}");
    }
    std::fs::remove_file(path.join("seeds.key")).unwrap();
    let ended = end_without_seeds(path, WHY, &mut |_, _| ()).unwrap();
    assert_eq!((ended.rounds.len(), ended.set_aside), (2, None));
    assert_eq!(kinds(path), [Kind::KeyLost], "and nothing else");
    let of: BTreeMap<_, _> = report(path).lost.iter().map(|lost| (lost.record, lost.of)).collect();
    assert_eq!(of.values().collect::<Vec<_>>(), [&2; 3]);
}

/// A machine that was replaced may have a clock that is behind: time does not run backwards in the books for it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_is_behind_writes_nothing_before_what_stands_there() {
    let (folder, _) = dealt().await;
    let path = folder.path();
    let mut brings = Transaction::new();
    brings.post(Account::World, Account::Wallet(name("p-later")), Money::from_units(500), Why::CashIn);
    let later = 4_102_444_800_000;
    let append = Append::new(Key::new(b"later").unwrap(), Hash::of(&[]), later).moving(brings);
    books(path).append(&append).unwrap();
    std::fs::remove_file(path.join("seeds.key")).unwrap();
    end_without_seeds(path, WHY, &mut |_, _| ()).unwrap();
    assert!(!kinds(path).contains(&Kind::Time));
    assert!(report(path).lost.iter().all(|lost| lost.at_ms >= later));
}

/// The reason is a line that everybody can be shown.
#[test]
fn a_reason_that_cannot_be_shown_is_none() {
    let folder = tempfile::tempdir().unwrap();
    for reason in ["two\nlines", "\u{1b}[2J", "\u{202e}back", "\u{200b}", "\r", " "] {
        let refused = end_without_seeds(folder.path(), reason, &mut |_, _| ()).unwrap_err();
        assert!(matches!(refused, NotEnded::Reason(_)), "{reason:?}: {refused}");
    }
}
