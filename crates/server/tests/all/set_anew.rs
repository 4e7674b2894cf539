//! Tables that are set anew while a round is in play, and what a seat is told before it bets and when it withholds its secret.

use crate::house::{Open, PATIENCE, send};
use serde_json::{Value, json};
use std::time::Duration;
use tercet_bots::Client;
use tercet_ledger::{Account, Hash, Key, Name, Transaction, Why};
use tercet_pit::last_written_ms;
use tercet_protocol::live::{FactKind, FromClient, ToClient};
use tercet_rules::Money;
use tercet_server::{Clocks, Settings};
use tercet_store::{Append, Store as _};
use tercet_store_sqlite::Sqlite;
use tokio::time::{sleep, timeout};

const TABLE: &str = "evening";
const ASKS: &str = "/api/v1/tables/evening/asks";

/// A table of this game with these clocks, open.
async fn founded(floor: &Client, game: &str, clocks: Value) {
    assert_eq!(
        send(floor, "POST", "/api/v1/tables", "", &json!({"table":TABLE,"reason":"late"})).await.0,
        201
    );
    let set = json!({"do":"set","game":game,"clocks":clocks});
    assert_eq!(send(floor, "POST", ASKS, "set", &set).await.0, 200);
    let turn = json!({"do":"turn","status":"open","reason":"late"});
    assert_eq!(send(floor, "POST", ASKS, "open", &turn).await.0, 200);
}

async fn asked(client: &Client, key: &str, ask: Value) {
    let (status, said) = send(client, "POST", ASKS, key, &ask).await;
    assert_eq!(status, 200, "{key}: {said}");
}

async fn guest(house: &Open, called: &str) -> (Client, String) {
    let mut client = house.client();
    let player = client.come_as_guest(called).await.unwrap();
    (client, player)
}

async fn now(client: &Client) -> Value {
    client.get::<Value>(&format!("/api/v1/tables/{TABLE}")).await.unwrap()["state"].clone()
}

