//! The time of the house.

use std::time::Duration;
use tokio::time::Instant;

/// The time of the house: set once, and never set back while it runs, whatever is done to the clock of the machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    began: Instant,
    began_ms: u64,
}

impl Clock {
    /// A clock that shows this time now, in milliseconds since 1970-01-01 UTC.
    pub(crate) fn set(now_ms: u64) -> Clock {
        Clock { began: Instant::now(), began_ms: now_ms }
    }

    /// The same clock, or one that is set forward if this one is behind what was written already: at no table does time run backwards, and
    /// nobody waits until it has caught up.
    pub(crate) fn not_before(self, ms: u64) -> Clock {
        let behind = ms.saturating_sub(self.now_ms());
        Clock { began_ms: self.began_ms.saturating_add(behind), ..self }
    }

    pub(crate) fn now_ms(self) -> u64 {
        let since = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.began_ms.saturating_add(since)
    }

    /// When it will show this time.
    pub(crate) fn at(self, ms: u64) -> Instant {
        self.began + Duration::from_millis(ms.saturating_sub(self.began_ms))
    }
}
