//! What the log says, and what it must never say.

use crate::{Served, block_on, rounds_are_played};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tercet_bots::Client;

const PASSWORD: &str = "correct horse battery";

/// What somebody must not find in a log: passwords, links, tokens, and whatever a round keeps secret until it is over.
async fn secrets_of_an_evening(at: &str, link: &str) -> Vec<String> {
    rounds_are_played(at, 1, 2, 1).await;
    let client = Client::new(at);
    client.ask("GET".parse().unwrap(), "/healthz", &[], "".into()).await.unwrap();
    let joins = json!({"token": link, "name": "Boss", "login": "boss", "password": PASSWORD});
    let joined: Value = client.post("/api/v1/links/accept", &joins).await.unwrap();
    let signs_in = json!({"login": "boss", "password": PASSWORD});
    let session: Value = client.post("/api/v1/sessions", &signs_in).await.unwrap();
    let wrong = json!({"login": "boss", "password": "a wrong password"});
    assert!(client.post::<Value>("/api/v1/sessions", &wrong).await.is_err());
    // Tokens and links that are sent where they do not belong.
    let token = session["token"].as_str().unwrap();
    client.ask("GET".parse().unwrap(), &format!("/api/v1/me?token={token}"), &[], "".into()).await.unwrap();
    client
        .ask(
            "GET".parse().unwrap(),
            &format!("/join/{link}"),
            &[("authorization", &format!("Bearer {token}"))],
            "".into(),
        )
        .await
        .unwrap();
    let invited = client
        .with_token(token)
        .post::<Value>("/api/v1/links", &json!({"roles":["floor"],"reason":"a test"}))
        .await
        .unwrap();
    let first: Value = client.get("/api/v1/tables").await.unwrap();
    let table = first[0]["table"].as_str().unwrap();
    let proof: Value = client.get(&format!("/api/v1/tables/{table}/rounds/1/proof")).await.unwrap();
    let mut secrets = vec![PASSWORD.into(), "a wrong password".into(), link.into(), token.into()];
    secrets.extend([&joined["token"], &invited["token"]].map(|token| token.as_str().unwrap().to_owned()));
    hexes(&proof, &mut secrets);
    assert!(secrets.len() > 9, "seed, secrets of two seats and more: {proof}");
    secrets
}

/// Every text of 64 hexadecimal digits.
fn hexes(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) if text.len() == 64 && text.chars().all(|c| c.is_ascii_hexdigit()) => {
            found.push(text.clone())
        }
        Value::Array(all) => all.iter().for_each(|one| hexes(one, found)),
        Value::Object(all) => all.values().for_each(|one| hexes(one, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn is_card(word: &str) -> bool {
    let mut chars = word.chars();
    let (rank, suit, end) = (chars.next(), chars.next(), chars.next());
    rank.is_some_and(|rank| "23456789TJQKA".contains(rank))
        && suit.is_some_and(|suit| "cdhs".contains(suit))
        && end.is_none()
}

/// A whole evening, from signing in to the proof of a round, leaves no secret and no card in the log, however much it tells.
#[test]
fn no_secret_and_no_card_is_in_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let mut served = Served::open(&folder.path().join("data"), &["--log", "trace", "--log-format", "json"]);
    let link = served.link();
    let secrets = block_on(secrets_of_an_evening(&served.at, &link));
    let log = served.close();
    for secret in &secrets {
        assert!(!log.contains(secret.as_str()), "{secret} is in the log");
    }
    let cards: BTreeSet<&str> =
        log.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| is_card(word)).collect();
    assert!(cards.is_empty(), "{cards:?}");
    // And it tells something: every line is an object, and requests stand there by their routes.
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let answered = |route: &str, status: u64| {
        lines.iter().any(|line| line["fields"]["route"] == route && line["fields"]["status"] == status)
    };
    assert!(
        answered("/api/v1/sessions", 201) && answered("/api/v1/sessions", 401) && answered("other", 404),
        "{log}"
    );
    assert!(lines.iter().any(|line| line["level"] == "DEBUG"), "{log}");
}

/// Text, at the level that is set; what is not asked for is not said.
#[test]
fn the_log_says_what_it_is_set_to() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::open(&folder.path().join("data"), &["--log", "error"]);
    block_on(async { Client::new(&*served.at).get::<Value>("/api/v1/house").await.unwrap() });
    assert_eq!(served.close(), "");
    let served = Served::open(&folder.path().join("data"), &[]);
    block_on(async { Client::new(&*served.at).get::<Value>("/api/v1/house").await.unwrap() });
    let log = served.close();
    assert!(log.contains("INFO") && log.contains("route=\"/api/v1/house\""), "{log}");
}
