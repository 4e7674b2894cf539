//! Who may do what: administrators invite, cashiers move money, the floor runs tables, players play.

use crate::house::{Open, PATIENCE, send as status};
use serde_json::{Value, json};
use tercet_bots::Client;
use tercet_protocol::live::{FromClient, ToClient};
use tokio::time::timeout;

/// From the first link to a paid-out player: each does what the role allows, and nothing else.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_does_what_the_role_allows_and_nothing_else() {
    let house = Open::new().await;
    let link = house.administrator_link.clone().expect("the first time there is one");
    let boss = house.boss().await;
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
        staff.push(house.staff(&boss, role).await);
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

/// Whoever manages people finds them, renames, closes and reopens accounts, ends sessions and makes new passwords; the same people of others are
/// nobody's business.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_are_looked_after() {
    let house = Open::new().await;
    let boss = house.boss().await;
    let floor = house.staff(&boss, "floor").await;
    let mut ann = house.client();
    let player = ann.come_as_guest("Ann").await.unwrap();
    let mut eve = house.client();
    let other = eve.come_as_guest("Eve").await.unwrap();
    let get = async |client: &Client, path: &str| status(client, "GET", path, "", &json!({})).await;

    let (found, page) = get(&floor, "/api/v1/people?text=Ann&kind=guest").await;
    assert_eq!(
        (found, &page["people"][0]["id"], &page["next"]),
        (200, &json!(player), &json!(null)),
        "{page}"
    );
    assert_eq!(get(&ann, "/api/v1/people").await.0, 403);
    assert_eq!(get(&floor, "/api/v1/people?kind=ghost").await.1["at"], "kind");
    assert_eq!(get(&floor, "/api/v1/people?who=x").await.1["code"], "value");

    let path = format!("/api/v1/people/{player}");
    let because = json!({"reason": "asked for it"});
    for client in [&eve, &floor] {
        for (method, what, body) in [
            ("POST", "close", because.clone()),
            ("POST", "reopen", because.clone()),
            ("PUT", "roles", json!({"roles": ["player"], "reason": "x"})),
            ("PUT", "name", json!({"name": "Bob", "reason": "x"})),
            ("DELETE", "sessions", json!({})),
            ("GET", "sessions", json!({})),
        ] {
            let (came, answer) = status(client, method, &format!("{path}/{what}"), "", &body).await;
            assert_eq!(came, 403, "{method} {what} {answer}");
        }
    }
    let renamed =
        status(&boss, "PUT", &format!("{path}/name"), "", &json!({"name": "Anne", "reason": "typo"})).await;
    assert_eq!((renamed.0, &renamed.1["name"]), (200, &json!("Anne")));
    assert_eq!(get(&ann, "/api/v1/me").await.1["name"], "Anne");
    let own = status(&ann, "PUT", "/api/v1/me/name", "", &json!({"name": "Annie"})).await;
    assert_eq!((own.0, &own.1["name"]), (200, &json!("Annie")));
    assert_eq!(status(&eve, "PUT", "/api/v1/me/name", "", &json!({"name": "annie"})).await.0, 409);

    // One's own sessions, and nobody else's.
    let sessions = get(&ann, &format!("{path}/sessions")).await.1;
    assert_eq!((&sessions[0]["own"], sessions.as_array().map(Vec::len)), (&json!(true), Some(1)));
    let number = sessions[0]["id"].as_u64().unwrap();
    assert_eq!(status(&eve, "DELETE", &format!("/api/v1/sessions/{number}"), "", &json!({})).await.0, 404);
    assert_eq!(status(&ann, "DELETE", "/api/v1/sessions/x", "", &json!({})).await.1["at"], "session");
    // A guest who became a member has play money: closing says so first.
    let close = format!("{path}/close");
    let (held, why) = status(&boss, "POST", &close, "", &because).await;
    assert_eq!((held, &why["code"], &why["at"]), (409, &json!("has-money"), &json!("with_money")), "{why}");
    assert!(why["detail"].as_str().unwrap().contains("$1,000"), "{why}");
    // And so does who would make somebody of the staff who has a round to lose.
    let floor_now = json!({"roles": ["floor"], "reason": "we are short of hands"});
    let (held, why) = status(&boss, "PUT", &format!("{path}/roles"), "", &floor_now).await;
    assert_eq!((held, &why["code"], &why["at"]), (409, &json!("has-money"), &json!("roles")), "{why}");
    let two_lines = json!({"reason": "one\nroot closed it", "with_money": true});
    let (refused, why) = status(&boss, "POST", &close, "", &two_lines).await;
    assert_eq!((refused, &why["at"]), (422, &json!("reason")), "{why}");
    let anyway = json!({"reason": "asked for it", "with_money": true});
    assert_eq!(status(&boss, "POST", &close, "", &anyway).await.0, 200);
    assert_eq!(get(&ann, "/api/v1/me").await.0, 401, "a closed account has no session");
    assert_eq!(get(&floor, &path).await.1["closed"]["reason"], "asked for it");
    assert_eq!(status(&boss, "POST", &format!("{path}/reopen"), "", &because).await.0, 200);

    // A new password by a link, once; and one's own choice after it.
    let login = json!({"login": "eve22", "password": "a pass for eve"});
    let joined = status(&eve, "POST", "/api/v1/me/member", "", &login).await.1;
    let eve = house.client().with_token(joined["token"].as_str().unwrap());
    let link = status(&boss, "POST", &format!("/api/v1/people/{other}/password-link"), "", &because).await.1;
    let new = json!({"token": link["token"], "password": "quite another one"});
    assert_eq!(status(&house.client(), "POST", "/api/v1/links/password", "", &new).await.0, 204);
    assert_eq!(status(&house.client(), "POST", "/api/v1/links/password", "", &new).await.0, 410);
    assert_eq!(get(&eve, "/api/v1/me").await.0, 401, "who has lost a password has lost the sessions, too");
    let came = status(
        &house.client(),
        "POST",
        "/api/v1/sessions",
        "",
        &json!({"login": "eve22", "password": "quite another one"}),
    )
    .await;
    let eve = house.client().with_token(came.1["token"].as_str().unwrap());
    let change = |old: &str| json!({"old": old, "new": "and a third one"});
    assert_eq!(status(&eve, "PUT", "/api/v1/me/password", "", &change("wrong")).await.0, 401);
    let (changed, begun) = status(&eve, "PUT", "/api/v1/me/password", "", &change("quite another one")).await;
    assert_eq!(changed, 201, "{begun}");
    assert_eq!(get(&eve, "/api/v1/me").await.0, 401, "the session has a new token");

    let links = get(&boss, "/api/v1/links").await.1;
    assert_eq!(links.as_array().map(Vec::len), Some(0), "all were used: {links}");
    let link =
        status(&boss, "POST", "/api/v1/links", "", &json!({"roles":["player"],"reason":"a friend"})).await.1;
    let number = link["id"].as_u64().unwrap();
    assert_eq!(status(&floor, "DELETE", &format!("/api/v1/links/{number}"), "", &json!({})).await.0, 403);
    assert_eq!(status(&boss, "DELETE", &format!("/api/v1/links/{number}"), "", &json!({})).await.0, 204);
    house.close().await;
}

