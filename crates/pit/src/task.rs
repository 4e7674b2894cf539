//! The one task that drives a table.

use crate::clock::Clock;
use crate::guard::{Bet, Forbidden, Guard, Permit};
use crate::handle::{Asked, NotAsked};
use crate::news::{Listener, News};
use crate::pit::Chance;
use crate::watch::Look;
use std::sync::Arc;
use std::time::Duration;
use tercet_ledger::Key;
use tercet_store::{Append, Failure, Receipt, Store};
use tercet_table::{Answer, Ask, Live, Next, NotLive, Table, TableEvent, Taken};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, sleep_until};

/// How long a table waits before it tries again what is due and could not be done: the store has perhaps no room.
const PATIENCE: Duration = Duration::from_millis(250);

/// A table, what drives it, and who is told.
pub(crate) struct Task<S> {
    pub(crate) live: Live<Arc<S>>,
    pub(crate) asks: mpsc::Receiver<Asked>,
    pub(crate) seen: watch::Sender<Arc<Table>>,
    pub(crate) hinders: watch::Sender<Option<NotLive>>,
    pub(crate) listener: Option<Arc<Listener>>,
    pub(crate) guard: Option<Arc<Guard>>,
    pub(crate) stop: watch::Receiver<bool>,
    pub(crate) clock: Clock,
    pub(crate) chance: Arc<Chance>,
}

/// What a table waits for.
enum Comes {
    /// A clock runs out.
    Clock,
    /// Somebody asks.
    Asked(Asked),
    /// The house closes.
    End,
}

impl<S: Store + 'static> Task<S> {
    /// Drives the table until the house closes. The step in hand is finished then; what is left comes back as the table starts again.
    ///
    /// # Errors
    ///
    /// If what is stored is not what the table can have, for which there is no remedy here.
    pub(crate) async fn run(mut self) -> Result<(), NotLive> {
        // When to try once more what was due and could not be done. People are answered meanwhile, the floor among them.
        let mut later = None;
        while !*self.stop.borrow() {
            // Looking at the store may have shown what nobody asked for here.
            self.tell(
                Vec::new(),
                Taken::default(),
                Receipt { seq: 0, at_ms: self.clock.now_ms(), again: true },
            );
            if later.is_none_or(|later| later <= Instant::now()) {
                // What is due comes before what is asked, so that a bet after the time is late.
                let done = self.does_what_is_due().await;
                // What ends the table is said as that: nothing is tried again.
                if let Some(broken) = done.as_ref().err().and_then(broken) {
                    self.note_what_hinders(None);
                    return Err(broken);
                }
                self.note_what_hinders(done.as_ref().err());
                later = match done {
                    Ok(true) => continue,
                    Ok(false) => None,
                    Err(_) => Some(Instant::now() + PATIENCE),
                };
            }
            match self.comes(later).await {
                Comes::Clock => {}
                Comes::End => break,
                Comes::Asked(Asked { ask, key, answer }) => {
                    let came = self.step(&ask, &key).await;
                    let broken = came.as_ref().err().and_then(broken);
                    if came.is_ok() {
                        later = None;
                    }
                    // Nobody waits for it any more if the asker is gone.
                    let _ = answer.send(came);
                    if let Some(not) = broken {
                        self.note_what_hinders(None);
                        return Err(not);
                    }
                }
            }
        }
        Ok(())
    }

    /// Notes why what is due cannot be done, or that it can.
    fn note_what_hinders(&self, not: Option<&NotAsked>) {
        let why = match not {
            Some(NotAsked::Table(why)) => Some(why),
            Some(NotAsked::Forbidden(_) | NotAsked::Busy | NotAsked::Stopped) | None => None,
        };
        self.hinders.send_if_modified(|noted| {
            let is_new = noted.as_ref() != why;
            if is_new {
                *noted = why.cloned();
            }
            is_new
        });
    }

    /// Does one thing that is due; whether anything was.
    async fn does_what_is_due(&mut self) -> Result<bool, NotAsked> {
        match self.live.due(self.clock.now_ms())? {
            Some((ask, key)) => self.step(&ask, &key).await.map(|_| true),
            None => Ok(false),
        }
    }

    /// Waits for what comes first; no clock runs before `later`, if that is said.
    async fn comes(&mut self, later: Option<Instant>) -> Comes {
        let next = || self.live.table().next_due_ms(self.clock.now_ms()).map(|ms| self.clock.at(ms));
        let due = later.or_else(next);
        let clock = async {
            match due {
                Some(due) => sleep_until(due).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            _ = self.stop.changed() => Comes::End,
            () = clock => Comes::Clock,
            asked = self.asks.recv() => asked.map_or(Comes::End, Comes::Asked),
        }
    }

    /// Carries out what is asked, and tells those who watch. Other tables go on while the store writes.
    async fn step(&mut self, ask: &Ask, key: &Key) -> Result<Answer, NotAsked> {
        let chance = (self.chance)().map_err(NotLive::Failed)?;
        let mut _permit = None;
        let mut next = self.live.begin(ask, key, self.clock.now_ms(), chance)?;
        loop {
            match next {
                Next::Answered(mut answer) => {
                    // Whoever asked for it is shown no more of it than others.
                    let taken = std::mem::take(&mut answer.taken);
                    self.tell(answer.events.clone(), taken, answer.receipt);
                    return Ok(answer);
                }
                Next::Write(pending) => {
                    _permit = match self.permit(ask, &pending.append) {
                        Ok(permit) => permit,
                        Err(forbidden) => {
                            let before = self.live.leave(*pending)?;
                            return before.ok_or(NotAsked::Forbidden(forbidden));
                        }
                    };
                    let (sender, written) = oneshot::channel();
                    let done = move |result| {
                        // The task may have ended meanwhile; what is written stays written.
                        let _ = sender.send(result);
                    };
                    self.live.store().submit(pending.append.clone(), Box::new(done));
                    let gone = || Err(Failure::Io("the store has stopped writing".into()).into());
                    next = self.live.finish(*pending, written.await.unwrap_or_else(|_| gone()))?;
                }
            }
        }
    }

    /// Asks the guard, if there is one and this is a bet.
    fn permit(&self, ask: &Ask, append: &Append) -> Result<Option<Permit>, Forbidden> {
        let Some(guard) = &self.guard else { return Ok(None) };
        let bet = Bet::of(self.live.table().name(), ask, &append.transactions, append.at_ms);
        bet.map(|bet| guard(&bet)).transpose()
    }

    /// Shows the table to those who watch, and tells who listens, if anything has happened that they have not seen.
    fn tell(&self, events: Vec<TableEvent>, taken: Taken, receipt: Receipt) {
        let table = self.live.table();
        let seen = |table: &Table| (table.version(), table.deadline_ms());
        if seen(table) == seen(&self.seen.borrow()) {
            return;
        }
        let table = Arc::new(table.clone());
        self.seen.send_replace(Arc::clone(&table));
        if let Some(listener) = &self.listener {
            listener(&News::new(Look(table), events, taken, receipt));
        }
    }
}

/// Why a table cannot go on after this, if it cannot: what is stored is not what it can have.
fn broken(not: &NotAsked) -> Option<NotLive> {
    match not {
        NotAsked::Table(not @ (NotLive::Overtaken | NotLive::Damaged { .. })) => Some(not.clone()),
        NotAsked::Table(
            NotLive::Refused(_) | NotLive::Funds(_) | NotLive::KeyUsed { .. } | NotLive::Failed(_),
        )
        | NotAsked::Forbidden(_)
        | NotAsked::Busy
        | NotAsked::Stopped => None,
    }
}
