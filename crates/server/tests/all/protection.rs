//! Limits, breaks and checks of players stand before every bet, over both ways of asking.

use crate::house::{self, Open, PATIENCE};
use serde_json::{Value, json};
use std::time::Duration;
use tercet_bots::{Client, Line};
use tercet_protocol::live::{AskBody, FromClient, ToClient};
use tokio::time::timeout;

const TABLE: &str = "three-card-fortune";

async fn send(client: &Client, method: &str, path: &str, body: &Value) -> (u16, Value) {
    house::send(client, method, path, "", body).await
}

/// Asks a table; gives the code if it is refused.
async fn ask_at(client: &Client, table: &str, key: &str, ask: &AskBody) -> Result<Value, String> {
    let body = serde_json::to_value(ask).unwrap();
    let (status, answer) =
        house::send(client, "POST", &format!("/api/v1/tables/{table}/asks"), key, &body).await;
    if status == 200 { Ok(answer) } else { Err(answer["code"].as_str().unwrap().into()) }
}

async fn ask(client: &Client, key: &str, ask: &AskBody) -> Result<Value, String> {
    ask_at(client, TABLE, key, ask).await
}

fn place(wager: &str, amount: i64) -> AskBody {
    AskBody::Place { spot: 1, wager: wager.into(), amount, round: None }
}

async fn next(line: &mut Line) -> ToClient {
    timeout(PATIENCE, line.hear()).await.expect("it comes").unwrap().expect("a message")
}

/// A limit on money says how far back it looks, which is what its name says; one on time says nothing of the kind.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn limits_say_how_far_back_they_look() {
    let house = Open::new().await;
    let mut ann = house.client();
    ann.come_as_guest("Ann").await.unwrap();
    let seen: Value = ann.get("/api/v1/me/protection").await.unwrap();
    let day = 24 * 3_600_000_u64;
    let limits = seen["limits"].as_array().unwrap();
    assert_eq!(limits.len(), 8, "{seen}");
    for limit in limits {
        let name = limit["limit"].as_str().unwrap();
        let days = [("-day", 1), ("-week", 7), ("-month", 30)];
        let expected = days.into_iter().find(|(end, _)| name.ends_with(end)).map(|(_, days)| days * day);
        assert_eq!(limit["period_ms"].as_u64(), expected, "{limit}");
    }
    house.close().await;
}

