//! Players who are done with betting, over the line.

use crate::house::{Open, PATIENCE, at_stage, bets, send, sits};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::{sleep, timeout};

const TABLE: &str = "/api/v1/tables/three-card-fortune";

/// Two players who say that they are done are dealt their cards, though there are ten minutes for bets; until the second has said so they are not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_who_are_done_are_dealt_their_cards() {
    let house = Open::new().await;
    let mut players = Vec::new();
    for (spot, called) in [(1, "Ann"), (4, "Bob")] {
        let mut client = house.client();
        client.come_as_guest(called).await.unwrap();
        players.push((spot, client));
    }
    let asked = async |no: usize, key: &str, ask: Value| {
        send(&players[no].1, "POST", &format!("{TABLE}/asks"), key, &ask).await
    };
    let round = async || players[0].1.get::<Value>(TABLE).await.unwrap()["state"]["round"].clone();
    let until = async |stage: &str| {
        let waits = async {
            while round().await["stage"] != stage {
                sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(PATIENCE, waits).await.unwrap();
    };
    for (no, (spot, _)) in players.iter().enumerate() {
        assert_eq!(asked(no, "sit", json!({"do":"sit","spot":spot})).await.0, 200);
        until("open").await;
        let place = json!({"do":"place","spot":spot,"wager":"ante","amount":1_000});
        assert_eq!(asked(no, "bet", place).await.0, 200);
    }
    assert_eq!(asked(0, "done", json!({"do":"ready","spot":1})).await.0, 200);
    let (status, said) = asked(0, "not mine", json!({"do":"ready","spot":4})).await;
    assert_eq!((status, &said["code"]), (403, &json!("not-your-spot")), "{said}");
    let waits = round().await;
    assert_eq!((&waits["stage"], &waits["ready"]), (&json!("open"), &json!([1])));
    assert_eq!(asked(1, "done", json!({"do":"ready","spot":4})).await.0, 200);
    until("dealt").await;
    assert!(round().await["ready"].is_null());
    house.close().await;
}

/// Who has sworn, and whose bets all came too late, plays no part in the shuffle: only seats whose bets stand are frozen, and nobody waits for the secret of another.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_seats_whose_bets_stand_are_frozen() {
    let house = Open::new().await;
    let [mut ann, mut bob] = [house.client(), house.client()];
    for (client, called) in [(&mut ann, "Ann"), (&mut bob, "Bob")] {
        client.come_as_guest(called).await.unwrap();
    }
    let table = "three-card-fortune";
    sits(&ann, table, 1).await;
    sits(&bob, table, 2).await;
    at_stage(&bob, table, "open").await;
    let asks = format!("{TABLE}/asks");
    let swear = json!({"do":"swear","spot":2,"hash":"ab".repeat(32)});
    assert_eq!(send(&bob, "POST", &asks, "swear", &swear).await.0, 200);
    assert_eq!(send(&bob, "POST", &asks, "done", &json!({"do":"ready","spot":2})).await.0, 200);
    assert_eq!(at_stage(&bob, table, "open").await["sworn"], json!([2]));
    bets(&ann, table, 1).await;
    let round = at_stage(&bob, table, "dealt").await;
    assert_eq!(round["frozen_seats"].as_object().unwrap().keys().collect::<Vec<_>>(), ["1"], "{round}");
    house.close().await;
}
