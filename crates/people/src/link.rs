//! Links that can be used once: invitations, and new passwords.

use crate::role::Roles;
use std::fmt;
use tercet_ledger::Name;

/// What a link is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To make an account with these roles.
    Invitation(Roles),
    /// To give this account a new password.
    Password(Name),
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Purpose::Invitation(roles) => write!(f, "invitation: {roles}"),
            Purpose::Password(id) => write!(f, "password: {id}"),
        }
    }
}

/// A link, without its secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// Its number.
    pub id: u64,
    /// What it is for.
    pub purpose: Purpose,
    /// When it was made, in milliseconds since 1970-01-01 UTC.
    pub made_ms: u64,
    /// By whom, as events write it.
    pub made_by: String,
    /// Until when it can be used.
    pub ends_ms: u64,
    /// When it was used.
    pub used_ms: Option<u64>,
}
