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

/// Who asks for more and more and reads none of it is hung up on, and the place is free.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_that_reads_no_answer_is_closed() {
    let house = Open::with(|settings| {
        let limits = Limits { unread: Duration::from_millis(500), per_address: 1, ..Limits::default() };
        Settings { limits, ..settings }
    })
    .await;
    let ask = "GET /api/v1/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n";
    let deaf = async {
        let mut stream = TcpStream::connect(house.at).await.unwrap();
        // What is asked waits, too, once the answers do.
        while stream.write_all(ask.as_bytes()).await.is_ok() {}
    };
    timeout(PATIENCE, deaf).await.expect("it is hung up on");
    let again = async {
        while TcpStream::connect(house.at).await.is_err()
            || house.client().get::<Value>("/api/v1/house").await.is_err()
        {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, again).await.unwrap();
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

/// A frame of WebSocket from a client: its first byte, and as much as fits the length of two bytes. A mask of zeros changes nothing.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let length = u16::try_from(payload.len()).unwrap().to_be_bytes();
    let length =
        if payload.len() < 126 { vec![0x80 | length[1]] } else { [&[0x80 | 126][..], &length].concat() };
    [&[first][..], &length, &[0; 4], payload].concat()
}

/// A live line, of which every byte is known.
async fn bare_line(house: &Open) -> std::io::Result<TcpStream> {
    let mut stream = TcpStream::connect(house.at).await?;
    let head = format!(
        "GET /api/v1/live HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
        house.at
    );
    stream.write_all(head.as_bytes()).await?;
    Ok(stream)
}

/// What the server says on such a line until it ends: the opcode and the payload of each frame.
async fn heard(mut stream: TcpStream) -> Vec<(u8, Vec<u8>)> {
    let mut all = Vec::new();
    // Whatever it has not read of us makes the system say that the line was cut, after all that was said.
    let _ = timeout(PATIENCE, stream.read_to_end(&mut all)).await.expect("it is closed");
    let head = all.windows(4).position(|end| end == b"\r\n\r\n").expect("the head of an answer") + 4;
    let (mut rest, mut frames) = (&all[head..], Vec::new());
    while let [first, length, more @ ..] = rest {
        let (length, more) = match length {
            126 => (usize::from(u16::from_be_bytes([more[0], more[1]])), &more[2..]),
            _ => (usize::from(*length), more),
        };
        frames.push((first & 0x0f, more[..length].to_vec()));
        rest = &more[length..];
    }
    frames
}

/// What cannot be heard: what is sent, and what ends the line then, as `bye` says it and as the close frame does.
fn not_to_be_heard() -> Vec<(&'static str, Vec<u8>, &'static str, u16)> {
    const TEXT: u8 = 0x81;
    let text_goes_on = frame(0x01, b"{");
    let not_masked = [&[TEXT, 2][..], b"{}"].concat();
    vec![
        ("not masked", not_masked, "protocol", 1002),
        ("the first reserved bit", frame(TEXT | 0x40, b"{}"), "protocol", 1002),
        ("the third reserved bit, of a ping", frame(0x89 | 0x10, b""), "protocol", 1002),
        ("an opcode of data that there is not", frame(0x83, b"{}"), "protocol", 1002),
        ("an opcode of control that there is not", frame(0x8b, b""), "protocol", 1002),
        ("a ping in parts", frame(0x09, b""), "protocol", 1002),
        ("a ping of 126 bytes", frame(0x89, &[b'x'; 126]), "protocol", 1002),
        ("a part without a first", frame(0x80, b"}"), "protocol", 1002),
        (
            "a text before the last part of another",
            [text_goes_on, frame(TEXT, b"}")].concat(),
            "protocol",
            1002,
        ),
        ("a close frame of one byte", frame(0x88, &[3]), "protocol", 1002),
        ("bytes", frame(0x82, b"{}"), "unreadable", 1003),
        ("no UTF-8", frame(TEXT, b"\xff\xfe"), "unreadable", 1007),
        ("no UTF-8 in a second part", [frame(0x01, b"{"), frame(0x80, b"\xc0")].concat(), "unreadable", 1007),
        ("half a letter at the end", frame(TEXT, b"{\xc3"), "unreadable", 1007),
        ("a close frame whose reason is no UTF-8", frame(0x88, b"\x03\xe8\xff"), "unreadable", 1007),
        ("a long text", frame(TEXT, &[b'x'; 60_000]), "too-long", 1009),
        (
            "a text that is long in all its parts",
            [frame(0x01, &[b'x'; 4_000]), frame(0x80, &[b'x'; 4_000])].concat(),
            "too-long",
            1009,
        ),
        (
            "a text that says that it is longer than any",
            [&[TEXT, 0xff][..], &[0xff; 12]].concat(),
            "too-long",
            1009,
        ),
    ]
}