/// A table is founded once, by who may set tables, is closed until it is set and opened, and is there again after a reopening.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_founded_once_for_ever() {
    let house = Open::new().await;
    let boss = house.boss().await;
    let floor = house.staff(&boss, "floor").await;
    let cashier = house.staff(&boss, "cashier").await;
    let found = |name: &str| json!({"table": name, "reason": "a busy evening"});
    let path = "/api/v1/tables";
    assert_eq!(status(&cashier, "POST", path, "", &found("corner")).await.0, 403);
    for name in ["", "A", "a b", "x/y", "../x", &"x".repeat(41)] {
        let (came, answer) = status(&floor, "POST", path, "", &found(name)).await;
        assert_eq!((came, &answer["at"]), (422, &json!("table")), "{name}");
    }
    let (came, table) = status(&floor, "POST", path, "", &found("corner")).await;
    assert_eq!((came, &table["status"], &table["game"]), (201, &json!("closed"), &json!(null)), "{table}");
    assert_eq!(status(&floor, "POST", path, "", &found("corner")).await.1["code"], "exists");
    assert_eq!(status(&floor, "POST", path, "", &found("three-card-shine")).await.1["code"], "exists");
    let asks = "/api/v1/tables/corner/asks";
    let set = json!({"do": "set", "game": "three-card-shine"});
    assert_eq!(status(&floor, "POST", asks, "1", &set).await.0, 200);
    let turn = json!({"do": "turn", "status": "open", "reason": "here we go"});
    assert_eq!(status(&floor, "POST", asks, "2", &turn).await.0, 200);
    let house = house.reopen().await;
    let again: Value = house.client().get("/api/v1/tables/corner").await.unwrap();
    assert_eq!(
        (&again["state"]["status"], &again["state"]["game"]["id"]),
        (&json!("open"), &json!("three-card-shine"))
    );
    house.close().await;
}

