//! How far long work has come, on a terminal: a line on standard error, which is gone when there is an answer.

use super::{columns, harmless};
use std::io::{self, IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::{Duration, Instant};
use tercet_analysis::grouped;

/// Who waits no longer than this is told nothing.
const SOON: Duration = Duration::from_secs(1);
/// How often the line is written anew.
const OFTEN: Duration = Duration::from_millis(200);

/// When the program began: who waits does not care which part of the work takes so long.
static BEGUN: OnceLock<Instant> = OnceLock::new();

/// Starts the clock of all lines.
pub(crate) fn begin() {
    let _ = waited();
}

/// How long somebody has waited.
#[expect(clippy::disallowed_methods, reason = "the edge of a binary: how long somebody has waited")]
fn waited() -> Duration {
    BEGUN.get_or_init(Instant::now).elapsed()
}

/// How far some work has come. It costs next to nothing to say so, so it can be said after every step.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    done: AtomicU64,
    all: AtomicU64,
    bytes: AtomicU64,
    /// Rounds that are dealt, and the house edge so far.
    rounds: AtomicU64,
    edge: Mutex<Option<f64>>,
    /// The second in which they were begun; that in which they end, or zero; and how many rounds will be
    /// enough, where that is known.
    begun: AtomicU64,
    ends: AtomicU64,
    enough: Mutex<Option<f64>>,
}

impl Progress {
    /// Rounds are dealt from now on, so many or for so long; what counts them.
    pub(crate) fn deals(&self, all: u64, time: Option<Duration>) -> &AtomicU64 {
        let now = waited().as_secs();
        self.begun.store(now, Ordering::Relaxed);
        self.ends.store(time.map_or(0, |time| now + time.as_secs()), Ordering::Relaxed);
        // An end that nobody will see is no measure of how far it is.
        if all < u64::MAX / 8 {
            self.at(0, all);
        }
        &self.rounds
    }

    /// So many rounds are played; `enough` of them will do, where that is known. `edge` tells the house edge so far.
    pub(crate) fn played(&self, done: u64, enough: Option<f64>, edge: impl FnOnce() -> Option<f64>) {
        self.rounds.fetch_max(done, Ordering::Relaxed);
        if let Ok(mut known) = self.enough.lock() {
            *known = enough;
        }
        if let Ok(mut so_far) = self.edge.lock() {
            *so_far = edge();
        }
    }

    /// ` 12,000,000 rounds, 9.1 million a second, 12 s to go, house edge 3.37%`
    fn rounds(&self, seconds: u64) -> String {
        let rounds = self.rounds.load(Ordering::Relaxed);
        let played = seconds.saturating_sub(self.begun.load(Ordering::Relaxed));
        if rounds == 0 || played == 0 {
            return String::new();
        }
        let rate = rounds as f64 / played as f64;
        let mut text = format!("; {} rounds, {:.2} million a second", grouped(rounds), rate / 1e6);
        let all = self.all.load(Ordering::Relaxed);
        let enough = self.enough.lock().ok().and_then(|enough| *enough);
        let left = enough.map(|enough| enough - rounds as f64).filter(|left| *left > 0.0);
        let ends = self.ends.load(Ordering::Relaxed);
        if ends > 0 {
            text.push_str(&format!(", {} s to go", ends.saturating_sub(seconds)));
        } else if all > rounds {
            text.push_str(&format!(", {:.0} s to go", (all - rounds) as f64 / rate));
        } else if let Some(left) = left {
            text.push_str(&format!(", about {:.0} s to go", left / rate));
        }
        if let Some(edge) = self.edge.lock().ok().and_then(|edge| *edge) {
            text.push_str(&format!(", house edge {:.4}%", edge * 100.0));
        }
        text
    }

    /// So many steps of so many are done.
    pub(crate) fn at(&self, done: u64, all: u64) {
        self.all.store(all, Ordering::Relaxed);
        self.done.store(done, Ordering::Relaxed);
    }

