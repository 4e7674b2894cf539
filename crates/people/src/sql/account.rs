//! The rows of accounts.

use super::failure::{failure, taken};
use super::{Sql, get, get_u64, get_u64s, limit, meant, name, signed};
use crate::account::{Account, Closed, Kind, Look};
use crate::display::DisplayName;
use crate::error::{Error, Failure, Refused};
use crate::login::Login;
use crate::password::Hashed;
use crate::role::Roles;
use rusqlite::{Row, ToSql, named_params};
use std::collections::BTreeSet;
use tercet_ledger::Name;

/// An account that is made.
pub(crate) struct NewAccount<'a> {
    pub(crate) id: &'a Name,
    pub(crate) display: &'a DisplayName,
    /// None for a guest.
    pub(crate) credentials: Option<(&'a Login, &'a Hashed)>,
    pub(crate) roles: &'a Roles,
    pub(crate) now_ms: u64,
}

impl Sql<'_> {
    pub(crate) fn add_account(&self, new: &NewAccount<'_>) -> Result<(), Error> {
        let kind = if new.credentials.is_some() { Kind::Member } else { Kind::Guest };
        let (login, hashed) =
            new.credentials.map(|(login, hashed)| (login.as_str(), hashed.as_str())).unzip();
        self.unless_taken(
            "INSERT INTO account (id, kind, display, skeleton, login, hashed, roles, created_ms) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            &[
                &new.id.as_str(),
                &kind.word(),
                &new.display.as_str(),
                &new.display.skeleton(),
                &login,
                &hashed,
                &new.roles.to_string(),
                &signed(new.now_ms),
            ],
        )
    }

    pub(crate) fn rename(&self, id: &Name, display: &DisplayName) -> Result<(), Error> {
        self.unless_taken(
            "UPDATE account SET display = ?2, skeleton = ?3 WHERE id = ?1",
            &[&id.as_str(), &display.as_str(), &display.skeleton()],
        )
    }

    pub(crate) fn make_member(&self, id: &Name, login: &Login, hashed: &Hashed) -> Result<(), Error> {
        self.unless_taken(
            "UPDATE account SET kind = 'member', login = ?2, hashed = ?3 WHERE id = ?1",
            &[&id.as_str(), &login.as_str(), &hashed.as_str()],
        )
    }

    pub(crate) fn set_hashed(&self, id: &Name, hashed: &Hashed) -> Result<(), Error> {
        self.execute("UPDATE account SET hashed = ?2 WHERE id = ?1", &[&id.as_str(), &hashed.as_str()])?;
        Ok(())
    }

    pub(crate) fn set_roles(&self, id: &Name, roles: &Roles) -> Result<(), Error> {
        self.execute("UPDATE account SET roles = ?2 WHERE id = ?1", &[&id.as_str(), &roles.to_string()])?;
        Ok(())
    }

    /// Closes an account, or with none opens it again.
    pub(crate) fn set_closed(&self, id: &Name, closed: Option<&Closed>) -> Result<(), Error> {
        let since = closed.map(|closed| signed(closed.since_ms));
        let by = closed.map(|closed| &closed.by);
        let reason = closed.map(|closed| &closed.reason);
        self.unless_taken(
            "UPDATE account SET closed_ms = ?2, closed_by = ?3, closed_reason = ?4 WHERE id = ?1",
            &[&id.as_str(), &since, &by, &reason],
        )
    }

    fn unless_taken(&self, sql: &str, params: &[&dyn ToSql]) -> Result<(), Error> {
        let done = self.connection.prepare_cached(sql).and_then(|mut statement| statement.execute(params));
        match done {
            Ok(_) => Ok(()),
            Err(error) => Err(match taken(&error) {
                Some(said) if said.contains("account.login") => Refused::LoginTaken.into(),
                Some(said) if said.contains("account.skeleton") || said.contains("account_skeleton") => {
                    Refused::NameTaken.into()
                }
                Some(_) => Refused::UsedChance.into(),
                None => failure(&error).into(),
            }),
        }
    }

    pub(crate) fn account(&self, id: &Name) -> Result<Option<Account>, Failure> {
        self.row("SELECT * FROM account WHERE id = ?1", &[&id.as_str()], account)
    }

    /// The ids of all accounts.
    pub(crate) fn ids(&self) -> Result<BTreeSet<Name>, Failure> {
        let ids = self.rows("SELECT id FROM account", &[], |row| meant(row, "id", name))?;
        Ok(ids.into_iter().collect())
    }

    /// The account with this login, and its hash.
    pub(crate) fn of_login(&self, login: &Login) -> Result<Option<(Account, Hashed)>, Failure> {
        let sql = "SELECT * FROM account WHERE login = ?1";
        self.row(sql, &[&login.as_str()], |row| Ok((account(row)?, meant(row, "hashed", Hashed::kept)?)))
    }

    /// How many active accounts there are whose roles have this word.
    pub(crate) fn count_with_role(&self, role: &str) -> Result<u64, Failure> {
        let sql = "SELECT count(*) AS n FROM account WHERE closed_ms IS NULL \
                   AND instr(' ' || roles || ' ', ' ' || ?1 || ' ') > 0";
        Ok(self.row(sql, &[&role], |row| get_u64(row, "n"))?.unwrap_or(0))
    }

    pub(crate) fn accounts(&self, look: &Look, most: usize) -> Result<Vec<Account>, Failure> {
        let sql = "SELECT * FROM account WHERE (:kind IS NULL OR kind = :kind) \
                   AND (:active IS NULL OR (closed_ms IS NULL) = :active) AND (NOT :staff OR roles <> 'player') \
                   AND (:text IS NULL OR instr(lower(id || ' ' || coalesce(login, '') || ' ' || display), lower(:text)) > 0) \
                   AND (:after IS NULL OR id > :after) ORDER BY id LIMIT :most";
        let mut statement = self.connection.prepare_cached(sql).map_err(|error| failure(&error))?;
        let params = named_params! {
            ":kind": look.kind.map(Kind::word),
            ":active": look.active,
            ":staff": look.staff,
            ":text": look.text,
            ":after": look.after.as_ref().map(|id| id.as_str()),
            ":most": limit(most),
        };
        let mut rows = statement.query(params).map_err(|error| failure(&error))?;
        let mut accounts = Vec::new();
        while let Some(row) = rows.next().map_err(|error| failure(&error))? {
            accounts.push(account(row)?);
        }
        Ok(accounts)
    }
}

fn account(row: &Row<'_>) -> Result<Account, Failure> {
    let login: Option<String> = get(row, "login")?;
    let login = login.map(|login| {
        Login::new(&login)
            .map_err(|refused| Failure::Corrupt(format!("in the file of the people: {refused}")))
    });
    let closed = match get_u64s(row, "closed_ms")? {
        Some(since_ms) => {
            Some(Closed { since_ms, by: get(row, "closed_by")?, reason: get(row, "closed_reason")? })
        }
        None => None,
    };
    Ok(Account {
        id: meant(row, "id", name)?,
        kind: meant(row, "kind", Kind::of)?,
        display: get(row, "display")?,
        login: login.transpose()?,
        roles: meant(row, "roles", Roles::read)?,
        closed,
        created_ms: get_u64(row, "created_ms")?,
    })
}
