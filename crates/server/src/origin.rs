//! Whose page asks: a page of another site must not use the session of who looks at it.

use crate::house::House;
use crate::peer::Peer;
use crate::problem::{Answered, Code, Not, problem};
use axum::Extension;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use std::sync::Arc;

/// Refuses what changes something if a page of another site asks for it.
pub(crate) async fn check(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    request: Request,
    next: Next,
) -> Response {
    if !request.method().is_safe()
        && let Err(problem) = allowed(&house, peer, request.headers())
    {
        return Answered(problem).into_response();
    }
    next.run(request).await
}

/// Whether the page that asks, if one does, is the server's own (of its public address, if it has one) or one that the operator has named. Origins are compared whole, byte by byte.
///
/// # Errors
///
/// If it is another.
pub(crate) fn allowed(house: &House, peer: Peer, headers: &HeaderMap) -> Result<(), Not> {
    // A program sends no origin; a browser always does, where it matters.
    let mut origins = headers.get_all(ORIGIN).iter();
    let Some(origin) = origins.next() else {
        let elsewhere =
            headers.get("sec-fetch-site").is_some_and(|site| site != "same-origin" && site != "none");
        return if elsewhere { Err(refused()) } else { Ok(()) };
    };
    let named = |origin: &str| house.settings.origins.iter().any(|named| named == origin);
    let own = |origin: &str| {
        if let Some(url) = &house.settings.public_url {
            return origin == url;
        }
        let host = headers.get(HOST).and_then(|host| host.to_str().ok());
        let scheme = if peer.is_secure() { "https://" } else { "http://" };
        host.is_some_and(|host| origin.strip_prefix(scheme) == Some(host))
    };
    match origin.to_str() {
        Ok(origin) if origins.next().is_none() && (named(origin) || own(origin)) => Ok(()),
        Ok(_) | Err(_) => Err(refused()),
    }
}

fn refused() -> Not {
    problem(Code::Origin, "expected a page of this server, or of an origin that the operator has named")
}