    /// So many bytes more are made, of which nobody knows how many there will be.
    pub(crate) fn made(&self, bytes: usize) {
        self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// `Exposed cards: 40%, 12 s`; with the megabytes that are made where the share is not known, and without either where
    /// nothing was said of them.
    fn line(&self, what: &str, seconds: u64) -> String {
        let done = self.done.load(Ordering::Relaxed).max(self.rounds.load(Ordering::Relaxed));
        let (all, rounds) = (self.all.load(Ordering::Relaxed), self.rounds(seconds));
        match (u128::from(done) * 100).checked_div(u128::from(all)) {
            Some(hundredths) => one_line(&format!("{what}: {}%, {seconds} s{rounds}", hundredths.min(100))),
            None => match self.bytes.load(Ordering::Relaxed) {
                0 => one_line(&format!("{what}: {seconds} s{rounds}")),
                bytes => one_line(&format!("{what}: {:.1} MB, {seconds} s", bytes as f64 / 1e6)),
            },
        }
    }
}

/// A name of a file may be in it, and with that anything.
fn one_line(text: &str) -> String {
    harmless(text, false).replace('\n', " ")
}

/// Does some work. If more than a second has gone by since the program began and standard error is a terminal, says there
/// what is done and how far it is. What the work answers is written when that line is gone.
pub(crate) fn during<T>(what: &str, work: impl FnOnce(&Progress) -> T) -> T {
    let progress = Progress::default();
    if !io::stderr().is_terminal() {
        return work(&progress);
    }
    thread::scope(|scope| {
        // It is dropped when the work ends, however it does.
        let (_working, ended) = channel::<()>();
        let progress = &progress;
        scope.spawn(move || tell(what, progress, &ended));
        work(progress)
    })
}

/// Writes the line until the work has ended, and takes it away.
fn tell(what: &str, progress: &Progress, ended: &Receiver<()>) {
    // What comes late in a long command is told at once, but not if it takes no time.
    let mut wait = SOON.saturating_sub(waited()).max(OFTEN);
    let mut longest = 0;
    while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
        let mut line = progress.line(what, waited().as_secs());
        // In the last column a terminal may begin another line, which could not be taken away.
        let most = columns(true).map_or(usize::MAX, |columns| columns - 1);
        line = line.chars().take(most).collect();
        longest = longest.max(line.chars().count());
        over(&line, longest);
        wait = OFTEN;
    }
    if longest > 0 {
        over("", longest);
        let _ = write!(io::stderr(), "\r");
    }
}

/// Writes a line over the one that is there.
fn over(line: &str, longest: usize) {
    // Nothing depends on whether it is seen.
    let _ = write!(io::stderr(), "\r{line:longest$}");
    let _ = io::stderr().flush();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_what_is_done_and_how_far() {
        let progress = Progress::default();
        assert_eq!(progress.line("Exposed cards", 2), "Exposed cards: 2 s");
        for (done, all, wanted) in [(0, 8, "0%"), (3, 8, "37%"), (8, 8, "100%"), (9, 8, "100%")] {
            progress.at(done, all);
            assert_eq!(progress.line("Exposed cards", 12), format!("Exposed cards: {wanted}, 12 s"));
        }
        let packing = Progress::default();
        packing.made(1_000_000);
        packing.made(250_000);
        assert_eq!(packing.line("Packing", 9), "Packing: 1.2 MB, 9 s");
        progress.at(u64::MAX, u64::MAX);
        assert_eq!(progress.line("Tables", 3), "Tables: 100%, 3 s");
        assert_eq!(progress.line("Packing a\n\u{1b}[2Jb", 3), "Packing a \\u{1b}[2Jb: 100%, 3 s");
    }

    #[test]
    fn rounds_are_told_with_their_rate_and_what_is_left() {
        let progress = Progress::default();
        let dealt = progress.deals(12_000_000, None);
        dealt.fetch_add(3_000_000, Ordering::Relaxed);
        progress.played(2_000_000, None, || Some(0.0337));
        let begun = progress.begun.load(Ordering::Relaxed);
        assert_eq!(
            progress.line("Playing", begun + 3),
            format!(
                "Playing: 25%, {} s; 3,000,000 rounds, 1.00 million a second, 9 s to go, house edge 3.3700%",
                begun + 3
            )
        );
        // Until a time, and until the error is small enough: four times as many rounds halve it.
        for (time, enough, left) in [
            (Some(Duration::from_secs(30)), None, ", 28 s to go"),
            (None, Some(16e6), ", about 6 s to go"),
            (None, None, ""),
        ] {
            let endless = Progress::default();
            endless.deals(u64::MAX / 4, time);
            endless.played(4_000_000, enough, || None);
            let seconds = endless.begun.load(Ordering::Relaxed) + 2;
            assert_eq!(
                endless.line("Playing", seconds),
                format!("Playing: {seconds} s; 4,000,000 rounds, 2.00 million a second{left}")
            );
        }
    }

    #[test]
    fn the_answer_is_that_of_the_work() {
        assert_eq!(during("Nothing", |progress| (progress.at(1, 2), 7).1), 7);
    }
}