/// Waits until the table is so.
async fn until(client: &Client, is: impl Fn(&Value) -> bool) -> Value {
    let waits = async {
        loop {
            let state = now(client).await;
            if is(&state) {
                break state;
            }
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(PATIENCE, waits).await.unwrap()
}

/// Whoever sits at a spot stands in the `spots` of an open round from the first moment, with no wagers before the first bet; whoever sits down later, too,
/// and nobody any more who has left.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_stands_in_an_open_round_before_it_bets() {
    let house = Open::new().await;
    let boss = house.boss().await;
    let floor = house.staff(&boss, "floor").await;
    let clocks = json!({"bet_ms":600_000,"secret_ms":1_000,"decide_ms":1_000,"show_ms":50});
    founded(&floor, "three-card-fortune", clocks).await;
    let ((ann, ann_is), (bob, bob_is)) = (guest(&house, "Ann").await, guest(&house, "Bob").await);
    asked(&ann, "sit", json!({"do":"sit","spot":2})).await;
    let open = until(&ann, |state| state["round"]["stage"] == "open").await;
    assert_eq!(open["round"]["spots"], json!({"2":{"player":ann_is,"wagers":{}}}), "{open}");
    asked(&bob, "sit", json!({"do":"sit","spot":5})).await;
    asked(&ann, "bet", json!({"do":"place","spot":2,"wager":"ante","amount":1_000})).await;
    let spots = now(&bob).await["round"]["spots"].clone();
    let expected = json!({"2":{"player":ann_is,"wagers":{"ante":1_000}},"5":{"player":bob_is,"wagers":{}}});
    assert_eq!(spots, expected);
    asked(&bob, "leave", json!({"do":"leave","spot":5})).await;
    assert_eq!(now(&bob).await["round"]["spots"], json!({"2":{"player":ann_is,"wagers":{"ante":1_000}}}));
    house.close().await;
}

/// The floor sets a table while a round is in play: everybody is told what waits, the round goes on as it was, also through a closing of the house, and the next
/// round is played so. The log of events has what the table was set to, what it is set to, and who did it and why.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_set_during_a_round_waits_for_the_next() {
    let house = Open::new().await;
    let boss = house.boss().await;
    let floor = house.staff(&boss, "floor").await;
    let floor_is: Value = floor.get("/api/v1/me").await.unwrap();
    let clocks = json!({"bet_ms":600_000,"secret_ms":1_000,"decide_ms":60_000,"show_ms":50});
    founded(&floor, "three-card-fortune", clocks.clone()).await;
    let (ann, _) = guest(&house, "Ann").await;
    asked(&ann, "sit", json!({"do":"sit","spot":2})).await;
    until(&ann, |state| state["round"]["stage"] == "open").await;
    asked(&ann, "bet", json!({"do":"place","spot":2,"wager":"ante","amount":1_000})).await;
    asked(&ann, "done", json!({"do":"ready","spot":2})).await;
    let before = until(&ann, |state| state["round"]["stage"] == "dealt").await;
    assert!(before["pending"].is_null(), "{before}");
    assert_eq!((&before["round"]["clocks"], &before["clocks"]), (&clocks, &clocks));
    let mut line = house.client().live().await.unwrap();
    line.say(&FromClient::Watch { table: TABLE.into(), after: None }).await.unwrap();
    let set = json!({"do":"set","game":"three-card-shine","hints":true,"reason":"a new game"});
    for _ in 0..2 {
        asked(&floor, "anew", set.clone()).await;
    }
    let told = async {
        loop {
            if let Some(ToClient::Event { facts, patch, .. }) = line.hear().await.unwrap()
                && facts.iter().any(|fact| fact.what == FactKind::Set)
            {
                break patch;
            }
        }
    };
    let patch = timeout(PATIENCE, told).await.unwrap();
    assert_eq!(
        (&patch["pending"], &patch["game"]["id"]),
        (&json!(true), &json!("three-card-shine")),
        "{patch}"
    );
    assert!(patch["round"].is_null(), "nothing of the round is another: {patch}");
    drop(line);

    let house = house.reopen().await;
    let [boss, floor, ann] =
        [&boss, &floor, &ann].map(|client| house.client().with_token(client.token().unwrap()));
    let waits = now(&ann).await;
    assert_eq!(
        (&waits["pending"], &waits["hints"], &waits["game"]["id"]),
        (&json!(true), &json!(true), &json!("three-card-shine"))
    );
    assert_eq!((&waits["round"]["game"], &waits["round"]["hints"]), (&before["round"]["game"], &Value::Null));
    assert_eq!(
        waits["round"]["spots"]["2"]["cards"], before["round"]["spots"]["2"]["cards"],
        "the same cards"
    );
    asked(&ann, "play", json!({"do":"decide","spot":2,"choice":"play"})).await;
    let next = until(&ann, |state| state["round"]["no"] == 2).await;
    assert_eq!(
        (&next["pending"], &next["round"]["game"], &next["round"]["hints"]),
        (&Value::Null, &next["game"], &json!(true))
    );
    let first: Value = ann.get(&format!("/api/v1/tables/{TABLE}/rounds/1")).await.unwrap();
    assert_eq!((&first["status"], &first["game"]), (&json!("settled"), &json!("three-card-fortune")));

    // Nobody has bet yet: an open round makes way.
    asked(&floor, "third", json!({"do":"set","game":"three-card-fortune","clocks":clocks})).await;
    until(&ann, |state| state["round"]["no"] == 3 && state["round"]["game"]["id"] == "three-card-fortune")
        .await;

    let log: Value = boss.get("/api/v1/events?what=table.set").await.unwrap();
    let rows = log["events"].as_array().unwrap();
    let said = |row: &Value, what: &str| row[what].as_str().unwrap().to_owned();
    let rows: Vec<[String; 4]> =
        rows.iter().map(|row| ["who", "reason", "before", "after"].map(|what| said(row, what))).collect();
    let starts = |text: &str, game: &str| text == "nothing" || text.starts_with(&format!("{game} sha256:"));
    assert_eq!(rows.len(), 3, "once for each record: {log}");
    let [third, second, first] = &rows[..] else { panic!("{log}") };
    assert!(rows.iter().all(|[who, ..]| *who == floor_is["player"].as_str().unwrap()), "{log}");
    assert_eq!([&first[1], &second[1], &third[1]], ["none was given", "a new game", "none was given"]);
    assert_eq!(first[2], "nothing");
    for (row, was, is) in [
        (second, "three-card-fortune", "three-card-shine"),
        (third, "three-card-shine", "three-card-fortune"),
    ] {
        assert!(starts(&row[2], was) && starts(&row[3], is), "{log}");
    }
    assert!(
        second[3].contains(", hints in record ") && second[2].contains("clocks 600000 1000 60000 50 ms"),
        "{log}"
    );
    house.close().await;
}

