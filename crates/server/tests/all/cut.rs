//! The power goes before, in and after the writing of what a cashier takes in or pays out, or of a table that is founded: asked again it was done once.

use crate::house::{Open, audited, send};
use serde_json::{Value, json};
use std::path::Path;

/// The files of a house as a cut of the power leaves them at this moment: the databases, and the logs that nobody brought in.
struct Left(Vec<(&'static str, Vec<u8>)>);

const FILES: [&str; 6] =
    ["tables.db", "tables.db-wal", "people.db", "people.db-wal", "seeds.key", "tercet.toml"];

impl Left {
    fn of(folder: &Path) -> Left {
        Left(FILES.map(|name| (name, std::fs::read(folder.join(name)).unwrap_or_default())).into())
    }

    fn bytes(&self, name: &str) -> &[u8] {
        &self.0.iter().find(|(file, _)| *file == name).unwrap().1
    }

    /// The same, with some files as they were left at another moment.
    fn with(&self, of: &Left, names: &[&str]) -> Left {
        let bytes = |name| if names.contains(&name) { of.bytes(name) } else { self.bytes(name) };
        Left(FILES.map(|name| (name, bytes(name).to_vec())).into())
    }

    /// The same, with the log of the books cut off.
    fn cut(mut self, at: usize) -> Left {
        self.0.iter_mut().filter(|(name, _)| *name == "tables.db-wal").for_each(|(_, log)| log.truncate(at));
        self
    }

    fn folder(&self) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        self.0.iter().for_each(|(name, bytes)| std::fs::write(folder.path().join(name), bytes).unwrap());
        folder
    }
}

const MOVES: &str = "/api/v1/cashier/moves";

/// Money that comes in and money that goes out, cut off wherever the writing of it can be: whatever was written by then, asked once more and once more
/// it has moved once, the log of events has its row once, and the books are sound.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_cashier_moved_when_the_power_went_has_moved_once() {
    for amount in [5_000, -5_000] {
        let house = Open::new().await;
        let boss = house.boss().await;
        let cashier = house.staff(&boss, "cashier").await;
        let player = house.client().come_as_guest("Ann").await.unwrap();
        let cash = json!({"player":player,"amount":amount,"reason":"slip 17"});
        let before = Left::of(house.folder());
        let (came, said) = send(&cashier, "POST", MOVES, "slip-17", &cash).await;
        assert_eq!((came, &said["again"]), (200, &json!(false)), "{said}");
        let after = Left::of(house.folder());
        house.close().await;
        let [first, last] = [&before, &after].map(|left| left.bytes("tables.db-wal").len());
        assert!(first < last, "its record is in the log: {first} {last}");
        let people = ["people.db", "people.db-wal"];
        let mut cuts: Vec<(Left, bool)> = vec![
            (before.with(&before, &[]), false),
            (after.with(&before, &people), true),
            (after.with(&after, &[]), true),
        ];
        for part in 1..5 {
            cuts.push((after.with(&before, &people).cut(first + (last - first) * part / 5), false));
        }
        for (case, (left, written)) in cuts.into_iter().enumerate() {
            let house = Open::again(left.folder(), |settings| settings).await;
            let [boss, cashier] =
                [&boss, &cashier].map(|who| house.client().with_token(who.token().unwrap()));
            for again in [written, true, true] {
                let (came, said) = send(&cashier, "POST", MOVES, "slip-17", &cash).await;
                assert_eq!((came, &said["again"]), (200, &json!(again)), "{amount}, case {case}: {said}");
                assert_eq!(said["balance"], json!(100_000 + amount), "{amount}, case {case}");
            }
            let log: Value = boss.get("/api/v1/events?what=cash").await.unwrap();
            let rows: Vec<&Value> = log["events"].as_array().unwrap().iter().collect();
            assert!(rows.len() == 1 && rows[0]["reason"] == "slip 17", "{amount}, case {case}: {log}");
            // Under this key nothing else moves.
            let other = json!({"player":player,"amount":amount * 2,"reason":"slip 17"});
            assert_eq!(send(&cashier, "POST", MOVES, "slip-17", &other).await.0, 409);
            let folder = house.close().await;
            audited(folder.path());
        }
    }
}

