//! What can be asked for, and what every answer has in common.

use crate::accept::Closing;
use crate::api;
use crate::house::House;
use crate::origin;
use crate::problem::{Answered, Code, problem};
use crate::socket;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{HeaderValue, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;
use utoipa::openapi::OpenApi;

/// Every route of a house.
pub(crate) fn routes(house: Arc<House>, closing: Closing) -> Router {
    let (api, document) = api::routes().split_for_parts();
    let document = Arc::new(api::document(document));
    let body = DefaultBodyLimit::max(house.settings.limits.body);
    Router::new()
        .merge(api)
        .route("/api/v1/openapi.json", get(move || answer_document(document)))
        .route("/api/v1/live", get(socket::upgrade))
        .fallback(async || Answered(problem(Code::NotFound, "see /api/v1/openapi.json for what there is")))
        .method_not_allowed_fallback(async || {
            Answered(problem(Code::Method, "see /api/v1/openapi.json for how it can be asked for"))
        })
        .layer(body)
        .layer(from_fn_with_state(Arc::clone(&house), origin::check))
        .layer(from_fn(in_time))
        .layer(from_fn(with_headers))
        .layer(axum::Extension(closing))
        .with_state(house)
}

async fn answer_document(document: Arc<OpenApi>) -> axum::Json<OpenApi> {
    axum::Json(OpenApi::clone(&document))
}

/// How long a request may take, its body included.
const PATIENCE: Duration = Duration::from_secs(30);

/// Ends what takes too long: somebody who sends a body letter by letter holds up nothing.
async fn in_time(request: Request, next: Next) -> Response {
    let late =
        || Answered(problem(Code::Late, "expected the whole request within 30 seconds")).into_response();
    timeout(PATIENCE, next.run(request)).await.unwrap_or_else(|_| late())
}

/// What a page may do: load its own files and speak to its own server, be in no frame, and run nothing that stands inside it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
connect-src 'self'; media-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Adds what every answer has.
async fn with_headers(request: Request, next: Next) -> Response {
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
    // What is answered is about now, and often about one person.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
