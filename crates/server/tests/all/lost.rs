//! A round that was paid, and whose seed was lost before it was told.

use crate::house::{Open, at_stage, audited, bets, patient, send, sits};
use serde_json::{Value, json};
use std::path::Path;
use tercet_ledger::Record;
use tercet_server::end_without_seeds;
use tercet_store::{Append, Store as _};
use tercet_store_sqlite::Sqlite;
use tercet_table::{Stream, TableEvent};

const TABLE: &str = "three-card-fortune";
const WHY: &str = "the disk is broken";

/// Writes the books anew up to the step that tells the seed, as they are where the power goes before it.
fn cut_before_the_seed(folder: &Path) {
    let path = folder.join("tables.db");
    let records = Sqlite::open_read_only(&path).unwrap().records(0, usize::MAX).unwrap();
    for end in ["", "-wal", "-shm", ".lock"] {
        drop(std::fs::remove_file(folder.join(format!("tables.db{end}"))));
    }
    let store = Sqlite::open(&path).unwrap();
    for record in records.iter().map(|bytes| Record::decode(bytes).unwrap()) {
        let Record { key, request, at_ms, parts, transactions, .. } = record;
        let of_tables = parts.iter().filter(|part| Stream::table_of(&part.stream).is_some());
        let tells = |bytes: &Vec<u8>| matches!(TableEvent::read(bytes), Ok(TableEvent::SeedTold { .. }));
        if of_tables.flat_map(|part| &part.events).any(tells) {
            return;
        }
        store.append(&Append { key, request, at_ms, parts, transactions, expects: Vec::new() }).unwrap();
    }
    panic!("a seed was told");
}

/// What was paid stays so, in the wallet and in the sums; of the cards nothing is told, and nothing can be settled again or proved.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_round_that_was_paid_stays_paid_and_has_no_proof() {
    let house = Open::with(patient).await;
    let mut ann = house.client();
    ann.come_as_guest("Ann").await.unwrap();
    sits(&ann, TABLE, 1).await;
    bets(&ann, TABLE, 1).await;
    at_stage(&ann, TABLE, "dealt").await;
    let asks = format!("/api/v1/tables/{TABLE}/asks");
    let fold = json!({"do":"decide","spot":1,"choice":"fold"});
    assert_eq!(send(&ann, "POST", &asks, "fold", &fold).await.0, 200);
    at_stage(&ann, TABLE, "over").await;
    let balance = |me: Value| me["balance"].as_i64().unwrap();
    let paid = balance(ann.get("/api/v1/me").await.unwrap());
    let staked: Value = ann.get("/api/v1/me/played").await.unwrap();
    let folder = house.close().await;

    cut_before_the_seed(folder.path());
    std::fs::remove_file(folder.path().join("seeds.key")).unwrap();
    let ended = end_without_seeds(folder.path(), WHY, &mut |_, _| ()).unwrap();
    let [round] = &ended.rounds[..] else { panic!("{ended:?}") };
    assert!(round.paid && round.back.is_empty() && ended.set_aside.is_none(), "{round:?}");

    let house = Open::again(folder, patient).await;
    let ann = house.client().with_token(ann.token().unwrap());
    assert_eq!(balance(ann.get("/api/v1/me").await.unwrap()), paid);
    let rounds: Value = ann.get("/api/v1/me/rounds").await.unwrap();
    let told = &rounds["rounds"][0];
    assert_eq!((&told["status"], &told["seed_lost"]), (&"unproven".into(), &WHY.into()), "{told}");
    assert!(
        told["void"].is_null() && told["dealer"].is_null() && told["spots"][0]["cards"].is_null(),
        "{told}"
    );
    let played: Value = ann.get("/api/v1/me/played").await.unwrap();
    for sum in ["rounds", "hands", "staked", "net"] {
        assert_eq!(played[sum], staked[sum], "{sum}");
    }
    assert_eq!((&played["net"], &played["bets"]), (&(paid - 100_000).into(), &json!([])));
    let path = format!("/api/v1/tables/{TABLE}/rounds/1");
    let (status, why) = send(&ann, "POST", &format!("{path}/settle"), "again", &json!({})).await;
    assert!(status == 409 && why["detail"].as_str().unwrap().contains("said to be lost"), "{why}");
    let csv = ann.ask("GET".parse().unwrap(), "/api/v1/me/played?form=csv", &[], String::new().into()).await;
    let csv = String::from_utf8(csv.unwrap().body.to_vec()).unwrap();
    assert!(csv.contains(",unproven,"), "{csv}");
    // Reports count it as what it was paid as.
    let boss = house.boss().await;
    let floor = house.staff(&boss, "floor").await;
    let report: Value = floor.get("/api/v1/reports/takings?from=0&to=4102444800000").await.unwrap();
    let tables = report["tables"].as_array().unwrap();
    let [one] = &tables[..] else { panic!("{report}") };
    assert_eq!((&one["drop"], &one["void"]), (&staked["staked"], &0.into()), "{report}");
    let folder = house.close().await;
    let report = audited(folder.path());
    assert_eq!((report.rounds.lost, report.rounds.settled, report.lost[0].paid), (1, 0, true));
}
