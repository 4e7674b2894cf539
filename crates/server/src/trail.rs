//! What is noted of each request: its number, method, route, status and time, and nothing that anybody has sent.

use crate::house::House;
use crate::problem::SaidCode;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, Method};
use axum::middleware::Next;
use axum::response::Response;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tercet_report::words::milliseconds;
use tokio::time::Instant;
use tracing::Instrument as _;

/// Where those ask who look whether the server is well; they are not counted against an address, and not worth a line each.
pub(crate) const PROBES: [&str; 2] = ["/healthz", "/readyz"];

/// The numbers of requests.
#[derive(Default)]
pub(crate) struct Numbers {
    /// What those of this run begin with.
    run: String,
    next: AtomicU64,
}

impl Numbers {
    /// Numbers that begin with something of this run's own.
    pub(crate) fn new(run: [u8; 4]) -> Numbers {
        Numbers { run: format!("{:08x}", u32::from_be_bytes(run)), next: AtomicU64::new(1) }
    }

    fn next(&self) -> String {
        format!("{}-{}", self.run, self.next.fetch_add(1, Ordering::Relaxed))
    }
}

/// Notes a request and its answer.
pub(crate) async fn note(State(house): State<Arc<House>>, request: Request, next: Next) -> Response {
    let id = house.numbers.next();
    let method = method(request.method());
    // The path could hold anything; the route is one of ours.
    let route = request.extensions().get::<MatchedPath>().map_or("other", MatchedPath::as_str).to_owned();
    let began = Instant::now();
    let span = tracing::info_span!("request", id);
    let mut response = next.run(request).instrument(span).await;
    let (took, status) = (began.elapsed(), response.status().as_u16());
    house.metrics.answered(method, &route, status, took);
    let ms = milliseconds(took);
    let code = response.extensions().get::<SaidCode>().map(|code| code.0.as_str());
    if status >= 500 {
        tracing::warn!(id, method, route, status, ms, code, "answered");
    } else if PROBES.contains(&route.as_str()) {
        tracing::debug!(id, method, route, status, ms, code, "answered");
    } else {
        tracing::info!(id, method, route, status, ms, code, "answered");
    }
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert("x-request-id", id);
    }
    response
}

/// The method as one of those that there are: anybody can make up others.
fn method(method: &Method) -> &'static str {
    let known = [
        Method::GET,
        Method::POST,
        Method::PUT,
        Method::PATCH,
        Method::DELETE,
        Method::HEAD,
        Method::OPTIONS,
    ];
    let words = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
    known.iter().position(|known| known == method).map_or("other", |at| words[at])
}
