//! Who asks: addresses behind proxies, too much from one of them, cookies and origins where the way is encrypted.

use crate::house::{Open, PATIENCE};
use serde_json::{Value, json};
use tercet_protocol::live::{AskBody, FromClient, ToClient};
use tercet_server::{Limits, Proxies, Says, Settings};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// An answer as it came, without the connection being used again.
pub(crate) struct Raw {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) text: String,
    pub(crate) body: Value,
}

impl Raw {
    /// The value of a header, or nothing.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head
            .lines()
            .filter_map(|line| line.split_once(": "))
            .find(|(other, _)| *other == name)
            .map(|(_, value)| value)
    }
}

/// Asks with these headers, each line ended by CR LF.
pub(crate) async fn raw(house: &Open, method: &str, path: &str, headers: &str, body: &str) -> Raw {
    let mut stream = TcpStream::connect(house.at).await.unwrap();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n{headers}\r\n{body}",
        house.at,
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut all = String::new();
    timeout(PATIENCE, stream.read_to_string(&mut all)).await.unwrap().unwrap();
    let (head, body) = all.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Raw { status, head: head.into(), text: body.into(), body: serde_json::from_str(body).unwrap_or_default() }
}

fn behind_a_proxy(settings: Settings) -> Settings {
    let trusted = vec!["127.0.0.1/32".parse().unwrap()];
    Settings { proxies: Proxies { trusted, says: Says::XForwarded }, ..settings }
}

fn is_told_to_wait(answer: &Raw) {
    assert_eq!((answer.status, &answer.body["code"]), (429, &json!("too-many")), "{}", answer.head);
    let seconds: u64 = answer.header("retry-after").expect("a header that says when").parse().unwrap();
    let ms = answer.body["retry_after_ms"].as_u64().unwrap();
    assert!(seconds >= 1 && seconds == ms.div_ceil(1_000), "{seconds} s and {ms} ms");
}

/// An address that asks too much is told when to ask again, and others are served meanwhile; coming in is counted apart.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn too_much_from_one_address_is_refused_with_the_time_to_wait() {
    let house = Open::with(|settings| {
        let limits = Limits { requests_a_second: 1, arrivals_a_minute: 2, ..Limits::default() };
        behind_a_proxy(Settings { limits, ..settings })
    })
    .await;
    let from = |address: &str| format!("x-forwarded-for: {address}\r\n");
    let mut refused = Vec::new();
    for _ in 0..20 {
        refused.push(raw(&house, "GET", "/api/v1/house", &from("192.0.2.1"), "").await);
    }
    refused.retain(|answer| answer.status != 200);
    assert!(!refused.is_empty());
    refused.iter().for_each(is_told_to_wait);
    // Who looks whether the server is well is not counted.
    assert_eq!(raw(&house, "GET", "/healthz", &from("192.0.2.1"), "").await.status, 200);
    assert_eq!(raw(&house, "GET", "/api/v1/house", &from("192.0.2.2"), "").await.status, 200);
    // All of a network of IPv6 is one.
    for (no, expected) in [201, 201, 429].into_iter().enumerate() {
        let guest = json!({"name": format!("Guest {no}")}).to_string();
        let guest =
            raw(&house, "POST", "/api/v1/sessions/guest", &from(&format!("2001:db8::{no}")), &guest).await;
        assert_eq!(guest.status, expected);
        if expected == 429 {
            is_told_to_wait(&guest);
        }
    }
    // A password that is tried counts as one who comes, too.
    let tries = json!({"login": "nobody", "password": "whatever"}).to_string();
    for expected in [401, 401, 429] {
        assert_eq!(
            raw(&house, "POST", "/api/v1/sessions", &from("192.0.2.3"), &tries).await.status,
            expected
        );
    }
    house.close().await;
}