/// A limit on stakes counts what a bet takes with what it holds for Play, at once when it is set, whatever table the money is at, after a reopening
/// as before; what is looser waits for a day; what is taken back counts no more (GLI-19 §2.5.5, §A.3.7).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_limit_holds_at_once_and_loosens_a_day_later() {
    let house = Open::new().await;
    let mut ann = house.client();
    ann.come_as_guest("Ann").await.unwrap();
    ask(&ann, "1", &AskBody::Sit { spot: 1 }).await.unwrap();
    ask(&ann, "2", &place("ante", 1_000)).await.unwrap();
    let (status, set) = send(&ann, "PUT", "/api/v1/me/limits/stake-day", &json!({"value": 4_000})).await;
    assert_eq!(status, 200, "{set}");
    let limit = |of: &Value| {
        let limits = of["limits"].as_array().unwrap().clone();
        limits.into_iter().find(|limit| limit["limit"] == "stake-day").unwrap()
    };
    let now = limit(&set);
    assert_eq!((&now["holds"], &now["used"], &now["player"]), (&json!(4_000), &json!(2_000), &json!(4_000)));
    // $11 more on the Ante would hold $11 more for Play.
    assert_eq!(ask(&ann, "3", &place("ante", 2_100)).await.unwrap_err(), "limit");
    ask(&ann, "4", &place("ante", 2_000)).await.unwrap();
    assert_eq!(ask(&ann, "5", &place("lucky-pairs", 500)).await.unwrap_err(), "limit");
    // The same key may be used again for the same once there is room.
    ask(&ann, "6", &place("ante", 1_500)).await.unwrap();
    ask(&ann, "5", &place("lucky-pairs", 500)).await.unwrap();
    // Looser: a day later. Taken back by asking for what holds.
    let (_, set) = send(&ann, "PUT", "/api/v1/me/limits/stake-day", &json!({"value": null})).await;
    let now = limit(&set);
    assert_eq!(now["holds"], 4_000);
    assert!(
        now["pending"]["from_ms"].as_u64() > Some(86_400_000) && now["pending"]["value"].is_null(),
        "{now}"
    );
    assert_eq!(ask(&ann, "7", &place("ante", 2_000)).await.unwrap_err(), "limit");
    // Without the value nothing is set: a slip of the pen loosens no limit.
    for body in [json!({}), json!({"value": -1}), json!({"value": "1"}), json!({"value": 1, "x": 1})] {
        assert_eq!(send(&ann, "PUT", "/api/v1/me/limits/stake-day", &body).await.0, 400, "{body}");
    }
    assert_eq!(send(&ann, "PUT", "/api/v1/me/limits/stake", &json!({"value": 1})).await.0, 404);
    assert_eq!(send(&ann, "PUT", "/api/v1/me/limits/playing-time", &json!({"value": 1})).await.0, 422);

    let house = house.reopen().await;
    let ann = house.client().with_token(ann.token().unwrap());
    // As the house closed the bets were open: they went back, so there is room again.
    let again = limit(&ann.get::<Value>("/api/v1/me/protection").await.unwrap());
    assert_eq!((&again["holds"], &again["used"]), (&json!(4_000), &json!(0)));
    let next_round = async {
        while ask(&ann, "8", &place("ante", 2_000)).await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, next_round).await.unwrap();
    assert_eq!(ask(&ann, "9", &place("ante", 2_100)).await.unwrap_err(), "limit");
    house.close().await;
}

