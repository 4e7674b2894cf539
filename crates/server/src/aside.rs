//! What waits for the disk or counts for long, away from whoever answers others.

use crate::problem::{Answered, Code, Not, problem};
use tokio::task::spawn_blocking;

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
