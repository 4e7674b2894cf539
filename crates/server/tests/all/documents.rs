//! What the house hands out to whoever writes a client: documents that stay as they are.

use crate::edge::{Raw, raw};
use crate::house::{GAMES, Open};
use serde_json::{Value, json};
use std::collections::BTreeSet;

async fn get(house: &Open, path: &str) -> Raw {
    raw(house, "GET", path, "", "").await
}

/// Whatever is the same for everybody comes with its tag, and comes once: whoever has it is told so, whoever has another gets it, and asking the
/// head only says the same of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_fixed_is_sent_once() {
    let house = Open::new().await;
    let mut paths: Vec<String> = ["openapi.json", "messages.json", "docs", "docs.css", "games"]
        .map(|name| format!("/api/v1/{name}"))
        .into();
    paths.extend(
        ["/docs", "/docs/FAIRNESS", "/docs/FAIRNESS.md", "/docs/fairness/verify.py"].map(str::to_owned),
    );
    for game in GAMES {
        paths.extend(
            ["", "/card", "/card?form=markdown", "/file"].map(|part| format!("/api/v1/games/{game}{part}")),
        );
    }
    let mut tags = BTreeSet::new();
    for path in &paths {
        let first = get(&house, path).await;
        let tag = first.header("etag").unwrap_or_else(|| panic!("{path}: {}", first.head)).to_owned();
        assert_eq!((first.status, first.header("cache-control")), (200, Some("no-cache")), "{path}");
        assert!(tag.starts_with('"') && !first.text.is_empty(), "{path}: {tag}");
        let again = raw(&house, "GET", path, &format!("if-none-match: \"x\", {tag}\r\n"), "").await;
        assert_eq!(
            (again.status, again.header("etag"), again.text.as_str()),
            (304, Some(tag.as_str()), ""),
            "{path}"
        );
        let other = raw(&house, "GET", path, "if-none-match: \"x\"\r\n", "").await;
        assert_eq!((other.status, &other.text), (200, &first.text), "{path}");
        let head = raw(&house, "HEAD", path, "", "").await;
        let of = |answer: &Raw| {
            ["etag", "content-type", "content-length"].map(|name| answer.header(name).map(str::to_owned))
        };
        assert_eq!((head.status, of(&head)), (200, of(&first)), "{path}");
        tags.insert(tag);
    }
    assert_eq!(tags.len(), paths.len(), "no two of them are the same");
    house.close().await;
}

/// The tag of a game file is the hash of its rules, by which tables and rounds name it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_file_has_the_tag_of_its_rules() {
    let house = Open::new().await;
    let info: Value = house.client().get("/api/v1/games/three-card-fury").await.unwrap();
    let rules = info["rules"].as_str().unwrap();
    let file = get(&house, &format!("/api/v1/games/{rules}/file")).await;
    assert_eq!(file.header("etag").map(|tag| tag.trim_matches('"')), rules.strip_prefix("sha256:"));
    house.close().await;
}

/// The type of a problem leads to a page that has a place for every code that the document says there can be.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_type_of_every_problem_leads_to_what_it_means() {
    let house = Open::new().await;
    let document: Value = house.client().get("/api/v1/openapi.json").await.unwrap();
    let codes =
        document["components"]["schemas"]["Problem"]["properties"]["code"]["enum"].as_array().unwrap();
    assert!(codes.len() > 30 && codes.contains(&json!("not-found")), "{codes:?}");
    let problem: Value = serde_json::from_str(&get(&house, "/api/v1/games/roulette").await.text).unwrap();
    let (page, place) = problem["type"].as_str().unwrap().split_once('#').unwrap();
    assert_eq!((page, place), ("/problems", "not-found"));
    let moved = get(&house, page).await;
    let listed = match moved.header("location") {
        // A browser keeps what stands after `#` (RFC 9110, section 10.2.2).
        Some(there) => get(&house, there).await,
        None => moved,
    };
    assert_eq!((listed.status, listed.header("content-type")), (200, Some("text/html; charset=utf-8")));
    for code in codes {
        let place = format!("id=\"{}\"", code.as_str().unwrap());
        assert_eq!(listed.text.matches(&place).count(), 1, "{code}");
    }
    house.close().await;
}

/// Whoever has only the address of a house comes from its interface to every document, as it is written and as a page.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_developer_finds_every_document_from_the_interface() {
    let house = Open::new().await;
    let document: Value = house.client().get("/api/v1/openapi.json").await.unwrap();
    let place = document["externalDocs"]["url"].as_str().unwrap();
    assert!(get(&house, "/api/v1/docs").await.text.contains(&format!("href=\"{place}\"")));
    let list = get(&house, place).await;
    assert_eq!((list.status, list.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let links = || list.text.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
    let (mut written, mut pages) = (BTreeSet::new(), 0);
    for link in links().filter(|link| link.starts_with("/docs/")) {
        let one = get(&house, link).await;
        let kind = one.header("content-type").unwrap();
        assert_eq!((one.status, one.header("content-security-policy").is_some()), (200, true), "{link}");
        match link.rsplit_once('.') {
            Some((_, "md")) => assert_eq!(kind, "text/markdown; charset=utf-8", "{link}"),
            Some(_) => assert_eq!(kind, "text/plain; charset=utf-8", "{link}"),
            None => {
                assert!(kind == "text/html; charset=utf-8" && one.text.contains("<h1 id="), "{link}");
                pages += 1;
                continue;
            }
        }
        // It is the document of the sources, word for word.
        let file = format!("{}/../..{link}", env!("CARGO_MANIFEST_DIR"));
        assert!(one.text == std::fs::read_to_string(file).unwrap(), "{link} is another");
        written.insert(link.rsplit_once('/').unwrap().1.to_owned());
    }
    for name in
        ["LIVE-TABLES.md", "FAIRNESS.md", "verify.py", "SETTLE.md", "GAME-FILE.md", "ODDS.md", "AUDIT.md"]
    {
        assert!(written.contains(name), "{name} of {written:?}");
    }
    assert_eq!(pages + 1, written.len(), "all but the program have a page");
    for path in
        ["/docs/ARCHITECTURE.md", "/docs/../Cargo.toml", "/docs/nothing", "/docs/fairness", "/docs/%FF"]
    {
        let none = get(&house, path).await;
        assert_eq!(
            (none.status, none.header("content-type")),
            (404, Some("application/problem+json")),
            "{path}"
        );
    }
    house.close().await;
}