/// Who signs out sees nothing more on a line that is still open: not even the cards of the hand in play.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_shows_nothing_more_once_its_session_is_over() {
    let house = Open::new().await;
    let mut ann = house.client();
    ann.come_as_guest("Ann").await.unwrap();
    let mut line = ann.live().await.unwrap();
    let path = "/api/v1/tables/three-card-shine/asks";
    line.say(&FromClient::Watch { table: "three-card-shine".into(), after: None }).await.unwrap();
    assert_eq!(status(&ann, "POST", path, "1", &json!({"do": "sit", "spot": 1})).await.0, 200);
    let bet = json!({"do": "place", "spot": 1, "wager": "ante", "amount": 1_000});
    assert_eq!(status(&ann, "POST", path, "2", &bet).await.0, 200);
    assert_eq!(status(&ann, "DELETE", "/api/v1/sessions/current", "", &json!({})).await.0, 204);
    // What was on its way as the session ended may still come; then it is told why, and nothing else.
    let mut heard = Vec::new();
    while let Some(message) = timeout(PATIENCE, line.hear()).await.unwrap().unwrap() {
        heard.push(message);
    }
    assert!(matches!(heard.last(), Some(ToClient::Bye { code, .. }) if code == "signed-out"), "{heard:?}");
    let cards = serde_json::to_string(&heard).unwrap();
    assert!(!cards.contains("cards"), "{cards}");
    house.close().await;
}

/// The document lists the codes of problems and how a session is shown.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_document_says_what_a_client_must_know() {
    let house = Open::new().await;
    let document: Value = house.client().get("/api/v1/openapi.json").await.unwrap();
    let codes =
        document["components"]["schemas"]["Problem"]["properties"]["code"]["enum"].as_array().unwrap();
    assert!(
        ["sign-in", "limit", "reality-check", "too-many"].iter().all(|code| codes.contains(&json!(code)))
    );
    assert_eq!(document["components"]["securitySchemes"]["bearer"]["scheme"], "bearer");
    assert_eq!(document["components"]["securitySchemes"]["cookie"]["name"], "tercet");
    assert!(document["paths"]["/api/v1/me/member"]["post"]["responses"]["201"].is_object());
    house.close().await;
}

/// Everybody sees where they are signed in, and can end all of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn own_sessions_are_seen_and_ended() {
    let house = Open::new().await;
    let mut ann = house.client();
    ann.come_as_guest("Ann").await.unwrap();
    let sessions: Vec<Value> = ann.get("/api/v1/me/sessions").await.unwrap();
    assert_eq!((sessions.len(), &sessions[0]["own"]), (1, &json!(true)), "{sessions:?}");
    let (status, ended) = crate::house::send(&ann, "DELETE", "/api/v1/me/sessions", "", &Value::Null).await;
    assert_eq!((status, &ended["ended"]), (200, &json!(1)), "{ended}");
    assert!(ann.get::<Value>("/api/v1/me/sessions").await.unwrap_err().to_string().contains("sign-in"));
    house.close().await;
}
