//! The one place of this package that reads the clock: how long a step took.

use std::fmt;
use std::time::{Duration, Instant};

/// A running watch.
pub(crate) struct Stopwatch(Instant);

impl Stopwatch {
    #[expect(clippy::disallowed_methods, reason = "the time a developer waits is what is measured")]
    pub(crate) fn start() -> Self {
        Stopwatch(Instant::now())
    }

    pub(crate) fn elapsed(&self) -> Elapsed {
        Elapsed(self.0.elapsed())
    }
}

/// A time a step took; shown as `0.3 s` or `2 min 05 s`.
#[derive(Clone, Copy)]
pub(crate) struct Elapsed(Duration);

impl fmt::Display for Elapsed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        let text = if seconds < 60 {
            format!("{seconds}.{} s", self.0.subsec_millis() / 100)
        } else {
            format!("{} min {:02} s", seconds / 60, seconds % 60)
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_times_show_tenths_and_long_ones_minutes() {
        assert_eq!(Elapsed(Duration::from_millis(340)).to_string(), "0.3 s");
        assert_eq!(Elapsed(Duration::from_millis(59_990)).to_string(), "59.9 s");
        assert_eq!(Elapsed(Duration::from_secs(125)).to_string(), "2 min 05 s");
    }
}
