//! A store in a file that keeps a table from going on, and has two tables hit a meter in the same instant.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tercet_ledger::Name;
use tercet_store::{Append, AppendError, Done, Failure, Refused, Store, handed_on};
use tercet_store_sqlite::Sqlite;
use tercet_table::{Stage, Stream, TableEvent};
use tokio::time::sleep;

/// How long an award waits for one of the other table.
const WAITS: Duration = Duration::from_millis(150);

/// The store, and what is done to the steps of the tables on their way.
#[derive(Clone)]
pub(crate) struct Grip {
    store: Arc<Sqlite>,
    hand: Arc<Mutex<Hand>>,
}

#[derive(Default)]
struct Hand {
    /// The stage that a table cannot leave for now.
    kept: BTreeMap<Name, Stage>,
    /// How often it tried to.
    tried: BTreeMap<Name, u64>,
    /// Awards that wait for one of the other table.
    awards: Vec<(Append, Done)>,
    /// How often an award came too late, as the other table had hit the meter in the same instant.
    late: u64,
}

impl Grip {
    pub(crate) fn on(store: Sqlite) -> Grip {
        Grip { store: Arc::new(store), hand: Arc::default() }
    }

    fn hand(&self) -> MutexGuard<'_, Hand> {
        self.hand.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a table in a stage.
    pub(crate) fn keep(&self, table: &Name, stage: Stage) {
        self.hand().kept.insert(table.clone(), stage);
        self.hand().tried.remove(table);
    }

    /// Whether nobody else has the store.
    pub(crate) fn is_alone(&self) -> bool {
        Arc::strong_count(&self.store) == 1
    }

    /// Whether a table that is kept has come to where it is kept.
    pub(crate) fn has(&self, table: &Name) -> bool {
        self.hand().tried.contains_key(table)
    }

    pub(crate) fn hits_of_both(&self) -> u64 {
        self.hand().late
    }

    /// The table that this step takes out of the stage in which it is kept.
    fn kept_back(&self, append: &Append) -> Option<Name> {
        append.parts.iter().find_map(|part| {
            let table = Stream::table_of(&part.stream)?;
            let kept = *self.hand().kept.get(&table)?;
            let events = part.events.iter().filter_map(|event| TableEvent::read(event).ok());
            events.into_iter().any(|event| leaves(kept, &event)).then_some(table)
        })
    }
}

/// Whether it is by this event that a table leaves a stage by itself.
fn leaves(stage: Stage, event: &TableEvent) -> bool {
    match stage {
        Stage::Open => matches!(event, TableEvent::BetsClosed { .. }),
        Stage::Closed => matches!(event, TableEvent::Dealt { .. }),
        Stage::Dealt => matches!(event, TableEvent::Revealed | TableEvent::TimedOut { .. }),
        Stage::Decided => matches!(event, TableEvent::Reconciled { .. }),
        Stage::Settled => matches!(event, TableEvent::SeedTold { .. }),
        Stage::Over => matches!(event, TableEvent::RoundOpened { .. }),
    }
}

impl Store for Grip {
    fn submit(&self, append: Append, done: Done) {
        if let Some(table) = self.kept_back(&append) {
            *self.hand().tried.entry(table).or_default() += 1;
            return done(Err(Failure::Full("no room, says the test".into()).into()));
        }
        if !append.parts.iter().any(|part| matches!(Stream::of(&part.stream), Some(Stream::Meter(_)))) {
            return self.store.submit(append, done);
        }
        let mut hand = self.hand();
        hand.awards.push((append, done));
        if hand.awards.len() == 1 {
            let grip = self.clone();
            tokio::spawn(async move {
                sleep(WAITS).await;
                let alone = std::mem::take(&mut grip.hand().awards);
                alone.into_iter().for_each(|(append, done)| grip.store.submit(append, done));
            });
            return;
        }
        let both = std::mem::take(&mut hand.awards);
        drop(hand);
        for (append, done) in both {
            let grip = self.clone();
            let told = move |result| {
                let too_late = matches!(result, Err(AppendError::Refused(Refused::Version { .. })));
                grip.hand().late += u64::from(too_late);
                done(result);
            };
            self.store.submit(append, Box::new(told));
        }
    }

    handed_on! { it => it.store; append, receipt, version, events, moves, balance, balances, chain, records }
}
