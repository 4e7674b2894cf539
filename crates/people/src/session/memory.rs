//! The sessions in memory.

use super::{Session, SessionId};
use std::collections::{BTreeMap, BTreeSet};
use tercet_ledger::Name;

/// A session as it is kept: with the hash of its token.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    pub(crate) hash: [u8; 32],
    pub(crate) session: Session,
    /// For how long it may be unused, in milliseconds.
    pub(crate) idle_ms: u64,
    /// When it was last used, as far as the disk knows.
    pub(crate) written_ms: u64,
}

impl Held {
    pub(crate) fn is_over(&self, now_ms: u64) -> bool {
        self.session.idle_ends_ms <= now_ms || self.session.ends_ms <= now_ms
    }

    fn used(&mut self, now_ms: u64) {
        let session = &mut self.session;
        session.seen_ms = session.seen_ms.max(now_ms);
        session.idle_ends_ms = session.seen_ms.saturating_add(self.idle_ms).min(session.ends_ms);
    }
}

/// All sessions, by their number, by their hash and by their account.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    held: BTreeMap<SessionId, Held>,
    by_hash: BTreeMap<[u8; 32], SessionId>,
    by_account: BTreeSet<(Name, SessionId)>,
}

impl Sessions {
    pub(crate) fn len(&self) -> usize {
        self.held.len()
    }

    pub(crate) fn add(&mut self, held: Held) {
        let id = held.session.id;
        self.by_hash.insert(held.hash, id);
        self.by_account.insert((held.session.account.clone(), id));
        self.held.insert(id, held);
    }

    pub(crate) fn remove(&mut self, id: SessionId) -> Option<Held> {
        let held = self.held.remove(&id)?;
        self.by_hash.remove(&held.hash);
        self.by_account.remove(&(held.session.account.clone(), id));
        Some(held)
    }

    /// The session with this hash, which is used by that, if it is not over.
    pub(crate) fn used(&mut self, hash: &[u8; 32], now_ms: u64) -> Option<&Held> {
        let held = self.held.get_mut(self.by_hash.get(hash)?)?;
        if held.is_over(now_ms) {
            return None;
        }
        held.used(now_ms);
        Some(held)
    }

    /// The session with this number, if it is not over.
    pub(crate) fn live(&self, id: SessionId, now_ms: u64) -> Option<&Held> {
        self.held.get(&id).filter(|held| !held.is_over(now_ms))
    }

    /// Notes that the session with this number is used; says whether it was there.
    pub(crate) fn touch(&mut self, id: SessionId, now_ms: u64) -> bool {
        let held = self.held.get_mut(&id).filter(|held| !held.is_over(now_ms));
        held.is_some_and(|held| {
            held.used(now_ms);
            true
        })
    }

    /// The sessions of an account that are not over, in the order in which they began.
    pub(crate) fn of<'s>(&'s self, account: &Name, now_ms: u64) -> impl Iterator<Item = &'s Held> + use<'s> {
        self.of_over_or_not(account).filter_map(move |id| self.live(id, now_ms))
    }

    /// The numbers of all sessions of an account, over or not.
    pub(crate) fn of_over_or_not<'s>(&'s self, account: &Name) -> impl Iterator<Item = SessionId> + use<'s> {
        let from = (account.clone(), SessionId(0));
        let to = (account.clone(), SessionId(u64::MAX));
        self.by_account.range(from..=to).map(|(_, id)| *id)
    }

    /// All of them, over or not.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Held> {
        self.held.values()
    }

    /// Notes that the disk knows when these were last used.
    pub(crate) fn are_written(&mut self, seen: &[(SessionId, u64)]) {
        for (id, seen_ms) in seen {
            if let Some(held) = self.held.get_mut(id) {
                held.written_ms = *seen_ms;
            }
        }
    }
}
