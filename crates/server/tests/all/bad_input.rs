//! What should never be said: each gets an answer that says why, nothing changes, and nothing breaks.

use crate::edge::raw;
use crate::house::{Open, PATIENCE};
use serde_json::{Value, json};
use tercet_bots::Client;
use tercet_protocol::live::ToClient;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Fields that no ask can have.
fn bad_asks() -> Vec<Value> {
    let place = |amount: Value| json!({"do":"place","spot":1,"wager":"ante","amount":amount});
    let amounts = [
        json!(-1),
        json!(0),
        json!(i64::MAX),
        json!(i64::MIN),
        json!(1e308),
        json!(1.5),
        json!("10"),
        json!(null),
        json!([1]),
        json!({}),
        json!(true),
        json!(3),
    ];
    let mut asks: Vec<Value> = amounts.into_iter().map(place).collect();
    asks.extend([
        json!({}),
        json!([]),
        json!(null),
        json!("sit"),
        json!({"do":"fly"}),
        json!({"do":"sit"}),
        json!({"do":"sit","spot":0}),
        json!({"do":"sit","spot":256}),
        json!({"do":"sit","spot":-1}),
        json!({"do":"sit","spot":8}),
        json!({"do":"sit","spot":2,"extra":1}),
        json!({"do":"place","spot":1,"wager":"","amount":100}),
        json!({"do":"place","spot":1,"wager":"\u{202e}ante","amount":100}),
        json!({"do":"place","spot":1,"wager":"a".repeat(2_000),"amount":100}),
        json!({"do":"place","spot":2,"wager":"ante","amount":1000}),
        json!({"do":"place","spot":1,"wager":"moon","amount":1000}),
        json!({"do":"take-back","spot":1,"wager":"ante"}),
        json!({"do":"swear","spot":1,"hash":"00"}),
        json!({"do":"swear","spot":1,"hash":"G".repeat(64)}),
        json!({"do":"tell","spot":1,"secret":"0".repeat(64)}),
        json!({"do":"decide","spot":1,"choice":"maybe"}),
        json!({"do":"decide","spot":1,"choice":"fold","times":1}),
        json!({"do":"decide","spot":1,"choice":"play","times":256}),
        json!({"do":"decide","spot":1,"choice":"play"}),
        json!({"do":"leave","spot":3}),
        json!({"do":"turn","status":"open","reason":"x"}),
        json!({"do":"void","reason":"x"}),
        json!({"do":"report","event":"exposed-card"}),
        json!({"do":"set","game":"three-card-poker"}),
        json!({"do":"open-round"}),
        json!({"do":"deal"}),
        json!({"do":"table"}),
    ]);
    asks
}

/// Every bad ask, over the live line and over HTTP: a problem with a code and a sentence each, and the table and the wallet are as they were.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_asked_is_refused_and_changes_nothing() {
    let house = Open::with(|settings| {
        let limits = tercet_server::Limits { messages_a_second: 10_000, ..settings.limits.clone() };
        tercet_server::Settings { limits, ..settings }
    })
    .await;
    let table = "three-card-fortune";
    let mut ann = house.client();
    ann.come_as_guest("Ann").await.unwrap();
    let sat = http_ask(&ann, table, "sit", &json!({"do":"sit","spot":1}).to_string()).await;
    assert_eq!(sat.0, 200, "{}", sat.1);
    let before = steady(&ann, table).await;
    let mut line = ann.live().await.unwrap();
    line.hear().await.unwrap();
    for (no, ask) in bad_asks().into_iter().enumerate() {
        let (status, answer) = http_ask(&ann, table, &format!("bad-{no}"), &ask.to_string()).await;
        assert!((400..500).contains(&status), "{ask}: {status} {answer}");
        is_a_problem(&answer, &ask);
        let message = json!({"type":"ask","key":format!("line-{no}"),"table":table,"ask":ask});
        line.say_text(message.to_string()).await.unwrap_or_default();
        let answer = timeout(PATIENCE, line.hear()).await.unwrap();
        match answer {
            Ok(Some(ToClient::Refused { key, table: at, problem })) => {
                assert!(problem.status < 500, "{ask}: {problem:?}");
                // Whoever waits for the answer to a key gets it, whatever was wrong with the rest.
                assert_eq!((key, at.as_deref()), (Some(format!("line-{no}")), Some(table)), "{ask}");
            }
            other => panic!("{ask}: {other:?}"),
        }
    }
    assert_eq!(steady(&ann, table).await, before);
    house.close().await;
}

