//! Who watches which table, and what each of them is told.

use crate::directory::Directory;
use crate::facts::facts;
use crate::guard::Guards;
use crate::lobby::Lobby;
use crate::problem::{Code, Not, failed, problem_at};
use crate::seen::{Names, state};
use axum::extract::ws::Utf8Bytes;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use tercet_ledger::{Account, Name};
use tercet_pit::{Eyes, Handle, Look, News};
use tercet_protocol::live::{Fact, Own, TableState, ToClient, difference};
use tercet_store::{Failure, Store, Stored};
use tercet_table::{Stream, TableEvent, TableView};
use tokio::sync::{Notify, mpsc};

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

    fn is(&self, other: &Line) -> bool {
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

/// One table's watchers.
#[derive(Default)]
struct Felt {
    last: Option<Shown>,
    names: Names,
    watchers: Vec<Watcher>,
}

/// Somebody who watches.
struct Watcher {
    player: Option<Name>,
    line: Line,
    /// The number that the client has.
    n: u64,
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
    pub(crate) fn tell(&self, news: &News, now_ms: u64) {
        let felt = self.felt(news.look.table());
        lock(&felt).tell(news, now_ms, self);
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

    /// What a player's time and money come to, if that is known.
    pub(crate) fn own(&self, player: Option<&Name>, now_ms: u64) -> Option<Box<Own>> {
        self.guards.own(player?, now_ms).map(Box::new)
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
        player: Option<&Name>,
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
        felt.watchers.retain(|watcher| !watcher.line.is(line));
        felt.learn(&look, &self.people);
        if felt.last.is_none() {
            felt.last = Some(Shown::new(&look, &felt.names));
        }
        let missed = self.missed(table.name(), after, n);
        let (missed, more_missed) = missed.map_err(|failure| failed(&failure))?;
        let (state, told) = (felt.state(&look, player), missed.len());
        let (table, state) = (table.name().to_string(), Box::new(state));
        let own = self.own(player, now_ms);
        let said = line.say(text(&ToClient::Snapshot { table, n, now_ms, state, own, missed, more_missed }));
        if said {
            felt.watchers.push(Watcher { player: player.cloned(), line: line.clone(), n });
        }
        Ok(told)
    }

    /// The state of a table as a player, or anybody, may see it now.
    pub(crate) fn look(&self, table: &Handle, player: Option<&Name>) -> (u64, TableState) {
        let felt = self.felt(table.name());
        let mut felt = lock(&felt);
        let look = table.watch().look();
        felt.learn(&look, &self.people);
        (look.version(), felt.state(&look, player))
    }

    /// Tells this connection of the table no more.
    pub(crate) fn unwatch(&self, table: &Name, line: &Line) {
        lock(&self.felt(table)).watchers.retain(|watcher| !watcher.line.is(line));
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

impl Felt {
    fn tell(&mut self, news: &News, now_ms: u64, hubs: &Hubs) {
        if self.watchers.is_empty() {
            self.last = None;
            self.names.clear();
            return;
        }
        let n = news.look.version();
        let count = u64::try_from(news.events.len()).unwrap_or(u64::MAX);
        self.learn(&news.look, &hubs.people);
        let now = Shown::new(&news.look, &self.names);
        let before = self.last.take();
        let follows = |before: &Shown| count > 0 && before.look.version().checked_add(count) == Some(n);
        let step = before.filter(follows).map(|before| Step::new(before, &now, news, &self.names, now_ms));
        let mut watchers = std::mem::take(&mut self.watchers);
        watchers.retain_mut(|watcher| {
            let player = watcher.player.as_ref();
            let said = match &step {
                _ if watcher.n >= n => return true,
                Some(step) if watcher.n == step.after => step.text(&self.names, player),
                Some(_) | None => {
                    let state = Box::new(self.state(&news.look, player));
                    let table = news.look.table().to_string();
                    text(&ToClient::Snapshot {
                        table,
                        n,
                        now_ms,
                        state,
                        own: hubs.own(player, now_ms),
                        missed: Vec::new(),
                        more_missed: false,
                    })
                }
            };
            watcher.n = n;
            watcher.line.say(said)
        });
        drop(step);
        self.watchers = watchers;
        self.last = Some(now);
        // Who has left is forgotten.
        self.names.retain(|name, _| news.look.seats().values().any(|seated| seated == name));
    }

    /// Learns what those who sit there are called. It stays so while they sit.
    fn learn(&mut self, look: &Look, people: &Directory) {
        for player in
            look.seats().values().filter(|player| !self.names.contains_key(player)).collect::<Vec<_>>()
        {
            self.names.insert(player.clone(), people.called(player));
        }
    }

    fn state(&self, look: &Look, player: Option<&Name>) -> TableState {
        state(look.table(), &look.view(&eyes(player)), &self.names)
    }
}

/// A table as everybody may see it.
struct Shown {
    look: Look,
    view: TableView,
    /// The state of the messages.
    state: Value,
}

impl Shown {
    fn new(look: &Look, names: &Names) -> Shown {
        let view = look.view(&Eyes::Spectator);
        let state = value(&state(look.table(), &view, names));
        Shown { look: look.clone(), view, state }
    }

    /// Whether cards lie there that not everybody sees.
    fn hides(&self) -> bool {
        let mut spots = self.view.view.iter().flat_map(|view| &view.spots);
        spots.any(|spot| spot.card_count > 0 && spot.cards.is_none())
    }

    /// The cards that this player sees and not everybody does, with what they make, by spot.
    fn own_cards(&self, player: &Name) -> Vec<impl PartialEq + use<>> {
        let seen = self.look.view(&Eyes::Player(player.clone())).view;
        let spots = seen.into_iter().zip(&self.view.view);
        let spots = spots.flat_map(|(seen, public)| seen.spots.into_iter().zip(&public.spots));
        spots
            .filter(|(seen, public)| seen != *public)
            .map(|(seen, _)| (seen.spot, seen.cards, seen.rank, seen.both))
            .collect()
    }

    /// The state of the messages for this player.
    fn state_for(&self, player: &Name, names: &Names) -> Value {
        value(&state(self.look.table(), &self.look.view(&Eyes::Player(player.clone())), names))
    }
}

/// A step that is told to many.
struct Step<'n> {
    before: Shown,
    now: &'n Shown,
    news: &'n News,
    after: u64,
    now_ms: u64,
    facts: Vec<Fact>,
    words: Vec<String>,
    /// Whether there are cards before or after it that not everybody sees.
    hides: bool,
    /// What everybody is told who has no cards of their own in it.
    public: Utf8Bytes,
}

impl<'n> Step<'n> {
    fn new(before: Shown, now: &'n Shown, news: &'n News, names: &Names, now_ms: u64) -> Step<'n> {
        let after = before.look.version();
        let facts = facts(&news.events, after + 1, news.at_ms);
        let hides = before.hides() || now.hides();
        let words = news.words.iter().map(|said| called(said, names)).collect();
        let public = Utf8Bytes::default();
        let mut step = Step { before, now, news, after, now_ms, facts, words, hides, public };
        step.public = step.made(difference(&step.before.state, &now.state));
        step
    }

    /// What this player is told.
    fn text(&self, names: &Names, player: Option<&Name>) -> Utf8Bytes {
        // A player sees what everybody sees, and the own cards: only where those change is there something else to say.
        match player.filter(|_| self.hides) {
            Some(player) if self.before.own_cards(player) != self.now.own_cards(player) => {
                let states = [&self.before, self.now].map(|shown| shown.state_for(player, names));
                self.made(difference(&states[0], &states[1]))
            }
            Some(_) | None => self.public.clone(),
        }
    }

    fn made(&self, patch: Value) -> Utf8Bytes {
        text(&ToClient::Event {
            table: self.news.look.table().to_string(),
            after: self.after,
            n: self.news.look.version(),
            now_ms: self.now_ms,
            facts: self.facts.clone(),
            words: self.words.clone(),
            patch,
        })
    }
}

/// A sentence of the dealer's, in which whoever it begins with is called by the name that everybody knows.
fn called(said: &str, names: &Names) -> String {
    let named = names.iter().find_map(|(id, name)| {
        let rest = said.strip_prefix(id.as_str()).filter(|rest| rest.starts_with(' '))?;
        Some(format!("{name}{rest}"))
    });
    named.unwrap_or_else(|| said.to_owned())
}

fn eyes(player: Option<&Name>) -> Eyes {
    player.map_or(Eyes::Spectator, |player| Eyes::Player(player.clone()))
}

fn value(state: &TableState) -> Value {
    // As below.
    serde_json::to_value(state).unwrap_or(Value::Null)
}

/// A message as text.
pub(crate) fn text(message: &ToClient) -> Utf8Bytes {
    // No map of ours has keys that are no text, which is all that could go wrong.
    serde_json::to_string(message).unwrap_or_default().into()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