/// The answer is lost, and the player shuts themselves out before the cashier asks again: the money was taken in, and that is what is said. No more of it
/// is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn money_that_was_taken_in_before_a_break_is_said_to_be_so() {
    let house = Open::new().await;
    let boss = house.boss().await;
    let cashier = house.staff(&boss, "cashier").await;
    let mut ann = house.client();
    let player = ann.come_as_guest("Ann").await.unwrap();
    let cash = json!({"player":player,"amount":5_000,"reason":"slip 17"});
    assert_eq!(send(&cashier, "POST", MOVES, "slip-17", &cash).await.0, 200);
    let away = json!({"kind": "self-exclusion", "for_ms": 172_800_000});
    assert_eq!(send(&ann, "POST", "/api/v1/me/breaks", "", &away).await.0, 200);
    let (came, said) = send(&cashier, "POST", MOVES, "slip-17", &cash).await;
    assert_eq!((came, &said["again"], &said["balance"]), (200, &json!(true), &json!(105_000)), "{said}");
    assert_eq!(send(&cashier, "POST", MOVES, "slip-18", &cash).await.0, 403);
    house.close().await;
}

/// Money and a break that are asked for at the same moment: the money is in before the break begins, or it does not come in.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_money_comes_in_once_a_break_has_begun() {
    let house = Open::new().await;
    let boss = house.boss().await;
    let cashier = house.staff(&boss, "cashier").await;
    let away = json!({"kind": "self-exclusion", "for_ms": 172_800_000});
    for no in 0..12 {
        let mut ann = house.client();
        let player = ann.come_as_guest(&format!("Ann {no}")).await.unwrap();
        let (cash, key) = (json!({"player":player,"amount":5_000,"reason":"slip"}), format!("slip-{no}"));
        // From some milliseconds before the money to some after it.
        let later = async |ms| tokio::time::sleep(std::time::Duration::from_millis(ms)).await;
        let paid = async {
            later(6).await;
            send(&cashier, "POST", MOVES, &key, &cash).await
        };
        let goes = async {
            later(no).await;
            send(&ann, "POST", "/api/v1/me/breaks", "", &away).await
        };
        let ((came, said), (gone, protection)) = tokio::join!(paid, goes);
        assert_eq!(gone, 200, "{protection}");
        let since = protection["breaks"][0]["since_ms"].as_u64().unwrap();
        match came {
            200 => assert!(said["at_ms"].as_u64().unwrap() <= since, "{said} {protection}"),
            _ => assert_eq!((came, &said["code"]), (403, &json!("away")), "{said}"),
        }
    }
    house.close().await;
}

/// A table is founded, and the power goes, or the log of events fails, before its row is written: whoever founded it asks again, and it is founded with its row; once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_was_founded_when_the_power_went_has_its_row() {
    let house = Open::new().await;
    let boss = house.boss().await;
    let floor = house.staff(&boss, "floor").await;
    let before = Left::of(house.folder());
    let founding = |reason: &str| json!({"table": "late", "reason": reason});
    let tables = "/api/v1/tables";
    assert_eq!(send(&floor, "POST", tables, "", &founding("a full house")).await.0, 201);
    let after = Left::of(house.folder());
    house.close().await;
    let without_row = after.with(&before, &["people.db", "people.db-wal"]);
    let house = Open::again(without_row.folder(), |settings| settings).await;
    let [boss, floor] = [&boss, &floor].map(|who| house.client().with_token(who.token().unwrap()));
    let rows = async || {
        let log: Value = boss.get("/api/v1/events?what=table.founded").await.unwrap();
        let rows = log["events"].as_array().unwrap().iter();
        rows.map(|row| (row["subject"].clone(), row["reason"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(rows().await, []);
    // It is somebody else's.
    let (status, said) = send(&boss, "POST", tables, "", &founding("mine")).await;
    assert_eq!((status, &said["code"]), (409, &json!("exists")), "{said}");
    let (status, said) = send(&floor, "POST", tables, "", &founding("a full house")).await;
    assert_eq!((status, &said["table"]), (201, &json!("late")), "{said}");
    for who in [&floor, &boss] {
        let (status, said) = send(who, "POST", tables, "", &founding("once more")).await;
        assert_eq!((status, &said["code"]), (409, &json!("exists")), "{said}");
    }
    assert_eq!(rows().await, [(json!("late"), json!("a full house"))]);
    let folder = house.close().await;
    audited(folder.path());
}
