//! What goes wrong: a refusal is the news of whoever asked, a failure that of the operator.

use crate::case::CaseRefused;
use crate::display::NameRefused;
use crate::login::LoginRefused;
use crate::password::PasswordRefused;
use crate::protect::{AwayRefused, LimitRefused};
use crate::role::{Right, RolesRefused};
use crate::settings::SettingsRefused;
use std::fmt;
use tercet_ledger::Name;

/// Why something was not done. Whatever it is, nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// It may not be.
    Refused(Refused),
    /// It could not be.
    Failed(Failure),
}

/// Why something may not be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// No login.
    Login(LoginRefused),
    /// No display name.
    Name(NameRefused),
    /// No password.
    Password(PasswordRefused),
    /// Roles that are not for one person.
    Roles(RolesRefused),
    /// No such limit.
    Limit(LimitRefused),
    /// No such break.
    Away(AwayRefused),
    /// Not for this case.
    Case(CaseRefused),
    /// Somebody has this login.
    LoginTaken,
    /// Somebody's name looks like this.
    NameTaken,
    /// The same chance was used before, or something like it.
    UsedChance,
    /// There is no such account.
    NoAccount(Name),
    /// The account is closed.
    Closed(Name),
    /// The account is not closed.
    NotClosed(Name),
    /// The account has a login and a password already.
    Member(Name),
    /// The account has no login and no password.
    Guest(Name),
    /// The account is no player's.
    NotAPlayer(Name),
    /// Who asks has no right to this.
    NoRight(Right),
    /// Nobody does this for themselves.
    Oneself,
    /// It would leave the house without an administrator.
    LastAdministrator,
    /// Login or password are wrong; which of them, nobody is told.
    Credentials,
    /// The login failed too often, whether there is such a login or not.
    Locked {
        /// Until when, in milliseconds since 1970-01-01 UTC.
        until_ms: u64,
    },
    /// There is no such session, or no more.
    NoSession,
    /// There are as many sessions as there may be.
    TooManySessions,
    /// There is no such link.
    NoLink,
    /// The link was used.
    LinkUsed,
    /// The link waited too long, or was taken back.
    LinkExpired,
    /// A text is empty, too long, or has something in it that cannot be seen.
    Text {
        /// Which.
        what: &'static str,
        /// The most characters.
        most: usize,
    },
    /// A text has several lines where one is expected.
    Lines {
        /// Which.
        what: &'static str,
    },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Login(refused) => refused.fmt(f),
            Refused::Name(refused) => refused.fmt(f),
            Refused::Password(refused) => refused.fmt(f),
            Refused::Roles(refused) => refused.fmt(f),
            Refused::Limit(refused) => refused.fmt(f),
            Refused::Away(refused) => refused.fmt(f),
            Refused::Case(refused) => refused.fmt(f),
            Refused::LoginTaken => f.write_str("somebody has this login; expected another"),
            Refused::NameTaken => f.write_str("somebody's name looks like this; expected another"),
            Refused::UsedChance => f.write_str("this chance was used before; expected 32 new bytes"),
            Refused::NoAccount(id) => write!(f, "there is no account {id}"),
            Refused::Closed(id) => write!(f, "the account {id} is closed"),
            Refused::NotClosed(id) => write!(f, "the account {id} is not closed"),
            Refused::Member(id) => write!(f, "the account {id} has a login already; expected a guest"),
            Refused::Guest(id) => write!(f, "the account {id} is a guest's; expected one with a login"),
            Refused::NotAPlayer(id) => write!(f, "the account {id} is not a player's; expected one that is"),
            Refused::NoRight(right) => f.write_str(&Right::expected(&[*right])),
            Refused::Oneself => {
                f.write_str("nobody does this for themselves; expected somebody else to do it")
            }
            Refused::LastAdministrator => {
                f.write_str("there is no other administrator; expected one who goes on")
            }
            Refused::Credentials => f.write_str("login or password are wrong"),
            Refused::Locked { .. } => f.write_str("too many failures to sign in; expected some patience"),
            Refused::NoSession => f.write_str("not signed in, or not any more"),
            Refused::TooManySessions => f.write_str("the house is full; expected to be asked later"),
            Refused::NoLink => f.write_str("there is no such link"),
            Refused::LinkUsed => f.write_str("the link was used already; expected a new one"),
            Refused::LinkExpired => f.write_str("the link is too old or was taken back; expected a new one"),
            Refused::Text { what, most } => {
                write!(f, "{what}: expected 1 to {most} characters that can be seen")
            }
            Refused::Lines { what } => write!(f, "{what}: several lines; expected one"),
        }
    }
}

/// Why something could not be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// Somebody else has the file open, or is in the way.
    Busy(String),
    /// The disk is full.
    Full(String),
    /// The file may not be opened or written, is of another version, or is there already.
    Denied(String),
    /// What is in the file is not what was written.
    Corrupt(String),
    /// The system failed.
    Io(String),
    /// The settings make no sense.
    Settings(SettingsRefused),
}

impl Failure {
    /// The failure, and of what it is one.
    pub(crate) fn of(self, what: impl fmt::Display) -> Failure {
        match self {
            Failure::Busy(said) => Failure::Busy(format!("{what}: {said}")),
            Failure::Full(said) => Failure::Full(format!("{what}: {said}")),
            Failure::Denied(said) => Failure::Denied(format!("{what}: {said}")),
            Failure::Corrupt(said) => Failure::Corrupt(format!("{what}: {said}")),
            Failure::Io(said) => Failure::Io(format!("{what}: {said}")),
            settings @ Failure::Settings(_) => settings,
        }
    }
}

impl From<tercet_store::Failure> for Failure {
    fn from(failure: tercet_store::Failure) -> Failure {
        use tercet_store::Failure as Of;
        match failure {
            Of::Busy(said) => Failure::Busy(said),
            Of::Full(said) => Failure::Full(said),
            Of::Denied(said) => Failure::Denied(said),
            Of::Corrupt(said) => Failure::Corrupt(said),
            Of::Io(said) | Of::TooBig(said) | Of::Memory(said) => Failure::Io(said),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Busy(said) => write!(f, "the file of the people is in use: {said}"),
            Failure::Full(said) => write!(f, "the disk is full: {said}"),
            Failure::Denied(said) => write!(f, "the file of the people cannot be used: {said}"),
            Failure::Corrupt(said) => write!(f, "the file of the people is damaged: {said}"),
            Failure::Io(said) => write!(f, "the system failed: {said}"),
            Failure::Settings(refused) => refused.fmt(f),
        }
    }
}

impl std::error::Error for Failure {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Refused(refused) => refused.fmt(f),
            Error::Failed(failure) => failure.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Error {
        Error::Failed(failure)
    }
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Error {
        Error::Refused(refused)
    }
}

macro_rules! refused {
    ($($variant:ident($type:ty)),*) => {
        $(impl From<$type> for Error {
            fn from(refused: $type) -> Error {
                Error::Refused(Refused::$variant(refused))
            }
        })*
    };
}

refused!(
    Login(LoginRefused),
    Name(NameRefused),
    Password(PasswordRefused),
    Roles(RolesRefused),
    Limit(LimitRefused),
    Away(AwayRefused),
    Case(CaseRefused)
);
