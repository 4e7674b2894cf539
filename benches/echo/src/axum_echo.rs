//! A bare echo of axum: what comes is sent back, and nothing else is done.

use axum::Router;
use axum::extract::ws::{WebSocket, WebSocketUpgrade};
use axum::routing::get;

/// Serves until the process is ended; prints its port first.
pub(crate) async fn serve() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("an address");
    println!("{}", listener.local_addr().expect("bound").port());
    let router =
        Router::new().route("/", get(|upgrade: WebSocketUpgrade| async { upgrade.on_upgrade(echo) }));
    axum::serve(listener, router).await.expect("it serves");
}

async fn echo(mut line: WebSocket) {
    while let Some(Ok(message)) = line.recv().await {
        if line.send(message).await.is_err() {
            break;
        }
    }
}
