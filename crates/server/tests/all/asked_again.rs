//! Whatever has changed since, what is asked again under its key is answered as it was answered first.

use crate::house::{Open, PATIENCE, bets, send, sits};
use crate::own_games::own_game;
use serde_json::{Value, json};
use tercet_bots::Client;
use tercet_protocol::live::{FromClient, ToClient};
use tokio::time::timeout;

const TABLE: &str = "friday";
const ASKS: &str = "/api/v1/tables/friday/asks";
const FILE: &str = "/api/v1/games/friday-cards/file";

/// What is asked under a key, and the record that it has.
type Done = (&'static str, Value, Value);

fn bring(text: &str) -> Value {
    json!({"text": text, "reason": "for fridays"})
}

fn limits(most: i64) -> Value {
    json!({"ante": {"min": 1_000, "max": most, "step": 500}})
}

/// Every way in which a table can be set to a game of the house's own, each done under a key.
async fn set_in_every_way(floor: &Client, rules: &Value) -> Vec<Done> {
    let set = |more: Value| {
        let mut ask = json!({"do":"set","game":"friday-cards","reason":"a friday"});
        ask.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ask
    };
    let clocks = json!({"bet_ms":600_000,"secret_ms":1_000,"decide_ms":600_000,"show_ms":50});
    let mut done = Vec::new();
    for (key, ask) in [
        ("by id", set(json!({}))),
        ("by hash", set(json!({"game": rules}))),
        ("with limits", set(json!({"limits": limits(50_000)}))),
        ("by hash with limits", set(json!({"game": rules, "limits": limits(40_000)}))),
        ("with all", set(json!({"clocks": clocks, "hints": true, "limits": limits(30_000)}))),
    ] {
        let (status, said) = send(floor, "POST", ASKS, key, &ask).await;
        assert_eq!((status, &said["again"]), (200, &json!(false)), "{key}: {said}");
        done.push((key, ask, said["record"].clone()));
    }
    done
}

async fn is_answered_as_before(floor: &Client, done: &[Done], when: &str) {
    for (key, ask, record) in done {
        let (status, said) = send(floor, "POST", ASKS, key, ask).await;
        assert_eq!(
            (status, &said["again"], &said["record"]),
            (200, &json!(true), record),
            "{when}, {key}: {said}"
        );
    }
}

/// The game file that a table was set to is replaced, taken away, and not there any more as the house opens again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_table_was_set_to_is_answered_without_the_file() {
    let house = Open::new().await;
    let boss = house.boss().await;
    let floor = house.staff(&boss, "floor").await;
    let founding = json!({"table": TABLE, "reason": "friday"});
    assert_eq!(send(&boss, "POST", "/api/v1/tables", "", &founding).await.0, 201);
    let (status, game) = send(&boss, "PUT", FILE, "", &bring(&own_game())).await;
    assert_eq!(status, 201, "{game}");
    let done = set_in_every_way(&floor, &game["rules"]).await;
    is_answered_as_before(&floor, &done, "as it is").await;
    let events: Value = boss.get("/api/v1/events?what=table.set").await.unwrap();

    let other = own_game().replacen("\"3 Card Fortune", "\"Late 3 Card Fortune", 1);
    assert_eq!(send(&boss, "PUT", FILE, "", &bring(&other)).await.0, 200);
    is_answered_as_before(&floor, &done, "replaced").await;
    assert_eq!(send(&boss, "DELETE", FILE, "", &json!({"reason": "no more fridays"})).await.0, 204);
    is_answered_as_before(&floor, &done, "taken away").await;
    // On a live line, too.
    let (key, ask, record) = &done[0];
    let mut line = floor.live().await.unwrap();
    let ask = serde_json::from_value(ask.clone()).unwrap();
    line.say(&FromClient::Ask { key: (*key).into(), table: TABLE.into(), ask }).await.unwrap();
    let told = async {
        loop {
            if let Some(ToClient::Done { record, again, .. }) = line.hear().await.unwrap() {
                break (json!(record), again);
            }
        }
    };
    assert_eq!(timeout(PATIENCE, told).await.unwrap(), (record.clone(), true));
    drop(line);

    // Under no key is it there any more, and under these keys nothing else is meant: while it is known what stood in the file, and afterwards.
    let (_, by_id, _) = &done[0];
    assert_eq!(send(&floor, "POST", ASKS, "another key", by_id).await.0, 404);
    let others = |ask: &Value, more: &[(&str, Value)]| {
        let mut ask = ask.clone();
        more.iter().for_each(|(name, value)| ask[*name] = value.clone());
        ask
    };
    let with_limits = &done[2].1;
    let house = house.reopen().await;
    let [boss, floor] = [&boss, &floor].map(|who| house.client().with_token(who.token().unwrap()));
    is_answered_as_before(&floor, &done, "opened again").await;
    for (key, ask) in [
        ("by id", others(by_id, &[("game", json!("three-card-fortune"))])),
        ("by id", others(by_id, &[("hints", json!(true))])),
        ("by id", others(by_id, &[("limits", limits(20_000))])),
        ("with limits", others(with_limits, &[("limits", limits(60_000))])),
    ] {
        let (status, said) = send(&floor, "POST", ASKS, key, &ask).await;
        assert!(status == 404 || said["code"] == "key-used", "{key}: {ask}: {said}");
    }
    let now: Value = boss.get("/api/v1/events?what=table.set").await.unwrap();
    assert_eq!(now, events, "once for each record");
    house.close().await;
}

