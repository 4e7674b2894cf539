//! Many clients: each hands in its next step once it has the answer to the one before.

use crate::bets::Evening;
use std::sync::mpsc;
use std::time::Instant;
use tercet_store::{Append, Done};

/// How an answer comes back.
pub(crate) type Line = Done;

/// Plays all bets of an evening; how many a second.
pub(crate) fn run(evening: &Evening, submit: impl Fn(Append, Line)) -> f64 {
    // Copied before the clock starts.
    let mut lines: Vec<_> = evening.bets.iter().map(|bets| bets.clone().into_iter()).collect();
    let (sender, answers) = mpsc::channel();
    let next = |client: usize, lines: &mut Vec<std::vec::IntoIter<Append>>| {
        let Some(append) = lines[client].next() else { return 0 };
        let sender = sender.clone();
        submit(append, Box::new(move |result| sender.send((client, result)).expect("somebody waits")));
        1
    };
    let start = Instant::now();
    let mut waiting: usize = (0..lines.len()).map(|client| next(client, &mut lines)).sum();
    let mut written = 0_usize;
    while waiting > 0 {
        let (client, result) = answers.recv().expect("an answer");
        assert!(!result.expect("written").again);
        written += 1;
        waiting = waiting - 1 + next(client, &mut lines);
    }
    written as f64 / start.elapsed().as_secs_f64()
}

/// Hands in all steps in their order, and waits for all answers.
pub(crate) fn all(steps: Vec<Append>, submit: impl Fn(Append, Line)) {
    let (sender, answers) = mpsc::channel();
    let count = steps.len();
    for append in steps {
        let sender = sender.clone();
        submit(append, Box::new(move |result| sender.send(result).expect("somebody waits")));
    }
    answers.iter().take(count).for_each(|result| assert!(!result.expect("written").again));
}