/// Whoever shuts themselves out bets nothing from then on, and no cashier takes their money in; nothing ends it before its time, and money may
/// be paid out (GLI-19 §A.3.8).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_away_bets_nothing_and_can_still_be_paid_out() {
    let house = Open::new().await;
    let boss = house.boss().await;
    let cashier = house.staff(&boss, "cashier").await;
    let floor = house.staff(&boss, "floor").await;
    let mut ann = house.client();
    let player = ann.come_as_guest("Ann").await.unwrap();
    let mut line = ann.live().await.unwrap();
    let ToClient::Hello { own: Some(own), money, .. } = next(&mut line).await else { panic!("hello") };
    assert_eq!((own.net, own.away_until_ms, money.as_str()), (0, None, "play"));
    ask(&ann, "1", &AskBody::Sit { spot: 1 }).await.unwrap();
    for (body, expected) in [
        (json!({"kind": "house-exclusion", "for_ms": null}), 422),
        (json!({"kind": "self-exclusion", "for_ms": 1_000}), 422),
        (json!({"kind": "cool-off", "for_ms": null}), 422),
        (json!({"kind": "cool-off", "for_ms": u64::MAX}), 422),
        (json!({"kind": "cool-off"}), 400),
        (json!({"kind": "self-exclusion", "for_ms": 172_800_000}), 200),
        // What is shorter shortens nothing.
        (json!({"kind": "self-exclusion", "for_ms": 86_400_000}), 200),
    ] {
        let (status, answer) = send(&ann, "POST", "/api/v1/me/breaks", &body).await;
        assert_eq!(status, expected, "{body} {answer}");
    }
    let seen: Value = ann.get("/api/v1/me/protection").await.unwrap();
    let gone = &seen["breaks"][0];
    assert_eq!(
        gone["until_ms"].as_u64().unwrap() - gone["since_ms"].as_u64().unwrap(),
        172_800_000,
        "{seen}"
    );
    assert_eq!(ask(&ann, "2", &place("ante", 1_000)).await.unwrap_err(), "away");
    line.say(&FromClient::Ask { key: "3".into(), table: TABLE.into(), ask: place("ante", 500) })
        .await
        .unwrap();
    let problem = loop {
        let message = next(&mut line).await;
        if let ToClient::Wallet { own, .. } = &message {
            assert!(own.as_ref().is_some_and(|own| own.away_until_ms.is_some()), "{message:?}");
        }
        if let ToClient::Refused { problem, .. } = message {
            break problem;
        }
    };
    assert_eq!(problem.code, "away");
    assert!(problem.retry_after_ms > Some(172_000_000), "{problem:?}");
    let moves = async |key: &str, amount: i64| {
        let headers = [("content-type", "application/json"), ("idempotency-key", key)];
        let body = json!({"player": player, "amount": amount, "reason": "slip"}).to_string();
        let post = "POST".parse().unwrap();
        cashier.ask(post, "/api/v1/cashier/moves", &headers, body.into()).await.unwrap().status.as_u16()
    };
    assert_eq!((moves("a", 100).await, moves("b", -100).await), (403, 200));
    // The floor can keep somebody away and let them in; what the player began stays.
    let path = format!("/api/v1/people/{player}");
    let kept = json!({"kind": "house-exclusion", "for_ms": null, "reason": "a row"});
    assert_eq!(send(&floor, "POST", &format!("{path}/breaks"), &kept).await.0, 200);
    let (status, let_in) =
        send(&floor, "POST", &format!("{path}/let-in"), &json!({"reason": "settled"})).await;
    assert_eq!((status, &let_in["own"]["away_until_ms"]), (200, &gone["until_ms"]));
    for (client, expected) in [(&cashier, 403), (&ann, 403)] {
        assert_eq!(send(client, "POST", &format!("{path}/breaks"), &kept).await.0, expected);
    }
    assert_eq!(
        send(&floor, "PUT", &format!("{path}/limits/loss-day"), &json!({"value": 0, "reason": "x"})).await.0,
        200
    );
    assert_eq!(send(&floor, "PUT", "/api/v1/me/limits/loss-day", &json!({"value": 0})).await.0, 403);
    // Who is asked why no bet is taken can see it, and changes nothing.
    let auditor = house.staff(&boss, "auditor").await;
    for client in [&cashier, &auditor] {
        let seen: Value = client.get(&format!("{path}/protection")).await.unwrap();
        let loss = seen["limits"].as_array().unwrap().iter().find(|limit| limit["limit"] == "loss-day");
        assert_eq!((&loss.unwrap()["holds"], &seen["breaks"][0]["on"]), (&json!(0), &json!(true)), "{seen}");
        let none = json!({"value": null, "reason": "x"});
        assert_eq!(send(client, "PUT", &format!("{path}/limits/loss-day"), &none).await.0, 403);
        assert_eq!(send(client, "POST", &format!("{path}/let-in"), &json!({"reason": "x"})).await.0, 403);
    }
    for client in [&house.staff(&boss, "dealer").await, &ann] {
        assert_eq!(send(client, "GET", &format!("{path}/protection"), &Value::Null).await.0, 403);
    }
    house.close().await;
}

/// Many bets at once at two tables pass a limit together as little as one by one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bets_at_many_tables_at_once_pass_no_limit_together() {
    let house = Open::new().await;
    let mut ann = house.client();
    ann.come_as_guest("Ann").await.unwrap();
    assert_eq!(send(&ann, "PUT", "/api/v1/me/limits/stake-day", &json!({"value": 5_000})).await.0, 200);
    let tables = ["three-card-fortune", "three-card-poker", "three-card-shine", "three-card-pairs-plus"];
    let bets = tables.into_iter().enumerate().map(|(number, table)| {
        let client = ann.clone();
        tokio::spawn(async move {
            ask_at(&client, table, &format!("s{number}"), &AskBody::Sit { spot: 1 }).await.unwrap();
            ask_at(&client, table, &format!("b{number}"), &place("ante", 1_000)).await.is_ok()
        })
    });
    let mut taken = 0;
    for bet in bets.collect::<Vec<_>>() {
        taken += usize::from(bet.await.unwrap());
    }
    assert_eq!(taken, 2, "$10 on the Ante and $10 for Play, twice, is all that $50 hold");
    house.close().await;
}
