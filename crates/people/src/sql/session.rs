//! The rows of sessions.

use super::failure::{failure, taken};
use super::{Sql, get, get_hash, get_u64, meant, name, signed};
use crate::error::{Error, Failure, Refused};
use crate::role::Roles;
use crate::session::{Held, Session, SessionId, SessionKind};
use crate::settings::Settings;
use rusqlite::Row;

impl Sql<'_> {
    /// Writes a session, and gives it its number.
    pub(crate) fn add_session(&self, held: &mut Held) -> Result<(), Error> {
        let Held { hash, session, .. } = held;
        let sql = "INSERT INTO session (hash, account, kind, created_ms, seen_ms, ends_ms, peer) \
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let (created_ms, seen_ms) = (signed(session.created_ms), signed(session.seen_ms));
        let params = (
            hash.as_slice(),
            session.account.as_str(),
            session.kind.word(),
            created_ms,
            seen_ms,
            signed(session.ends_ms),
            &session.peer,
        );
        let done = self.connection.prepare_cached(sql).and_then(|mut statement| statement.execute(params));
        done.map_err(|error| match taken(&error) {
            Some(_) => Error::from(Refused::UsedChance),
            None => failure(&error).into(),
        })?;
        session.id = SessionId(self.last()?);
        Ok(())
    }

    pub(crate) fn remove_session(&self, id: SessionId) -> Result<(), Failure> {
        self.execute("DELETE FROM session WHERE id = ?1", &[&signed(id.0)])?;
        Ok(())
    }

    pub(crate) fn session_was_seen(&self, id: SessionId, seen_ms: u64) -> Result<(), Failure> {
        self.execute("UPDATE session SET seen_ms = ?2 WHERE id = ?1", &[&signed(id.0), &signed(seen_ms)])?;
        Ok(())
    }

    /// All sessions, with what their accounts are in the house.
    pub(crate) fn sessions(&self, settings: &Settings) -> Result<Vec<Held>, Failure> {
        let sql = "SELECT session.*, account.roles FROM session JOIN account ON account.id = session.account";
        self.rows(sql, &[], |row| held(row, settings))
    }
}

fn held(row: &Row<'_>, settings: &Settings) -> Result<Held, Failure> {
    let roles = meant(row, "roles", Roles::read)?;
    let kind = meant(row, "kind", SessionKind::of)?;
    let (seen_ms, ends_ms) = (get_u64(row, "seen_ms")?, get_u64(row, "ends_ms")?);
    let idle_ms = kind.expiry(&roles, settings).idle_ms;
    Ok(Held {
        hash: get_hash(row, "hash")?,
        session: Session {
            id: SessionId(get_u64(row, "id")?),
            account: meant(row, "account", name)?,
            roles,
            kind,
            created_ms: get_u64(row, "created_ms")?,
            seen_ms,
            ends_ms,
            idle_ends_ms: seen_ms.saturating_add(idle_ms).min(ends_ms),
            peer: get(row, "peer")?,
        },
        idle_ms,
        written_ms: seen_ms,
    })
}
