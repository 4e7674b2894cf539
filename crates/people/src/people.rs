//! The people of a house: one file, what is remembered of it, and who may ask for what.

mod accounts;
mod cases;
mod change;
mod intents;
mod links;
mod log;
mod protection;
mod sessions;
mod sign_in;

pub use cases::CASE_TEXT;
pub use sign_in::{Attempt, Verified};

use crate::account::Account;
use crate::error::{Error, Failure, Refused};
use crate::event::{By, Who};
use crate::lockout::{Failures, Tried};
use crate::role::Right;
use crate::session::{Session, SessionKind, Sessions, Token};
use crate::settings::Settings;
use crate::sql::{self, Db, Sql};
use change::Changing;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tercet_ledger::Name;

/// The people of a house, in one SQLite file with a write-ahead log and a lock file beside it.
///
/// Whatever changes something is on the disk when it comes back, together with its row in the log of events, or has changed nothing.
/// It waits for the disk, some milliseconds; [`People::session`] and what else is asked about sessions does not.
#[derive(Debug)]
pub struct People {
    path: PathBuf,
    settings: Settings,
    on_fatal: OnFatal,
    /// Taken before the others.
    db: Mutex<Db>,
    sessions: Mutex<Sessions>,
    failures: Mutex<Failures<Tried>>,
    last_change_failed: AtomicBool,
}

/// What is done when something may be written and may not: [`std::process::abort`], with a line on standard error, unless a test of that
/// very thing says otherwise.
pub type OnFatal = fn(&Failure) -> !;

/// From where somebody comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrival<'a> {
    /// In what the session lives.
    pub kind: SessionKind,
    /// Address and program, as the server says it; shown to the owner of the account.
    pub peer: &'a str,
}

/// That somebody is signed in.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// The secret of the session, for its owner alone.
    pub token: Token,
    /// The session.
    pub session: Session,
    /// The account.
    pub account: Account,
}

impl People {
    /// Opens the file, which is made if it is not there, and looks whether it is sound. Sessions go on where they were. If it cannot be opened
    /// nothing is left of what was made.
    ///
    /// # Errors
    ///
    /// [`Failure::Busy`] if another process has it open; [`Failure::Corrupt`] if it is damaged or something else;
    /// [`Failure::Denied`] if it is of a later version or may not be written; [`Failure::Settings`] if those make no sense;
    /// [`Failure::Io`] or [`Failure::Full`] if the system refuses.
    pub fn open(path: impl AsRef<Path>, settings: Settings) -> Result<People, Failure> {
        People::open_with(path, settings, end_the_process)
    }

    /// Looks whether the file is there, or can be made there, and changes nothing. Whether it is; an empty one is none.
    ///
    /// # Errors
    ///
    /// Says what is in the way, beside the file too, and what was expected.
    pub fn look(path: impl AsRef<Path>) -> Result<bool, Failure> {
        sql::look(path.as_ref())
    }

    /// Opens the file, with something else to be done when the disk fails.
    ///
    /// # Errors
    ///
    /// See [`People::open`].
    pub fn open_with(
        path: impl AsRef<Path>,
        settings: Settings,
        on_fatal: OnFatal,
    ) -> Result<People, Failure> {
        let path = path.as_ref();
        settings.check().map_err(Failure::Settings)?;
        let db = Db::open(path)?;
        let mut sessions = Sessions::default();
        let held = db.read(|sql| Ok(sql.sessions(&settings)?)).map_err(|error| match error {
            Error::Failed(failure) => failure.of(path.display()),
            Error::Refused(refused) => Failure::Corrupt(refused.to_string()),
        })?;
        held.into_iter().for_each(|held| sessions.add(held));
        Ok(People {
            path: path.into(),
            settings,
            on_fatal,
            db: Mutex::new(db),
            sessions: Mutex::new(sessions),
            failures: Mutex::new(Failures::new(settings.lockout)),
            last_change_failed: AtomicBool::new(false),
        })
    }

    /// Copies the file, as it is now, to a new one, while people come and go. The copy is there once it is whole.
    ///
    /// # Errors
    ///
    /// If there is a file of that name already, or it cannot be written; what was made of it is removed.
    pub fn back_up(&self, to: impl AsRef<Path>) -> Result<(), Failure> {
        sql::back_up(&self.path, to.as_ref())
    }