/// A seat that withholds its secret is named to everybody who watches, by the fact of the deal and in the words of the dealer, and in the round as it is told again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_withholds_a_secret_is_named() {
    let house = Open::new().await;
    let boss = house.boss().await;
    let floor = house.staff(&boss, "floor").await;
    // What came of the round stays to be looked at.
    let clocks = json!({"bet_ms":600_000,"secret_ms":100,"decide_ms":100,"show_ms":600_000});
    founded(&floor, "three-card-fortune", clocks).await;
    let ((ann, _), (bob, _)) = (guest(&house, "Ann").await, guest(&house, "Bob").await);
    let (cyd, _) = guest(&house, "Cyd").await;
    for (who, spot) in [(&ann, 2), (&bob, 5), (&cyd, 7)] {
        asked(who, "sit", json!({"do":"sit","spot":spot})).await;
    }
    let mut line = house.client().live().await.unwrap();
    line.say(&FromClient::Watch { table: TABLE.into(), after: None }).await.unwrap();
    until(&ann, |state| state["round"]["stage"] == "open").await;
    asked(&ann, "swear", json!({"do":"swear","spot":2,"hash":"ab".repeat(32)})).await;
    for (who, spot) in [(&ann, 2), (&bob, 5)] {
        asked(who, "bet", json!({"do":"place","spot":spot,"wager":"ante","amount":1_000})).await;
    }
    for (who, spot) in [(&ann, 2), (&bob, 5), (&cyd, 7)] {
        asked(who, "done", json!({"do":"ready","spot":spot})).await;
    }
    let told = async {
        loop {
            if let Some(ToClient::Event { facts, words, .. }) = line.hear().await.unwrap()
                && let Some(fact) = facts.iter().find(|fact| matches!(fact.what, FactKind::Dealt { .. }))
            {
                break (fact.what.clone(), words);
            }
        }
    };
    let (fact, words) = timeout(PATIENCE, told).await.unwrap();
    assert_eq!(fact, FactKind::Dealt { withheld: vec![2] });
    assert!(
        words.iter().any(|said| said.starts_with("Spot 2:") && said.contains("did not tell it")),
        "{words:?}"
    );
    let over = until(&ann, |state| state["round"]["stage"] == "over").await;
    let spots: Vec<&String> = over["round"]["spots"].as_object().unwrap().keys().collect();
    assert_eq!(spots, ["5"], "whoever sat there without bets that stand plays no part: {over}");
    let round: Value = bob.get(&format!("/api/v1/tables/{TABLE}/rounds/1")).await.unwrap();
    assert_eq!(round["withheld"], json!([2]), "{round}");
    let why = "the seat committed to a secret for the shuffle and did not tell it";
    assert_eq!(round["sent_back"], json!([{"spot":2,"wagers":{"ante":1_000},"why":why}]), "{round}");
    let said = round["steps"].to_string();
    assert!(said.contains("Spot 2: $10 back from Ante"), "{said}");
    house.close().await;
}

/// Whoever says nothing of clocks means those that the operator has set for the house, and under its key the same is meant again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_clocks_a_table_has_those_of_the_house() {
    let house = Open::with(|settings| Settings {
        clocks: Clocks { bet_ms: 45_000, secret_ms: 2_000, decide_ms: 30_000, show_ms: 3_000 },
        ..settings
    })
    .await;
    let boss = house.boss().await;
    let floor = house.staff(&boss, "floor").await;
    founded(&floor, "three-card-fortune", json!(null)).await;
    let expected = json!({"bet_ms":45_000,"secret_ms":2_000,"decide_ms":30_000,"show_ms":3_000});
    let state = now(&floor).await;
    assert_eq!(state["clocks"], expected, "{state}");

    // In a house whose clocks are others by now.
    let house = house.reopen().await;
    let floor = house.client().with_token(floor.token().unwrap());
    let set = json!({"do":"set","game":"three-card-fortune","clocks":null});
    let (status, said) = send(&floor, "POST", ASKS, "set", &set).await;
    assert_eq!((status, &said["again"]), (200, &json!(true)), "{said}");
    assert_eq!(now(&floor).await["clocks"], expected);
    house.close().await;
}

/// The names of tables and of meters stand in addresses, in which some texts are something else.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_or_a_meter_has_a_name_that_can_stand_in_an_address() {
    let house = Open::new().await;
    let boss = house.boss().await;
    let long = "m".repeat(41);
    for name in ["", ".", "..", "a.b", "a/b", "Ours", "our meter", "a@b", "a_b", "\u{e4}", &long] {
        let set = json!({"do":"set","game":"three-card-poker","meter":name});
        let asks = "/api/v1/tables/three-card-poker/asks";
        let (status, said) = send(&boss, "POST", asks, "set", &set).await;
        assert_eq!((status, &said["at"]), (422, &json!("ask.meter")), "{name}: {said}");
        let found = json!({"table":name,"reason":"late"});
        let (status, said) = send(&boss, "POST", "/api/v1/tables", "", &found).await;
        assert_eq!((status, &said["at"]), (422, &json!("table")), "{name}: {said}");
    }

    // A meter that had another name before that was so keeps it, with the money in it.
    let old = "Main.Jackpot";
    let set = json!({"do":"set","game":"three-card-poker","meter":old});
    let asks = "/api/v1/tables/three-card-poker/asks";
    assert_eq!(send(&boss, "POST", asks, "old", &set).await.0, 422);
    let folder = house.close().await;
    let mut starts = Transaction::new();
    let meter = Account::Meter(Name::new(old).unwrap());
    starts.post(Account::House, meter, Money::from_units(10_000), Why::MeterStart);
    let store = Sqlite::open(folder.path().join("tables.db")).unwrap();
    let now_ms = last_written_ms(&store).unwrap();
    let append = Append::new(Key::new(b"old").unwrap(), Hash::of(&[]), now_ms).moving(starts);
    store.append(&append).unwrap();
    drop(store);
    let house = Open::again(folder, |settings| settings).await;
    let boss = house.client().with_token(boss.token().unwrap());
    let (status, said) = send(&boss, "POST", asks, "old", &set).await;
    assert_eq!(status, 200, "{said}");
    house.close().await;
}
