//! Many lines, each of which says something as soon as the answer to what it said before has come.

use crate::process::Server;
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

/// How many lines there are, and how often each says something.
pub(crate) const LINES: usize = 100;
const TIMES: usize = 2_000;

/// How many microseconds of a core a round trip costs the server: `said` is answered by the first message that has `answer` in it.
pub(crate) async fn cost(server: &Server, path: &str, said: &'static str, answer: &'static str) -> f64 {
    let mut lines = Vec::new();
    for _ in 0..LINES {
        let mut line = open(server, path).await;
        // Once before the time is taken: then everything is there.
        round_trips(&mut line, 1, said, answer).await;
        lines.push(line);
    }
    let before = server.on_core();
    let tasks: Vec<_> = lines
        .into_iter()
        .map(|mut line| tokio::spawn(async move { round_trips(&mut line, TIMES, said, answer).await }))
        .collect();
    for task in tasks {
        task.await.expect("all are answered");
    }
    (server.on_core() - before) * 1e6 / (LINES * TIMES) as f64
}

async fn open(server: &Server, path: &str) -> WebSocketStream<TcpStream> {
    let stream = TcpStream::connect(server.at).await.expect("it listens");
    stream.set_nodelay(true).expect("a socket");
    client_async(format!("ws://{}{path}", server.at), stream).await.expect("a live line").0
}

async fn round_trips(line: &mut WebSocketStream<TcpStream>, times: usize, said: &'static str, answer: &str) {
    for _ in 0..times {
        line.send(Message::text(said)).await.expect("said");
        loop {
            match line.next().await.expect("it is open").expect("a message") {
                Message::Text(text) if text.contains(answer) => break,
                _ => {}
            }
        }
    }
}
