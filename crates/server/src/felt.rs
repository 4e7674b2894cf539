//! Who watches one table, and when each of them is told.
//!
//! Whoever plays there, and the staff, are told of every step at once. Whoever only looks on is told at most a few times a second: what happened between comes as
//! one event, so that a crowd that looks on takes little from those who play.

use crate::hub::Line;
use crate::seen::Names;
use crate::shown::{Shown, Step, text};
use std::collections::{BTreeMap, BTreeSet};
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
    /// The steps that those who look on were not told yet, one after the other up to the last.
    unsaid: Vec<Step>,
    /// When those who look on were told last.
    told: Option<Instant>,
    /// Whether somebody waits to tell them.
    is_due: bool,
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
            // Who has looked on and sits down now is told first what went before. The others wait as they did.
            self.say_unsaid(at_once, now_ms, players);
        }
        self.last = Some(Arc::clone(&now));
        self.say(|n| step.as_ref().filter(|step| step.after() == n), at_once, now_ms, players);
        // Who has left is forgotten.
        self.names.retain(|name, _| news.look.seats().values().any(|seated| seated == name));
        self.tell_later(step, now_ms, players)
    }

    /// Notes what those who look on are not told yet, or tells them if they were not told anything for a while.
    fn tell_later(&mut self, step: Option<Step>, now_ms: u64, players: &impl Players) -> Option<Duration> {
        match step {
            Some(step) => self.unsaid.push(step),
            // What happened is not known: whoever has not heard of it is shown the table anew.
            None => self.unsaid.clear(),
        }
        if self.all_know() {
            self.unsaid.clear();
            return None;
        }
        if self.is_due {
            return None;
        }
        let wait = self.tell_due(now_ms, players);
        self.is_due = wait.is_some();
        wait
    }

    /// Tells those who look on what they were not told yet, if they were not told anything for a while; if they were, gives how long from now on they are to wait.
    pub(crate) fn tell_due(&mut self, now_ms: u64, players: &impl Players) -> Option<Duration> {
        let since = self.told.map_or(PAUSE, |told| told.elapsed());
        if let Some(wait) = PAUSE.checked_sub(since).filter(|wait| !wait.is_zero())
            && !self.all_know()
        {
            return Some(wait);
        }
        self.is_due = false;
        if !self.all_know() {
            self.told = Some(Instant::now());
            self.say_unsaid(|_| true, now_ms, players);
        }
        self.unsaid.clear();
        None
    }

    /// Whether everybody was told of everything.
    fn all_know(&self) -> bool {
        let n = self.last.as_ref().map_or(0, |last| last.version());
        self.watchers.iter().all(|watcher| watcher.n >= n)
    }

    /// Says to these what they were not told yet: to each all that followed what they know, as one step.
    fn say_unsaid(&mut self, to: impl Fn(&Who) -> bool, now_ms: u64, players: &impl Players) {
        let unsaid = std::mem::take(&mut self.unsaid);
        let waiting = self.watchers.iter().filter(|watcher| to(&watcher.who));
        let known: BTreeSet<u64> = waiting.map(|watcher| watcher.n).collect();
        let from = |at: usize| unsaid[at..].iter().cloned().reduce(Step::and);
        let steps = (0..unsaid.len()).filter(|at| known.contains(&unsaid[*at].after())).filter_map(from);
        let steps: BTreeMap<u64, Step> = steps.map(|step| (step.after(), step.told_at(now_ms))).collect();
        self.say(|n| steps.get(&n), to, now_ms, players);
        self.unsaid = unsaid;
    }

    /// Says to those of these who have not heard of it the step that follows what they know, or shows the table to whoever has not what came before.
    fn say<'s>(
        &mut self,
        follows: impl Fn(u64) -> Option<&'s Step>,
        to: impl Fn(&Who) -> bool,
        now_ms: u64,
        players: &impl Players,
    ) {
        let Some(last) = &self.last else { return };
        let n = last.version();
        self.watchers.retain_mut(|watcher| {
            if watcher.n >= n || !to(&watcher.who) {
                return true;
            }
            let player = watcher.who.player.as_ref();
            let said = match follows(watcher.n) {
                Some(step) => step.text(player),
                None => text(&ToClient::Snapshot {
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
