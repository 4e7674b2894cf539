//! How long answers took, of many players together.

use hdrhistogram::Histogram;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long answers took, in microseconds to three digits: it stays as small however many there are.
pub struct Latencies(Mutex<Histogram<u64>>);

impl Default for Latencies {
    fn default() -> Latencies {
        // Two minutes are more than any client waits.
        let histogram = Histogram::new_with_bounds(1, 120_000_000, 3).expect("bounds that fit");
        Latencies(Mutex::new(histogram))
    }
}

impl Latencies {
    fn all(&self) -> MutexGuard<'_, Histogram<u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes one.
    pub fn note(&self, took: Duration) {
        self.all().saturating_record(u64::try_from(took.as_micros()).unwrap_or(u64::MAX));
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.all().len()
    }

    /// How long answers took at most, but for so many of a hundred: 99 for the slowest one of them.
    #[must_use]
    pub fn percentile(&self, percent: f64) -> Duration {
        Duration::from_micros(self.all().value_at_percentile(percent))
    }

    /// How long the slowest took.
    #[must_use]
    pub fn most(&self) -> Duration {
        Duration::from_micros(self.all().max())
    }
}

impl fmt::Debug for Latencies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Latencies").field("count", &self.count()).finish()
    }
}
