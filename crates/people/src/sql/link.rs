//! The rows of links that can be used once.

use super::failure::{failure, taken};
use super::{Sql, get, get_u64, get_u64s, meant, name, signed};
use crate::error::{Error, Failure, Refused};
use crate::link::{Link, Purpose};
use crate::role::Roles;
use rusqlite::Row;
use tercet_ledger::Name;

/// A link that is made.
pub(crate) struct NewLink<'a> {
    pub(crate) hash: [u8; 32],
    pub(crate) purpose: &'a Purpose,
    pub(crate) made_ms: u64,
    pub(crate) made_by: String,
    pub(crate) ends_ms: u64,
}

impl Sql<'_> {
    /// Writes a link, and says its number.
    pub(crate) fn add_link(&self, new: &NewLink<'_>) -> Result<u64, Error> {
        let (roles, account) = match new.purpose {
            Purpose::Invitation(roles) => (Some(roles.to_string()), None),
            Purpose::Password(id) => (None, Some(id.as_str())),
        };
        let sql = "INSERT INTO link (hash, roles, account, made_ms, made_by, ends_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        let (made_ms, ends_ms) = (signed(new.made_ms), signed(new.ends_ms));
        let params = (new.hash.as_slice(), roles, account, made_ms, &new.made_by, ends_ms);
        let done = self.connection.prepare_cached(sql).and_then(|mut statement| statement.execute(params));
        done.map_err(|error| match taken(&error) {
            Some(_) => Error::from(Refused::UsedChance),
            None => failure(&error).into(),
        })?;
        Ok(self.last()?)
    }

    /// The link whose token has this hash.
    pub(crate) fn link(&self, hash: &[u8; 32]) -> Result<Option<Link>, Failure> {
        self.row("SELECT * FROM link WHERE hash = ?1", &[&hash.as_slice()], link)
    }

    /// The links that nobody has used and that are not too old.
    pub(crate) fn open_links(&self, now_ms: u64) -> Result<Vec<Link>, Failure> {
        let sql = "SELECT * FROM link WHERE used_ms IS NULL AND ends_ms > ?1 ORDER BY id";
        self.rows(sql, &[&signed(now_ms)], link)
    }

    pub(crate) fn use_link(&self, id: u64, by: &Name, now_ms: u64) -> Result<(), Failure> {
        let sql = "UPDATE link SET used_ms = ?2, used_by = ?3 WHERE id = ?1";
        self.execute(sql, &[&signed(id), &signed(now_ms), &by.as_str()])?;
        Ok(())
    }

    /// Lets a link end now.
    pub(crate) fn end_link(&self, id: u64, now_ms: u64) -> Result<(), Failure> {
        self.execute("UPDATE link SET ends_ms = ?2 WHERE id = ?1", &[&signed(id), &signed(now_ms)])?;
        Ok(())
    }
}

fn link(row: &Row<'_>) -> Result<Link, Failure> {
    let purpose = if get::<Option<String>>(row, "account")?.is_some() {
        Purpose::Password(meant(row, "account", name)?)
    } else {
        Purpose::Invitation(meant(row, "roles", Roles::read)?)
    };
    Ok(Link {
        id: get_u64(row, "id")?,
        purpose,
        made_ms: get_u64(row, "made_ms")?,
        made_by: get(row, "made_by")?,
        ends_ms: get_u64(row, "ends_ms")?,
        used_ms: get_u64s(row, "used_ms")?,
    })
}
