//! A house whose key of the seeds is another than the one that it had.

use crate::house::{Open, at_stage, audited, bets, patient, send, sits};
use serde_json::json;
use tercet_server::{House, Settings};

const TABLE: &str = "three-card-fortune";

/// With a round in play it opens under no other key, says of which table, and what to do; with its own key the round goes on. Once no round is in play
/// any key will do, and the books are what they were.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_with_a_round_in_play_opens_with_its_own_key_alone() {
    let house = Open::with(patient).await;
    let mut ann = house.client();
    ann.come_as_guest("Ann").await.unwrap();
    sits(&ann, TABLE, 1).await;
    bets(&ann, TABLE, 1).await;
    let dealt = at_stage(&ann, TABLE, "dealt").await;
    let folder = house.close().await;

    let file = folder.path().join("seeds.key");
    let own = std::fs::read(&file).unwrap();
    std::fs::write(&file, [9; 32]).unwrap();
    let books = std::fs::read(folder.path().join("tables.db")).unwrap();
    let settings =
        || Settings { listen: ([127, 0, 0, 1], 0).into(), ..patient(Settings::new(folder.path())) };
    let said = House::open(settings()).await.map(drop).unwrap_err().to_string();
    for part in [TABLE, "seeds.key", "put that key back", "tercet void-lost"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(std::fs::read(folder.path().join("tables.db")).unwrap() == books, "nothing was written");

    std::fs::write(&file, own).unwrap();
    let house = Open::again(folder, patient).await;
    let ann = house.client().with_token(ann.token().unwrap());
    let again = at_stage(&ann, TABLE, "dealt").await;
    assert_eq!(again["spots"]["1"]["cards"], dealt["spots"]["1"]["cards"]);
    let asks = format!("/api/v1/tables/{TABLE}/asks");
    let fold = json!({"do":"decide","spot":1,"choice":"fold"});
    assert_eq!(send(&ann, "POST", &asks, "fold", &fold).await.0, 200);
    at_stage(&ann, TABLE, "over").await;
    let folder = house.close().await;
    std::fs::write(folder.path().join("seeds.key"), [9; 32]).unwrap();
    let house = Open::again(folder, patient).await;
    let ann = house.client().with_token(ann.token().unwrap());
    assert_eq!(at_stage(&ann, TABLE, "over").await["commitment"], dealt["commitment"]);
    let folder = house.close().await;
    assert_eq!(audited(folder.path()).rounds.settled, 1);
}