/// While the house has the file, what is left out is the file's: without limits another thing is meant than with some.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_left_out_is_asked_for_too() {
    let house = Open::new().await;
    let boss = house.boss().await;
    let floor = house.staff(&boss, "floor").await;
    let asks = "/api/v1/tables/three-card-fortune/asks";
    let set = json!({"do":"set","game":"three-card-fortune"});
    let with = json!({"do":"set","game":"three-card-fortune","limits":limits(50_000)});
    assert_eq!(send(&floor, "POST", asks, "with", &with).await.0, 200);
    assert_eq!(send(&floor, "POST", asks, "without", &set).await.0, 200);
    for (key, ask) in [("with", &set), ("without", &with)] {
        let (status, said) = send(&floor, "POST", asks, key, ask).await;
        assert_eq!((status, &said["code"]), (409, &json!("key-used")), "{key}: {said}");
    }
    // Limits that are named are the same, whether the file has them or not.
    let file: Value = floor.get("/api/v1/games/three-card-fortune").await.unwrap();
    let ante = file["wagers"].as_array().unwrap().iter().find(|wager| wager["id"] == "ante").unwrap();
    let limits = json!({"ante": {"min": ante["min"], "max": ante["max"], "step": ante["step"]}});
    let named = json!({"do":"set","game":"three-card-fortune","limits":limits});
    let (status, said) = send(&floor, "POST", asks, "without", &named).await;
    assert_eq!((status, &said["again"]), (200, &json!(true)), "{said}");
    house.close().await;
}

/// Money was moved, and the player is none any more as the cashier asks again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn money_that_was_moved_is_said_to_be_so_of_an_account_that_is_closed() {
    let house = Open::new().await;
    let boss = house.boss().await;
    let cashier = house.staff(&boss, "cashier").await;
    let player = house.client().come_as_guest("Ann").await.unwrap();
    let moves = "/api/v1/cashier/moves";
    let cash = |amount: i64| json!({"player": player, "amount": amount, "reason": "slip"});
    let (taken, paid) = (cash(5_000), cash(-105_000));
    for (key, slip) in [("in", &taken), ("out", &paid)] {
        assert_eq!(send(&cashier, "POST", moves, key, slip).await.0, 200);
    }
    let closes = format!("/api/v1/people/{player}/close");
    let (closed, said) = send(&boss, "POST", &closes, "", &json!({"reason": "gone"})).await;
    assert_eq!(closed, 200, "{said}");
    for (key, slip) in [("in", &taken), ("out", &paid)] {
        let (status, said) = send(&cashier, "POST", moves, key, slip).await;
        assert_eq!(
            (status, &said["again"], &said["balance"]),
            (200, &json!(true), &json!(0)),
            "{key}: {said}"
        );
    }
    let (status, said) = send(&cashier, "POST", moves, "in", &paid).await;
    assert_eq!((status, &said["code"]), (409, &json!("key-used")), "{said}");
    let (status, said) = send(&cashier, "POST", moves, "more", &taken).await;
    assert_eq!((status, &said["code"]), (409, &json!("not-now")), "{said}");
    house.close().await;
}

/// Bets, a decision to leave and whatever the floor did stand, though the table is closed and others sit there by now.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_asked_of_a_table_is_answered_whatever_it_does_now() {
    let house = Open::new().await;
    let boss = house.boss().await;
    let floor = house.staff(&boss, "floor").await;
    let [mut ann, mut bob] = [house.client(), house.client()];
    ann.come_as_guest("Ann").await.unwrap();
    bob.come_as_guest("Bob").await.unwrap();
    let table = "three-card-fortune";
    let asks = format!("/api/v1/tables/{table}/asks");
    sits(&ann, table, 1).await;
    sits(&bob, table, 3).await;
    let stand_up = json!({"do":"leave","spot":3,"reason":"asleep"});
    let leave = json!({"do":"leave","spot":1});
    let close = json!({"do":"turn","status":"closed","reason":"late"});
    let mut done = Vec::new();
    for (who, key, ask) in
        [(&floor, "up", stand_up), (&ann, "go", leave), (&ann, "sit-1", json!({"do":"sit","spot":1}))]
    {
        let (status, said) = send(who, "POST", &asks, key, &ask).await;
        assert_eq!(status, 200, "{ask}: {said}");
        done.push((who, key, ask, said["record"].clone()));
    }
    // Others sit where they sat.
    for (who, spot) in [(&bob, 1), (&ann, 3)] {
        let (status, said) = send(who, "POST", &asks, "there", &json!({"do":"sit","spot":spot})).await;
        assert_eq!(status, 200, "{said}");
    }
    bets(&ann, table, 3).await;
    bets(&bob, table, 1).await;
    let (status, said) = send(&floor, "POST", &asks, "close", &close).await;
    assert_eq!(status, 200, "{said}");
    done.push((&floor, "close", close, said["record"].clone()));
    for (who, key, ask, record) in done {
        let (status, said) = send(who, "POST", &asks, key, &ask).await;
        assert_eq!((status, &said["again"], &said["record"]), (200, &json!(true), &record), "{ask}: {said}");
    }
    let seats: Value = ann.get(&format!("/api/v1/tables/{table}")).await.unwrap();
    let seats: Vec<&String> = seats["state"]["seats"].as_object().unwrap().keys().collect();
    assert_eq!(seats, ["1", "3"], "nobody was stood up twice");
    house.close().await;
}
