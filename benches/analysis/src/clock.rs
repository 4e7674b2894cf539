//! Times and how they are printed.

use std::hint::black_box;
use std::io::Write as _;
use std::time::{Duration, Instant};
use tercet_analysis::grouped;

/// The best time of so many rounds, and the last result.
pub(crate) fn best<T>(rounds: usize, mut work: impl FnMut() -> T) -> (Duration, T) {
    let (mut least, mut result) = once(&mut work);
    for _ in 1..rounds {
        let (time, again) = once(&mut work);
        least = least.min(time);
        result = again;
    }
    (least, result)
}

/// The time of one round.
pub(crate) fn once<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = black_box(work());
    (start.elapsed(), result)
}

/// Prints a line. Where nobody reads any more, the program ends.
pub(crate) fn say(line: &str) {
    if writeln!(std::io::stdout(), "{line}").is_err() {
        std::process::exit(0);
    }
}

/// Prints a time, with how many times another it is.
pub(crate) fn ratio(name: &str, time: Duration, than: Duration) {
    let ratio = time.as_nanos() / than.as_nanos().max(1);
    say(&format!("  {name:<72} {:>17} ns {:>11} x", grouped(time.as_nanos()), grouped(ratio)));
}

/// Prints a time.
pub(crate) fn time(name: &str, time: Duration) {
    say(&format!("  {name:<72} {:>17} ns", grouped(time.as_nanos())));
}

/// The most memory this process has held, in KiB; where the system says so.
pub(crate) fn peak_memory() -> Option<u64> {
    peak_of("self")
}

/// The most memory a process has held so far, in KiB, as Linux tells it.
pub(crate) fn peak_of(process: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}