/// What anybody but the proxies says of who asks is nothing: whoever writes other addresses into the headers is one all the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_but_a_trusted_proxy_can_say_who_asks() {
    let house = Open::with(|settings| {
        let limits = Limits { arrivals_a_minute: 1, ..Limits::default() };
        Settings { limits, ..settings }
    })
    .await;
    let statuses = [(1, 201), (2, 429), (3, 429)];
    for (no, expected) in statuses {
        let headers = format!(
            "x-forwarded-for: 192.0.2.{no}\r\nforwarded: for=192.0.2.{no}\r\nx-forwarded-proto: https\r\n"
        );
        let guest = json!({"name": format!("Guest {no}")}).to_string();
        let answer = raw(&house, "POST", "/api/v1/sessions/guest", &headers, &guest).await;
        assert_eq!(answer.status, expected);
        assert_eq!(answer.header("strict-transport-security"), None);
    }
    house.close().await;
}

/// The places of an address are its own, through whichever proxy it comes; the proxy itself may have as many as there are.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_behind_a_proxy_has_only_so_many_lines() {
    let house = Open::with(|settings| {
        let limits = Limits { per_address: 2, ..Limits::default() };
        behind_a_proxy(Settings { limits, ..settings })
    })
    .await;
    let opens = async |address: &str| {
        let mut stream = TcpStream::connect(house.at).await.unwrap();
        let upgrade = format!(
            "GET /api/v1/live HTTP/1.1\r\nhost: {}\r\nx-forwarded-for: {address}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            house.at
        );
        stream.write_all(upgrade.as_bytes()).await.unwrap();
        let mut head = [0; 12];
        timeout(PATIENCE, stream.read_exact(&mut head)).await.unwrap().unwrap();
        (String::from_utf8_lossy(&head)[9..].to_owned(), stream)
    };
    let lines = [
        opens("192.0.2.1").await,
        opens("192.0.2.1").await,
        opens("192.0.2.2").await,
        opens("192.0.2.2").await,
    ];
    assert!(lines.iter().all(|(status, _)| status == "101"));
    assert_eq!(opens("192.0.2.1").await.0, "429");
    assert_eq!(raw(&house, "GET", "/api/v1/house", "x-forwarded-for: 192.0.2.1\r\n", "").await.status, 429);
    assert_eq!(raw(&house, "GET", "/api/v1/house", "x-forwarded-for: 192.0.2.3\r\n", "").await.status, 200);
    drop(lines);
    let again = async {
        while opens("192.0.2.1").await.0 != "101" {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, again).await.expect("a place is free again once its line is gone");
    house.close().await;
}

/// One account asks for only so much, over whichever of its connections: on a line it is told so, and the line goes on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_that_asks_too_much_is_told_when_to_ask_again() {
    let house = Open::with(|settings| {
        let limits = Limits { asks_a_second: 1, ..Limits::default() };
        Settings { limits, ..settings }
    })
    .await;
    let mut ann = house.client();
    ann.come_as_guest("Ann").await.unwrap();
    let mut line = ann.live().await.unwrap();
    let mut waits = Vec::new();
    for no in 0..10 {
        let (key, table) = (format!("k{no}"), "three-card-poker".to_owned());
        line.say(&FromClient::Ask { key: key.clone(), table, ask: AskBody::Sit { spot: 9 } }).await.unwrap();
        loop {
            if let Some(ToClient::Refused { key: Some(of), problem, .. }) = line.hear().await.unwrap()
                && of == key
            {
                waits.extend(problem.retry_after_ms.map(|ms| (problem.code, ms)));
                break;
            }
        }
    }
    assert!(!waits.is_empty() && waits.iter().all(|(code, ms)| code == "too-many" && *ms > 0), "{waits:?}");
    let mut bob = house.client();
    bob.come_as_guest("Bob").await.unwrap();
    let me: Value = bob.get("/api/v1/me").await.unwrap();
    assert_eq!(me["name"], "Bob", "others are served meanwhile");
    house.close().await;
}