    /// Copies a file of people, as it is now, to a new one, whoever has it open, without opening it to change anything.
    ///
    /// # Errors
    ///
    /// As with [`People::back_up`]; and if there is no file of people.
    pub fn back_up_file(from: impl AsRef<Path>, to: impl AsRef<Path>) -> Result<(), Failure> {
        sql::back_up(from.as_ref(), to.as_ref())
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the operator has set.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Whether the last change could not be written, as when the disk is full: until one is.
    #[must_use]
    pub fn last_change_failed(&self) -> bool {
        self.last_change_failed.load(Ordering::Relaxed)
    }

    fn db(&self) -> MutexGuard<'_, Db> {
        // What a panic left half done in the file is undone before the next change.
        self.db.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn sessions(&self) -> MutexGuard<'_, Sessions> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failures(&self) -> MutexGuard<'_, Failures<Tried>> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read<T>(&self, what: impl FnOnce(&Sql<'_>) -> Result<T, Error>) -> Result<T, Error> {
        self.db().read(what)
    }

    /// Does something in one transaction; what it does to sessions is done in memory once the disk has it.
    fn change<T>(&self, what: impl FnOnce(&mut Changing<'_>) -> Result<T, Error>) -> Result<T, Error> {
        let db = self.db();
        let written = db.written();
        let changed = db.change(|sql| {
            let mut changing = Changing::new(self, sql);
            let done = what(&mut changing)?;
            Ok((done, changing.effects))
        });
        match &changed {
            // Where nothing was to be written nobody knows whether it could have been.
            Ok(_) if db.written() == written => {}
            Ok(_) => self.last_change_failed.store(false, Ordering::Relaxed),
            Err(sql::Undone::Known(Error::Refused(_))) => {}
            Err(sql::Undone::Known(Error::Failed(_)) | sql::Undone::Unknown(_)) => {
                self.last_change_failed.store(true, Ordering::Relaxed);
            }
        }
        match changed {
            Ok((done, effects)) => {
                effects.apply(&mut self.sessions());
                Ok(done)
            }
            Err(sql::Undone::Known(error)) => Err(error),
            Err(sql::Undone::Unknown(failure)) => (self.on_fatal)(&failure),
        }
    }
}

/// An active account.
fn active(sql: &Sql<'_>, id: &Name) -> Result<Account, Error> {
    let account = any(sql, id)?;
    if account.closed.is_some() { Err(Refused::Closed(id.clone()).into()) } else { Ok(account) }
}

/// An account, active or closed.
fn any(sql: &Sql<'_>, id: &Name) -> Result<Account, Error> {
    sql.account(id)?.ok_or_else(|| Refused::NoAccount(id.clone()).into())
}

/// Whether somebody has a right: the house has all of them, and whoever allowed it must have it, too.
fn allow(sql: &Sql<'_>, by: &By, right: Right) -> Result<(), Error> {
    let has = |id: &Name| match sql.account(id)? {
        Some(account) if account.closed.is_none() && account.roles.may(right) => Ok(()),
        _ => Err(Error::from(Refused::NoRight(right))),
    };
    match by.who() {
        Who::House => Ok(()),
        Who::Nobody => Err(Refused::NoRight(right).into()),
        Who::Account(id) => has(id),
    }?;
    match by.allowed_by() {
        Some(id) if *by.who() == Who::Account(id.clone()) => Err(Refused::Oneself.into()),
        Some(id) => has(id),
        None => Ok(()),
    }
}

/// The same, for what nobody may do for themselves.
fn allow_for_another(sql: &Sql<'_>, by: &By, right: Right, id: &Name) -> Result<(), Error> {
    if is(by, id) {
        return Err(Refused::Oneself.into());
    }
    allow(sql, by, right)
}

fn is(by: &By, id: &Name) -> bool {
    *by.who() == Who::Account(id.clone())
}

fn end_the_process(failure: &Failure) -> ! {
    // Whoever read what is said here may be gone; that must not keep the process alive.
    let _ = writeln!(
        std::io::stderr(),
        "tercet: {failure}; stopping, so that nothing is believed to be written that is not"
    );
    std::process::abort()
}
