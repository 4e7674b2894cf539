//! Sessions: who is signed in, and who is no more.

use super::change::Changing;
use super::{Arrival, People, SignedIn, active, allow, is};
use crate::chance::Chance;
use crate::error::{Error, Refused};
use crate::event::By;
use crate::role::Right;
use crate::session::{Session, SessionId, SessionKind, Token};
use tercet_ledger::Name;

/// How much later than the disk knows a session may have been used without being written.
const UNWRITTEN_MS: u64 = 60_000;

impl Changing<'_> {
    /// Whether a session goes on, where nothing can come between.
    pub(super) fn still_there(&self, id: SessionId, now_ms: u64) -> Result<(), Error> {
        let live = self.people.sessions().live(id, now_ms).is_some();
        if live { Ok(()) } else { Err(Refused::NoSession.into()) }
    }
}

impl People {
    /// Who is signed in with this token, and notes that the session is used. No disk is waited for.
    ///
    /// # Errors
    ///
    /// [`Refused::NoSession`] if nobody is, whatever the reason.
    pub fn session(&self, token: &Token, now_ms: u64) -> Result<Session, Error> {
        let hash = token.hash();
        let mut sessions = self.sessions();
        let held = sessions.used(&hash, now_ms).map(|held| held.session.clone());
        held.ok_or_else(|| Refused::NoSession.into())
    }

    /// The session with this number if it goes on, without using it: for a connection that stays open, to be asked again and again.
    #[must_use]
    pub fn live(&self, id: SessionId, now_ms: u64) -> Option<Session> {
        self.sessions().live(id, now_ms).map(|held| held.session.clone())
    }

    /// Notes that the session with this number is used, as by a bet on a connection that stays open; says whether it goes on.
    #[must_use]
    pub fn touch(&self, id: SessionId, now_ms: u64) -> bool {
        self.sessions().touch(id, now_ms)
    }

    /// How many sessions there are.
    #[must_use]
    pub fn session_count(&self) -> usize {
        self.sessions().len()
    }

    /// The sessions of an account, in the order in which they began.
    #[must_use]
    pub fn sessions_of(&self, id: &Name, now_ms: u64) -> Vec<Session> {
        self.sessions().of(id, now_ms).map(|held| held.session.clone()).collect()
    }

    /// Gives a session a new token and number; the old token is refused from now on. When it ends stays as it was.
    ///
    /// # Errors
    ///
    /// If nobody is signed in with this token.
    pub fn rotate(&self, token: &Token, chance: &Chance, now_ms: u64) -> Result<SignedIn, Error> {
        let session = self.session(token, now_ms)?;
        self.change(|changing| {
            changing.still_there(session.id, now_ms)?;
            let account = active(changing.sql, &session.account)?;
            let anew = changing.begin_anew(&session, account, chance, now_ms)?;
            let (old, new) = (session.id.0.to_string(), anew.session.id.0.to_string());
            let words = (&*old, &*new);
            let id = &session.account;
            changing.note(&By::oneself(id), "session.rotated", id.as_str(), words, now_ms)?;
            Ok(anew)
        })
    }

    /// Begins a session for a program of whoever is signed in with this token.
    ///
    /// # Errors
    ///
    /// If nobody is, or not in a browser: a program makes no others.
    pub fn begin_program(
        &self,
        token: &Token,
        peer: &str,
        chance: &Chance,
        now_ms: u64,
    ) -> Result<SignedIn, Error> {
        let session = self.session(token, now_ms)?;
        if session.kind != SessionKind::Browser {
            return Err(Refused::NoSession.into());
        }
        self.change(|changing| {
            changing.still_there(session.id, now_ms)?;
            let account = active(changing.sql, &session.account)?;
            let begun =
                changing.begin(account, Arrival { kind: SessionKind::Program, peer }, chance, now_ms)?;
            let id = &session.account;
            let after = format!("program: {}", begun.session.peer);
            changing.note(&By::oneself(id), "session.begun", id.as_str(), ("", &after), now_ms)?;
            Ok(begun)
        })
    }