/// Texts that are no message at all.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_message_is_refused() {
    let house = Open::new().await;
    let mut line = house.client().live().await.unwrap();
    line.hear().await.unwrap();
    let nonsense = [
        "",
        " ",
        "{",
        "null",
        "[]",
        "1e999",
        "\"ask\"",
        r#"{"type":"watch"}"#,
        r#"{"type":"watch","table":"nowhere"}"#,
        r#"{"type":"watch","table":"three-card-poker","after":-1}"#,
        r#"{"type":"watch","type":"watch","table":"three-card-poker"}"#,
        r#"{"type":"watch","table":"three-card-poker","table":"x"}"#,
        r#"{"type":"ping","extra":1}"#,
        r#"{"type":"ask","key":"k","table":"three-card-poker","ask":{"do":"sit","spot":1}}"#,
        "{\"type\":\"\u{202e}\"}",
    ];
    for said in nonsense {
        line.say_text(said).await.unwrap();
        let answer = timeout(PATIENCE, line.hear()).await.unwrap().unwrap();
        assert!(
            matches!(&answer, Some(ToClient::Refused { problem, .. }) if problem.status < 500 && !problem.detail.is_empty()),
            "{said}: {answer:?}"
        );
    }
    house.close().await;
}

/// What cannot be read as a whole is refused under the key and the table that can be.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_read_is_refused_under_its_key() {
    let house = Open::new().await;
    let mut line = house.client().live().await.unwrap();
    line.hear().await.unwrap();
    let (k, t) = (Some("k"), Some("t"));
    for (said, expected) in [
        (r#"{"type":"ask","key":"k","table":"t","ask":{"do":"sit","spot":300}}"#, (k, t)),
        (
            r#"{"type":"ask","key":"k","table":"t","ask":{"do":"place","spot":1,"wager":"ante","amount":1e999}}"#,
            (k, t),
        ),
        (r#"{"type":"ask","key":"k","table":"t"}"#, (k, t)),
        (r#"{"type":"fly","\u006bey":"\u006b","table":"t"}"#, (k, t)),
        (r#"{"type":"advise","key":"k","table":"t","spot":-1}"#, (k, t)),
        (r#"{"type":"advise","key":1,"table":"t","spot":1}"#, (None, t)),
        (r#"{"type":"advise","key":"k","table":["t"],"spot":1}"#, (k, None)),
        (r#"{"type":"watch","table":"t","after":"x"}"#, (None, t)),
        (r#"{"key":"k","table":"t""#, (None, None)),
        (r#"["key","k"]"#, (None, None)),
    ] {
        line.say_text(said).await.unwrap();
        let answer = timeout(PATIENCE, line.hear()).await.unwrap().unwrap();
        let Some(ToClient::Refused { key, table, problem }) = answer else { panic!("{said}: {answer:?}") };
        assert_eq!((key.as_deref(), table.as_deref()), expected, "{said}");
        assert_eq!(problem.code, "unreadable", "{said}");
    }
    house.close().await;
}

/// A key that was used for something else is refused; used for the same again it has the same answer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_means_one_thing() {
    let house = Open::new().await;
    let table = "three-card-shine";
    let mut ann = house.client();
    ann.come_as_guest("Ann").await.unwrap();
    let sit = json!({"do":"sit","spot":1}).to_string();
    let (status, first) = http_ask(&ann, table, "k", &sit).await;
    assert_eq!((status, &first["again"]), (200, &json!(false)), "{first}");
    let (status, again) = http_ask(&ann, table, "k", &sit).await;
    assert_eq!((status, &again["again"], &again["record"]), (200, &json!(true), &first["record"]), "{again}");
    let (status, other) = http_ask(&ann, table, "k", &json!({"do":"sit","spot":2}).to_string()).await;
    assert_eq!((status, &other["code"]), (409, &json!("key-used")), "{other}");
    for key in ["", &"k".repeat(65)] {
        let (status, none) = http_ask(&ann, table, key, &sit).await;
        assert_eq!((status, &none["code"]), (422, &json!("key")), "{none}");
    }
    house.close().await;
}

/// Method, path, headers, body, and the status of the answer.
type Request<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)], &'a str, u16);

/// What there is not is a problem, too, in the same form as everything else.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_answer_that_is_no_success_is_a_problem() {
    let house = Open::new().await;
    let client = house.client();
    let json = [("content-type", "application/json")];
    let long = format!(r#"{{"name":"{}"}}"#, "x".repeat(100_000));
    let asks: [Request<'_>; 14] = [
        ("GET", "/nowhere", &[], "", 404),
        ("GET", "/api/v1/tables/nowhere", &[], "", 404),
        ("GET", "/api/v1/games/nowhere", &[], "", 404),
        ("GET", "/api/v1/me", &[], "", 401),
        ("GET", "/api/v1/me", &[("authorization", "Bearer nonsense")], "", 401),
        ("DELETE", "/api/v1/house", &[], "", 405),
        ("POST", "/api/v1/sessions/guest", &[("content-type", "text/plain")], "{}", 415),
        ("POST", "/api/v1/sessions/guest", &json, &long, 413),
        ("POST", "/api/v1/sessions/guest", &json, r#"{"name":"Ann","name":"Bob"}"#, 400),
        ("POST", "/api/v1/sessions/guest", &json, r#"["Ann"]"#, 400),
        ("GET", "/api/v1/tables/%ff", &[], "", 404),
        ("GET", "/api/v1/live", &[], "", 426),
        ("GET", "/api/v1/live", &[("upgrade", "websocket"), ("connection", "upgrade")], "", 426),
        ("GET", "/api/v1/house", &[("host", "a second one")], "", 400),
    ];
    for (method, path, headers, body, expected) in asks {
        let answer =
            client.ask(method.parse().unwrap(), path, headers, body.to_owned().into()).await.unwrap();
        assert_eq!(answer.status.as_u16(), expected, "{method} {path}");
        assert_eq!(answer.kind, "application/problem+json", "{method} {path}");
        let problem: Value = serde_json::from_slice(&answer.body).unwrap();
        assert_eq!(problem["status"], expected);
        is_a_problem(&problem, &json!(path));
    }
    house.close().await;
}

/// A request that says in its head that more follows than is read is refused as that is read, however much it would be, and its connection ends: nobody
/// waits for what may never come.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_body_that_is_said_to_be_too_long_is_not_waited_for() {
    let house = Open::new().await;
    let most = tercet_server::Limits::default().body;
    for (method, path) in [
        ("POST", "/api/v1/sessions/guest"),
        ("PUT", "/api/v1/me/name"),
        ("GET", "/api/v1/house"),
        ("POST", "/nowhere"),
    ] {
        for length in [(most + 1).to_string(), "10000000000".into(), (u64::MAX - 2).to_string()] {
            for expects in ["", "expect: 100-continue\r\n"] {
                let mut stream = TcpStream::connect(house.at).await.unwrap();
                let head = format!(
                    "{method} {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n{expects}content-length: {length}\r\n\r\n",
                    house.at
                );
                stream.write_all(head.as_bytes()).await.unwrap();
                let mut answer = String::new();
                timeout(PATIENCE, stream.read_to_string(&mut answer)).await.expect("it is closed").unwrap();
                let (head, body) = answer.split_once("\r\n\r\n").unwrap();
                assert!(
                    head.starts_with("HTTP/1.1 413 ") && head.contains("connection: close"),
                    "{method} {path}: {head}"
                );
                let problem: Value = serde_json::from_str(body).unwrap();
                assert_eq!(problem["code"], "too-long", "{method} {path}");
            }
        }
    }
    // As much as is read is waited for.
    let body = format!(r#"{{"name":"Ann"{}}}"#, " ".repeat(most - 14));
    let answer = raw(&house, "POST", "/api/v1/sessions/guest", "", &body).await;
    assert_eq!((body.len(), answer.status), (most, 201), "{}", answer.text);
    house.close().await;
}

async fn http_ask(client: &Client, table: &str, key: &str, body: &str) -> (u16, Value) {
    let headers = [("content-type", "application/json"), ("idempotency-key", key)];
    let path = format!("/api/v1/tables/{table}/asks");
    let answer = client.ask("POST".parse().unwrap(), &path, &headers, body.to_owned().into()).await.unwrap();
    (answer.status.as_u16(), serde_json::from_slice(&answer.body).unwrap())
}

fn is_a_problem(problem: &Value, of: &Value) {
    for field in ["type", "title", "detail", "code"] {
        assert!(problem[field].as_str().is_some_and(|text| !text.is_empty()), "{of}: {problem}");
    }
}

/// The table, once its first round is open, and the wallet: nothing of it changes while nobody bets.
async fn steady(client: &Client, table: &str) -> Value {
    let opens = async {
        loop {
            let now: Value = client.get(&format!("/api/v1/tables/{table}")).await.unwrap();
            if now["state"]["round"]["stage"] == "open" {
                let me: Value = client.get("/api/v1/me").await.unwrap();
                return json!([now["n"], now["state"], me["balance"]]);
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    timeout(PATIENCE, opens).await.unwrap()
}
