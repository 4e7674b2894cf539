//! Who watches a table, and what they see.

use std::fmt;
use std::sync::Arc;
use tercet_ledger::Name;
use tercet_rules::Audience;
use tercet_table::{Table, TableView};
use tokio::sync::watch;

/// Whose eyes: nobody at a running table sees a card that is hidden from them, so there is no other kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Eyes {
    /// Those of a player.
    Player(Name),
    /// Those of the dealer, for whom cards that lie face down do so.
    Dealer,
    /// Those of anybody else.
    Spectator,
}

impl Eyes {
    fn audience(&self) -> Audience<'_> {
        match self {
            Eyes::Player(name) => Audience::Player(name.as_str()),
            Eyes::Dealer => Audience::Dealer,
            Eyes::Spectator => Audience::Spectator,
        }
    }
}

/// Watches a table.
#[derive(Clone)]
pub struct Watcher(watch::Receiver<Arc<Table>>);

/// Says that a table has stopped: its house closed, or its store has what it cannot have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

impl Watcher {
    pub(crate) const fn new(seen: watch::Receiver<Arc<Table>>) -> Watcher {
        Watcher(seen)
    }

    /// What these eyes see now.
    #[must_use]
    pub fn view(&self, eyes: &Eyes) -> TableView {
        self.0.borrow().view(eyes.audience())
    }

    /// Waits until something has happened since it was waited for last; at once, if something has.
    ///
    /// # Errors
    ///
    /// [`Stopped`], once nothing will happen any more.
    pub async fn changed(&mut self) -> Result<(), Stopped> {
        self.0.changed().await.map_err(|_| Stopped)
    }
}

impl fmt::Debug for Watcher {
    // The table behind it has every card.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Watcher").field(&self.view(&Eyes::Spectator)).finish()
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the table has stopped")
    }
}

impl std::error::Error for Stopped {}
