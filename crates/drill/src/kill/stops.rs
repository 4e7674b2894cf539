//! A store that stops dead before or after a step of the tables, so that whoever watches can end the process there.

use crate::flaky::When;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tercet_store::{AppendError, Receipt, Witness, Witnessed};
use tercet_store_sqlite::Sqlite;

/// The store of the tables: it stops at one of their steps, if it is told to.
pub(super) type Stops = Witnessed<Arc<Sqlite>, Stop>;

/// Where it stops: whoever hands the step in; or, once it is written, whoever would tell somebody.
#[derive(Debug)]
pub(super) struct Stop {
    at: Option<(u64, When)>,
    steps: AtomicU64,
}

impl Stop {
    /// At the step of this number, from 0; none: it never stops.
    pub(super) fn at(at: Option<(u64, When)>) -> Stop {
        Stop { at, steps: AtomicU64::new(0) }
    }
}

/// Says that it is here, and does nothing any more, if it is to stop there.
fn stop_if(at: Option<(u64, When)>, step: u64, when: When) {
    if at == Some((step, when)) {
        super::child::say("here");
        loop {
            std::thread::park();
        }
    }
}

impl Witness for Stop {
    type Seen = (Option<(u64, When)>, u64);

    fn before(&self) -> Self::Seen {
        let step = self.steps.fetch_add(1, Ordering::Relaxed);
        stop_if(self.at, step, When::Before);
        (self.at, step)
    }

    fn after((at, step): Self::Seen, _: &Result<Receipt, AppendError>) {
        stop_if(at, step, When::After);
    }
}
