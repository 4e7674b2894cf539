//! In which way something can be asked for: what is there says so, what is not there is there in no way.

use crate::edge::{Raw, raw};
use crate::house::Open;
use serde_json::json;
use std::path::Path;
use tercet_server::pages_are_built;

const OTHERS: [&str; 6] = ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];

/// The built page, and a part of it of each kind.
fn built_pages() -> impl Iterator<Item = String> {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    let files = ["", "assets/"].into_iter().flat_map(move |folder| {
        let entries = std::fs::read_dir(built.join(folder)).unwrap();
        entries.map(move |entry| format!("/{folder}{}", entry.unwrap().file_name().into_string().unwrap()))
    });
    let files: Vec<String> = files.collect();
    let one = move |end: &str| files.iter().find(|file| file.ends_with(end)).cloned();
    [".html", ".js", ".css", ".svg"].into_iter().filter_map(one)
}

/// Addresses at which something lies that can only be read; of the built pages some of those that there are.
fn to_be_read() -> Vec<String> {
    let mut all: Vec<String> = [
        "/",
        "/problems",
        "/healthz",
        "/readyz",
        "/docs",
        "/docs/",
        "/docs/SETTLE",
        "/docs/SETTLE.md",
        "/docs/fairness/verify.py",
        "/api/v1/docs",
        "/api/v1/docs.css",
        "/api/v1/openapi.json",
        "/api/v1/messages.json",
        "/api/v1/house",
        "/api/v1/games",
        "/api/v1/games/three-card-poker",
        "/api/v1/live",
    ]
    .map(String::from)
    .into();
    if pages_are_built() {
        all.extend(built_pages());
    }
    all
}

fn is_problem(answer: &Raw, status: u16, code: &str, of: &str) {
    assert_eq!((answer.status, &answer.body["code"]), (status, &json!(code)), "{of}: {}", answer.head);
    assert_eq!(answer.body["status"], json!(status), "{of}");
    assert_eq!(answer.header("content-type"), Some("application/problem+json"), "{of}");
}

/// Whatever lies at an address can be asked for in the ways that `Allow` names, and is refused in every other as the interface refuses it (RFC 9110,
/// section 15.5.6; RFC 9457).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_can_only_be_read_says_so() {
    let house = Open::new().await;
    for path in to_be_read() {
        let read = raw(&house, "GET", &path, "", "").await;
        assert!(read.status != 404 && read.status != 405, "{path}: {}", read.head);
        let head = raw(&house, "HEAD", &path, "", "").await;
        assert_eq!((head.status, head.text.as_str()), (read.status, ""), "{path}");
        // What is made once is as long as it is for whoever reads it.
        let fixed = if read.header("etag").is_some() { &["content-length", "etag"][..] } else { &[] };
        for name in ["content-type"].iter().chain(fixed) {
            assert_eq!(head.header(name), read.header(name), "{path}: {name}");
        }
        for method in OTHERS {
            let refused = raw(&house, method, &path, "", "").await;
            is_problem(&refused, 405, "method", &format!("{method} {path}"));
            assert_eq!(refused.header("allow"), Some("GET,HEAD"), "{method} {path}");
        }
    }
    for (method, path, allowed) in [
        ("DELETE", "/api/v1/tables", "GET,HEAD,POST"),
        ("OPTIONS", "/api/v1/sessions/guest", "POST"),
        ("GET", "/api/v1/sessions/guest", "POST"),
        ("POST", "/api/v1/sessions/current", "GET,HEAD,DELETE"),
    ] {
        let refused = raw(&house, method, path, "", "").await;
        is_problem(&refused, 405, "method", path);
        assert_eq!(refused.header("allow"), Some(allowed), "{method} {path}");
    }
    house.close().await;
}

/// What is not there is not there in whichever way it is asked for, and no way is named in which it could be.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_not_there_is_there_in_no_way() {
    let house = Open::new().await;
    for path in [
        "/nowhere",
        "/nowhere.html",
        "/assets/nowhere.js",
        "/index.html.br",
        "/docs/nowhere",
        "/docs/SETTLE/x",
        "/api",
        "/api/v1/",
        "/api/v1/nowhere",
        "/api/v1/games/three-card-poker/nowhere",
    ] {
        for method in OTHERS.into_iter().chain(["GET"]) {
            let none = raw(&house, method, path, "", "").await;
            is_problem(&none, 404, "not-found", &format!("{method} {path}"));
            assert_eq!(none.header("allow"), None, "{method} {path}");
        }
        let head = raw(&house, "HEAD", path, "", "").await;
        assert_eq!((head.status, head.header("allow"), head.text.as_str()), (404, None, ""), "{path}");
    }
    house.close().await;
}
