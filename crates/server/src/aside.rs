//! What waits for the disk or counts for long, away from whoever answers others.

use crate::peer::Peer;
use crate::problem::{Answered, Code, Not, problem};
use crate::turns::Turns;
use tokio::task::spawn_blocking;

/// How many may look something up in the books at once that takes long: tables read there too, and must not wait.
const READERS: usize = 3;

/// Where it is asked for what must be looked up in the books, or counted, for long.
#[derive(Debug)]
pub(crate) struct Desk(Turns);

impl Desk {
    pub(crate) fn new() -> Desk {
        Desk::of(READERS)
    }

    /// Where so many are served at once.
    pub(crate) fn of(at_once: usize) -> Desk {
        Desk(Turns::new(at_once))
    }

    /// Does something in turn, on a thread where it may take its time.
    ///
    /// # Errors
    ///
    /// As [`aside`].
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        from: Peer,
        what: impl FnOnce() -> Result<T, Not> + Send + 'static,
    ) -> Result<T, Answered> {
        let turn = self.0.take(from.counted()).await;
        aside(move || {
            // Also if whoever asked has gone by then: the turn is over when the work is.
            let _turn = turn;
            what()
        })
        .await
    }
}

/// Does something on a thread where it may take its time.
///
/// # Errors
///
/// What it says; or that it failed, which is our own fault and stands in the log.
pub(crate) async fn aside<T: Send + 'static>(
    what: impl FnOnce() -> Result<T, Not> + Send + 'static,
) -> Result<T, Answered> {
    let done = spawn_blocking(what).await.map_err(|panicked| {
        tracing::error!(%panicked, "an answer could not be made");
        problem(Code::Store, "the answer could not be made")
    })?;
    Ok(done?)
}
