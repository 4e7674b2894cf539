//! Who watches one table, and when each of them is told.
//!
//! Whoever plays there, and the staff, are told of every step at once. Whoever only looks on is told at most a few times a second: what happened between comes as
//! one event, so that a crowd that looks on takes little from those who play.

use crate::hub::Line;
use crate::seen::Names;
use crate::shown::{Shown, Step, text};
use std::sync::Arc;
use std::time::Duration;
use tercet_ledger::Name;
use tercet_pit::{Look, News};
use tercet_protocol::live::{Own, ToClient};
use tokio::time::Instant;

/// How long whoever only looks on waits, from one message to the next.
pub(crate) const PAUSE: Duration = Duration::from_millis(250);

/// What is known of players elsewhere.
pub(crate) trait Players {
    /// What somebody is called.
    fn called(&self, player: &Name) -> String;

    /// What a player's time and money come to, if that is known.
    fn own(&self, player: Option<&Name>, now_ms: u64) -> Option<Box<Own>>;
}

/// One table's watchers.
#[derive(Default)]
pub(crate) struct Felt {
    /// The table as those who play know it.
    last: Option<Arc<Shown>>,
    names: Names,
    watchers: Vec<Watcher>,
    unsaid: Unsaid,
    /// When those who look on were told last.
    told: Option<Instant>,
}

/// Somebody who watches.
struct Watcher {
    who: Who,
    line: Line,
    /// The number that the client has.
    n: u64,
}

/// Who watches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Who {
    /// The player, if it is known who it is.
    pub(crate) player: Option<Name>,
    /// Whether it is one of the staff, who is told of everything at once.
    pub(crate) is_staff: bool,
}

/// What those who look on were not told yet.
#[derive(Default)]
enum Unsaid {
    #[default]
    Nothing,
    /// It will be told as one step.
    Step(Box<Step>),
    /// What happened is not known: they are shown the table anew.
    Anew,
}

impl Felt {
    /// Tells a step to everybody who is told at once. If others are to be told of it, and nobody is going to, gives how long from now that is.
    pub(crate) fn tell(&mut self, news: &News, now_ms: u64, players: &impl Players) -> Option<Duration> {
        if self.watchers.is_empty() {
            *self = Felt::default();
            return None;
        }
        let n = news.look.version();
        let count = u64::try_from(news.events.len()).unwrap_or(u64::MAX);
        self.learn(&news.look, players);
        let now = Arc::new(Shown::new(&news.look, &self.names));
        let before = self.last.clone();
        let follows = |before: &Arc<Shown>| count > 0 && before.version().checked_add(count) == Some(n);
        let step = before.filter(follows);
        let step = step.map(|before| Step::new(before, Arc::clone(&now), news, &self.names, now_ms));
        let plays = |player: &Name| step.as_ref().map_or_else(|| now.has(player), |step| step.has(player));
        let at_once = |who: &Who| who.is_staff || who.player.as_ref().is_some_and(plays);
        if let Some(step) = &step
            && self.watchers.iter().any(|watcher| watcher.n < step.after() && at_once(&watcher.who))
        {
            // Who has looked on and sits down now is told first what went before.
            self.tell_all(now_ms, players);
        }
        self.last = Some(Arc::clone(&now));
        self.say(step.as_ref(), at_once, now_ms, players);
        // Who has left is forgotten.
        self.names.retain(|name, _| news.look.seats().values().any(|seated| seated == name));
        self.tell_later(step, now_ms, players)
    }

    /// Notes what those who look on are not told yet, or tells them if they were not told anything for a while.
    fn tell_later(&mut self, step: Option<Step>, now_ms: u64, players: &impl Players) -> Option<Duration> {
        let n = self.last.as_ref().map_or(0, |last| last.version());
        if self.watchers.iter().all(|watcher| watcher.n >= n) {
            self.unsaid = Unsaid::Nothing;
            return None;
        }
        let unsaid = std::mem::take(&mut self.unsaid);
        let is_known = !matches!(unsaid, Unsaid::Nothing);
        self.unsaid = match (unsaid, step) {
            (Unsaid::Nothing, Some(step)) => Unsaid::Step(Box::new(step)),
            (Unsaid::Step(unsaid), Some(step)) => Unsaid::Step(Box::new(unsaid.and(step))),
            (Unsaid::Anew, _) | (_, None) => Unsaid::Anew,
        };
        if is_known {
            return None;
        }
        let since = self.told.map_or(PAUSE, |told| told.elapsed());
        match PAUSE.checked_sub(since).filter(|wait| !wait.is_zero()) {
            Some(wait) => Some(wait),
            None => {
                self.tell_all(now_ms, players);
                None
            }
        }
    }

    /// Tells those who look on what they were not told yet.
    pub(crate) fn tell_all(&mut self, now_ms: u64, players: &impl Players) {
        let step = match std::mem::take(&mut self.unsaid) {
            Unsaid::Nothing => return,
            Unsaid::Step(step) => Some(step.told_at(now_ms)),
            Unsaid::Anew => None,
        };
        self.told = Some(Instant::now());
        self.say(step.as_ref(), |_| true, now_ms, players);
    }

    /// Says a step to those of these who have not heard of it, or shows the table to whoever has not what came before.
    fn say(&mut self, step: Option<&Step>, to: impl Fn(&Who) -> bool, now_ms: u64, players: &impl Players) {
        let Some(last) = &self.last else { return };
        let n = last.version();
        self.watchers.retain_mut(|watcher| {
            if watcher.n >= n || !to(&watcher.who) {
                return true;
            }
            let player = watcher.who.player.as_ref();
            let said = match step {
                Some(step) if watcher.n == step.after() => step.text(player),
                Some(_) | None => text(&ToClient::Snapshot {
                    table: last.table().to_string(),
                    n,
                    now_ms,
                    state: Box::new(last.state_for(player)),
                    own: players.own(player, now_ms),
                    missed: Vec::new(),
                    more_missed: false,
                }),
            };
            watcher.n = n;
            watcher.line.say(said)
        });
    }

    /// A table as it is now.
    pub(crate) fn shown(&mut self, look: &Look, players: &impl Players) -> Arc<Shown> {
        self.learn(look, players);
        match self.last.as_ref().filter(|last| last.version() == look.version()) {
            Some(last) => Arc::clone(last),
            None => Arc::new(Shown::new(look, &self.names)),
        }
    }

    /// Tells this line from now on, which has been shown the table as it is here.
    pub(crate) fn watch(&mut self, who: Who, line: Line, shown: Arc<Shown>) {
        self.watchers.push(Watcher { who, line, n: shown.version() });
        self.last.get_or_insert(shown);
    }

    /// Tells this line no more.
    pub(crate) fn unwatch(&mut self, line: &Line) {
        self.watchers.retain(|watcher| !watcher.line.is(line));
    }

    /// Learns what those who sit there are called. It stays so while they sit.
    fn learn(&mut self, look: &Look, players: &impl Players) {
        for player in look.seats().values() {
            if !self.names.contains_key(player) {
                self.names.insert(player.clone(), players.called(player));
            }
        }
    }
}

#[cfg(test)]
mod tests;
