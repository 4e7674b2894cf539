//! A table as it is shown, and a step from one such picture to the next, which is told to many.

use crate::facts::facts;
use crate::seen::{Names, state};
use axum::extract::ws::Utf8Bytes;
use serde_json::Value;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use tercet_ledger::Name;
use tercet_pit::{Eyes, Look, News};
use tercet_protocol::live::{self, Fact, TableState, ToClient};
use tercet_rules::SpotView;
use tercet_table::TableView;

/// A table as everybody may see it, with what single players see beside that.
pub(crate) struct Shown {
    look: Look,
    view: TableView,
    /// The state of the messages.
    state: TableState,
    /// The spots that a player sees and not everybody does.
    own: BTreeMap<String, Vec<SpotView>>,
}

impl Shown {
    pub(crate) fn new(look: &Look, names: &Names) -> Shown {
        let view = look.view(&Eyes::Spectator);
        let state = state(look.table(), &view, names);
        let spots = view.view.iter().flat_map(|view| &view.spots);
        let mut own = BTreeMap::new();
        for spot in spots.filter(|spot| spot.card_count > 0 && spot.cards.is_none()) {
            let seen = || {
                let mut seen = look.own_spots(&spot.player);
                seen.retain(|seen| !view.view.iter().any(|view| view.spots.contains(seen)));
                seen
            };
            own.entry(spot.player.clone()).or_insert_with(seen);
        }
        Shown { look: look.clone(), view, state, own }
    }

    /// The name of the table.
    pub(crate) fn table(&self) -> &Name {
        self.look.table()
    }

    /// How many events there were at the table by then.
    pub(crate) fn version(&self) -> u64 {
        self.look.version()
    }

    /// Whether this player sits there, or has cards there.
    pub(crate) fn has(&self, player: &Name) -> bool {
        let mut spots = self.view.view.iter().flat_map(|view| &view.spots);
        self.view.seats.values().any(|seated| seated == player)
            || spots.any(|spot| spot.player == player.as_str())
    }

    /// The state of the messages for this player, or for anybody.
    pub(crate) fn state_for(&self, player: Option<&Name>) -> TableState {
        let mut state = self.state.clone();
        if let Some(round) = &mut state.round {
            round.spots.extend(self.own(player).iter().map(|spot| (spot.spot.to_string(), live::spot(spot))));
        }
        state
    }

    fn own(&self, player: Option<&Name>) -> &[SpotView] {
        player.and_then(|player| self.own.get(player.as_str())).map_or(&[], Vec::as_slice)
    }

    /// The cards that this player sees and not everybody does, with what they make, by spot.
    fn own_cards(&self, player: &Name) -> impl Iterator<Item = impl PartialEq + '_> {
        self.own(Some(player)).iter().map(|seen| (seen.spot, &seen.cards, seen.rank, seen.both))
    }
}

/// A step that is told to many.
#[derive(Clone)]
pub(crate) struct Step {
    before: Arc<Shown>,
    now: Arc<Shown>,
    facts: Vec<Fact>,
    words: Vec<String>,
    now_ms: u64,
    /// What everybody is told who has no cards of their own in it, once it was made.
    public: OnceCell<Utf8Bytes>,
}

impl Step {
    pub(crate) fn new(before: Arc<Shown>, now: Arc<Shown>, news: &News, names: &Names, now_ms: u64) -> Step {
        let facts = facts(&news.events, before.version() + 1, news.at_ms);
        let words = news.words.iter().map(|said| called(said, names)).collect();
        Step { before, now, facts, words, now_ms, public: OnceCell::new() }
    }

    /// The number that a client must have for it.
    pub(crate) fn after(&self) -> u64 {
        self.before.version()
    }

    /// What somebody sees who sees both sides of it: whether this player sits there before or after it, or has cards there.
    pub(crate) fn has(&self, player: &Name) -> bool {
        self.before.has(player) || self.now.has(player)
    }

    /// This step and the one that follows it, as one.
    pub(crate) fn and(mut self, next: Step) -> Step {
        self.facts.extend(next.facts);
        self.words.extend(next.words);
        Step { now: next.now, now_ms: next.now_ms, public: OnceCell::new(), ..self }
    }

    /// The same, told at this time.
    pub(crate) fn told_at(self, now_ms: u64) -> Step {
        if now_ms == self.now_ms { self } else { Step { now_ms, public: OnceCell::new(), ..self } }
    }

    /// What this player is told.
    pub(crate) fn text(&self, player: Option<&Name>) -> Utf8Bytes {
        // A player sees what everybody sees, and the own cards: only where those change is there something else to say.
        match player {
            Some(player) if self.before.own_cards(player).ne(self.now.own_cards(player)) => {
                let [before, now] = [&self.before, &self.now].map(|shown| shown.state_for(Some(player)));
                self.made(before.changes(&now))
            }
            Some(_) | None => {
                self.public.get_or_init(|| self.made(self.before.state.changes(&self.now.state))).clone()
            }
        }
    }

    fn made(&self, patch: Value) -> Utf8Bytes {
        text(&ToClient::Event {
            table: self.now.look.table().to_string(),
            after: self.after(),
            n: self.now.version(),
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

/// A message as text.
pub(crate) fn text(message: &ToClient) -> Utf8Bytes {
    // No map of ours has keys that are no text, which is all that could go wrong.
    serde_json::to_string(message).unwrap_or_default().into()
}