    /// Signs out whoever has this token.
    ///
    /// # Errors
    ///
    /// If nobody is signed in with it.
    pub fn sign_out(&self, token: &Token, now_ms: u64) -> Result<(), Error> {
        let session = self.session(token, now_ms)?;
        self.end_session(session.id, &By::oneself(&session.account), now_ms)
    }

    /// Ends one session: its owner may, and who manages people.
    ///
    /// # Errors
    ///
    /// If there is none, or who asks has no right to it.
    pub fn end_session(&self, id: SessionId, by: &By, now_ms: u64) -> Result<(), Error> {
        self.change(|changing| {
            let live = self.live(id, now_ms).ok_or(Refused::NoSession)?;
            if !is(by, &live.account) {
                allow(changing.sql, by, Right::ManagePeople)?;
            }
            changing.end(id)?;
            let before = format!("session {}", id.0);
            changing.note(by, "session.ended", live.account.as_str(), (&before, ""), now_ms)
        })
    }

    /// Ends all sessions of an account, and says how many: its owner may, and who manages people.
    ///
    /// # Errors
    ///
    /// If there is no such account, or who asks has no right to it.
    pub fn end_sessions_of(&self, id: &Name, by: &By, now_ms: u64) -> Result<usize, Error> {
        self.change(|changing| {
            if !is(by, id) {
                allow(changing.sql, by, Right::ManagePeople)?;
            }
            super::any(changing.sql, id)?;
            let ended = changing.end_all_of(id, None)?;
            let before = format!("{ended} sessions");
            changing.note(by, "session.all-ended", id.as_str(), (&before, ""), now_ms)?;
            Ok(ended)
        })
    }

    /// Ends every session there is, that of whoever asks included, and says how many.
    ///
    /// # Errors
    ///
    /// If who asks does not manage people.
    pub fn end_all_sessions(&self, by: &By, now_ms: u64) -> Result<usize, Error> {
        self.change(|changing| {
            allow(changing.sql, by, Right::ManagePeople)?;
            let ids: Vec<SessionId> = self.sessions().all().map(|held| held.session.id).collect();
            ids.iter().try_for_each(|id| changing.end(*id))?;
            let before = format!("{} sessions", ids.len());
            changing.note(by, "session.all-ended", "everybody", (&before, ""), now_ms)?;
            Ok(ids.len())
        })
    }

    /// Forgets what is over, and writes down when sessions were last used: to be called every minute or so, and before the end.
    ///
    /// # Errors
    ///
    /// If it cannot be written; then it is tried again the next time.
    pub fn tend(&self, now_ms: u64) -> Result<(), Error> {
        self.failures().tend(now_ms);
        let seen = self.change(|changing| {
            let sessions = self.sessions();
            let over: Vec<SessionId> =
                sessions.all().filter(|held| held.is_over(now_ms)).map(|held| held.session.id).collect();
            let is_old = |held: &&crate::session::Held| {
                !held.is_over(now_ms) && held.session.seen_ms >= held.written_ms.saturating_add(UNWRITTEN_MS)
            };
            let seen: Vec<(SessionId, u64)> =
                sessions.all().filter(is_old).map(|held| (held.session.id, held.session.seen_ms)).collect();
            // Whoever asks about a session need not wait for the disk.
            drop(sessions);
            over.iter().try_for_each(|id| changing.end(*id))?;
            for (id, seen_ms) in &seen {
                changing.sql.session_was_seen(*id, *seen_ms)?;
            }
            if !over.is_empty() {
                let before = format!("{} sessions", over.len());
                let by = By::house("not used for too long, or at their end");
                changing.note(&by, "session.expired", "everybody", (&before, ""), now_ms)?;
            }
            Ok(seen)
        })?;
        self.sessions().are_written(&seen);
        Ok(())
    }
}
