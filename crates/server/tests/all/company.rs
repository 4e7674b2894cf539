//! Bots who come to a table at which somebody sits.

use crate::house::{Open, at_stage, bets, send, sits};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tercet_bots::{Order, Until, crowd};

const TABLE: &str = "three-card-shine";

/// Whoever wants company gets it: bots take the spots that are free, as many as there are, and nobody is in anybody's way.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_take_the_spots_that_are_free() {
    let house = Open::new().await;
    let mut ann = house.client();
    ann.come_as_guest("Ann").await.unwrap();
    sits(&ann, TABLE, 2).await;
    let order = |tables: &[&str], seats| Order {
        at: house.at().into(),
        tables: tables.iter().map(|&table| table.to_owned()).collect(),
        seats,
        until: Until::Rounds(1),
        proofs_each: None,
        wait_for_nobody: true,
        comes_back: None,
    };
    let plays = async {
        // She is not done before all have come: bets stay open so long.
        let seats = loop {
            let now: Value = ann.get(&format!("/api/v1/tables/{TABLE}")).await.unwrap();
            let seats = now["state"]["seats"].as_object().unwrap().clone();
            if seats.len() == 7 {
                break seats;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        };
        assert_eq!(seats["2"]["name"], "Ann");
        bets(&ann, TABLE, 2).await;
        at_stage(&ann, TABLE, "dealt").await;
        let asks = format!("/api/v1/tables/{TABLE}/asks");
        let (folds, why) =
            send(&ann, "POST", &asks, "folds", &json!({"do":"decide","spot":2,"choice":"fold"})).await;
        assert_eq!(folds, 200, "{why}");
    };
    let all = order(&[TABLE], 7);
    let so_far = Arc::default();
    let (seen, ()) = tokio::join!(crowd(&all, &so_far), plays);
    let seen = seen.unwrap();
    assert!(seen.is_well(), "{seen:?}");
    assert_eq!((seen.players, seen.without_spot, seen.rounds), (6, 1, 6));

    // Of a table that is not there they tell what the server says of it.
    let seen = crowd(&order(&["nowhere"], 1), &Arc::default()).await.unwrap();
    assert_eq!(
        (seen.players, seen.without_spot, seen.refused.len() + seen.failed.len()),
        (1, 0, 1),
        "{seen:?}"
    );
    house.close().await;
}
