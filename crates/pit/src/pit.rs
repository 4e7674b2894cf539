//! All tables of a house.

use crate::clock::Clock;
use crate::guard::Guard;
use crate::handle::Handle;
use crate::news::Listener;
use crate::task::Task;
use std::collections::BTreeMap;
use std::fmt;
use std::panic;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tercet_ledger::{Name, Record};
use tercet_store::{Failure, Store};
use tercet_table::{HouseKey, Live, NotLive, can_open};
use tokio::sync::{mpsc, watch};
use tokio::task::{JoinError, JoinHandle, spawn_blocking};

/// Thirty-two bytes from the operating system, new each time.
pub type Chance = dyn Fn() -> Result<[u8; 32], Failure> + Send + Sync;

/// What a house brings along.
#[derive(Clone)]
pub struct House {
    /// Its key, from which the seeds of all rounds follow.
    pub key: HouseKey,
    /// The time now, in milliseconds since 1970-01-01 UTC. From here on it runs by itself and is never set back.
    pub now_ms: u64,
    /// Its chance.
    pub chance: Arc<Chance>,
}

/// What may wait to be asked of one table before others are told to come again.
const QUEUE: usize = 256;

/// All tables of a house, over one store. It is used within a tokio runtime whose time is enabled.
pub struct Pit<S> {
    store: Arc<S>,
    house: House,
    /// Set forward as a table is opened, if it is behind what was written.
    clock: Mutex<Clock>,
    listener: Option<Arc<Listener>>,
    guard: Option<Arc<Guard>>,
    stop: watch::Sender<bool>,
    tables: Mutex<Tables>,
    /// Held while a table is opened: it reads, and may have to write, and nothing else waits for it.
    opening: tokio::sync::Mutex<()>,
}

/// The tables that were opened.
#[derive(Default)]
struct Tables {
    running: BTreeMap<Name, Running>,
    /// What became of those that had stopped by themselves and were opened again.
    ended: Vec<(Name, End)>,
}

/// A table that runs.
struct Running {
    handle: Handle,
    task: End,
}

/// How a table comes to its end.
type End = JoinHandle<Result<(), NotLive>>;

