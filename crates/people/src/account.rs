//! Accounts: who somebody is, for ever under one id.

use crate::login::Login;
use crate::role::Roles;
use std::fmt;
use tercet_ledger::Name;

/// What kind of account it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Came without a word: no login, no password, play money.
    Guest,
    /// Has a login and a password.
    Member,
}

impl Kind {
    /// The kind as one word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Guest => "guest",
            Kind::Member => "member",
        }
    }

    pub(crate) fn of(word: &str) -> Option<Kind> {
        [Kind::Guest, Kind::Member].into_iter().find(|kind| kind.word() == word)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// That an account is closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Closed {
    /// Since when, in milliseconds since 1970-01-01 UTC.
    pub since_ms: u64,
    /// By whom, as events write it.
    pub by: String,
    /// Why.
    pub reason: String,
}

/// An account, without its secrets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// Its name in the ledger and everywhere else; it never changes.
    pub id: Name,
    /// What kind it is.
    pub kind: Kind,
    /// What others see.
    pub display: String,
    /// By what its owner signs in; none for guests.
    pub login: Option<Login>,
    /// What its owner is in the house.
    pub roles: Roles,
    /// None while it is active.
    pub closed: Option<Closed>,
    /// When it was made, in milliseconds since 1970-01-01 UTC.
    pub created_ms: u64,
}

/// Which accounts are asked for: all that fit everything that is said.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// Of this kind.
    pub kind: Option<Kind>,
    /// Active ones, or closed ones.
    pub active: Option<bool>,
    /// Whose id, login or display name has this in it.
    pub text: Option<String>,
    /// Those of the staff.
    pub staff: bool,
    /// After this id: the last of one page asks for the next, as they come in the order of their ids.
    pub after: Option<Name>,
}
