//! What is measured of a house.

use crate::house::{GAMES, Open, sits};
use serde_json::Value;
use std::net::SocketAddr;
use tercet_bots::Client;
use tercet_server::Settings;

/// A house that tells its metrics.
pub(crate) fn metrics_at_hand(settings: Settings) -> Settings {
    Settings { metrics_listen: Some(SocketAddr::from(([127, 0, 0, 1], 0))), ..settings }
}

/// All that is told.
pub(crate) async fn text(house: &Open) -> String {
    let at = house.house.metrics_at().expect("it listens there").to_string();
    let answer = Client::new(at).ask("GET".parse().unwrap(), "/metrics", &[], "".into()).await.unwrap();
    assert_eq!(
        (answer.status.as_u16(), answer.kind.as_str()),
        (200, "text/plain; version=0.0.4; charset=utf-8")
    );
    String::from_utf8(answer.body.to_vec()).unwrap()
}

/// The value of a metric with these labels, as it is written; 0 if it was never touched.
pub(crate) fn value(text: &str, name: &str) -> f64 {
    text.lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))
        .map_or(0.0, |value| value.parse().unwrap())
}

/// Rounds, asks, lines, writes and tables are counted as they happen; no name, card or path of anybody is in what is told.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_happens_is_counted_and_nobody_is_named() {
    let house = Open::with(metrics_at_hand).await;
    let before = text(&house).await;
    assert_eq!(value(&before, "tercet_tables{status=\"open\"}"), 5.0, "{before}");
    house.a_round_is_played().await;
    let mut ann = house.client();
    let player = ann.come_as_guest("Annabelle").await.unwrap();
    sits(&ann, GAMES[1], 3).await;
    let line = ann.live().await.unwrap();
    for (method, path) in [
        ("GET", "/secret-path-7"),
        ("BREW", "/api/v1/house"),
        ("GET", "/api/v1/tables/three-card-fury?token=abc"),
    ] {
        ann.ask(method.parse().unwrap(), path, &[], "".into()).await.unwrap();
    }
    let after = text(&house).await;
    for (name, least) in [
        ("tercet_rounds_total{end=\"settled\"}", 1.0),
        ("tercet_asks_total{result=\"done\"}", 8.0),
        ("tercet_ask_seconds_count", 8.0),
        ("tercet_lines", 1.0),
        ("tercet_lines_ended_total{why=\"gone\"}", 2.0),
        ("tercet_messages_total{way=\"in\"}", 8.0),
        ("tercet_messages_total{way=\"out\"}", 8.0),
        ("tercet_http_requests_total{method=\"POST\",route=\"/api/v1/sessions/guest\",status=\"201\"}", 3.0),
        ("tercet_http_requests_total{method=\"GET\",route=\"other\",status=\"404\"}", 1.0),
        ("tercet_http_requests_total{method=\"GET\",route=\"/api/v1/tables/{table}\",status=\"200\"}", 1.0),
        ("tercet_http_requests_total{method=\"other\",route=\"/api/v1/house\",status=\"405\"}", 1.0),
        ("tercet_store_writes_total{result=\"written\"}", 10.0),
        ("tercet_store_write_seconds_count", 10.0),
        ("tercet_journal_records", 10.0),
        ("tercet_seats_taken", 1.0),
        ("tercet_connections", 1.0),
    ] {
        assert!(
            value(&after, name) >= least,
            "{name} is {}; expected {least} or more\n{after}",
            value(&after, name)
        );
    }
    assert_eq!(value(&after, "tercet_store_writes_total{result=\"failed\"}"), 0.0);
    for secret in ["Annabelle", player.as_str(), "secret-path", "BREW", "token", "three-card"] {
        assert!(!after.contains(secret), "{secret} is in\n{after}");
    }
    drop(line);
    house.close().await;
}

/// The metrics are not on the address that everybody comes to, and nothing else is on theirs.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_metrics_have_an_address_of_their_own() {
    let house = Open::with(metrics_at_hand).await;
    assert!(house.client().get::<Value>("/metrics").await.is_err());
    let own = Client::new(house.house.metrics_at().unwrap().to_string());
    let answer = own.ask("GET".parse().unwrap(), "/api/v1/house", &[], "".into()).await.unwrap();
    assert_eq!(answer.status.as_u16(), 404);
    house.close().await;
    let quiet = Open::new().await;
    assert_eq!(quiet.house.metrics_at(), None, "nobody is told unless the operator wants it");
    quiet.close().await;
}
