//! Links that can be used once.

use super::accounts::make;
use super::change::Changing;
use super::{Arrival, People, SignedIn, active, allow, allow_for_another};
use crate::account::Kind;
use crate::chance::Chance;
use crate::error::{Error, Refused};
use crate::event::By;
use crate::link::{Link, Purpose};
use crate::lockout::Tried;
use crate::login::Login;
use crate::password::Hashed;
use crate::role::{Right, Role, Roles};
use crate::session::Token;
use crate::sql::{NewLink, Sql};
use tercet_ledger::Name;

impl Changing<'_> {
    /// Ends the links that can still be used and of which this is true.
    pub(super) fn end_links(&self, which: impl Fn(&Link) -> bool, by: &By, now_ms: u64) -> Result<(), Error> {
        for link in self.sql.open_links(now_ms)?.into_iter().filter(which) {
            self.end_link(&link, by, now_ms)?;
        }
        Ok(())
    }

    /// Ends the links by which an account could get another password: it has one that was chosen since.
    pub(super) fn end_password_links(&self, id: &Name, by: &By, now_ms: u64) -> Result<(), Error> {
        let purpose = Purpose::Password(id.clone());
        self.end_links(|link| link.purpose == purpose, by, now_ms)
    }

    fn end_link(&self, link: &Link, by: &By, now_ms: u64) -> Result<(), Error> {
        self.sql.end_link(link.id, now_ms)?;
        let subject = format!("link {}", link.id);
        self.note(by, "link.ended", &subject, (&link.purpose.to_string(), ""), now_ms)
    }
}

impl People {
    /// Makes a link that can be used once. Its token is a secret for whoever is to use it.
    ///
    /// # Errors
    ///
    /// If who asks does not manage people, or asks for a password of their own; or the account has none.
    pub fn make_link(
        &self,
        purpose: &Purpose,
        by: &By,
        chance: &Chance,
        now_ms: u64,
    ) -> Result<(Token, Link), Error> {
        self.change(|changing| {
            match purpose {
                Purpose::Invitation(_) => allow(changing.sql, by, Right::ManagePeople)?,
                Purpose::Password(id) => {
                    allow_for_another(changing.sql, by, Right::ManagePeople, id)?;
                    if active(changing.sql, id)?.kind == Kind::Guest {
                        return Err(Refused::Guest(id.clone()).into());
                    }
                }
            }
            let token = Token::new(chance);
            let link = self.add_link(changing.sql, &token, purpose, by, now_ms)?;
            let subject = format!("link {}", link.id);
            changing.note(by, "link.made", &subject, ("", &purpose.to_string()), now_ms)?;
            Ok((token, link))
        })
    }

