//! The pages for a browser: what `web/` was built to, handed out as it lies there.
//!
//! A release has them inside; other builds read them from the folder, so that a page that was built anew is there at once.

use crate::api::docs::framed;
use crate::fixed::{self, ASK_AGAIN};
use crate::problem::{Answered, Code, problem};
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use maud::html;
use rust_embed::Embed;
use tercet_ledger::Hash;

/// The built front end. Each text is there once more, compressed in the ways that [`WAYS`] names.
#[derive(Embed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Built;

/// In which ways texts are compressed, the best first: what a browser calls it, and how the file ends.
const WAYS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// What has its hash in its name never changes.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// Whether this program has the pages for a browser.
#[must_use]
pub fn pages_are_built() -> bool {
    Built::get("index.html").is_some()
}

/// A page or a part of one; what is not there is a problem as everywhere else.
pub(crate) async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let name = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let file = || if name.starts_with("api/") { None } else { answer(name, &headers) };
    let there = file().or_else(|| (name == "index.html").then(not_built));
    fixed::read_only(&method, there).unwrap_or_else(|| {
        Answered(problem(Code::NotFound, "see /api/v1/docs for what there is")).into_response()
    })
}

/// The file, in the best form that is understood.
fn answer(name: &str, headers: &HeaderMap) -> Option<Response> {
    let kind = kind(name)?;
    let plain = Built::get(name)?;
    let cached = if name.starts_with("assets/") { FOR_EVER } else { ASK_AGAIN };
    // The same file in every form, compressed or not: a weak tag (RFC 9110, section 8.8.3.3).
    let tag = format!("W/{}", fixed::tag(&Hash(plain.metadata.sha256_hash())));
    let common = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CACHE_CONTROL, cached.to_owned()),
        (header::ETAG, tag.clone()),
        (header::VARY, "accept-encoding".to_owned()),
    ];
    if fixed::has(headers, &tag) {
        return Some((StatusCode::NOT_MODIFIED, common).into_response());
    }
    let small = WAYS.iter().filter(|(way, _)| takes(headers, way));
    let small = small.filter_map(|(way, end)| Some((*way, Built::get(&format!("{name}{end}"))?))).next();
    let (way, file): (Option<[(HeaderName, &str); 1]>, _) = match small {
        Some((way, file)) => (Some([(header::CONTENT_ENCODING, way)]), file),
        None => (None, plain),
    };
    let body = file.data.into_owned();
    Some(match way {
        Some(way) => (common, way, body).into_response(),
        None => (common, body).into_response(),
    })
}

/// Whether what asks understands a way of compressing.
fn takes(headers: &HeaderMap, way: &str) -> bool {
    let said = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let mut said = said.flat_map(|value| value.split(','));
    said.any(|one| {
        let mut parts = one.split(';').map(str::trim);
        let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(way));
        let weight =
            parts.find_map(|part| part.split_once('=').filter(|(name, _)| name.eq_ignore_ascii_case("q")));
        let refused = weight.is_some_and(|(_, weight)| is_nought(weight));
        named && !refused
    })
}

fn is_nought(weight: &str) -> bool {
    weight.trim_matches(['0', '.']).is_empty()
}

/// What a file is, by the end of its name. The compressed forms have no address of their own.
fn kind(name: &str) -> Option<&'static str> {
    Some(match name.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        _ => return None,
    })
}

/// What stands in the place of the pages while they are not built.
fn not_built() -> Response {
    let body = html! {
        h1 { "The house is open; its pages are not built" }
        p { "This program was built without them. Programs can play all the same: " a href="/api/v1/docs" { "the interface" } ", " a href="/docs" { "the documents" } "." }
        p { "Links of invitation work from a terminal, too: " code { "tercet admin SERVER accept --name NAME --login LOGIN" } " asks for the link; SERVER is the address of this house." }
        p { "To have the pages, with Node 20 or later:" }
        pre { code { "npm --prefix web ci\nnpm --prefix web run build\ncargo xtask serve" } }
        p { code { "cargo xtask serve" } " does all of it by itself where Node is installed." }
    };
    (StatusCode::SERVICE_UNAVAILABLE, Html(framed("Tercet", &body))).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asks(said: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(header::ACCEPT_ENCODING, header::HeaderValue::from_static(said))])
    }

    #[test]
    fn a_way_of_compressing_is_taken_only_where_it_is_understood() {
        assert!(takes(&asks("gzip, deflate, br"), "br"));
        assert!(takes(&asks("GZIP;q=0.5"), "gzip"));
        for not in ["", "gzip", "br;q=0", "br; q=0.000", "BR;Q=0", "brx", "identity"] {
            assert!(!takes(&asks(not), "br"), "{not}");
        }
    }

    /// What nobody links to has no address: neither the compressed forms, nor kinds of files that a bundle has not.
    #[test]
    fn only_files_of_known_kinds_are_handed_out() {
        for name in ["index.html.br", "assets/a.js.gz", "assets/a.js.map", "Cargo", "../../web/package.lock"]
        {
            assert_eq!(kind(name), None, "{name}");
        }
    }

    #[test]
    fn a_house_without_pages_says_how_to_build_them() {
        let answer = not_built();
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
    }
}
