//! Who watches which table, and what each of them is told.

use crate::directory::Directory;
use crate::facts::facts;
use crate::felt::{Felt, Players, Who};
use crate::guard::Guards;
use crate::lobby::Lobby;
use crate::problem::{Code, Not, failed, problem_at};
use crate::shown::text;
use axum::extract::ws::Utf8Bytes;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use tercet_ledger::{Account, Name};
use tercet_pit::{Handle, News};
use tercet_protocol::live::{Fact, Own, TableState, ToClient};
use tercet_store::{Failure, Store, Stored};
use tercet_table::{Stream, TableEvent};
use tokio::sync::{Notify, mpsc};
use tokio::time::{Instant, sleep};

/// How many messages may wait for a client before it is cut off: it reads too slowly, and nobody waits for it.
pub(crate) const QUEUE: usize = 64;

/// How many facts that a client missed are told with a snapshot.
const MOST_MISSED: u64 = 256;

/// What goes to one connection.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    queue: mpsc::Sender<Utf8Bytes>,
    cut: Arc<Notify>,
}

impl Line {
    /// A line, and where what it is told comes out.
    pub(crate) fn new() -> (Line, mpsc::Receiver<Utf8Bytes>) {
        let (queue, told) = mpsc::channel(QUEUE);
        (Line { queue, cut: Arc::default() }, told)
    }

    /// Hands in a message; whether the line is still of use. One that takes no more is cut: it would miss something.
    pub(crate) fn say(&self, text: Utf8Bytes) -> bool {
        let said = self.queue.try_send(text).is_ok();
        if !said {
            self.cut.notify_one();
        }
        said
    }

    /// Waits until the line is cut.
    pub(crate) async fn cut(&self) {
        self.cut.notified().await;
    }

    pub(crate) fn is(&self, other: &Line) -> bool {
        self.queue.same_channel(&other.queue)
    }
}

/// Every table's watchers.
pub(crate) struct Hubs {
    store: Arc<dyn Store>,
    people: Arc<Directory>,
    guards: Arc<Guards>,
    tables: RwLock<BTreeMap<Name, Arc<Mutex<Felt>>>>,
    wallets: Mutex<BTreeMap<Name, Vec<Line>>>,
    /// What is said of all tables to whoever looks for one.
    pub(crate) lobby: Lobby,
}

impl Hubs {
    pub(crate) fn new(store: Arc<dyn Store>, people: Arc<Directory>, guards: Arc<Guards>) -> Hubs {
        Hubs {
            store,
            people,
            guards,
            tables: RwLock::default(),
            wallets: Mutex::default(),
            lobby: Lobby::default(),
        }
    }

    fn felt(&self, table: &Name) -> Arc<Mutex<Felt>> {
        let known = self.tables.read().unwrap_or_else(PoisonError::into_inner).get(table).cloned();
        known.unwrap_or_else(|| {
            let mut all = self.tables.write().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(all.entry(table.clone()).or_default())
        })
    }

    /// Tells a step of a table to everybody who watches it, and to whose wallets it touched. Nobody is waited for.
    pub(crate) fn tell(self: &Arc<Self>, news: &News, now_ms: u64) {
        let felt = self.felt(news.look.table());
        let later = lock(&felt).tell(news, now_ms, &**self);
        if let Some(mut wait) = later {
            // A house that closes meanwhile does not wait for this: it must leave its files to whoever opens it next.
            let (hubs, felt, begun) = (Arc::downgrade(self), Arc::clone(&felt), Instant::now());
            tokio::spawn(async move {
                loop {
                    sleep(wait).await;
                    let Some(hubs) = hubs.upgrade() else { return };
                    let waited = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
                    match lock(&felt).tell_due(now_ms.saturating_add(waited), &*hubs) {
                        Some(more) => wait = more,
                        None => return,
                    }
                }
            });
        }
        news.wallets().iter().for_each(|player| self.wallet_moved(player, now_ms));
    }