    /// Makes the link by which the first administrator comes, unless there is an administrator; older ones of this kind end.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn administrator_link(&self, chance: &Chance, now_ms: u64) -> Result<Option<Token>, Error> {
        self.change(|changing| {
            if changing.sql.count_with_role(Role::Administrator.word())? > 0 {
                return Ok(None);
            }
            let by = By::house("there is no administrator");
            let purpose = Purpose::Invitation(Roles::new(&[Role::Administrator])?);
            let house = by.who().to_string();
            changing.end_links(|old| old.purpose == purpose && old.made_by == house, &by, now_ms)?;
            let token = Token::new(chance);
            let link = self.add_link(changing.sql, &token, &purpose, &by, now_ms)?;
            let subject = format!("link {}", link.id);
            changing.note(&by, "link.made", &subject, ("", &purpose.to_string()), now_ms)?;
            Ok(Some(token))
        })
    }

    fn add_link(
        &self,
        sql: &Sql<'_>,
        token: &Token,
        purpose: &Purpose,
        by: &By,
        now_ms: u64,
    ) -> Result<Link, Error> {
        let ends_ms = now_ms.saturating_add(self.settings.link_ms);
        let made_by = by.who().to_string();
        let new = NewLink { hash: token.hash(), purpose, made_ms: now_ms, made_by: made_by.clone(), ends_ms };
        let id = sql.add_link(&new)?;
        Ok(Link { id, purpose: purpose.clone(), made_ms: now_ms, made_by, ends_ms, used_ms: None })
    }

    /// What a link is for, if it can still be used.
    ///
    /// # Errors
    ///
    /// If there is none, or it was used, or it is too old.
    pub fn link(&self, token: &Token, now_ms: u64) -> Result<Link, Error> {
        self.read(|sql| usable(sql, token, now_ms))
    }

    /// The links that can still be used.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn links(&self, now_ms: u64) -> Result<Vec<Link>, Error> {
        self.read(|sql| Ok(sql.open_links(now_ms)?))
    }

    /// Takes a link back.
    ///
    /// # Errors
    ///
    /// If who asks does not manage people, or there is no such link that could still be used.
    pub fn end_link(&self, id: u64, by: &By, now_ms: u64) -> Result<(), Error> {
        self.change(|changing| {
            allow(changing.sql, by, Right::ManagePeople)?;
            let link = changing.sql.open_links(now_ms)?.into_iter().find(|link| link.id == id);
            changing.end_link(&link.ok_or(Refused::NoLink)?, by, now_ms)
        })
    }

    /// Follows an invitation: makes an account with its roles, and signs it in. The link is used up with it, or not at all.
    ///
    /// # Errors
    ///
    /// If the link cannot be used for that, or the name or login cannot be had.
    pub fn accept(
        &self,
        link: &Token,
        display: &str,
        credentials: (&Login, &Hashed),
        arrival: Arrival<'_>,
        chance: &Chance,
        now_ms: u64,
    ) -> Result<SignedIn, Error> {
        self.change(|changing| {
            let link = usable(changing.sql, link, now_ms)?;
            let Purpose::Invitation(roles) = &link.purpose else { return Err(Refused::NoLink.into()) };
            let account = make(changing, ('p', chance), display, Some(credentials), roles, now_ms)?;
            changing.sql.use_link(link.id, &account.id, now_ms)?;
            let by = By::oneself(&account.id);
            let subject = format!("link {}", link.id);
            changing.note(
                &by,
                "link.used",
                &subject,
                (&link.purpose.to_string(), account.id.as_str()),
                now_ms,
            )?;
            changing.begin(account, arrival, chance, now_ms)
        })
    }

    /// Gives an account the new password that a link is for. All its sessions end, and other links for it, and its login is locked no more.
    ///
    /// # Errors
    ///
    /// If the link cannot be used for that, or the account is closed.
    pub fn new_password(&self, link: &Token, hashed: &Hashed, now_ms: u64) -> Result<Name, Error> {
        let account = self.change(|changing| {
            let link = usable(changing.sql, link, now_ms)?;
            let Purpose::Password(id) = &link.purpose else { return Err(Refused::NoLink.into()) };
            let account = active(changing.sql, id)?;
            changing.sql.set_hashed(id, hashed)?;
            changing.sql.use_link(link.id, id, now_ms)?;
            let subject = format!("link {}", link.id);
            let by = By::oneself(id);
            changing.note(&by, "link.used", &subject, (&link.purpose.to_string(), id.as_str()), now_ms)?;
            changing.note(&by, "password.changed", id.as_str(), ("", ""), now_ms)?;
            changing.end_password_links(id, &by, now_ms)?;
            changing.end_all_of(id, None)?;
            Ok(account)
        })?;
        if let Some(login) = &account.login {
            self.failures().forgive(&Tried::Login(login.clone()));
        }
        Ok(account.id)
    }
}

fn usable(sql: &Sql<'_>, token: &Token, now_ms: u64) -> Result<Link, Error> {
    let link = sql.link(&token.hash())?.ok_or(Refused::NoLink)?;
    if link.used_ms.is_some() {
        return Err(Refused::LinkUsed.into());
    }
    if link.ends_ms <= now_ms { Err(Refused::LinkExpired.into()) } else { Ok(link) }
}
