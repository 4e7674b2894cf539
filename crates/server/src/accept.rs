//! Connections, from the first byte to the last.

use crate::house::{House, NotOpen};
use crate::metrics;
use crate::peer::Peer;
use crate::places::Place;
use crate::routes::routes;
use axum::Router;
use axum::body::Body;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt as _;

/// How long connections have to end once the house closes.
const GRACE: Duration = Duration::from_secs(5);

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
    let not = |error: std::io::Error| NotOpen::Listen { setting: "listen", at, why: error.to_string() };
    let listener = TcpListener::bind(at).await.map_err(not)?;
    let (closes, closing) = watch::channel(false);
    let app = routes(Arc::clone(&house), Closing(closing));
    if let Some(at) = house.settings.metrics_listen {
        let setting = "metrics-listen";
        let not = |error: std::io::Error| NotOpen::Listen { setting, at, why: error.to_string() };
        let listener = TcpListener::bind(at).await.map_err(not)?;
        let at = listener.local_addr().map_err(not)?;
        tracing::info!(%at, "the metrics are at /metrics");
        // A house is served once.
        let _ = house.metrics_at.set(at);
        tokio::spawn(metrics::answer(Arc::clone(&house), listener, Closing(closes.subscribe())));
    }
    let backups = tokio::spawn(crate::backups::make(Arc::clone(&house)));
    ready(listener.local_addr().map_err(not)?);
    tokio::pin!(stop);
    let mut tends = None;
    let mut minute = interval(Duration::from_secs(60));
    minute.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let connection = tokio::select! {
            () = &mut stop => break,
            _ = minute.tick() => {
                // Where the disk takes its time, the minute before may not be over yet.
                if tends.as_ref().is_some_and(|tends: &JoinHandle<()>| !tends.is_finished()) {
                    tracing::warn!("what the house does once a minute takes longer than that; the disk may be slow");
                    continue;
                }
                let house = Arc::clone(&house);
                tends = Some(tokio::spawn(async move { house.tend().await }));
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
        // Who comes when there is no place is hung up on: nothing else costs less.
        let is_proxy = house.settings.proxies.trusts(peer.ip());
        let peer = Peer::new(peer.ip(), house.tls.is_some());
        let place = match house.places.take(peer.counted(), is_proxy) {
            Ok(place) => place,
            Err(no) => {
                house.metrics.connection_refused(no.word());
                continue;
            }
        };
        let connection = Connection { house: Arc::clone(&house), peer, is_proxy, place: Arc::new(place) };
        tokio::spawn(connection.begin(stream, app.clone(), Closing(closes.subscribe())));
    }
    drop(listener);
    // A copy in hand comes to its end. Whoever waits for the house to be closed may open it again: nobody else has it by then.
    backups.abort();
    let _ = backups.await;
    if let Some(tends) = tends {
        let _ = tends.await;
    }
    closes.send_replace(true);
    // Who does not go is left behind: the step in hand at the tables is finished all the same.
    let _ = timeout(GRACE, house.places.empty()).await;
    house.tend().await;
    for (table, why) in house.close().await {
        tracing::error!(%table, %why, "a table had stopped");
    }
    Ok(())
}

/// One connection.
struct Connection {
    house: Arc<House>,
    peer: Peer,
    /// Whether it comes from a proxy that is trusted.
    is_proxy: bool,
    place: Arc<Place>,
}

/// The place of a proxy, through which one person after the other comes, each of whom needs one, too.
#[derive(Clone)]
pub(crate) struct OfAProxy(pub(crate) Arc<Place>);

impl Connection {
    /// Says of a request who makes it, and what place that takes.
    fn introduce(&self, request: &mut hyper::Request<Body>) {
        let peer = self.house.settings.proxies.behind(self.peer, request.headers());
        let extensions = request.extensions_mut();
        extensions.insert(peer);
        if self.is_proxy {
            extensions.insert(OfAProxy(Arc::clone(&self.place)));
        } else {
            extensions.insert(Arc::clone(&self.place));
        }
    }

    /// Answers what is asked, once the way is encrypted if it is to be.
    async fn begin(self, stream: TcpStream, app: Router, mut closing: Closing) {
        // Small messages must not wait for one another.
        let _ = stream.set_nodelay(true);
        let Some(tls) = &self.house.tls else { return self.talk(stream, app, closing).await };
        let shakes_hands = timeout(self.house.settings.limits.head, tls.acceptor().accept(stream));
        let shaken = tokio::select! {
            shaken = shakes_hands => shaken,
            () = closing.closes() => return,
        };
        match shaken {
            Ok(Ok(stream)) => self.talk(stream, app, closing).await,
            Ok(Err(error)) => {
                self.house.metrics.connection_refused("handshake");
                tracing::debug!(%error, "a way was not encrypted");
            }
            Err(_) => {
                self.house.metrics.connection_refused("handshake-late");
                tracing::debug!("a way was not encrypted in time");
            }
        }
    }

    /// Answers what is asked.
    async fn talk(
        self,
        stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
        app: Router,
        mut closing: Closing,
    ) {
        // The place is free once nothing is left of the connection, the house that it has included.
        let _place = Arc::clone(&self.place);
        let limits = &self.house.settings.limits;
        let head = limits.head;
        // Who asks and reads no answer would keep the place for ever.
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(limits.unread));
        let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
            let mut request = request.map(Body::new);
            self.introduce(&mut request);
            app.clone().oneshot(request)
        });
        let mut http = hyper::server::conn::http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(head).keep_alive(true).max_buf_size(16 * 1024);
        let connection = http.serve_connection(TokioIo::new(Box::pin(stream)), service).with_upgrades();
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
}