    /// Tells a player's connections what the wallet holds by now.
    pub(crate) fn wallet_moved(&self, player: &Name, now_ms: u64) {
        let mut wallets = lock(&self.wallets);
        let Some(lines) = wallets.get_mut(player) else { return };
        match self.store.balance(&Account::Wallet(player.clone())) {
            Ok(balance) => {
                let text =
                    text(&ToClient::Wallet { balance: balance.units(), own: self.own(Some(player), now_ms) });
                lines.retain(|line| line.say(text.clone()));
            }
            Err(failure) => tracing::error!(%failure, "a balance cannot be read"),
        }
        if lines.is_empty() {
            wallets.remove(player);
        }
    }

    /// Tells this connection of the player's wallet from now on.
    pub(crate) fn watch_wallet(&self, player: &Name, line: &Line) {
        lock(&self.wallets).entry(player.clone()).or_default().push(line.clone());
    }

    /// Tells this connection of a table from now on, beginning with a snapshot; `after` is the number that it has. Gives how many facts that it
    /// missed are told.
    ///
    /// # Errors
    ///
    /// If what it missed cannot be read, or the table has not had so many events.
    pub(crate) fn watch(
        &self,
        table: &Handle,
        who: Who,
        line: &Line,
        after: Option<u64>,
        now_ms: u64,
    ) -> Result<usize, Not> {
        let felt = self.felt(table.name());
        let mut felt = lock(&felt);
        let look = table.watch().look();
        let n = look.version();
        if let Some(after) = after.filter(|after| *after > n) {
            let detail = format!("{after}; the table is at {n}: watch it without the number that you have");
            return Err(problem_at(Code::Value, "after", detail));
        }
        felt.unwatch(line);
        let missed = self.missed(table.name(), after, n);
        let (missed, more_missed) = missed.map_err(|failure| failed(&failure))?;
        let shown = felt.shown(&look, self);
        let (state, told) = (Box::new(shown.state_for(who.player.as_ref())), missed.len());
        let (table, own) = (table.name().to_string(), self.own(who.player.as_ref(), now_ms));
        if line.say(text(&ToClient::Snapshot { table, n, now_ms, state, own, missed, more_missed })) {
            felt.watch(who, line.clone(), shown);
        }
        Ok(told)
    }

    /// The state of a table as a player, or anybody, may see it now.
    pub(crate) fn look(&self, table: &Handle, player: Option<&Name>) -> (u64, TableState) {
        let felt = self.felt(table.name());
        let mut felt = lock(&felt);
        let look = table.watch().look();
        (look.version(), felt.shown(&look, self).state_for(player))
    }

    /// Tells this connection of the table no more.
    pub(crate) fn unwatch(&self, table: &Name, line: &Line) {
        lock(&self.felt(table)).unwatch(line);
    }

    /// Forgets a connection that has ended.
    pub(crate) fn forget<'t>(
        &self,
        tables: impl IntoIterator<Item = &'t Name>,
        player: Option<&Name>,
        line: &Line,
    ) {
        tables.into_iter().for_each(|table| self.unwatch(table, line));
        let Some(player) = player else { return };
        let mut wallets = lock(&self.wallets);
        if let Some(lines) = wallets.get_mut(player) {
            lines.retain(|other| !other.is(line));
            if lines.is_empty() {
                wallets.remove(player);
            }
        }
    }

    /// What happened after this number up to that one, and whether more did than is told.
    fn missed(&self, table: &Name, after: Option<u64>, n: u64) -> Result<(Vec<Fact>, bool), Failure> {
        let Some(after) = after.filter(|after| *after < n) else { return Ok((Vec::new(), false)) };
        let from = after.max(n.saturating_sub(MOST_MISSED));
        let Some(stream) = Stream::Table(table.clone()).name() else { return Ok((Vec::new(), false)) };
        let most = usize::try_from(n - from).unwrap_or(usize::MAX);
        let stored = self.store.events(&stream, from, most)?;
        Ok((stored.iter().filter_map(fact).collect(), from > after))
    }
}

/// An event that was written, as everybody may know it.
fn fact(stored: &Stored) -> Option<Fact> {
    let event = TableEvent::read(&stored.event).ok()?;
    facts(&[event], stored.version + 1, stored.at_ms).pop()
}

impl Players for Hubs {
    fn called(&self, player: &Name) -> String {
        self.people.called(player)
    }

    fn own(&self, player: Option<&Name>, now_ms: u64) -> Option<Box<Own>> {
        self.guards.own(player?, now_ms).map(Box::new)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
