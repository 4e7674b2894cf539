//! The lobby says of every table what that is now, though it keeps what it said before.

use crate::house::{Open, PATIENCE, send};
use crate::rounds::sit;
use serde_json::{Value, json};
use tercet_bots::Client;
use tercet_protocol::live::FromClient;
use tokio::time::timeout;

/// Two tables with one meter, and a third.
const TABLES: [&str; 3] = ["one", "two", "three-card-poker"];

async fn lobby(client: &Client) -> Vec<Value> {
    client.get("/api/v1/tables").await.unwrap()
}

/// All tables, each looked at by itself: what is kept of none of them.
async fn one_by_one(client: &Client) -> Vec<Value> {
    let mut all = Vec::new();
    for table in lobby(client).await {
        let path = format!("/api/v1/tables?table={}", table["table"].as_str().unwrap());
        all.extend(client.get::<Vec<Value>>(&path).await.unwrap());
    }
    all
}

/// Compares the two, with nothing happening between them.
async fn agrees(client: &Client) -> Vec<Value> {
    let same = async {
        loop {
            let (before, fresh, after) = (lobby(client).await, one_by_one(client).await, lobby(client).await);
            if before == after {
                assert_eq!(before, fresh);
                break before;
            }
        }
    };
    timeout(PATIENCE, same).await.unwrap()
}

fn of<'l>(all: &'l [Value], table: &str) -> &'l Value {
    all.iter().find(|one| one["table"] == table).unwrap()
}

/// While rounds are played, a meter is shared, a player is renamed and tables are founded, set and closed, the list of all tables has what each of them says by itself.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby_is_what_the_tables_are() {
    let house = Open::new().await;
    let boss = house.boss().await;
    let floor = house.staff(&boss, "floor").await;
    let asked = async |table: &str, key: &str, ask: Value| {
        let (status, said) = send(&floor, "POST", &format!("/api/v1/tables/{table}/asks"), key, &ask).await;
        assert_eq!(status, 200, "{said}");
    };
    let clocks = json!({"bet_ms":600_000,"secret_ms":600_000,"decide_ms":600_000,"show_ms":50});
    let set = json!({"do":"set","game":"three-card-poker","meter":"shared","clocks":clocks});
    for table in &TABLES[..2] {
        agrees(&floor).await;
        let founding = json!({"table":table,"reason":"a full house"});
        assert_eq!(send(&floor, "POST", "/api/v1/tables", "", &founding).await.0, 201);
        agrees(&floor).await;
        asked(table, "set", set.clone()).await;
        agrees(&floor).await;
        asked(table, "open", json!({"do":"turn","status":"open","reason":"a full house"})).await;
    }
    let (mut ann, mut bob) =
        (sit(&house, "Ann", "one", 1).await, sit(&house, "Bob", "three-card-poker", 4).await);
    let all = agrees(&floor).await;
    assert_eq!(of(&all, "one")["players"], json!(["Ann"]));
    let before = of(&all, "two")["meter"].as_i64().unwrap();
    for rounds in [1, 2] {
        let (first, second) =
            tokio::join!(timeout(PATIENCE, ann.play(rounds)), timeout(PATIENCE, bob.play(rounds)));
        first.unwrap().unwrap();
        second.unwrap().unwrap();
        let all = agrees(&floor).await;
        assert_eq!(of(&all, "one")["meter"], of(&all, "two")["meter"]);
    }
    // Nothing happened at the second table, and its meter is another.
    let all = agrees(&floor).await;
    assert_ne!(of(&all, "two")["meter"], json!(before));
    assert!(of(&all, "one")["round"].as_u64().unwrap() >= 2);
    let renamed = send(ann.client(), "PUT", "/api/v1/me/name", "", &json!({"name":"Anna"})).await;
    assert_eq!(renamed.0, 200, "{}", renamed.1);
    assert_eq!(of(&agrees(&floor).await, "one")["players"], json!(["Anna"]));
    asked("one", "other", json!({"do":"set","game":"three-card-poker","meter":"own","clocks":clocks})).await;
    asked("two", "close", json!({"do":"turn","status":"closed","reason":"late"})).await;
    let all = agrees(&floor).await;
    assert_ne!(of(&all, "one")["meter"], of(&all, "two")["meter"]);
    assert_eq!(of(&all, "two")["status"], "closed");
    let none: Vec<Value> = floor.get("/api/v1/tables?table=none").await.unwrap();
    assert!(none.is_empty());
    // Whoever goes is absent, and whoever comes back is not, though nothing happens at the table.
    let absent_at_poker = async || of(&agrees(&floor).await, "three-card-poker")["absent"].clone();
    assert_eq!(absent_at_poker().await, Value::Null);
    let token = bob.client().token().unwrap().to_owned();
    drop(bob);
    let until = async |absent: Value| {
        let waits = async { while absent_at_poker().await != absent {} };
        timeout(PATIENCE, waits).await.unwrap();
    };
    until(json!([4])).await;
    let mut line = floor.with_token(&token).live().await.unwrap();
    line.say(&FromClient::Watch { table: "three-card-poker".into(), after: None }).await.unwrap();
    until(Value::Null).await;
    let bad = send(&floor, "GET", "/api/v1/tables?tabel=one", "", &Value::Null).await;
    assert_eq!((bad.0, &bad.1["at"]), (422, &json!("tabel")), "{}", bad.1);
    drop((ann, line));
    house.close().await;
}

