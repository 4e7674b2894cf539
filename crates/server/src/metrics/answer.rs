//! Answers with the metrics at an address of their own, which is not for the world.

use crate::accept::Closing;
use crate::house::House;
use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use prometheus_client::encoding::prometheus_text;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::{Duration, sleep, timeout};

/// How many may ask at the same time.
const AT_ONCE: usize = 8;

/// How long one connection may take in all.
const PATIENCE: Duration = Duration::from_secs(10);

/// Answers until the house closes.
pub(crate) async fn answer(house: Arc<House>, listener: TcpListener, mut closing: Closing) {
    let head = house.settings.limits.head;
    let app = Router::new().route("/metrics", get(metrics)).with_state(house);
    let room = Arc::new(Semaphore::new(AT_ONCE));
    loop {
        let accepted = tokio::select! {
            () = closing.closes() => return,
            accepted = listener.accept() => accepted,
        };
        let stream = match accepted {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "a connection for the metrics was not accepted");
                sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let Ok(place) = Arc::clone(&room).try_acquire_owned() else { continue };
        let mut http = hyper::server::conn::http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(head).keep_alive(false);
        let connection = http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(app.clone()));
        tokio::spawn(async move {
            // Whoever asked and has gone will ask again.
            let _ = timeout(PATIENCE, connection).await;
            drop(place);
        });
    }
}

async fn metrics(State(house): State<Arc<House>>) -> impl IntoResponse {
    ([(CONTENT_TYPE, prometheus_text::CONTENT_TYPE)], house.metrics.text(&house))
}
