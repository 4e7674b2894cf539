//! Sessions: who is signed in, by the hash of a secret that only they have.
//!
//! All of them are in memory, so that looking one up waits for no disk; what changes is written first.

mod memory;
mod token;

pub(crate) use memory::{Held, Sessions};
pub use token::Token;

use crate::role::Roles;
use crate::settings::{Expiry, Settings};
use std::fmt;
use tercet_ledger::Name;

/// In what a session lives.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SessionKind {
    /// A browser, with a cookie.
    Browser,
    /// A program, with a token.
    Program,
}

impl SessionKind {
    /// The kind as one word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            SessionKind::Browser => "browser",
            SessionKind::Program => "program",
        }
    }

    pub(crate) fn of(word: &str) -> Option<SessionKind> {
        [SessionKind::Browser, SessionKind::Program].into_iter().find(|kind| kind.word() == word)
    }

    /// How long such a session of somebody with these roles lasts.
    pub(crate) fn expiry(self, roles: &Roles, settings: &Settings) -> Expiry {
        match self {
            SessionKind::Program => settings.programs,
            SessionKind::Browser if roles.are_staff() => settings.staff,
            SessionKind::Browser => settings.players,
        }
    }
}

impl fmt::Display for SessionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// The number of a session, by which it can be named without its secret.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SessionId(pub u64);

/// A session, without its secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// Its number.
    pub id: SessionId,
    /// Whose it is.
    pub account: Name,
    /// What they are in the house: as long as the session lasts, for it ends when that changes.
    pub roles: Roles,
    /// In what it lives.
    pub kind: SessionKind,
    /// When it began, in milliseconds since 1970-01-01 UTC.
    pub created_ms: u64,
    /// When it was last used.
    pub seen_ms: u64,
    /// When it ends, however it is used.
    pub ends_ms: u64,
    /// When it ends if it is not used; never later than `ends_ms`.
    pub idle_ends_ms: u64,
    /// From where it was begun, as the server says it.
    pub peer: String,
}
