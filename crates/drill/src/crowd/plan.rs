//! What a drill with a crowd is made of, and what came of it.

use crate::flaky::When;
use std::fmt;
use tercet_ledger::Hash;

/// How big a crowd plays for how long, and how bad the evening is. The same plan gives the same evening.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Everything that could have been otherwise follows from it.
    pub seed: u64,
    /// How many tables; the games go round.
    pub tables: usize,
    /// How many players.
    pub players: usize,
    /// After so many rounds no table opens another.
    pub rounds: u64,
    /// How the store fails.
    pub failing: Fails,
    /// The power is cut once in so many seconds of the evening, as the dice fall; 0: never.
    pub cuts: u64,
}

/// How the store of an evening fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fails {
    /// Not at all.
    Never,
    /// One call in so many, before or after it is done.
    OneIn(u64),
    /// At this call, counted from 0, and no other.
    At(u64, When),
}

/// What came of a drill in which everything was as it should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Rounds that were opened; each of them is over.
    pub rounds: u64,
    /// Rounds that were settled.
    pub settled: u64,
    /// Rounds whose bets went back.
    pub void: u64,
    /// What was asked of the tables, repetitions included.
    pub asked: u64,
    /// What was done.
    pub done: u64,
    /// What had been done before, and was answered once more.
    pub again: u64,
    /// What was refused.
    pub refused: u64,
    /// What the store failed at.
    pub failed: u64,
    /// Power cuts.
    pub cuts: u64,
    /// Awards of meters.
    pub awards: u64,
    /// Rounds whose meter was hit by another table between their deal and their settlement (R20).
    pub beaten: u64,
    /// How often a step was worked out anew because another table had moved the meter before it was written (R20).
    pub overtaken: u64,
    /// Calls of the store, up to when the house closes; from then on none fails.
    pub calls: u64,
    /// Records in the journal.
    pub records: u64,
    /// A hash of everything that happened, in its order, as everybody was told.
    pub trace: Hash,
}

impl Outcome {
    /// Nothing has happened yet.
    pub(super) const NOTHING: Outcome = Outcome {
        rounds: 0,
        settled: 0,
        void: 0,
        asked: 0,
        done: 0,
        again: 0,
        refused: 0,
        failed: 0,
        cuts: 0,
        awards: 0,
        beaten: 0,
        overtaken: 0,
        calls: 0,
        records: 0,
        trace: Hash::ZERO,
    };
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Outcome { rounds, settled, void, asked, done, again, refused, failed, .. } = self;
        let Outcome { cuts, awards, beaten, overtaken, calls, records, trace, .. } = self;
        write!(
            f,
            "{rounds} rounds: {settled} settled, {void} void; {asked} asked: {done} done, {again} known, {refused} \
             refused; {failed} of {calls} calls failed, {cuts} cuts; {awards} awards, {beaten} beaten, {overtaken} \
             overtaken; {records} records; trace {trace}"
        )
    }
}
