//! Who watches a table, and what they see.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use tercet_ledger::Name;
use tercet_rules::{Audience, SpotView, own_spots};
use tercet_table::{Settings, Stage, Status, Table, TableView};
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
    pub(crate) fn audience(&self) -> Audience<'_> {
        match self {
            Eyes::Player(name) => Audience::Player(name.as_str()),
            Eyes::Dealer => Audience::Dealer,
            Eyes::Spectator => Audience::Spectator,
        }
    }
}

/// A table as it was at one time, of which everybody sees what is for their eyes.
#[derive(Clone)]
pub struct Look(pub(crate) Arc<Table>);

impl Look {
    /// The name of the table.
    #[must_use]
    pub fn table(&self) -> &Name {
        self.0.name()
    }

    /// How many events there were at the table by then.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.0.version()
    }

    /// Who sits where, by spot.
    #[must_use]
    pub fn seats(&self) -> &BTreeMap<u8, Name> {
        self.0.seats()
    }

    /// Whether it took bets.
    #[must_use]
    pub fn status(&self) -> Status {
        self.0.status()
    }

    /// What it was set to: what its next round would be.
    #[must_use]
    pub fn settings(&self) -> Option<&Settings> {
        self.0.settings()
    }

    /// The place of the event that set it last, among all of the table from 0 on; 0, too, if none did.
    #[must_use]
    pub fn set_at(&self) -> u64 {
        self.0.set_at()
    }

    /// The meter of its next round, where the game has one.
    #[must_use]
    pub fn meter(&self) -> Option<&Name> {
        self.settings().and_then(|settings| settings.meter.as_ref())
    }

    /// What it was set to when its last round opened.
    #[must_use]
    pub fn round_settings(&self) -> Option<&Settings> {
        self.0.round_settings()
    }

    /// The number of its last round, from 1; 0 before the first.
    #[must_use]
    pub fn rounds(&self) -> u64 {
        self.0.rounds()
    }

    /// What that round was doing.
    #[must_use]
    pub fn stage(&self) -> Option<Stage> {
        self.0.stage()
    }

    /// What these eyes see.
    #[must_use]
    pub fn view(&self, eyes: &Eyes) -> TableView {
        self.0.view(eyes.audience())
    }

    /// The spots of one player, once cards lie there, as that player sees them: the only thing in which what the player sees differs from what
    /// everybody does.
    #[must_use]
    pub fn own_spots(&self, player: &str) -> Vec<SpotView> {
        self.0.round().map_or(Vec::new(), |round| own_spots(round, player))
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

    /// The table as it is now, to look at it later.
    #[must_use]
    pub fn look(&self) -> Look {
        Look(Arc::clone(&self.0.borrow()))
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

impl fmt::Debug for Look {
    // The table behind it has every card.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Look")
            .field("table", self.table())
            .field("version", &self.version())
            .finish_non_exhaustive()
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