/// Who breaks the rules of WebSocket, or says what is no text or more than any message holds, is told so before the line ends, with the number that RFC 6455
/// (section 7.4.1) has for it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_that_cannot_be_heard_is_told_why() {
    let house = Open::new().await;
    for (what, said, code, number) in not_to_be_heard() {
        let mut stream = bare_line(&house).await.unwrap();
        stream.write_all(&said).await.unwrap();
        let heard = heard(stream).await;
        let [.., (1, bye), (8, close)] = heard.as_slice() else { panic!("{what}: {heard:?}") };
        let bye: Value = serde_json::from_slice(bye).unwrap();
        assert_eq!((&bye["type"], &bye["code"]), (&"bye".into(), &code.into()), "{what}: {bye}");
        assert!(bye["reason"].as_str().is_some_and(|reason| !reason.is_empty()), "{what}: {bye}");
        assert_eq!(*close, [&number.to_be_bytes()[..], code.as_bytes()].concat(), "{what}");
    }
    house.close().await;
}

/// A line is opened for whoever says a key of sixteen bytes, as RFC 6455 (section 4.2.1) has it, and for nobody else.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_is_opened_with_a_key_of_sixteen_bytes() {
    let house = Open::new().await;
    let long = "A".repeat(4_000);
    for (key, status) in [
        ("AAAAAAAAAAAAAAAAAAAAAA==", "101"),
        ("+/09azAZAAAAAAAAAAAAAA==", "101"),
        ("", "400"),
        ("A", "400"),
        ("AAAAAAAAAAAAAAAAAAAAAAA=", "400"),
        ("AAAAAAAAAAAAAAAAAAAAAAAA", "400"),
        ("AAAAAAAAAAAAAAAAAAAA AA==", "400"),
        ("ÄÄÄÄÄÄÄÄÄÄÄ==", "400"),
        (&long, "400"),
    ] {
        let mut stream = TcpStream::connect(house.at).await.unwrap();
        let head = format!(
            "GET /api/v1/live HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: {key}\r\n\r\n",
            house.at
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut said = [0; 12];
        stream.read_exact(&mut said).await.unwrap();
        assert_eq!(said, *format!("HTTP/1.1 {status}").as_bytes(), "{key}");
    }
    house.close().await;
}

/// Who says goodbye is answered with the same number, or told that there is no such number (RFC 6455, sections 5.5.1 and 7.4.2), and nothing else.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_close_frame_is_answered() {
    let house = Open::new().await;
    for (said, answered) in [
        (&[][..], &[][..]),
        (b"\x03\xe8", b"\x03\xe8"),
        (b"\x03\xe9on the way", b"\x03\xe9on the way"),
        (b"\x0f\xa0", b"\x0f\xa0"),
        (b"\x03\xee", b"\x03\xeaProtocol violation"),
        (b"\x00\x01", b"\x03\xeaProtocol violation"),
    ] {
        let mut stream = bare_line(&house).await.unwrap();
        stream.write_all(&frame(0x88, said)).await.unwrap();
        let heard = heard(stream).await;
        let [(1, _hello), (8, close)] = heard.as_slice() else { panic!("{said:?}: {heard:?}") };
        assert_eq!(close, answered, "{said:?}");
    }
    house.close().await;
}

/// Whoever is told why a line ends and does not read it holds nothing open: the place is free for the next.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_read_a_farewell_holds_no_place() {
    let house = Open::with(|settings| {
        let limits = Limits { per_address: 1, messages_a_second: 100_000, ..Limits::default() };
        Settings { limits, ..settings }
    })
    .await;
    let opens = async || {
        let mut line = bare_line(&house).await?;
        let mut status = [0; 12];
        line.read_exact(&mut status).await?;
        if status == *b"HTTP/1.1 101" { Ok(line) } else { Err(std::io::Error::other("no line")) }
    };
    let opens_in_time = async |what| {
        let tries = async {
            loop {
                match opens().await {
                    Ok(line) => return line,
                    // The one before still has the place.
                    Err(_) => tokio::time::sleep(Duration::from_millis(5)).await,
                }
            }
        };
        timeout(PATIENCE, tries).await.expect(what)
    };
    let mut unread = Vec::new();
    for (what, said, ..) in not_to_be_heard() {
        let mut line = opens_in_time(what).await;
        let watch = frame(0x81, br#"{"type":"watch","table":"three-card-poker"}"#);
        line.write_all(&watch.repeat(20)).await.unwrap();
        line.write_all(&said).await.unwrap();
        unread.push(line);
    }
    opens_in_time("after the last").await;
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
