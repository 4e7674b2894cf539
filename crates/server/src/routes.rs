//! What can be asked for, and what every answer has in common.

use crate::accept::{Closing, OfAProxy};
use crate::api;
use crate::cookie;
use crate::documents::{self, HTML};
use crate::fixed::Fixed;
use crate::house::House;
use crate::origin;
use crate::pages;
use crate::peer::Peer;
use crate::places::Place;
use crate::problem::{Answered, Code, Not, problem, problem_at, refused_and_closed, too_long, too_many};
use crate::socket;
use crate::trail::{self, PROBES};
use crate::whole::begun_whole;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, Version, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::{MethodRouter, any, get};
use axum::{Extension, Router};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// Every route of a house.
pub(crate) fn routes(house: Arc<House>, closing: Closing) -> Router {
    let (api, document) = api::routes().split_for_parts();
    let document = api::document(document);
    let page = Fixed::new(HTML, api::docs::page(&document));
    let document = Fixed::json(&document);
    let style = Fixed::new("text/css; charset=utf-8", api::docs::STYLE);
    Router::new()
        .merge(api)
        .route("/api/v1/openapi.json", fixed(document))
        .route("/api/v1/docs", fixed(page))
        .route("/api/v1/docs.css", fixed(style))
        .route(documents::PLACE, any(documents::all))
        .route(&format!("{}/", documents::PLACE), any(documents::all))
        // Whether there is one of that name is looked at first, and then in which way it is asked for: so with the pages.
        .route(&format!("{}/{{*name}}", documents::PLACE), any(documents::one))
        // The type of a problem is `/problems#CODE`; a browser keeps what stands after `#`, and the page has a place for each code.
        .route("/problems", get(async || Redirect::permanent("/api/v1/docs")))
        .route("/api/v1/live", get(socket::upgrade))
        .fallback(pages::page)
        .method_not_allowed_fallback(async || {
            Answered(problem(Code::Method, "see /api/v1/docs for how it can be asked for"))
        })
        .layer(DefaultBodyLimit::max(house.settings.limits.body))
        .layer(from_fn_with_state(house.settings.limits.body, begun_whole))
        .layer(from_fn_with_state(Arc::clone(&house), is_short))
        .layer(from_fn_with_state(Arc::clone(&house), origin::check))
        .layer(from_fn(in_time))
        .layer(from_fn_with_state(Arc::clone(&house), admit))
        .layer(from_fn_with_state(Arc::clone(&house), with_headers))
        .layer(from_fn_with_state(Arc::clone(&house), trail::note))
        .layer(Extension(closing))
        .with_state(house)
}

/// A route to what was made once.
fn fixed<S: Clone + Send + Sync + 'static>(made: Fixed) -> MethodRouter<S> {
    let made = Arc::new(made);
    get(async move |headers: HeaderMap| made.answer(&headers))
}

/// Where somebody comes in, or tries to.
const ARRIVALS: [&str; 4] =
    ["/api/v1/sessions", "/api/v1/sessions/guest", "/api/v1/links/accept", "/api/v1/me/member"];

/// How long somebody waits who finds that all places of the address are taken: one is free again once somebody has gone.
const NO_PLACE: Duration = Duration::from_secs(5);

/// Lets a request in, if there were not too many from the same address, and there is a place for whoever comes through a proxy.
async fn admit(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    mut request: Request,
    next: Next,
) -> Response {
    if let Err(problem) = names_its_host(&request).and_then(|()| counted(&house, peer, &request)) {
        return Answered(problem).into_response();
    }
    if let Some(OfAProxy(proxy)) = request.extensions_mut().remove() {
        match house.places.take_within(&proxy, peer.counted()) {
            // What the connection becomes keeps the place, too.
            Ok(place) => drop(request.extensions_mut().insert(Arc::new(place))),
            Err(_) => {
                house.metrics.too_many("places");
                let detail = "all places of this address are taken; come again when one is free";
                return Answered(too_many(NO_PLACE, detail)).into_response();
            }
        }
    }
    let place: Option<Arc<Place>> = request.extensions().get().cloned();
    let response = next.run(request).await;
    drop(place);
    response
}

/// A request says whom it is meant for, once (RFC 9112, section 3.2).
fn names_its_host(request: &Request) -> Result<(), Not> {
    let hosts = request.headers().get_all(header::HOST).iter().count();
    if hosts > 1 || hosts == 0 && request.version() >= Version::HTTP_11 {
        let detail = format!("{hosts} host headers; expected one that says whom the request is meant for");
        return Err(problem_at(Code::Unreadable, "host", detail));
    }
    Ok(())
}

fn counted(house: &House, peer: Peer, request: &Request) -> Result<(), Not> {
    let path = request.uri().path();
    if PROBES.contains(&path) {
        return Ok(());
    }
    house.rates.request(peer.counted())?;
    if *request.method() == Method::POST && ARRIVALS.contains(&path) {
        house.rates.arrival(peer.counted())?;
    }
    Ok(())
}

/// Refuses a request whose head says that more follows than is read: nobody waits for what would be thrown away, and as it may be on its way already the
/// connection is not used again.
async fn is_short(State(house): State<Arc<House>>, request: Request, next: Next) -> Response {
    let length = request
        .headers()
        .get(header::CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    let most = house.settings.limits.body;
    if length.is_none_or(|length| usize::try_from(length).is_ok_and(|length| length <= most)) {
        return next.run(request).await;
    }
    refused_and_closed(too_long())
}

/// How long a request may take, its body included.
const PATIENCE: Duration = Duration::from_secs(30);

/// Waits no longer for what takes too long: somebody who sends a body letter by letter holds up nothing. What was begun by then goes on to its end,
/// unless the house closes; the connection does not, so that no more is begun over it.
async fn in_time(request: Request, next: Next) -> Response {
    let late = || refused_and_closed(problem(Code::Late, "expected the whole request within 30 seconds"));
    timeout(PATIENCE, next.run(request)).await.unwrap_or_else(|_| late())
}

/// What a page may do: load its own files and speak to its own server, be in no frame, and run nothing that stands inside it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
connect-src 'self'; media-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// For half a year a browser comes over an encrypted way only, once it has.
const ONLY_SECURE: &str = "max-age=15552000";

/// Adds what every answer has.
async fn with_headers(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (
            header::HeaderName::from_static("permissions-policy"),
            "camera=(), geolocation=(), microphone=(), payment=()",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if cookie::is_secure(&house.settings, peer) {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(ONLY_SECURE));
    }
    // What is answered is about now, and often about one person.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
