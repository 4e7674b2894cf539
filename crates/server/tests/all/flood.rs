//! Many at once who are up to no good: whoever plays does not notice.

use crate::house::{Open, PATIENCE};
use std::net::SocketAddr;
use std::time::Duration;
use tercet_server::{Limits, Settings};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// How many come at once: enough to take every place many times over; and both ends of all of them, in two tests at a time, fit into the 1,024 descriptors that
/// a process often has.
const MANY: usize = 150;

/// Longer than a test waits: no connection of these tests is closed for being idle.
const NEVER_IDLE: Duration = Duration::from_secs(3_600);

/// How long a head may take here: longer than a slow machine takes for an honest one, and not long to wait for.
const HEAD: Duration = Duration::from_secs(3);

/// What a connection is answered until it is closed by the other side.
async fn until_it_is_closed(mut stream: TcpStream) -> String {
    let mut all = Vec::new();
    // A connection that is reset is closed, too.
    let _ = timeout(PATIENCE * 4, stream.read_to_end(&mut all)).await.expect("it is closed");
    String::from_utf8_lossy(&all).into_owned()
}

async fn says(at: SocketAddr, said: &[u8]) -> String {
    let mut stream = TcpStream::connect(at).await.unwrap();
    // It may be closed before all of it is said.
    let _ = stream.write_all(said).await;
    until_it_is_closed(stream).await
}

/// Half-open connections, whether they say nothing or half of a head, are ended in time, and people play meanwhile with no error.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_play_while_others_open_connections_and_say_half() {
    let house = Open::with(|settings| {
        let limits = Limits {
            idle: NEVER_IDLE,
            head: HEAD,
            per_address: MANY + 50,
            connections: MANY + 50,
            ..settings.limits.clone()
        };
        Settings { limits, ..settings }
    })
    .await;
    let at = house.at;
    let flood: Vec<_> = (0..MANY)
        .map(|no| {
            let said: &[u8] = [
                &b""[..],
                b"G",
                b"GET /api/v1/live HTTP/1.1\r\nhost: x\r\n",
                b"POST / HTTP/1.1\r\ncontent-length: 9\r\n\r\nx",
            ][no % 3];
            tokio::spawn(says(at, said))
        })
        .collect();
    house.a_round_is_played().await;
    for one in flood {
        let answer = one.await.unwrap();
        assert!(!answer.contains("200 OK"), "{answer}");
    }
    house.close().await;
}

/// More than there are places are hung up on at once, and the house serves whoever comes after them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn more_connections_than_places_are_hung_up_on() {
    let house = Open::with(|settings| {
        let limits = Limits {
            idle: NEVER_IDLE,
            head: HEAD,
            per_address: MANY,
            connections: 20,
            ..settings.limits.clone()
        };
        Settings { limits, ..settings }
    })
    .await;
    let all: Vec<_> = (0..MANY).map(|_| tokio::spawn(says(house.at, b"GET"))).collect();
    for one in all {
        one.await.unwrap();
    }
    let served = async {
        while house.client().get::<serde_json::Value>("/api/v1/house").await.is_err() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, served).await.expect("places are free again");
    house.close().await;
}

/// A connection that has been answered and says nothing more is closed after a while.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_that_is_kept_and_not_used_is_closed() {
    let house = Open::with(|settings| {
        let limits = Limits { head: HEAD, ..settings.limits.clone() };
        Settings { limits, ..settings }
    })
    .await;
    let answer = says(house.at, b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    house.close().await;
}

/// Heads, bodies and messages that are too long are refused, and what is not HTTP at all.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_too_long_is_refused() {
    let house = Open::new().await;
    let long = "x".repeat(40 * 1024);
    let head = format!("GET /healthz HTTP/1.1\r\nhost: x\r\nx: {long}\r\n\r\n");
    let path = format!("GET /{long} HTTP/1.1\r\nhost: x\r\n\r\n");
    let headers = format!("GET /healthz HTTP/1.1\r\nhost: x\r\n{}\r\n", "a: b\r\n".repeat(200));
    let body = |length: &str| {
        format!(
            "POST /api/v1/sessions/guest HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n{length}\r\n\r\n"
        )
    };
    for (said, expected) in [
        (head, "HTTP/1.1 431"),
        (path, "HTTP/1.1 431"),
        (headers, "HTTP/1.1 431"),
        (body("content-length: 99999999999") + &"x".repeat(70_000), "HTTP/1.1 413"),
        (body("content-length: -1"), "HTTP/1.1 400"),
        (body("content-length: 5\r\ncontent-length: 6") + "12345", "HTTP/1.1 400"),
        ("\u{16}\u{3}\u{1} hello".into(), "HTTP/1.1 400"),
        ("GET /healthz HTTP/9.9\r\n\r\n".into(), "HTTP/1.1 400"),
    ] {
        let answer = says(house.at, said.as_bytes()).await;
        // Whoever is hung up on in the middle of a word may not hear why.
        assert!(answer.is_empty() || answer.starts_with(expected), "{}… is answered {answer}", &said[..20]);
    }
    let mut line = house.client().live().await.unwrap();
    line.hear().await.unwrap();
    line.say_text("x".repeat(5 * 1024)).await.unwrap_or_default();
    let ended = async { while let Ok(Some(_)) = line.hear().await {} };
    timeout(PATIENCE, ended).await.expect("the line is cut off");
    house.close().await;
}
