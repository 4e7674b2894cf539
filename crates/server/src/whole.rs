//! A request that may change something is begun once it is there as a whole, and is then done to its end.
//!
//! Whoever asks may go away at any time, or wait no longer, and what answers them would stop between any two steps: with a limit written that no bet
//! knows of, or a lock let go under what it protects.

use crate::places::Place;
use crate::problem::{Answered, Code, Not, not_whole, problem, refused_and_closed, too_long};
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use futures_util::{FutureExt as _, StreamExt as _};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use tokio::sync::oneshot;
use tracing::Instrument as _;

/// Reads a request that may change something, its body of at most so many bytes, and does it apart from the connection on which it came.
pub(crate) async fn begun_whole(State(most): State<usize>, request: Request, next: Next) -> Response {
    if request.method().is_safe() {
        return next.run(request).await;
    }
    let (head, body) = request.into_parts();
    let body = match whole(body, most).await {
        Ok(body) => Body::from(body),
        Err(not) => return refused_and_closed(not),
    };
    // Whoever goes away has the place until what they began is done: there are never more at it than there are places.
    let place: Option<Arc<Place>> = head.extensions.get().cloned();
    let request = Request::from_parts(head, body);
    let (answers, answered) = oneshot::channel();
    let work = async move {
        let answer = AssertUnwindSafe(next.run(request)).catch_unwind().await.unwrap_or_else(|_| {
            tracing::error!("it panicked, and was not done to its end");
            Answered(problem(Code::Store, "the answer could not be made")).into_response()
        });
        let status = answer.status().as_u16();
        if answers.send(answer).is_err() {
            tracing::info!(status, "done, and nobody waits for the answer");
        }
        drop(place);
    };
    tokio::spawn(work.in_current_span());
    let ended = |_| {
        Answered(problem(Code::Store, "the house closes, and this was not done to its end")).into_response()
    };
    answered.await.unwrap_or_else(ended)
}

/// The whole of a body, in one piece: of however many it came in, no more is kept than its bytes.
async fn whole(body: Body, most: usize) -> Result<Bytes, Not> {
    let (mut whole, mut parts) = (Vec::new(), body.into_data_stream());
    while let Some(part) = parts.next().await {
        let part = part.map_err(|_| not_whole())?;
        if whole.len() + part.len() > most {
            return Err(too_long());
        }
        whole.extend_from_slice(&part);
    }
    Ok(whole.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::places::Places;
    use axum::Router;
    use axum::http::Method;
    use axum::middleware::from_fn_with_state;
    use axum::routing::any;
    use futures_util::stream;
    use std::io;
    use std::net::Ipv4Addr;
    use std::sync::atomic::{AtomicBool, Ordering};
    use tokio::sync::Semaphore;
    use tower::ServiceExt as _;

    /// Something that takes two steps, and how far it has come.
    #[derive(Clone)]
    struct Steps {
        begun: Arc<Semaphore>,
        goes_on: Arc<Semaphore>,
        done: Arc<Semaphore>,
        dropped: Arc<AtomicBool>,
    }

    /// Notes that what held it is no more.
    struct Note(Arc<AtomicBool>);

    impl Drop for Note {
        fn drop(&mut self) {
            self.0.store(true, Ordering::SeqCst);
        }
    }

    impl Steps {
        fn new() -> Steps {
            let none = || Arc::new(Semaphore::new(0));
            Steps { begun: none(), goes_on: none(), done: none(), dropped: Arc::default() }
        }

        fn router(&self) -> Router {
            let steps = self.clone();
            let both = async move |_body: Bytes| {
                let _note = Note(Arc::clone(&steps.dropped));
                steps.begun.add_permits(1);
                steps.goes_on.acquire().await.unwrap().forget();
                steps.done.add_permits(1);
            };
            Router::new().route("/", any(both)).layer(from_fn_with_state(8, begun_whole))
        }

        /// Asks from this place, and goes away once it is begun.
        async fn ask_and_go(&self, method: Method, place: Place) {
            let request = Request::builder().method(method).uri("/").extension(Arc::new(place));
            let request = request.body(Body::from("12345678")).unwrap();
            let asks = tokio::spawn(self.router().oneshot(request));
            self.begun.acquire().await.unwrap().forget();
            asks.abort();
            assert!(asks.await.unwrap_err().is_cancelled());
        }
    }

    /// Of what changes something both steps are made, though whoever asked has gone after the first, and till then nobody else has the place; what is only read
    /// ends with whoever asked.
    #[tokio::test]
    async fn what_is_begun_is_done_though_whoever_asked_has_gone() {
        let places = Arc::new(Places::new(&Limits::default()));
        let place = || places.take(Ipv4Addr::LOCALHOST.into(), false).unwrap();
        for method in [Method::POST, Method::PUT, Method::DELETE, Method::PATCH] {
            let steps = Steps::new();
            steps.ask_and_go(method, place()).await;
            assert_eq!((steps.dropped.load(Ordering::SeqCst), places.taken()), (false, 1));
            steps.goes_on.add_permits(1);
            steps.done.acquire().await.unwrap().forget();
            while places.taken() > 0 {
                tokio::task::yield_now().await;
            }
        }
        let steps = Steps::new();
        steps.ask_and_go(Method::GET, place()).await;
        assert_eq!((steps.dropped.load(Ordering::SeqCst), places.taken()), (true, 0));
    }

    /// Nothing is begun of a request that is cut off, or longer than is read.
    #[tokio::test]
    async fn nothing_is_begun_that_is_not_there_as_a_whole() {
        let cut = stream::iter([Ok(Bytes::from_static(b"1234")), Err(io::Error::other("gone"))]);
        let long =
            stream::iter([Ok::<_, io::Error>(Bytes::from_static(b"12345678")), Ok(Bytes::from_static(b"9"))]);
        for (body, status) in [(Body::from_stream(cut), 400), (Body::from_stream(long), 413)] {
            let steps = Steps::new();
            let request = Request::builder().method(Method::POST).uri("/").body(body).unwrap();
            let answer = steps.router().oneshot(request).await.unwrap();
            assert_eq!((answer.status().as_u16(), steps.begun.available_permits()), (status, 0));
            assert_eq!(answer.headers()["connection"], "close", "what is left of it is no next request");
        }
        // What is still on its way is not begun either.
        let steps = Steps::new();
        let request = Request::builder().method(Method::POST).uri("/");
        let request = request.body(Body::from_stream(stream::pending::<io::Result<Bytes>>())).unwrap();
        assert!(steps.router().oneshot(request).now_or_never().is_none());
        assert_eq!(steps.begun.available_permits(), 0);
    }

    /// Of a body that comes a byte at a time no more is kept than its bytes, and it is as long as it may be.
    #[tokio::test]
    async fn a_body_in_many_parts_is_kept_in_one() {
        let parts = |count: usize| {
            Body::from_stream(stream::iter((0..count).map(|_| Ok::<_, io::Error>(Bytes::from_static(b"x")))))
        };
        let all = whole(parts(65_536), 65_536).await.unwrap();
        assert_eq!(all.len(), 65_536);
        assert!(whole(parts(65_537), 65_536).await.is_err());
    }

    /// What panics is our own fault, and answered as one.
    #[tokio::test]
    async fn what_panics_is_answered_all_the_same() {
        let panics = Router::new().route("/", any(async || -> () { panic!("a fault of ours") }));
        let router = panics.layer(from_fn_with_state(8, begun_whole));
        let request = Request::builder().method(Method::POST).uri("/").body(Body::empty()).unwrap();
        assert_eq!(router.oneshot(request).await.unwrap().status().as_u16(), 503);
    }
}
