//! Accounts: who comes, who is called what, who is what, and who is gone.

use super::change::Changing;
use super::{Arrival, People, SignedIn, active, allow, allow_for_another, any, is};
use crate::account::{Account, Closed, Kind, Look};
use crate::chance::{Chance, id};
use crate::display::DisplayName;
use crate::error::{Error, Refused};
use crate::event::By;
use crate::login::Login;
use crate::password::Hashed;
use crate::role::{Right, Role, Roles};
use crate::session::Token;
use crate::sql::{NewAccount, Sql};
use std::collections::BTreeSet;
use tercet_ledger::Name;

impl People {
    /// Lets a guest in, who plays with play money and needs no password.
    ///
    /// # Errors
    ///
    /// If the name is none, or somebody's looks like it; or there are too many sessions.
    pub fn guest(
        &self,
        display: &str,
        arrival: Arrival<'_>,
        chance: &Chance,
        now_ms: u64,
    ) -> Result<SignedIn, Error> {
        self.change(|changing| {
            let account = make(changing, ('g', chance), display, None, &Roles::player(), now_ms)?;
            changing.begin(account, arrival, chance, now_ms)
        })
    }

    /// Lets somebody in who chooses a login and a password at once, as a player.
    ///
    /// # Errors
    ///
    /// If the name is none, or somebody's looks like it, or somebody has the login; or there are too many sessions.
    pub fn register(
        &self,
        display: &str,
        credentials: (&Login, &Hashed),
        arrival: Arrival<'_>,
        chance: &Chance,
        now_ms: u64,
    ) -> Result<SignedIn, Error> {
        self.change(|changing| {
            let account =
                make(changing, ('p', chance), display, Some(credentials), &Roles::player(), now_ms)?;
            changing.begin(account, arrival, chance, now_ms)
        })
    }

    /// Makes a guest a member, who keeps id, name and money. The session gets a new token, and the guest's other sessions end.
    ///
    /// # Errors
    ///
    /// If nobody is signed in with this token, it is no guest's, or somebody has the login.
    pub fn join(
        &self,
        token: &Token,
        credentials: (&Login, &Hashed),
        chance: &Chance,
        now_ms: u64,
    ) -> Result<SignedIn, Error> {
        let session = self.session(token, now_ms)?;
        self.change(|changing| {
            // Looked at again where nothing can come between.
            changing.still_there(session.id, now_ms)?;
            let account = active(changing.sql, &session.account)?;
            if account.kind == Kind::Member {
                return Err(Refused::Member(account.id).into());
            }
            let (login, hashed) = credentials;
            changing.sql.make_member(&account.id, login, hashed)?;
            let words = (Kind::Guest.word(), &*format!("member with login {login}"));
            changing.note(&By::oneself(&account.id), "account.joined", account.id.as_str(), words, now_ms)?;
            changing.end_all_of(&account.id, Some(session.id))?;
            let account = active(changing.sql, &account.id)?;
            changing.begin_anew(&session, account, chance, now_ms)
        })
    }

    /// Calls somebody something else. Whose account it is may do so, and who manages people.
    ///
    /// # Errors
    ///
    /// If the name is none, or somebody else's looks like it; or who asks has no right to it.
    pub fn rename(&self, id: &Name, display: &str, by: &By, now_ms: u64) -> Result<Account, Error> {
        self.change(|changing| {
            if !is(by, id) {
                allow(changing.sql, by, Right::ManagePeople)?;
            }
            let account = active(changing.sql, id)?;
            let display = DisplayName::new(display, account.roles.are_staff())?;
            changing.sql.rename(id, &display)?;
            let words = (&*account.display, display.as_str());
            changing.note(by, "account.renamed", id.as_str(), words, now_ms)?;
            active(changing.sql, id)
        })
    }

    /// Changes what somebody is in the house. All their sessions end: what they may do is never older than their session. Whoever manages people no more
    /// leaves no link behind by which somebody could still come.
    ///
    /// # Errors
    ///
    /// If who asks does not manage people, or asks for themselves; if it is a guest, who can only be a player; if there would be no
    /// administrator any more; or if they have a name that only the staff may have, and would not be of the staff.
    pub fn set_roles(&self, id: &Name, roles: &Roles, by: &By, now_ms: u64) -> Result<Account, Error> {
        self.change(|changing| {
            allow_for_another(changing.sql, by, Right::ManagePeople, id)?;
            let account = active(changing.sql, id)?;
            if account.kind == Kind::Guest && *roles != Roles::player() {
                return Err(Refused::Guest(id.clone()).into());
            }
            DisplayName::new(&account.display, roles.are_staff())?;
            if !roles.has(Role::Administrator) {
                not_the_last(changing.sql, &account)?;
            }
            changing.sql.set_roles(id, roles)?;
            let words = (&*account.roles.to_string(), &*roles.to_string());
            changing.note(by, "account.roles", id.as_str(), words, now_ms)?;
            if !roles.may(Right::ManagePeople) {
                changing.end_links(|link| link.made_by == id.as_str(), by, now_ms)?;
            }
            changing.end_all_of(id, None)?;
            active(changing.sql, id)
        })
    }

