//! What is the same for everybody until it is replaced: made once, with a tag by which whoever has it is not sent it again.

use crate::problem::{Answered, Code, problem};
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use tercet_ledger::Hash;

/// How what lies at an address of its own can be asked for, as the routes of the interface say it.
const READ_ONLY: HeaderValue = HeaderValue::from_static("GET,HEAD");

/// The answer at an address at which something lies that can only be read, or nothing: what is not there is there in no other way either.
pub(crate) fn read_only(method: &Method, lies_there: Option<Response>) -> Option<Response> {
    let lies_there = lies_there?;
    if matches!(*method, Method::GET | Method::HEAD) {
        return Some(lies_there);
    }
    let refused = problem(Code::Method, "this can only be read; expected GET or HEAD");
    Some(([(header::ALLOW, READ_ONLY)], Answered(refused)).into_response())
}

/// What is kept is asked about again each time, and sent again only if it is another.
pub(crate) const ASK_AGAIN: &str = "no-cache";

/// What the document says of the answer to whoever has it.
pub(crate) const SAME: &str = "It is still what `if-none-match` names";

/// An answer that was made once.
pub(crate) struct Fixed {
    kind: &'static str,
    tag: String,
    body: Bytes,
}

impl Fixed {
    /// An answer of this kind.
    pub(crate) fn new(kind: &'static str, body: impl Into<Bytes>) -> Fixed {
        let body = body.into();
        let tag = tag(&Hash::of(&[&body]));
        Fixed { kind, tag, body }
    }

    /// A thing as JSON.
    pub(crate) fn json(thing: &impl Serialize) -> Fixed {
        let text = serde_json::to_vec(thing).expect("no map of ours has keys that are no text");
        Fixed::new("application/json", text)
    }

    /// The answer for whoever asks with these headers: nothing but the tag, if they have it already.
    pub(crate) fn answer(&self, asked: &HeaderMap) -> Response {
        let common = [
            (header::CONTENT_TYPE, self.kind),
            (header::CACHE_CONTROL, ASK_AGAIN),
            (header::ETAG, self.tag.as_str()),
        ];
        if has(asked, &self.tag) {
            return (StatusCode::NOT_MODIFIED, common).into_response();
        }
        (common, self.body.clone()).into_response()
    }
}

/// The tag of what has this hash: byte for byte the same, or another (a strong one, RFC 9110, section 8.8.3).
pub(crate) fn tag(hash: &Hash) -> String {
    format!("\"{hash}\"")
}

/// Whether whoever asks has what this tag names (RFC 9110, section 13.1.2: tags are compared weakly here).
pub(crate) fn has<'t>(asked: &'t HeaderMap, tag: &'t str) -> bool {
    let said = asked.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let mut tags = said.flat_map(|value| value.split(',')).map(str::trim);
    let opaque = |tag: &'t str| tag.strip_prefix("W/").unwrap_or(tag);
    tags.any(|one| one == "*" || opaque(one) == opaque(tag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_it_is_sent_only_its_tag() {
        let fixed = Fixed::json(&["one"]);
        let asks = |said: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for one in said {
                headers.append(header::IF_NONE_MATCH, HeaderValue::from_static(one));
            }
            fixed.answer(&headers).status().as_u16()
        };
        // printf '["one"]' | sha256sum
        const TAG: &str = "\"79b2a602ceb42ef0c50814dc8e90274ab9c06e8fc8fab32355703f1dd6ccb452\"";
        assert_eq!(fixed.tag, TAG);
        for not in [&[][..], &["\"other\""], &["W/"], &[&TAG[1..]]] {
            assert_eq!(asks(not), 200, "{not:?}");
        }
        assert_eq!(asks(&["\"other\"", TAG]), 304);
        assert_eq!(asks(&["*"]), 304);
    }
}
