//! Those who come and do nothing: lines that are idle, lines that nobody reads, requests that never end.

use crate::client::{Client, Failed};
use crate::server::Server;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tercet_protocol::live::FromClient;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpSocket;
use tokio::task::JoinSet;
use tokio::time::sleep;

/// How long somebody who was hung up on waits before they come again.
const AGAIN: Duration = Duration::from_secs(5);

/// How many come at the same time: the others wait a moment.
const AT_THE_DOOR: Duration = Duration::from_micros(500);

/// Those who come and do nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Crowd {
    /// Live lines that only say that they are there.
    pub idle: usize,
    /// Live lines that watch a table and read nothing.
    pub deaf: usize,
    /// Connections that send half a request.
    pub half_open: usize,
}

impl Crowd {
    /// How many there are in all.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.idle + self.deaf + self.half_open
    }
}

/// Those who came, until this is dropped.
#[derive(Debug)]
pub struct Flood {
    _tasks: JoinSet<()>,
    counts: Arc<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    there: AtomicUsize,
    hung_up_on: AtomicUsize,
}

impl Flood {
    /// How many are there now.
    #[must_use]
    pub fn there(&self) -> usize {
        self.counts.there.load(Ordering::Relaxed)
    }

    /// How often one was hung up on, or not let in.
    #[must_use]
    pub fn hung_up_on(&self) -> usize {
        self.counts.hung_up_on.load(Ordering::Relaxed)
    }
}

/// Sends them; whoever is hung up on comes again.
pub async fn flood(at: &Server, crowd: Crowd, tables: &[String]) -> Flood {
    let counts = Arc::<Counts>::default();
    let mut tasks = JoinSet::new();
    let kinds = [(Kind::Idle, crowd.idle), (Kind::Deaf, crowd.deaf), (Kind::HalfOpen, crowd.half_open)];
    for (kind, count) in kinds {
        for number in 0..count {
            // Each table has its share of them.
            let table = tables.get(number % tables.len().max(1)).cloned();
            let (at, counts) = (at.clone(), Arc::clone(&counts));
            tasks.spawn(async move { kind.comes_again_and_again(&at, table, &counts).await });
            sleep(AT_THE_DOOR).await;
        }
    }
    Flood { _tasks: tasks, counts }
}

#[derive(Clone, Copy)]
enum Kind {
    Idle,
    Deaf,
    HalfOpen,
}

impl Kind {
    async fn comes_again_and_again(self, at: &Server, table: Option<String>, counts: &Counts) {
        loop {
            // However it ended, it is over.
            let _ = match self {
                Kind::Idle => idle(at, counts).await,
                Kind::Deaf => deaf(at, table.as_ref(), counts).await,
                Kind::HalfOpen => half_open(at, counts).await,
            };
            counts.hung_up_on.fetch_add(1, Ordering::Relaxed);
            sleep(AGAIN).await;
        }
    }
}

/// Counts somebody who is there until it is dropped.
struct There<'c>(&'c Counts);

impl<'c> There<'c> {
    fn is(counts: &'c Counts) -> There<'c> {
        counts.there.fetch_add(1, Ordering::Relaxed);
        There(counts)
    }
}

impl Drop for There<'_> {
    fn drop(&mut self) {
        self.0.there.fetch_sub(1, Ordering::Relaxed);
    }
}

async fn idle(at: &Server, counts: &Counts) -> Result<(), Failed> {
    let mut line = Client::new(at).live().await?;
    let _there = There::is(counts);
    // Whoever listens answers when it is asked whether it is there.
    while line.hear_text().await?.is_some() {}
    Ok(())
}

/// Watches a table, and reads nothing of it: what fits into the smallest buffers waits there, and the rest at the server.
async fn deaf(at: &Server, table: Option<&String>, counts: &Counts) -> Result<(), Failed> {
    let line = |error: std::io::Error| Failed::Line(error.to_string());
    let address =
        at.at().parse().map_err(|_| Failed::Line(format!("{at}: expected an address and a port")))?;
    let socket = TcpSocket::new_v4().map_err(line)?;
    // Where the system refuses that, the buffers are larger, and the line is deaf all the same.
    let _ = socket.set_recv_buffer_size(2_048);
    let stream = socket.connect(address).await.map_err(line)?;
    let mut line = Client::new(at).live_over(stream).await?;
    let _there = There::is(counts);
    if let Some(table) = table {
        line.say(&FromClient::Watch { table: table.clone(), after: None }).await?;
    }
    line.hung_up().await;
    Ok(())
}

async fn half_open(at: &Server, counts: &Counts) -> Result<(), Failed> {
    let line = |error: std::io::Error| Failed::Line(error.to_string());
    let mut stream = at.connect().await?;
    stream.write_all(b"GET /api/v1/tables HTTP/1.1\r\nhost: x\r\nx-half: ").await.map_err(line)?;
    let _there = There::is(counts);
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).await.map_err(line)?;
    Ok(())
}
