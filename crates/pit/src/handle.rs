//! What everybody but its task has of a table.

use crate::guard::Forbidden;
use crate::watch::{Stopped, Watcher};
use std::fmt;
use std::sync::Arc;
use tercet_ledger::{Key, Name};
use tercet_table::{Answer, Ask, NotLive, Table};
use tokio::sync::{mpsc, oneshot, watch};

/// Something that is asked of a table, and where the answer goes.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) ask: Ask,
    pub(crate) key: Key,
    pub(crate) answer: oneshot::Sender<Result<Answer, NotAsked>>,
}

/// Asks a table, and watches it. As many as one likes; the table does not mind if they are dropped.
#[derive(Clone)]
pub struct Handle {
    pub(crate) name: Name,
    pub(crate) asks: mpsc::Sender<Asked>,
    pub(crate) seen: watch::Receiver<Arc<Table>>,
    pub(crate) hindered: watch::Receiver<Option<NotLive>>,
}

/// Why there is no answer that says it is done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotAsked {
    /// The table says why not, and nothing has changed; or its store failed, and it may be done: ask again under the same key.
    Table(NotLive),
    /// The table would take the bet, and the guard of the house says why it may not; nothing has changed.
    Forbidden(Forbidden),
    /// So much was asked that the table has fallen behind: ask again, a little later, under the same key.
    Busy,
    /// The table has stopped. What was asked may be done or not: ask again under the same key once it runs.
    Stopped,
}

impl Handle {
    /// The name of the table.
    #[must_use]
    pub const fn name(&self) -> &Name {
        &self.name
    }

    /// Asks; the answer comes once it is written for good. A caller who does not wait for it changes nothing.
    ///
    /// # Errors
    ///
    /// See [`NotAsked`].
    pub async fn ask(&self, ask: Ask, key: Key) -> Result<Answer, NotAsked> {
        let (answer, answered) = oneshot::channel();
        self.asks.try_send(Asked { ask, key, answer }).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => NotAsked::Busy,
            mpsc::error::TrySendError::Closed(_) => NotAsked::Stopped,
        })?;
        answered.await.map_err(|_| NotAsked::Stopped)?
    }

    /// Somebody who watches.
    #[must_use]
    pub fn watch(&self) -> Watcher {
        Watcher::new(self.seen.clone())
    }

    /// Why what is due at the table cannot be done, if it cannot: it is tried again and again, and people are answered meanwhile, but the round does not go on.
    #[must_use]
    pub fn hindered(&self) -> Option<NotLive> {
        self.hindered.borrow().clone()
    }

    /// Waits until the table has stopped.
    pub async fn stopped(&self) -> Stopped {
        self.asks.closed().await;
        Stopped
    }
}

impl fmt::Debug for Handle {
    // The table behind it has every card.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handle").field("name", &self.name).finish_non_exhaustive()
    }
}

impl fmt::Display for NotAsked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAsked::Table(not) => not.fmt(f),
            NotAsked::Forbidden(why) => why.fmt(f),
            NotAsked::Busy => {
                f.write_str("the table is asked too much at once; ask again under the same key")
            }
            NotAsked::Stopped => Stopped.fmt(f),
        }
    }
}

impl std::error::Error for NotAsked {}

impl From<NotLive> for NotAsked {
    fn from(not: NotLive) -> NotAsked {
        NotAsked::Table(not)
    }
}
