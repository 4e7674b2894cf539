//! One change: its statements, its event, and what becomes of sessions.

use super::{Arrival, People, SignedIn};
use crate::account::Account;
use crate::chance::Chance;
use crate::error::{Error, Refused};
use crate::event::{By, Change};
use crate::session::{Held, Session, SessionId, Sessions, Token};
use crate::sql::Sql;
use crate::text;
use tercet_ledger::Name;

/// What becomes of the sessions in memory once the change is on the disk.
#[derive(Debug, Default)]
pub(super) struct Effects {
    ended: Vec<SessionId>,
    begun: Vec<Held>,
}

impl Effects {
    pub(super) fn apply(self, sessions: &mut Sessions) {
        for id in self.ended {
            sessions.remove(id);
        }
        self.begun.into_iter().for_each(|held| sessions.add(held));
    }
}

/// A change in the making.
pub(super) struct Changing<'c> {
    pub(super) people: &'c People,
    pub(super) sql: &'c Sql<'c>,
    pub(super) effects: Effects,
}

impl<'c> Changing<'c> {
    pub(super) fn new(people: &'c People, sql: &'c Sql<'c>) -> Changing<'c> {
        Changing { people, sql, effects: Effects::default() }
    }

    /// Writes the event of a change that has a before and an after.
    pub(super) fn note(
        &self,
        by: &By,
        what: &'static str,
        subject: &str,
        (before, after): (&str, &str),
        now_ms: u64,
    ) -> Result<(), Error> {
        Ok(self.sql.note(by, &Change::own(what, subject).from_to(before, after), now_ms)?)
    }

    /// Begins a session of an account, and ends the one that was used the longest ago if there are too many.
    pub(super) fn begin(
        &mut self,
        account: Account,
        arrival: Arrival<'_>,
        chance: &Chance,
        now_ms: u64,
    ) -> Result<SignedIn, Error> {
        let settings = &self.people.settings;
        let expiry = arrival.kind.expiry(&account.roles, settings);
        self.make_room(&account, now_ms)?;
        let token = Token::new(chance);
        let ends_ms = now_ms.saturating_add(expiry.absolute_ms);
        let session = Session {
            // Given by the file.
            id: SessionId(0),
            account: account.id.clone(),
            roles: account.roles.clone(),
            kind: arrival.kind,
            created_ms: now_ms,
            seen_ms: now_ms,
            ends_ms,
            idle_ends_ms: now_ms.saturating_add(expiry.idle_ms).min(ends_ms),
            peer: text::peer(arrival.peer),
        };
        self.add(token, session, expiry.idle_ms, account)
    }

    /// Begins a session in the place of another, which ends: the same but for its token and number.
    pub(super) fn begin_anew(
        &mut self,
        was: &Session,
        account: Account,
        chance: &Chance,
        now_ms: u64,
    ) -> Result<SignedIn, Error> {
        let idle_ms = was.kind.expiry(&account.roles, &self.people.settings).idle_ms;
        self.end(was.id)?;
        let session = Session {
            roles: account.roles.clone(),
            seen_ms: now_ms,
            idle_ends_ms: now_ms.saturating_add(idle_ms).min(was.ends_ms),
            ..was.clone()
        };
        self.add(Token::new(chance), session, idle_ms, account)
    }

    fn add(
        &mut self,
        token: Token,
        session: Session,
        idle_ms: u64,
        account: Account,
    ) -> Result<SignedIn, Error> {
        let written_ms = session.seen_ms;
        let mut held = Held { hash: token.hash(), session, idle_ms, written_ms };
        self.sql.add_session(&mut held)?;
        let session = held.session.clone();
        self.effects.begun.push(held);
        Ok(SignedIn { token, session, account })
    }

    fn make_room(&mut self, account: &Account, now_ms: u64) -> Result<(), Error> {
        let sessions = self.people.sessions();
        // A crowd of guests does not keep out the staff.
        if sessions.len() >= self.people.settings.sessions_all && !account.roles.are_staff() {
            return Err(Refused::TooManySessions.into());
        }
        let mut own: Vec<(u64, SessionId)> =
            sessions.of(&account.id, now_ms).map(|held| (held.session.seen_ms, held.session.id)).collect();
        drop(sessions);
        own.sort_unstable();
        let too_many = (own.len() + 1).saturating_sub(self.people.settings.sessions_each);
        own.into_iter().take(too_many).try_for_each(|(_, id)| self.end(id))
    }

    /// Ends a session.
    pub(super) fn end(&mut self, id: SessionId) -> Result<(), Error> {
        self.sql.remove_session(id)?;
        self.effects.ended.push(id);
        Ok(())
    }

    /// Ends all sessions of an account but one, and says how many.
    pub(super) fn end_all_of(&mut self, account: &Name, but: Option<SessionId>) -> Result<usize, Error> {
        let sessions = self.people.sessions();
        // Those that are over go, too.
        let ids = sessions.of_over_or_not(account).filter(|id| Some(*id) != but).collect::<Vec<_>>();
        drop(sessions);
        ids.iter().try_for_each(|id| self.end(*id))?;
        Ok(ids.len())
    }
}
