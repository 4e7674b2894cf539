//! What whoever looks at a round later asks of the table that has taken it again.

use crate::settings::Settings;
use crate::state::{Shuffle, Table};
use tercet_fair::Ready;

impl Table {
    /// What the table was set to when its last round opened, whatever it is set to now.
    #[must_use]
    pub fn round_settings(&self) -> Option<&Settings> {
        self.live.as_ref().map(|live| &*live.settings)
    }

    /// The shuffle of the last round, once its seed is told: with every card, the hidden ones too.
    #[must_use]
    pub fn told(&self) -> Option<&Ready> {
        match &self.live.as_ref()?.shuffle {
            Shuffle::Told(ready) => Some(ready),
            Shuffle::Sealed(..) | Shuffle::Closed(_) | Shuffle::Ready(_) => None,
        }
    }
}
