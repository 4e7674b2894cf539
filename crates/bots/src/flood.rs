//! Those who come and do nothing: lines that are idle, lines that nobody reads, requests that never end.

use crate::client::{Client, Failed};
use crate::server::Server;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tercet_protocol::live::FromClient;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream, lookup_host};
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
    let mut from = Ipv4Addr::new(127, 1, 0, 1).to_bits();
    for (kind, count) in kinds {
        for number in 0..count {
            // Each table has its share of them.
            let table = tables.get(number % tables.len().max(1)).cloned();
            let one = One { kind, at: at.clone(), from: from.into(), table, counts: Arc::clone(&counts) };
            tasks.spawn(one.comes_again_and_again());
            from += 1;
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

/// One of them.
struct One {
    kind: Kind,
    at: Server,
    /// Where it comes from, if the server is on this machine.
    from: Ipv4Addr,
    table: Option<String>,
    counts: Arc<Counts>,
}

impl One {
    async fn comes_again_and_again(self) {
        loop {
            // However it ended, it is over.
            let _ = match self.kind {
                Kind::Idle => self.idle().await,
                Kind::Deaf => self.deaf().await,
                Kind::HalfOpen => self.half_open().await,
            };
            self.counts.hung_up_on.fetch_add(1, Ordering::Relaxed);
            sleep(AGAIN).await;
        }
    }

    async fn idle(&self) -> Result<(), Failed> {
        let stream = self.connect(|_| Ok(())).await?;
        let mut line = Client::new(&self.at).live_over(stream).await?;
        let _there = There::is(&self.counts);
        // Whoever listens answers when it is asked whether it is there.
        while line.hear_text().await?.is_some() {}
        Ok(())
    }

    /// Watches a table, and reads nothing of it: what fits into the smallest buffers waits there, and the rest at the server.
    async fn deaf(&self) -> Result<(), Failed> {
        let stream = self.connect(|socket| socket.set_recv_buffer_size(2_048)).await?;
        let mut line = Client::new(&self.at).live_over(stream).await?;
        let _there = There::is(&self.counts);
        if let Some(table) = &self.table {
            line.say(&FromClient::Watch { table: table.clone(), after: None }).await?;
        }
        line.hung_up().await;
        Ok(())
    }

    async fn half_open(&self) -> Result<(), Failed> {
        let mut stream = self.at.over(self.connect(|_| Ok(())).await?).await?;
        stream.write_all(b"GET /api/v1/tables HTTP/1.1\r\nhost: x\r\nx-half: ").await?;
        let _there = There::is(&self.counts);
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).await?;
        Ok(())
    }

    /// Goes to the server, by the first of its addresses that can be reached.
    async fn connect(&self, with: impl Fn(&TcpSocket) -> io::Result<()>) -> Result<TcpStream, Failed> {
        let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
        for at in lookup_host(self.at.at()).await? {
            let socket = if at.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() };
            let socket = socket?;
            // Where the system refuses it, the buffers are larger, and the line is deaf all the same.
            let _ = with(&socket);
            // Each has an address of its own, as those of a flood have: were it one, the system would look for a port that is free among those of all
            // the others, again and again, which takes it longer than all that they do at the server. Where there is none, that is how it is.
            if at.ip() == IpAddr::V4(Ipv4Addr::LOCALHOST) {
                let _ = socket.bind(SocketAddr::from((self.from, 0)));
            }
            match socket.connect(at).await {
                Ok(stream) => return Ok(stream),
                Err(error) => last = error,
            }
        }
        Err(last.into())
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
