//! The one task that drives a table.

use crate::clock::Clock;
use crate::handle::Asked;
use crate::pit::Chance;
use std::sync::Arc;
use std::time::Duration;
use tercet_ledger::Key;
use tercet_store::{Failure, Store};
use tercet_table::{Answer, Ask, Live, Next, NotLive, Table};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{sleep, sleep_until};

/// How long a table waits before it asks a store again that has failed.
const AFTER_A_FAILURE: Duration = Duration::from_millis(250);

/// A table, what drives it, and who is told.
pub(crate) struct Task<S> {
    pub(crate) live: Live<Arc<S>>,
    pub(crate) asks: mpsc::Receiver<Asked>,
    pub(crate) seen: watch::Sender<Arc<Table>>,
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
        while !*self.stop.borrow() {
            self.show();
            // What is due comes before what is asked, so that a bet after the time is late.
            match self.live.due(self.clock.now_ms()) {
                Ok(Some((ask, key))) => {
                    let came = self.step(&ask, &key).await;
                    self.bear(came.err()).await?;
                }
                Ok(None) => match self.comes().await {
                    Comes::Clock => {}
                    Comes::End => break,
                    Comes::Asked(Asked { ask, key, answer }) => {
                        let came = self.step(&ask, &key).await;
                        let not = came.as_ref().err().cloned();
                        // Nobody waits for it any more if the asker is gone.
                        let _ = answer.send(came);
                        self.bear(not).await?;
                    }
                },
                Err(not) => self.bear(Some(not)).await?,
            }
        }
        Ok(())
    }

    /// Waits for what comes first.
    async fn comes(&mut self) -> Comes {
        let due = self.live.table().next_due_ms(self.clock.now_ms()).map(|ms| self.clock.at(ms));
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
    async fn step(&mut self, ask: &Ask, key: &Key) -> Result<Answer, NotLive> {
        let chance = (self.chance)()?;
        let mut next = self.live.begin(ask, key, self.clock.now_ms(), chance)?;
        loop {
            match next {
                Next::Answered(answer) => {
                    self.show();
                    return Ok(answer);
                }
                Next::Write(pending) => {
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

    /// Tells those who watch, if anything has happened that they have not seen.
    fn show(&self) {
        let table = self.live.table();
        let seen = |table: &Table| (table.version(), table.deadline_ms());
        let news = seen(table) != seen(&self.seen.borrow());
        if news {
            self.seen.send_replace(Arc::new(table.clone()));
        }
    }

    /// Goes on after what was not done, if that is possible: at once after a refusal, and with patience after a failure of the store,
    /// which has perhaps no room, or is being read.
    async fn bear(&self, not: Option<NotLive>) -> Result<(), NotLive> {
        match not {
            Some(not @ (NotLive::Overtaken | NotLive::Damaged { .. })) => Err(not),
            Some(NotLive::Failed(_)) => {
                sleep(AFTER_A_FAILURE).await;
                Ok(())
            }
            Some(NotLive::Refused(_) | NotLive::Funds(_) | NotLive::KeyUsed { .. }) | None => Ok(()),
        }
    }
}
