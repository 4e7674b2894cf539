//! Connections, from the first byte to the last.

use crate::house::{House, NotOpen};
use crate::routes::routes;
use axum::Router;
use axum::body::Body;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::collections::BTreeMap;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{MissedTickBehavior, interval};
use tower::ServiceExt as _;

/// How long connections have to end once the house closes.
const GRACE: Duration = Duration::from_secs(5);

/// The address from which a connection comes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(IpAddr);

impl fmt::Display for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The place of a connection: free for another once nobody holds it any more, be that the connection or what it became.
pub(crate) struct Place {
    _room: OwnedSemaphorePermit,
    _guest: Guest,
}

/// Says that the house closes.
#[derive(Clone, Debug)]
pub(crate) struct Closing(watch::Receiver<bool>);

impl Closing {
    /// Waits until the house closes.
    pub(crate) async fn closes(&mut self) {
        // The other end lives as long as the server.
        let _ = self.0.wait_for(|closes| *closes).await;
    }
}

/// Lets people in until `stop` is done: then it lets nobody in any more, tells who is there, waits a moment for them and closes the tables.
///
/// `ready` is called once with the address.
///
/// # Errors
///
/// If it cannot listen.
pub async fn serve(
    house: Arc<House>,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()>,
) -> Result<(), NotOpen> {
    let at = house.settings.listen;
    let not = |error: std::io::Error| NotOpen::Listen { at, why: error.to_string() };
    let listener = TcpListener::bind(at).await.map_err(not)?;
    let (closes, closing) = watch::channel(false);
    let app = routes(Arc::clone(&house), Closing(closing));
    let limits = &house.settings.limits;
    let room = Arc::new(Semaphore::new(limits.connections));
    let peers = Arc::new(Peers { most: limits.per_address, open: Mutex::default() });
    ready(listener.local_addr().map_err(not)?);
    tokio::pin!(stop);
    let mut minute = interval(Duration::from_secs(60));
    minute.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let connection = tokio::select! {
            () = &mut stop => break,
            _ = minute.tick() => {
                let house = Arc::clone(&house);
                tokio::spawn(async move { house.tend().await });
                continue;
            }
            connection = listener.accept() => connection,
        };
        let (stream, peer) = match connection {
            Ok(connection) => connection,
            Err(error) => {
                // Too many files are open, mostly: the ones that are open will close.
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        // Who comes when there is no room is hung up on: nothing else costs less.
        let Ok(permit) = Arc::clone(&room).try_acquire_owned() else { continue };
        let Some(guest) = Peers::enter(&peers, peer.ip()) else { continue };
        let place = Arc::new(Place { _room: permit, _guest: guest });
        let (app, head, closing) = (app.clone(), limits.head, Closing(closes.subscribe()));
        tokio::spawn(connection_of(stream, Peer(peer.ip()), place, app, head, closing));
    }
    drop(listener);
    closes.send_replace(true);
    let all = u32::try_from(limits.connections).unwrap_or(u32::MAX);
    // Who does not go is left behind: the step in hand at the tables is finished all the same.
    let _ = tokio::time::timeout(GRACE, room.acquire_many(all)).await;
    house.tend().await;
    for (table, why) in house.close().await {
        tracing::error!(%table, %why, "a table had stopped");
    }
    Ok(())
}

/// Answers what one connection asks.
async fn connection_of(
    stream: TcpStream,
    peer: Peer,
    place: Arc<Place>,
    app: Router,
    head: Duration,
    mut closing: Closing,
) {
    // Small messages must not wait for one another.
    let _ = stream.set_nodelay(true);
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(peer);
        request.extensions_mut().insert(Arc::clone(&place));
        app.clone().oneshot(request)
    });
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(head).keep_alive(true).max_buf_size(16 * 1024);
    let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
    tokio::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = closing.closes() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended");
    }
}

/// How many connections each address has.
struct Peers {
    most: usize,
    open: Mutex<BTreeMap<IpAddr, usize>>,
}

/// One connection of an address, counted until it is dropped.
struct Guest {
    peers: Arc<Peers>,
    address: IpAddr,
}

impl Peers {
    fn enter(peers: &Arc<Peers>, address: IpAddr) -> Option<Guest> {
        let mut open = peers.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(address).or_default();
        if *count >= peers.most {
            return None;
        }
        *count += 1;
        Some(Guest { peers: Arc::clone(peers), address })
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        let mut open = self.peers.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}