impl<S: Store + 'static> Pit<S> {
    /// A house in which no table runs yet.
    pub fn new(store: S, house: House) -> Pit<S> {
        let clock = Mutex::new(Clock::set(house.now_ms));
        let (stop, _) = watch::channel(false);
        let (tables, opening) = (Mutex::default(), tokio::sync::Mutex::default());
        Pit { store: Arc::new(store), house, clock, listener: None, guard: None, stop, tables, opening }
    }

    /// The same house, and somebody who is told of every step of every table as it is taken, in the order of each table.
    ///
    /// The table waits for it, so it must be quick, and it must not ask the table.
    #[must_use]
    pub fn telling(self, listener: Arc<Listener>) -> Pit<S> {
        Pit { listener: Some(listener), ..self }
    }

    /// The same house, and somebody who is asked before a bet of a player is written.
    #[must_use]
    pub fn guarded(self, guard: Arc<Guard>) -> Pit<S> {
        Pit { guard: Some(guard), ..self }
    }

    /// The time of the house now, in milliseconds since 1970-01-01 UTC, by which its clocks run: once a table was opened, not before what
    /// had been written by then.
    #[must_use]
    pub fn now_ms(&self) -> u64 {
        self.clock().now_ms()
    }

    fn clock(&self) -> MutexGuard<'_, Clock> {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The store.
    #[must_use]
    pub fn store(&self) -> &S {
        &self.store
    }

    /// Whether all of these tables can be opened as they were written; else the first that cannot. Nothing is written, which opening one may.
    ///
    /// # Errors
    ///
    /// The table and why, as of [`open`](Pit::open).
    pub async fn can_open(&self, names: Vec<Name>) -> Result<(), (Name, NotLive)> {
        let (store, key) = (Arc::clone(&self.store), self.house.key.clone());
        let looked = spawn_blocking(move || {
            let mut names = names.into_iter();
            names.try_for_each(|name| can_open(&name, &*store, &key).map_err(|why| (name, why)))
        });
        looked.await.unwrap_or_else(|panicked| panic::resume_unwind(panicked.into_panic()))
    }

    /// The table of this name: the one that runs, or else started from what was written, or a new one.
    ///
    /// # Errors
    ///
    /// If the house is closed, the store cannot be read, or what it has is not what the table can have had (see [`Live::open`]).
    pub async fn open(&self, name: &Name) -> Result<Handle, NotLive> {
        let _one_at_a_time = self.opening.lock().await;
        if *self.stop.borrow() {
            return Err(NotLive::Failed(Failure::Denied("the house is closed".into())));
        }
        if let Some(handle) = self.table(name).filter(|handle| !handle.asks.is_closed()) {
            return Ok(handle);
        }
        let (own, store) = (name.clone(), Arc::clone(&self.store));
        let (key, clock) = (self.house.key.clone(), *self.clock());
        let opened = spawn_blocking(move || {
            let clock = clock.not_before(last_written_ms(&*store)?);
            Live::open(&own, store, key, clock.now_ms()).map(|live| (live, clock))
        });
        let (live, clock) = opened.await.unwrap_or_else(|panicked| Err(not_ended_well(&panicked)))?;
        // Nobody else has set it meanwhile: tables are opened one at a time.
        *self.clock() = clock;
        let (asks, queue) = mpsc::channel(QUEUE);
        let (shown, seen) = watch::channel(Arc::new(live.table().clone()));
        let (hinders, hindered) = watch::channel(None);
        let handle = Handle { name: name.clone(), asks, seen, hindered };
        let task = Task {
            live,
            asks: queue,
            seen: shown,
            hinders,
            listener: self.listener.clone(),
            guard: self.guard.clone(),
            stop: self.stop.subscribe(),
            clock,
            chance: Arc::clone(&self.house.chance),
        };
        let task = tokio::spawn(task.run());
        let mut all = self.all();
        let before = all.running.insert(name.clone(), Running { handle: handle.clone(), task });
        all.ended.extend(before.map(|before| (name.clone(), before.task)));
        Ok(handle)
    }

    /// The table of this name, if it was opened; it may have stopped since.
    #[must_use]
    pub fn table(&self, name: &Name) -> Option<Handle> {
        self.all().running.get(name).map(|running| running.handle.clone())
    }

    /// The tables that were opened, by name.
    #[must_use]
    pub fn tables(&self) -> Vec<Handle> {
        self.all().running.values().map(|running| running.handle.clone()).collect()
    }

    /// Stops every table once the step in hand is written, and says why a table had stopped before, each time that one had.
    ///
    /// Rounds whose bets are closed go on as the table is opened again; open bets go back then.
    pub async fn stop(&self) -> Vec<(Name, NotLive)> {
        self.stop.send_replace(true);
        // Who is opening a table comes to its end first.
        let _nobody = self.opening.lock().await;
        let Tables { running, mut ended } = std::mem::take(&mut *self.all());
        ended.extend(running.into_iter().map(|(name, running)| (name, running.task)));
        let mut broken = Vec::new();
        for (name, task) in ended {
            let end = task.await.unwrap_or_else(|panicked| Err(not_ended_well(&panicked)));
            broken.extend(end.err().map(|not| (name, not)));
        }
        broken
    }

    /// Nothing is half done while it is held.
    fn all(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// When the last record of the journal was written, in milliseconds since 1970-01-01 UTC; 0 if there is none.
///
/// # Errors
///
/// If the store cannot be read.
pub fn last_written_ms(store: &dyn Store) -> Result<u64, Failure> {
    let size = store.chain()?.size;
    let last = size.checked_sub(1).map_or(Ok(Vec::new()), |last| store.records(last, 1))?;
    let record = last.first().map(|bytes| Record::decode(bytes)).transpose();
    let record = record.map_err(|bad| Failure::Corrupt(format!("the last record cannot be read: {bad}")))?;
    Ok(record.map_or(0, |record| record.at_ms))
}

fn not_ended_well(panicked: &JoinError) -> NotLive {
    NotLive::Failed(Failure::Io(format!("its task has ended: {panicked}")))
}

impl fmt::Debug for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("House").field("now_ms", &self.now_ms).finish_non_exhaustive()
    }
}

impl<S> fmt::Debug for Pit<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pit").field("house", &self.house).finish_non_exhaustive()
    }
}
