//! Lines that are slow, silent, or not what they should be.

use crate::house::{Open, PATIENCE};
use serde_json::Value;
use std::time::Duration;
use tercet_bots::Client;
use tercet_protocol::live::{FromClient, ToClient};
use tercet_server::{Limits, Settings};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

async fn closes(mut stream: TcpStream) -> String {
    let mut all = Vec::new();
    let read = timeout(PATIENCE, stream.read_to_end(&mut all)).await.expect("it is closed");
    let _ = read;
    String::from_utf8_lossy(&all).into_owned()
}

/// A connection that says nothing, or half of what it wants, is closed after a while.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_that_says_half_is_closed() {
    let house = Open::with(|settings| {
        let limits = Limits { head: Duration::from_millis(200), ..Limits::default() };
        Settings { limits, ..settings }
    })
    .await;
    for said in ["", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nhost: x\r\nx: ", "G"] {
        let mut stream = TcpStream::connect(house.at).await.unwrap();
        stream.write_all(said.as_bytes()).await.unwrap();
        let answer = closes(stream).await;
        assert!(!answer.contains("200 OK"), "{answer}");
    }
    house.close().await;
}

/// Who takes all the places of an address gets no more, and others still do once one is free again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_has_only_so_many_connections() {
    let house = Open::with(|settings| {
        let limits = Limits { per_address: 2, ..Limits::default() };
        Settings { limits, ..settings }
    })
    .await;
    let lines = [house.client().live().await.unwrap(), house.client().live().await.unwrap()];
    assert!(house.client().live().await.is_err(), "a third one is hung up on");
    assert!(house.client().get::<Value>("/api/v1/house").await.is_err());
    drop(lines);
    let again = async {
        while house.client().get::<Value>("/api/v1/house").await.is_err() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, again).await.unwrap();
    house.close().await;
}

/// A page of another site can neither open a line with somebody's session nor change anything.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_other_sites_are_refused() {
    let named = "https://tables.example.org";
    let house = Open::with(|settings| Settings { origins: vec![named.into()], ..settings }).await;
    let own = format!("http://{}", house.at);
    let others = [
        "https://evil.example",
        "null",
        "",
        &own.replace("http:", "https:"),
        &format!("{own}.evil.example"),
        "https://tables.example.org.evil.example",
        "HTTPS://tables.example.org",
    ];
    let tries = others.iter().map(|origin| (*origin, false)).chain([(&*own, true), (named, true)]);
    for (no, (origin, may)) in tries.enumerate() {
        let upgrade = format!(
            "GET /api/v1/live HTTP/1.1\r\nhost: {}\r\norigin: {origin}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            house.at
        );
        let mut stream = TcpStream::connect(house.at).await.unwrap();
        stream.write_all(upgrade.as_bytes()).await.unwrap();
        let mut head = [0; 12];
        timeout(PATIENCE, stream.read_exact(&mut head)).await.unwrap().unwrap();
        let expected = if may { "HTTP/1.1 101" } else { "HTTP/1.1 403" };
        assert_eq!(String::from_utf8_lossy(&head), expected, "{origin}");
        let headers = [("origin", origin), ("content-type", "application/json")];
        let guest = format!(r#"{{"name":"Ann {no}"}}"#);
        let answer = post(&house.client(), "/api/v1/sessions/guest", &headers, &guest).await;
        assert_eq!(answer, if may { 201 } else { 403 }, "{origin}");
    }
    house.close().await;
}

async fn post(client: &Client, path: &str, headers: &[(&str, &str)], body: &str) -> u16 {
    client.ask("POST".parse().unwrap(), path, headers, body.to_owned().into()).await.unwrap().status.as_u16()
}

/// Who does not read is cut off, and the table goes on for the others.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_read_is_cut_off() {
    let house = Open::with(|settings| {
        let limits = Limits { messages_a_second: 100_000, ..Limits::default() };
        Settings { limits, ..settings }
    })
    .await;
    let mut slow = house.client().live().await.unwrap();
    // Each is answered with the whole table, none of which is read.
    let floods = async {
        loop {
            let watch = FromClient::Watch { table: "three-card-poker".into(), after: None };
            if slow.say(&watch).await.is_err() {
                return;
            }
        }
    };
    timeout(PATIENCE, floods).await.expect("it is hung up on");
    let mut ann = crate::rounds::sit(&house, "Ann", "three-card-poker", 1).await;
    timeout(PATIENCE, ann.play(1)).await.unwrap().unwrap();
    house.close().await;
}

/// As the house closes, everybody is told.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_is_told_that_the_house_closes() {
    let house = Open::new().await;
    let mut line = house.client().live().await.unwrap();
    assert!(matches!(line.hear().await, Ok(Some(ToClient::Hello { player: None, .. }))));
    house.close().await;
    let bye = timeout(PATIENCE, line.hear()).await.unwrap().unwrap();
    assert!(matches!(&bye, Some(ToClient::Bye { code, .. }) if code == "stopping"), "{bye:?}");
    assert_eq!(timeout(PATIENCE, line.hear()).await.unwrap().unwrap(), None);
}

/// Who says what is no text, or more than any message holds, is told so before the line ends.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_that_cannot_be_heard_is_told_why() {
    let house = Open::new().await;
    let frame = |opcode: u8, payload: &[u8]| {
        let length = u16::try_from(payload.len()).unwrap().to_be_bytes();
        // A mask of zeros changes nothing.
        [&[0x80 | opcode, 0x80 | 126][..], &length, &[0; 4], payload].concat()
    };
    for (what, code) in [
        (frame(1, b"\xff\xfe"), "unreadable"),
        (frame(1, &[b'x'; 60_000]), "too-long"),
        (frame(2, b"{}"), "unreadable"),
    ] {
        let mut stream = TcpStream::connect(house.at).await.unwrap();
        let head = format!(
            "GET /api/v1/live HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
            house.at
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        stream.write_all(&what).await.unwrap();
        let said = closes(stream).await;
        assert!(said.contains(&format!(r#""type":"bye","code":"{code}""#)), "{code}: {said}");
    }
    house.close().await;
}

/// A request of HTTP/1.1 says whom it is meant for (RFC 9112, section 3.2).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_without_a_host_is_refused() {
    let house = Open::new().await;
    let mut stream = TcpStream::connect(house.at).await.unwrap();
    stream.write_all(b"GET /api/v1/house HTTP/1.1\r\nconnection: close\r\n\r\n").await.unwrap();
    let said = closes(stream).await;
    assert!(said.starts_with("HTTP/1.1 400") && said.contains("expected one that says whom"), "{said}");
    house.close().await;
}
