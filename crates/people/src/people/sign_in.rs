//! Signing in: slow on purpose between two quick steps.
//!
//! [`People::attempt`] looks whether the login is locked, and counts; [`Attempt::verify`] compares, which takes its time and touches
//! nothing; [`People::sign_in`] acts on it.

use super::{Arrival, People, SignedIn, active, allow, is};
use crate::chance::Chance;
use crate::error::{Error, Refused};
use crate::event::{By, Who};
use crate::lockout::Tried;
use crate::login::Login;
use crate::password::{self, Cost, Hashed, Password};
use crate::role::Right;
use crate::session::Token;
use tercet_ledger::Name;
use tercet_rules::shown;

/// An attempt to sign in, before the password is looked at.
///
/// Nothing tells whether there is such a login: if there is none, the password is compared with one that is nobody's.
#[derive(Debug)]
pub struct Attempt {
    /// As it was typed, fit to be shown.
    typed: String,
    login: Option<Login>,
    /// For whom it counts as failed.
    tried: Option<Tried>,
    account: Option<Name>,
    kept: Hashed,
    cost: Cost,
}

/// An attempt whose password was looked at.
#[derive(Debug)]
pub struct Verified {
    attempt: Attempt,
    right: bool,
    rehashed: Option<Hashed>,
}

impl Attempt {
    /// Compares the password: slow on purpose. If it is right and its hash cost something else than one does now, it is hashed anew.
    #[must_use]
    pub fn verify(self, password: &Password, chance: &Chance) -> Verified {
        let (equal, old) = password::verify(password, &self.kept, self.cost);
        let right = equal && self.account.is_some();
        let rehashed = (right && old).then(|| password::hash(password, self.cost, chance));
        Verified { attempt: self, right, rehashed }
    }
}

impl People {
    /// Begins an attempt to sign in, and counts it as failed until it has succeeded.
    ///
    /// # Errors
    ///
    /// [`Refused::Locked`] if this login failed too often, whether there is such a login or not.
    pub fn attempt(&self, login: &str, now_ms: u64) -> Result<Attempt, Error> {
        let typed = shown(login.trim(), 40);
        let login = Login::typed(login);
        let tried = login.clone().map(Tried::Login);
        self.count(tried.as_ref(), now_ms)?;
        self.attempt_of(typed, login, tried)
    }

    /// The same for somebody who is signed in and is asked for their own password once more. It is counted for the session and not for the
    /// login: who finds a screen that was left cannot lock its owner out.
    ///
    /// # Errors
    ///
    /// [`Refused::Locked`] if it failed too often in this session; [`Refused::NoSession`]; [`Refused::Guest`] if there is no password.
    pub fn attempt_again(&self, token: &Token, now_ms: u64) -> Result<Attempt, Error> {
        let session = self.session(token, now_ms)?;
        let account = self.account(&session.account)?;
        let login = account.login.ok_or(Refused::Guest(account.id))?;
        let tried = Some(Tried::Session(session.id));
        self.count(tried.as_ref(), now_ms)?;
        self.attempt_of(login.to_string(), Some(login), tried)
    }

    fn count(&self, tried: Option<&Tried>, now_ms: u64) -> Result<(), Error> {
        let counted = tried.map_or(Ok(()), |tried| self.failures().count(tried, now_ms));
        Ok(counted.map_err(|until_ms| Refused::Locked { until_ms })?)
    }

    fn attempt_of(
        &self,
        typed: String,
        login: Option<Login>,
        tried: Option<Tried>,
    ) -> Result<Attempt, Error> {
        let found = match &login {
            Some(login) => self.read(|sql| Ok(sql.of_login(login)?))?,
            None => None,
        };
        let cost = self.settings.cost;
        let (account, kept) = match found {
            Some((account, kept)) => (Some(account.id), kept),
            None => (None, password::nobodys(cost)),
        };
        Ok(Attempt { typed, login, tried, account, kept, cost })
    }

    /// Signs somebody in whose password was right. Every session begins with a token of its own.
    ///
    /// # Errors
    ///
    /// [`Refused::Credentials`] if it was not, or there is no such login, which is written down; [`Refused::Closed`] if the account is
    /// closed, which only its owner is told.
    pub fn sign_in(
        &self,
        verified: Verified,
        arrival: Arrival<'_>,
        chance: &Chance,
        now_ms: u64,
    ) -> Result<SignedIn, Error> {
        let id = self.right(&verified, arrival, now_ms)?;
        let signed_in = self.change(|changing| {
            let account = active(changing.sql, &id)?;
            if let Some(hashed) = &verified.rehashed {
                changing.sql.set_hashed(&id, hashed)?;
                let costs = (&*cost_of(&verified.attempt.kept), &*cost_of(hashed));
                changing.note(
                    &By::house("the cost of a hash has changed"),
                    "password.rehashed",
                    id.as_str(),
                    costs,
                    now_ms,
                )?;
            }
            let signed_in = changing.begin(account, arrival, chance, now_ms)?;
            let peer = &signed_in.session.peer;
            changing.note(&By::oneself(&id), "session.begun", id.as_str(), ("", peer), now_ms)?;
            Ok(signed_in)
        })?;
        self.forgive(verified);
        Ok(signed_in)
    }