/// Where the way is encrypted the cookie can come from this host and over such a way alone, and no other is read.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_cookie_of_an_encrypted_way_is_the_hosts_own() {
    let house = Open::with(behind_a_proxy).await;
    let guest = |name: &str| json!({"name": name, "keeps": "browser"}).to_string();
    for (name, proto, cookie_is, hsts) in
        [("Ann", "https", "__Host-tercet=", Some("max-age=15552000")), ("Bob", "http", "tercet=", None)]
    {
        let headers = format!("x-forwarded-for: 192.0.2.1\r\nx-forwarded-proto: {proto}\r\n");
        let came = raw(&house, "POST", "/api/v1/sessions/guest", &headers, &guest(name)).await;
        assert_eq!((came.status, came.header("strict-transport-security")), (201, hsts), "{proto}");
        let line = came.header("set-cookie").unwrap();
        let (pair, flags) = line.split_once("; ").unwrap();
        assert!(pair.starts_with(cookie_is), "{line}");
        let secure = if proto == "https" { "; Secure" } else { "" };
        assert_eq!(flags, format!("Path=/; HttpOnly; SameSite=Lax{secure}"));
        assert_eq!(came.body["token"], Value::Null, "no script is told the token");
        let secret = pair.split_once('=').unwrap().1;
        for other in ["__Host-tercet", "tercet"] {
            let with = format!("{headers}cookie: a=b; {other}={secret}\r\n");
            let me = raw(&house, "GET", "/api/v1/me", &with, "").await;
            let expected = if pair.starts_with(&format!("{other}=")) { 200 } else { 401 };
            assert_eq!(me.status, expected, "{other} over {proto}");
        }
        // The page's own origin has the scheme of its way.
        let own = format!("{proto}://{}", house.at);
        let swapped =
            if proto == "https" { own.replace("https", "http") } else { own.replace("http", "https") };
        for (origin, expected) in [(own, 204), (swapped, 403)] {
            let with = format!("{headers}origin: {origin}\r\ncookie: {pair}\r\n");
            // The first signs out; who is refused for the origin is, with or without a session.
            let out = raw(&house, "DELETE", "/api/v1/sessions/current", &with, "").await;
            assert_eq!(out.status, expected, "{origin}");
            if expected == 204 {
                assert!(out.header("set-cookie").unwrap().contains("Max-Age=0"), "{}", out.head);
            }
        }
    }
    house.close().await;
}

/// A page asks who looks at it: whoever is new, or was away too long, is answered and not refused, and a cookie that opens nothing is forgotten.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_signed_in_is_nobody_without_a_refusal() {
    let house = Open::new().await;
    let path = "/api/v1/sessions/current";
    let nobody = |came: &Raw| {
        (
            came.status,
            came.body == json!({}),
            came.header("set-cookie").is_some_and(|line| line.contains("Max-Age=0")),
        )
    };
    // Nothing is forgotten of whoever sent no cookie: they may have signed in before the answer comes.
    assert_eq!(nobody(&raw(&house, "GET", path, "", "").await), (200, true, false));
    let guest = json!({"name": "Ann", "keeps": "browser"}).to_string();
    let came = raw(&house, "POST", "/api/v1/sessions/guest", "", &guest).await;
    let pair = came.header("set-cookie").unwrap().split_once("; ").unwrap().0.to_owned();
    let with = format!("cookie: {pair}\r\n");
    let known = raw(&house, "GET", path, &with, "").await;
    assert_eq!(
        (known.status, &known.body["me"]["name"], known.header("set-cookie")),
        (200, &json!("Ann"), None)
    );
    // Whatever others on this host keep there, and in whichever case a program writes the name of the scheme.
    let token = with.trim_end().split_once('=').unwrap().1;
    for beside in [
        format!("cookie: name=Jos\u{e9}; tercet={token}\r\n"),
        format!("cookie: a; =; tercetx=1;tercet={token} \r\n"),
        format!("cookie: tercetx=1\r\ncookie: tercet={token}\r\n"),
        format!("authorization: bearer {token}\r\n"),
        format!("authorization: BEARER  {token}\r\n"),
    ] {
        assert_eq!(raw(&house, "GET", path, &beside, "").await.body["me"]["name"], "Ann", "{beside}");
    }
    let mut program = raw(&house, "GET", "/api/v1/me", &with, "").await.body;
    // Each request of a session puts off its end.
    program["session_ends_ms"] = known.body["me"]["session_ends_ms"].clone();
    assert_eq!(known.body["me"], program, "the same as is said to a program");
    let own = format!("origin: http://{}\r\n{with}", house.at);
    assert_eq!(raw(&house, "DELETE", path, &own, "").await.status, 204);
    for (over, forgets) in [
        (with.as_str(), true),
        ("cookie: tercet=nonsense\r\n", true),
        ("authorization: Bearer nonsense\r\n", false),
    ] {
        assert_eq!(nobody(&raw(&house, "GET", path, over, "").await), (200, true, forgets), "{over}");
    }
    house.close().await;
}

