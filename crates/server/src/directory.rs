//! The people of the house, for whoever answers requests: nothing that waits for a disk, or is slow on purpose, holds up the others.

use crate::house::{chance, clock_ms};
use crate::problem::{Answered, Code, Not, failed_people, problem, problem_at, too_many};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tercet_ledger::Name;
use tercet_people::protect::{Protection, lasting};
use tercet_people::{Chance, Error, Failure, Hashed, Password, People, Refused, Settings, hash};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::Instant;

/// How many passwords are looked at at the same time: each takes some time and memory, on purpose.
const PASSWORDS_AT_ONCE: usize = 2;

/// For how long it counts that the file could be read: everybody may ask whether it can, as often as they like.
const READABLE: Duration = Duration::from_secs(1);

/// How many names are kept in memory.
const NAMES: usize = 100_000;

/// The people of the house.
pub(crate) struct Directory {
    people: Arc<People>,
    settings: Settings,
    slow: Semaphore,
    /// When it was last seen that the file can be read.
    read_at: tokio::sync::Mutex<Option<Instant>>,
    names: Mutex<BTreeMap<Name, String>>,
    /// How often anybody was renamed.
    renamed: AtomicU64,
}

impl Directory {
    /// # Errors
    ///
    /// If the file cannot be used.
    pub(crate) fn open(path: &Path) -> Result<Directory, Failure> {
        let settings = Settings::default();
        let people = Arc::new(People::open(path, settings)?);
        Ok(Directory {
            people,
            settings,
            slow: Semaphore::new(PASSWORDS_AT_ONCE),
            read_at: tokio::sync::Mutex::default(),
            names: Mutex::default(),
            renamed: AtomicU64::new(0),
        })
    }

    /// What of it needs no disk.
    pub(crate) fn in_memory(&self) -> &People {
        &self.people
    }

    /// Asks for something that waits for the disk.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        what: impl FnOnce(&People, &Chance) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Answered> {
        let (people, chance) = (Arc::clone(&self.people), chance()?);
        let done = spawn_blocking(move || what(&people, &chance)).await;
        match done {
            Ok(done) => done.map_err(|error| refused(&error).into()),
            Err(panicked) => Err(failed_people(&panicked).into()),
        }
    }

    /// Looks whether the file can be read, unless it was a moment ago.
    ///
    /// # Errors
    ///
    /// If it cannot.
    pub(crate) async fn can_be_read(&self) -> Result<(), Answered> {
        let mut read_at = self.read_at.lock().await;
        if read_at.is_none_or(|at| at.elapsed() >= READABLE) {
            *read_at = None;
            // Any look-up does: it is read, whatever is found.
            self.ask(|people, _| people.intents(u64::MAX)).await?;
            *read_at = Some(Instant::now());
        }
        Ok(())
    }

    /// What is set for the protection of a player: waits for the disk.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub(crate) fn protection(&self, id: &Name) -> Result<Protection, Answered> {
        self.people.protection(id).map_err(|error| refused(&error).into())
    }

    /// Does something with a password, which is slow on purpose.
    pub(crate) async fn slowly<T: Send + 'static>(
        &self,
        what: impl FnOnce(&Chance) -> T + Send + 'static,
    ) -> Result<T, Answered> {
        let chance = chance()?;
        let _turn = self.slow.acquire().await.map_err(|closed| failed_people(&closed))?;
        spawn_blocking(move || what(&chance)).await.map_err(|panicked| failed_people(&panicked).into())
    }

    /// Hashes a new password.
    pub(crate) async fn hashed(&self, password: Password) -> Result<Hashed, Answered> {
        let cost = self.settings.cost;
        self.slowly(move |chance| hash(&password, cost, chance)).await
    }

    /// Forgets what somebody was called, after that has changed.
    pub(crate) fn forget_name(&self, id: &Name) {
        self.names.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
        self.renamed.fetch_add(1, Ordering::SeqCst);
    }

    /// How often that has happened: whoever keeps names asks for them again when it has.
    pub(crate) fn renamed(&self) -> u64 {
        self.renamed.load(Ordering::SeqCst)
    }

    /// What somebody is called; the id if there is no such account any more.
    pub(crate) fn called(&self, id: &Name) -> String {
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(name) = names.get(id) {
            return name.clone();
        }
        let name = self.people.account(id).map_or_else(|_| id.to_string(), |account| account.display);
        if names.len() >= NAMES {
            names.clear();
        }
        names.insert(id.clone(), name.clone());
        name
    }
}

/// Why the people's file did not do something, as the answer.
pub(crate) fn refused(error: &Error) -> Not {
    let refused = match error {
        Error::Failed(failure) => return failed_people(failure),
        Error::Refused(refused) => refused,
    };
    let at = |code, at: &str| problem_at(code, at, refused);
    match refused {
        Refused::Login(_) => at(Code::Value, "login"),
        Refused::Name(_) => at(Code::Value, "name"),
        Refused::Password(_) => at(Code::Value, "password"),
        Refused::Roles(_) => at(Code::Value, "roles"),
        Refused::Limit(_) => at(Code::Value, "value"),
        Refused::Away(_) => at(Code::Value, "for_ms"),
        // Texts are called as their fields are: "the reason", "the claim".
        Refused::Text { what, .. } | Refused::Lines { what } => {
            at(Code::Value, what.strip_prefix("the ").unwrap_or(what))
        }
        Refused::LoginTaken => at(Code::Exists, "login"),
        Refused::NameTaken => at(Code::Exists, "name"),
        Refused::Case(_)
        | Refused::Closed(_)
        | Refused::NotClosed(_)
        | Refused::Member(_)
        | Refused::Guest(_)
        | Refused::NotAPlayer(_)
        | Refused::LastAdministrator => problem(Code::NotNow, refused),
        Refused::NoAccount(_) => problem(Code::NotFound, refused),
        Refused::NoRight(_) | Refused::Oneself => problem(Code::Forbidden, refused),
        Refused::Credentials => problem(Code::Credentials, refused),
        Refused::Locked { until_ms } => {
            let wait = Duration::from_millis(until_ms.saturating_sub(clock_ms()));
            too_many(
                wait,
                format!("{refused}: {}", lasting(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX))),
            )
        }
        Refused::NoSession => problem(Code::SignIn, refused),
        Refused::TooManySessions => problem(Code::Busy, refused),
        Refused::NoLink | Refused::LinkUsed | Refused::LinkExpired => problem(Code::Link, refused),
        Refused::UsedChance => failed_people(refused),
    }
}
