//! Chunks on many threads, added up in their order, so that the answer does not depend on how many there are.

use crate::chance::{CHUNKS, Seed};
use crate::chunk::{Chunk, Player, Signals, play};
use crate::prepared::Prepared;
use crate::tally::Tally;
use core::sync::atomic::{AtomicU64, Ordering};
use std::collections::BTreeMap;
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// What is to be played.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// What the cards follow from.
    pub seed: Seed,
    /// The first chunk.
    pub first: u64,
    /// How many rounds at all tables together, at most.
    pub rounds: u64,
    /// How many threads, at least one.
    pub threads: usize,
    /// Which engine.
    pub player: Player,
}

impl Plan {
    /// The chunk at a place, counted from the first; none beyond the last.
    #[must_use]
    pub fn chunk(&self, prepared: &Prepared<'_>, place: u64) -> Option<Chunk> {
        let size = prepared.setup.chunk();
        let before = place.checked_mul(size).filter(|before| *before < self.rounds)?;
        let number = self.first.checked_add(place).filter(|number| *number < CHUNKS)?;
        Some(Chunk { seed: self.seed, number, rounds: size.min(self.rounds - before) })
    }
}

/// Plays chunk after chunk. After each, in their order, `so_far` sees what all of them came to together and says whether to go
/// on; what was played after a no is not told. Once it is told to stop nothing more is dealt, and all that was counts.
///
/// Unless time or a person stopped it, the answer is that of a run of chunks from the first on, the same on any number of
/// threads.
#[must_use]
pub fn run<'s>(
    prepared: &Prepared<'_>,
    plan: Plan,
    signals: impl Into<Signals<'s>>,
    so_far: &mut dyn FnMut(&Tally) -> bool,
) -> Tally {
    let signals = signals.into();
    let mut all = Tally::new(prepared.game(), prepared.habits.len());
    let next = AtomicU64::new(0);
    thread::scope(|scope| {
        let (played, done) = channel();
        for _ in 0..plan.threads.max(1) {
            let (played, next) = (played.clone(), &next);
            scope.spawn(move || work(prepared, plan, signals, next, &played));
        }
        drop(played);
        // At most one for each thread waits here for an earlier one.
        let mut waiting: BTreeMap<u64, Tally> = BTreeMap::new();
        let mut turn = 0;
        for (place, tally) in done {
            waiting.insert(place, tally);
            while let Some(tally) = waiting.remove(&turn) {
                all.merge(&tally).expect("every chunk is played once, and no sum of rounds grows so large");
                turn += 1;
                if !so_far(&all) {
                    signals.stop.store(true, Ordering::Relaxed);
                    return;
                }
            }
        }
    });
    all
}

fn work(
    prepared: &Prepared<'_>,
    plan: Plan,
    signals: Signals<'_>,
    next: &AtomicU64,
    played: &Sender<(u64, Tally)>,
) {
    while !signals.stop.load(Ordering::Relaxed) {
        let place = next.fetch_add(1, Ordering::Relaxed);
        let Some(chunk) = plan.chunk(prepared, place) else { return };
        let tally = play(prepared, chunk, plan.player, signals);
        if played.send((place, tally)).is_err() {
            return;
        }
    }
}