/// What comes as a bearer token is the session that is meant, and whatever becomes of it a browser keeps the cookie that it sent beside: of another session, which
/// goes on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_comes_as_a_bearer_ends_nothing_that_the_cookie_holds() {
    let house = Open::new().await;
    let guest = |name: &str, keeps: &str| json!({"name": name, "keeps": keeps}).to_string();
    let came = raw(&house, "POST", "/api/v1/sessions/guest", "", &guest("Ann", "browser")).await;
    let cookie = format!("cookie: {}\r\n", came.header("set-cookie").unwrap().split_once("; ").unwrap().0);
    let current = "/api/v1/sessions/current";
    // A program comes in where a browser has been.
    let mut bearers = Vec::new();
    for name in ["Bob", "Cyd"] {
        let came = raw(&house, "POST", "/api/v1/sessions/guest", &cookie, &guest(name, "program")).await;
        assert_eq!((came.status, came.header("set-cookie")), (201, None), "{}", came.head);
        bearers.push(format!("authorization: Bearer {}\r\n{cookie}", came.body["token"].as_str().unwrap()));
    }
    let [bob, cyd] = &bearers[..] else { panic!("{bearers:?}") };
    // It becomes a member, and has another password: each time its session begins anew.
    let member = json!({"login": "cyd", "password": "a pass for cyd!"}).to_string();
    let joined = raw(&house, "POST", "/api/v1/me/member", cyd, &member).await;
    assert_eq!((joined.status, joined.header("set-cookie")), (201, None), "{}", joined.text);
    let cyd = format!("authorization: Bearer {}\r\n{cookie}", joined.body["token"].as_str().unwrap());
    let passwords = json!({"old": "a pass for cyd!", "new": "another for cyd!"}).to_string();
    let changed = raw(&house, "PUT", "/api/v1/me/password", &cyd, &passwords).await;
    assert_eq!((changed.status, changed.header("set-cookie")), (201, None), "{}", changed.text);
    let signs_in = json!({"login": "cyd", "password": "another for cyd!"}).to_string();
    let signed_in = raw(&house, "POST", "/api/v1/sessions", &cookie, &signs_in).await;
    assert_eq!((signed_in.status, signed_in.header("set-cookie")), (201, None), "{}", signed_in.text);
    // It signs out, and what it had is good for nothing any more.
    let out = raw(&house, "DELETE", current, bob, "").await;
    assert_eq!((out.status, out.header("set-cookie")), (204, None), "{}", out.head);
    for bad in [
        bob.as_str(),
        "authorization: Bearer nonsense\r\n",
        "authorization: bearer \u{e9}\r\n",
        // As a script sends it whose variable is empty.
        "authorization: Bearer \r\n",
    ] {
        let bad = if bad.contains("cookie") { bad.to_owned() } else { format!("{bad}{cookie}") };
        let nobody = raw(&house, "GET", current, &bad, "").await;
        assert_eq!(
            (nobody.status, &nobody.body, nobody.header("set-cookie")),
            (200, &json!({}), None),
            "{bad}"
        );
        let refused = raw(&house, "GET", "/api/v1/me", &bad, "").await;
        assert_eq!((refused.status, refused.header("set-cookie")), (401, None), "{bad}");
        assert_eq!(raw(&house, "DELETE", current, &bad, "").await.status, 401, "{bad}");
    }
    assert_eq!(raw(&house, "GET", current, &cookie, "").await.body["me"]["name"], "Ann");
    house.close().await;
}