    /// Changes somebody's own password: they are signed in, and have typed the old one, which was [verified](Attempt::verify). The
    /// session gets a new token, and all others end.
    ///
    /// # Errors
    ///
    /// [`Refused::NoSession`] if nobody is signed in with this token; [`Refused::Credentials`] if the old password was not right, or that of
    /// somebody else.
    pub fn change_password(
        &self,
        token: &Token,
        verified: Verified,
        hashed: &Hashed,
        chance: &Chance,
        now_ms: u64,
    ) -> Result<SignedIn, Error> {
        let session = self.session(token, now_ms)?;
        let arrival = Arrival { kind: session.kind, peer: &session.peer };
        let id = self.right(&verified, arrival, now_ms)?;
        if id != session.account {
            return Err(Refused::Credentials.into());
        }
        let signed_in = self.change(|changing| {
            changing.still_there(session.id, now_ms)?;
            let account = active(changing.sql, &id)?;
            changing.sql.set_hashed(&id, hashed)?;
            let by = By::oneself(&id);
            changing.note(&by, "password.changed", id.as_str(), ("", ""), now_ms)?;
            changing.end_password_links(&id, &by, now_ms)?;
            changing.end_all_of(&id, Some(session.id))?;
            changing.begin_anew(&session, account, chance, now_ms)
        })?;
        self.forgive(verified);
        Ok(signed_in)
    }

    /// Lets a locked login be tried again; says whether it had failed at all.
    ///
    /// # Errors
    ///
    /// If who asks has no right to it, or asks for themselves.
    pub fn unlock(&self, login: &Login, by: &By, now_ms: u64) -> Result<bool, Error> {
        self.change(|changing| {
            allow(changing.sql, by, Right::UnlockLogins)?;
            let of_login = changing.sql.of_login(login)?;
            if of_login.is_some_and(|(account, _)| is(by, &account.id)) {
                return Err(Refused::Oneself.into());
            }
            changing.note(by, "login.unlocked", login.as_str(), ("", ""), now_ms)
        })?;
        Ok(self.failures().forgive(&Tried::Login(login.clone())))
    }

    /// Until when a login is locked, if it is.
    #[must_use]
    pub fn locked(&self, login: &Login, now_ms: u64) -> Option<u64> {
        self.failures().locked(&Tried::Login(login.clone()), now_ms)
    }

    /// Forgets the failures; what was verified is used up, so that nobody signs in with it twice.
    fn forgive(&self, verified: Verified) {
        if let Some(tried) = verified.attempt.tried {
            self.failures().forgive(&tried);
        }
    }

    /// Whose password was right; what was not is written down.
    fn right(&self, verified: &Verified, arrival: Arrival<'_>, now_ms: u64) -> Result<Name, Error> {
        let Verified { attempt, right, .. } = verified;
        // The password may have been changed while this one was compared.
        let is_still = match (&attempt.login, right) {
            (Some(login), true) => {
                self.read(|sql| Ok(sql.of_login(login)?))?.is_some_and(|(_, kept)| kept == attempt.kept)
            }
            _ => false,
        };
        if let (Some(id), true) = (&attempt.account, is_still) {
            return Ok(id.clone());
        }
        let locked = attempt.tried.as_ref().and_then(|tried| self.failures().locked(tried, now_ms));
        let what = match attempt.tried {
            Some(Tried::Session(_)) => ("password.failed", "session.locked"),
            Some(Tried::Login(_)) | None => ("sign-in.failed", "login.locked"),
        };
        let by = By::new(Who::Nobody, "login or password are wrong")?;
        self.change(|changing| {
            let subject = if attempt.typed.is_empty() { "nothing" } else { &attempt.typed };
            let peer = crate::text::peer(arrival.peer);
            changing.note(&by, what.0, subject, ("", &peer), now_ms)?;
            match locked {
                Some(until) => {
                    let after = format!("locked until {until}");
                    changing.note(&by, what.1, subject, ("", &after), now_ms)
                }
                None => Ok(()),
            }
        })?;
        Err(Refused::Credentials.into())
    }
}

/// Algorithm and cost of a hash, without salt and hash.
fn cost_of(hashed: &Hashed) -> String {
    hashed.as_str().split('$').skip(1).take(3).collect::<Vec<_>>().join(" ")
}
