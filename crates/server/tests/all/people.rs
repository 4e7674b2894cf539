//! Who may do what: administrators invite, cashiers move money, the floor runs tables, players play.

use crate::house::Open;
use serde_json::{Value, json};
use tercet_bots::Client;
use tercet_protocol::live::ToClient;

async fn accept(house: &Open, link: &str, who: &str) -> Client {
    let body = json!({"token": link, "name": format!("{who} one"), "login": who, "password": format!("a pass for {who}!")});
    let session: Value = house.client().post("/api/v1/links/accept", &body).await.unwrap();
    house.client().with_token(session["token"].as_str().unwrap())
}

async fn status(client: &Client, method: &str, path: &str, key: &str, body: &Value) -> (u16, Value) {
    let headers = [("content-type", "application/json"), ("idempotency-key", key)];
    let answer = client.ask(method.parse().unwrap(), path, &headers, body.to_string().into()).await.unwrap();
    (answer.status.as_u16(), serde_json::from_slice(&answer.body).unwrap_or_default())
}

/// From the first link to a paid-out player: each does what the role allows, and nothing else.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_does_what_the_role_allows_and_nothing_else() {
    let house = Open::new().await;
    let link = house.administrator_link.clone().expect("the first time there is one");
    let boss = accept(&house, &link, "anna").await;
    let (used, why) = status(
        &house.client(),
        "POST",
        "/api/v1/links/accept",
        "",
        &json!({"token":link,"name":"Eve","login":"eve1","password":"a pass for eve"}),
    )
    .await;
    assert_eq!((used, &why["code"]), (410, &json!("link")), "{why}");
    let mut staff = Vec::new();
    for role in ["floor", "cashier", "auditor"] {
        let link: Value =
            boss.post("/api/v1/links", &json!({"roles":[role],"reason":"the evening"})).await.unwrap();
        staff.push(accept(&house, link["token"].as_str().unwrap(), role).await);
    }
    let [floor, cashier, auditor]: [Client; 3] = staff.try_into().unwrap();
    let mut ann = house.client();
    let player = ann.come_as_guest("Ann").await.unwrap();

    let asks = "/api/v1/tables/three-card-shine/asks";
    let turn = json!({"do":"turn","status":"paused","reason":"a pause"});
    let sit = json!({"do":"sit","spot":1});
    let cash = json!({"player":player,"amount":5_000,"reason":"slip 17"});
    let invite = json!({"roles":["player"],"reason":"a friend"});
    let moves = "/api/v1/cashier/moves";
    // Who, what, and whether that is allowed.
    let all =
        [("anna", &boss), ("floor", &floor), ("cashier", &cashier), ("auditor", &auditor), ("ann", &ann)];
    for (who, client) in all {
        let may = |role: &str| if who == role { 200 } else { 403 };
        for (path, body, expected) in
            [(asks, &turn, may("floor")), (asks, &sit, may("ann")), (moves, &cash, may("cashier"))]
        {
            let (came, answer) = status(client, "POST", path, &format!("{who}-1"), body).await;
            // The key of the player's ask is used for one thing.
            let expected = if who == "ann" && path == moves { 403 } else { expected };
            assert_eq!(came, expected, "{who}: {body}: {answer}");
        }
        let (came, _) = status(client, "POST", "/api/v1/links", "", &invite).await;
        assert_eq!(came, if who == "anna" { 201 } else { 403 }, "{who} invites");
    }
    let me: Value = ann.get("/api/v1/me").await.unwrap();
    assert_eq!(me["balance"], 105_000);
    // Done twice under one key it is done once; what is not there cannot be paid out.
    let (came, again) = status(&cashier, "POST", moves, "cashier-1", &cash).await;
    assert_eq!((came, &again["again"], &again["balance"]), (200, &json!(true), &json!(105_000)));
    for (amount, expected, code) in
        [(-105_001, 409, "funds"), (0, 422, "value"), (i64::MIN, 422, "value"), (i64::MAX, 422, "value")]
    {
        let (came, why) = status(
            &cashier,
            "POST",
            moves,
            &format!("out {amount}"),
            &json!({"player":player,"amount":amount,"reason":"out"}),
        )
        .await;
        assert_eq!((came, &why["code"]), (expected, &json!(code)), "{amount}: {why}");
    }
    let (came, out) = status(
        &cashier,
        "POST",
        moves,
        "out",
        &json!({"player":player,"amount":-105_000,"reason":"good night"}),
    )
    .await;
    assert_eq!((came, &out["balance"]), (200, &json!(0)), "{out}");
    let house = house.reopen().await;
    assert_eq!(house.administrator_link, None, "there is an administrator by now");
    house.close().await;
}

/// Signing in and out, a guest who becomes a member, and what is wrong with logins and passwords.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guest_becomes_a_member_and_signs_in_again() {
    let house = Open::new().await;
    let mut ann = house.client();
    let player = ann.come_as_guest("Ann").await.unwrap();
    for (login, password) in [
        ("An", "long enough"),
        ("ann", "sh0rt!"),
        ("ANN", "long enough"),
        ("ann", "password"),
        ("annabelle", "annabelle"),
    ] {
        let (came, why) =
            status(&ann, "POST", "/api/v1/me/member", "", &json!({"login":login,"password":password})).await;
        assert_eq!(came, 422, "{login} {password}: {why}");
        assert!(
            why["at"].is_string() && !why["detail"].as_str().unwrap().contains(password)
                || password == "password",
            "{why}"
        );
    }
    let (came, joined) =
        status(&ann, "POST", "/api/v1/me/member", "", &json!({"login":"ann","password":"a pass for ann"}))
            .await;
    assert_eq!(
        (came, &joined["me"]["player"], &joined["me"]["balance"]),
        (201, &json!(player), &json!(100_000)),
        "{joined}"
    );
    let (came, _) = status(&ann, "GET", "/api/v1/me", "", &Value::Null).await;
    assert_eq!(came, 401, "the token from before is no good any more");

    let sign_in = |login: &str, password: &str| json!({"login":login,"password":password});
    for (login, password) in [("ann", "a pass for bob"), ("bob", "a pass for ann"), ("", "")] {
        let (came, why) =
            status(&house.client(), "POST", "/api/v1/sessions", "", &sign_in(login, password)).await;
        assert_eq!((came, &why["code"]), (401, &json!("credentials")), "{login}: {why}");
    }
    let (came, session) =
        status(&house.client(), "POST", "/api/v1/sessions", "", &sign_in("ann", "a pass for ann")).await;
    assert_eq!((came, &session["me"]["player"]), (201, &json!(player)), "{session}");
    let again = house.client().with_token(session["token"].as_str().unwrap());
    let mut line = again.live().await.unwrap();
    line.hear().await.unwrap();
    let (came, _) = status(&again, "DELETE", "/api/v1/sessions/current", "", &Value::Null).await;
    assert_eq!(came, 204);
    let (came, _) = status(&again, "GET", "/api/v1/me", "", &Value::Null).await;
    assert_eq!(came, 401);
    // The line that was open cannot ask any more.
    line.say_text(
        json!({"type":"ask","key":"k","table":"three-card-poker","ask":{"do":"sit","spot":1}}).to_string(),
    )
    .await
    .unwrap();
    let answer = line.hear().await.unwrap();
    assert!(
        matches!(&answer, Some(ToClient::Refused { problem, .. }) if problem.code == "sign-in"),
        "{answer:?}"
    );
    house.close().await;
}