/// A key is any text: what was asked under it over HTTP is known by it on a live line.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_is_the_same_over_http_and_on_a_line() {
    let house = Open::new().await;
    let mut ann = house.client();
    ann.come_as_guest("Ann").await.unwrap();
    let (key, sit) = ("Schl\u{fc}ssel", AskBody::Sit { spot: 1 });
    let headers = format!("authorization: Bearer {}\r\nidempotency-key: {key}\r\n", ann.token().unwrap());
    let sat =
        raw(&house, "POST", "/api/v1/tables/three-card-shine/asks", &headers, r#"{"do":"sit","spot":1}"#);
    let sat = sat.await;
    assert_eq!((sat.status, &sat.body["again"]), (200, &json!(false)), "{}", sat.text);
    let mut line = ann.live().await.unwrap();
    let ask = FromClient::Ask { key: key.into(), table: "three-card-shine".into(), ask: sit };
    line.say(&ask).await.unwrap();
    let told = async {
        loop {
            if let Some(ToClient::Done { record, again, .. }) = line.hear().await.unwrap() {
                break (record, again);
            }
        }
    };
    let again = timeout(PATIENCE, told).await.unwrap();
    assert_eq!(again, (sat.body["record"].as_u64().unwrap(), true));
    house.close().await;
}

/// A house with a public address takes pages of that address alone, and is encrypted if the address is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_public_address_is_the_only_own_origin() {
    let url = "https://tables.example.org";
    let house = Open::with(|settings| Settings { public_url: Some(url.into()), ..settings }).await;
    let own = format!("http://{}", house.at);
    for (no, (origin, expected)) in [(url, 201), (own.as_str(), 403)].into_iter().enumerate() {
        let guest = json!({"name": format!("Guest {no}"), "keeps": "browser"}).to_string();
        let came =
            raw(&house, "POST", "/api/v1/sessions/guest", &format!("origin: {origin}\r\n"), &guest).await;
        assert_eq!(came.status, expected, "{origin}");
        assert!(came.header("strict-transport-security").is_some());
        if expected == 201 {
            assert!(came.header("set-cookie").unwrap().starts_with("__Host-tercet="), "{}", came.head);
        }
    }
    house.close().await;
}

/// The document of the interface can be read in a browser, with what the policy of every answer allows.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_document_is_a_page_to_read() {
    let house = Open::new().await;
    for (path, kind, part) in [
        ("/api/v1/docs", "text/html; charset=utf-8", "<h1>Tercet"),
        ("/api/v1/docs.css", "text/css; charset=utf-8", "body {"),
    ] {
        let answer = house.client().ask("GET".parse().unwrap(), path, &[], "".into()).await.unwrap();
        assert_eq!((answer.status.as_u16(), answer.kind.as_str()), (200, kind));
        assert!(String::from_utf8_lossy(&answer.body).contains(part), "{path}");
    }
    house.close().await;
}

/// What a house keeps is for whoever runs it alone, whatever the machine lets others read.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_files_of_a_house_are_its_owners() {
    use std::os::unix::fs::PermissionsExt as _;
    let parent = tempfile::tempdir().unwrap();
    let data = parent.path().join("house");
    let house = Open::with(|settings| Settings { data: data.clone(), ..settings }).await;
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&data), 0o700);
    let mut files = 0;
    for entry in std::fs::read_dir(&data).unwrap() {
        let path = entry.unwrap().path();
        // In a file that is locked there is nothing.
        if path.metadata().unwrap().len() > 0 {
            assert_eq!(mode(&path), 0o600, "{}", path.display());
            files += 1;
        }
    }
    assert!(files >= 4, "the books, the people, the key and the settings");
    house.close().await;
}