/// A table that played with another meter for a while, and is set back before anybody looks again, moved that meter: the table that has it is listed with what it holds now.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_meter_that_a_table_had_for_a_while_is_read_anew() {
    let house = Open::new().await;
    let boss = house.boss().await;
    let floor = house.staff(&boss, "floor").await;
    let asked = async |client: &Client, table: &str, key: &str, ask: Value| {
        let (status, said) = send(client, "POST", &format!("/api/v1/tables/{table}/asks"), key, &ask).await;
        assert_eq!(status, 200, "{said}");
    };
    let clocks = json!({"bet_ms":60_000,"secret_ms":1_000,"decide_ms":1_000,"show_ms":50});
    let set = |meter: &str| json!({"do":"set","game":"three-card-poker","meter":meter,"clocks":clocks});
    for (table, meter) in [("one", "own"), ("two", "shared")] {
        let founding = json!({"table":table,"reason":"a full house"});
        assert_eq!(send(&floor, "POST", "/api/v1/tables", "", &founding).await.0, 201);
        asked(&floor, table, "set", set(meter)).await;
        asked(&floor, table, "open", json!({"do":"turn","status":"open","reason":"a full house"})).await;
    }
    let mut ann = house.client();
    ann.come_as_guest("Ann").await.unwrap();
    asked(&ann, "one", "sit", json!({"do":"sit","spot":1})).await;
    // Without a look at the lobby.
    let opened = async |no: u64| {
        let waits = async {
            loop {
                let state = ann.get::<Value>("/api/v1/tables/one").await.unwrap()["state"].clone();
                if state["round"]["no"] == no && state["round"]["stage"] == "open" {
                    break;
                }
            }
        };
        timeout(PATIENCE, waits).await.unwrap();
    };
    opened(1).await;
    let all = agrees(&floor).await;
    assert_eq!(of(&all, "two")["meter"], 0, "nobody has started it");
    for (no, meter) in [(2, "shared"), (3, "own")] {
        asked(&floor, "one", meter, set(meter)).await;
        opened(no).await;
    }
    let all = agrees(&floor).await;
    assert!(of(&all, "two")["meter"].as_i64().unwrap() > 0, "{all:?}");
    // The meter of a round in play is one of the house's to its end, whatever the next round has.
    asked(&ann, "one", "bet", json!({"do":"place","spot":1,"wager":"ante","amount":1_000})).await;
    asked(&floor, "one", "once more", set("shared")).await;
    let meters: Vec<Value> = boss.get("/api/v1/meters").await.unwrap();
    let tables = |meter: &str| &meters.iter().find(|one| one["meter"] == meter).unwrap()["tables"];
    assert_eq!((tables("own"), tables("shared")), (&json!(["one"]), &json!(["one", "two"])));
    // A meter that no table has any more still holds what is the players'.
    asked(&ann, "one", "take back", json!({"do":"take-back","spot":1,"wager":"ante"})).await;
    opened(4).await;
    let meters: Vec<Value> = boss.get("/api/v1/meters").await.unwrap();
    let own = meters.iter().find(|one| one["meter"] == "own").unwrap();
    assert_eq!(own["tables"], json!([]));
    assert!(own["balance"].as_i64().unwrap() > 0, "{own}");
    house.close().await;
}
