//! Rounds that are void, however they became so: counted as such by the metrics, by the report and in the history.

use crate::breaks::hash;
use crate::house::{Open, PATIENCE, at_stage, send};
use crate::metrics::{metrics_at_hand, text, value};
use serde_json::{Value, json};
use tercet_bots::Client;
use tercet_protocol::live::TableState;
use tokio::time::timeout;

const TABLE: &str = "evening";

async fn asked(client: &Client, key: &str, ask: Value) {
    let (status, said) = send(client, "POST", "/api/v1/tables/evening/asks", key, &ask).await;
    assert_eq!(status, 200, "{key}: {said}");
}

/// The table as its round of this number is open.
async fn open(client: &Client, no: u64) -> TableState {
    let opens = async {
        loop {
            at_stage(client, TABLE, "open").await;
            let seen: Value = client.get("/api/v1/tables/evening").await.unwrap();
            if seen["state"]["round"]["no"] == no {
                break serde_json::from_value(seen["state"].clone()).unwrap();
            }
        }
    };
    timeout(PATIENCE, opens).await.unwrap()
}

/// The floor says so, or reports what makes a round void; no bet can stand, or every secret is withheld; nobody has bet as the table is paused. A round in
/// which bets of one seat alone go back is none.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_round_is_counted_as_void_however_it_became_so() {
    let house = Open::with(metrics_at_hand).await;
    let boss = house.boss().await;
    let floor = house.staff(&boss, "floor").await;
    let founded = json!({"table":TABLE,"reason":"late"});
    assert_eq!(send(&floor, "POST", "/api/v1/tables", "", &founded).await.0, 201);
    // Whoever swears here withholds the secret, and nothing else waits for a clock.
    let clocks = json!({"bet_ms":600_000,"secret_ms":50,"decide_ms":600_000,"show_ms":50});
    asked(&floor, "set", json!({"do":"set","game":"three-card-poker","meter":TABLE,"clocks":clocks})).await;
    asked(&floor, "open", json!({"do":"turn","status":"open","reason":"late"})).await;
    let (mut ann, mut bob) = (house.client(), house.client());
    for (client, name) in [(&mut ann, "Ann"), (&mut bob, "Bob")] {
        client.come_as_guest(name).await.unwrap();
    }
    let bet = |spot: u8, wager: &str| json!({"do":"place","spot":spot,"wager":wager,"amount":1_000});
    let ready = |spot: u8| json!({"do":"ready","spot":spot});
    asked(&ann, "sit", json!({"do":"sit","spot":1})).await;

    open(&ann, 1).await;
    asked(&ann, "1", bet(1, "ante")).await;
    asked(&floor, "1", json!({"do":"void","reason":" the lights went out\n","round":1})).await;

    open(&ann, 2).await;
    asked(&ann, "2", bet(1, "ante")).await;
    asked(&ann, "2 ready", ready(1)).await;
    at_stage(&ann, TABLE, "dealt").await;
    asked(&floor, "2", json!({"do":"report","event":"exposed-card","reason":"a slip","round":2})).await;

    open(&ann, 3).await;
    asked(&ann, "3", bet(1, "six-card-bonus")).await;
    asked(&ann, "3 ready", ready(1)).await;

    let state = open(&ann, 4).await;
    asked(&ann, "4", bet(1, "ante")).await;
    asked(&ann, "4 swear", json!({"do":"swear","spot":1,"hash":hash(&state, 1, &[1; 32])})).await;
    asked(&ann, "4 ready", ready(1)).await;

    open(&ann, 5).await;
    asked(&bob, "sit", json!({"do":"sit","spot":4})).await;
    asked(&ann, "5", bet(1, "ante")).await;
    asked(&bob, "5", bet(4, "six-card-bonus")).await;
    asked(&ann, "5 ready", ready(1)).await;
    asked(&bob, "5 ready", ready(4)).await;
    at_stage(&ann, TABLE, "dealt").await;
    asked(&ann, "5 folds", json!({"do":"decide","spot":1,"choice":"fold","round":5})).await;

    open(&ann, 6).await;
    asked(&floor, "6", json!({"do":"turn","status":"paused","reason":"a pause"})).await;
    at_stage(&ann, TABLE, "over").await;

    let counted = text(&house).await;
    for (end, times) in [("settled", 1.0), ("void", 2.0), ("void-by-itself", 3.0)] {
        assert_eq!(value(&counted, &format!("tercet_rounds_total{{end=\"{end}\"}}")), times, "{end}");
    }
    let report: Value = floor.get("/api/v1/reports/takings").await.unwrap();
    assert_eq!((&report["void"], &report["total"]["rounds"]), (&json!(5), &json!(1)), "{report}");
    assert_eq!((&report["tables"][0]["void"], &report["total"]["drop"]), (&json!(5), &json!(1_000)));
    let past: Value = floor.get("/api/v1/rounds?table=evening").await.unwrap();
    let floor: Value = floor.get("/api/v1/me").await.unwrap();
    let told = past["rounds"].as_array().unwrap().iter().map(|round| (&round["status"], &round["void_by"]));
    let (void, by) = (json!("void"), &floor["player"]);
    let itself = (&void, &Value::Null);
    let expected = [itself, (&json!("settled"), &Value::Null), itself, itself, (&void, by), (&void, by)];
    assert_eq!(told.collect::<Vec<_>>(), expected, "{past}");
    assert_eq!(
        past["rounds"][5]["void"], "the lights went out",
        "as one line, for everybody at the table reads it"
    );
    house.close().await;
}