    /// Closes an account: nobody signs in with it any more, and its sessions end, with the links that its owner made. Its money stays where it is.
    ///
    /// # Errors
    ///
    /// If who asks neither manages people nor owns the account; if it is closed already, or the last administrator's.
    pub fn close(&self, id: &Name, by: &By, now_ms: u64) -> Result<Account, Error> {
        self.change(|changing| {
            if !is(by, id) {
                allow(changing.sql, by, Right::ManagePeople)?;
            }
            let account = active(changing.sql, id)?;
            not_the_last(changing.sql, &account)?;
            let closed = Closed { since_ms: now_ms, by: by.who().to_string(), reason: by.reason().into() };
            changing.sql.set_closed(id, Some(&closed))?;
            changing.note(by, "account.closed", id.as_str(), ("active", "closed"), now_ms)?;
            changing.end_links(|link| link.made_by == id.as_str(), by, now_ms)?;
            changing.end_all_of(id, None)?;
            any(changing.sql, id)
        })
    }

    /// Opens a closed account again.
    ///
    /// # Errors
    ///
    /// If who asks does not manage people; if it is not closed; or if somebody's name looks like that of a guest who was gone.
    pub fn reopen(&self, id: &Name, by: &By, now_ms: u64) -> Result<Account, Error> {
        self.change(|changing| {
            allow_for_another(changing.sql, by, Right::ManagePeople, id)?;
            if any(changing.sql, id)?.closed.is_none() {
                return Err(Refused::NotClosed(id.clone()).into());
            }
            changing.sql.set_closed(id, None)?;
            changing.note(by, "account.reopened", id.as_str(), ("closed", "active"), now_ms)?;
            active(changing.sql, id)
        })
    }

    /// An account, active or closed.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn account(&self, id: &Name) -> Result<Account, Error> {
        self.read(|sql| any(sql, id))
    }

    /// The ids of all accounts there are, active or closed.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn ids(&self) -> Result<BTreeSet<Name>, Error> {
        self.read(|sql| Ok(sql.ids()?))
    }

    /// The accounts that are asked for, in the order of their ids, at most a thousand at once.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn accounts(&self, look: &Look, most: usize) -> Result<Vec<Account>, Error> {
        self.read(|sql| Ok(sql.accounts(look, most)?))
    }

    /// Whether somebody may do this, at this moment: for what is not done here, such as money and tables.
    ///
    /// # Errors
    ///
    /// If they have no such right.
    pub fn allow(&self, by: &By, right: Right) -> Result<(), Error> {
        self.read(|sql| allow(sql, by, right))
    }

    /// Whether somebody may take in or pay out this player's money: a cashier, and never for themselves.
    ///
    /// # Errors
    ///
    /// If they may not, or it is no player with an active account.
    pub fn allow_cash(&self, by: &By, player: &Name) -> Result<(), Error> {
        self.read(|sql| {
            // First who asks: whoever may not is not told who there is.
            allow(sql, by, Right::Cash)?;
            if !active(sql, player)?.roles.may(Right::Bet) {
                return Err(Refused::NotAPlayer(player.clone()).into());
            }
            allow_for_another(sql, by, Right::Cash, player)
        })
    }
}

/// Makes an account, with its event.
pub(super) fn make(
    changing: &Changing<'_>,
    (letter, chance): (char, &Chance),
    display: &str,
    credentials: Option<(&Login, &Hashed)>,
    roles: &Roles,
    now_ms: u64,
) -> Result<Account, Error> {
    let display = DisplayName::new(display, roles.are_staff())?;
    let id = id(letter, chance);
    changing.sql.add_account(&NewAccount { id: &id, display: &display, credentials, roles, now_ms })?;
    let kind = if credentials.is_some() { Kind::Member } else { Kind::Guest };
    let what = format!("{kind}: {roles}");
    let by = By::oneself(&id);
    changing.note(&by, "account.made", id.as_str(), ("", &what), now_ms)?;
    active(changing.sql, &id)
}

fn not_the_last(sql: &Sql<'_>, account: &Account) -> Result<(), Error> {
    let is_one = account.roles.has(Role::Administrator);
    if is_one && sql.count_with_role(Role::Administrator.word())? <= 1 {
        return Err(Refused::LastAdministrator.into());
    }
    Ok(())
}
