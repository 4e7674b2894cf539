//! A house to try things in.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;
use tercet_ledger::Name;
use tercet_people::{
    Arrival, By, Chance, Cost, Error, Failure, Hashed, Login, Password, People, Purpose, Refused, Role,
    Roles, SessionKind, Settings, SignedIn, Which, Who, hash,
};

pub(crate) const T: u64 = 1_800_000_000_000;
pub(crate) const MINUTE: u64 = 60_000;
pub(crate) const HOUR: u64 = 60 * MINUTE;
pub(crate) const BROWSER: Arrival<'_> = Arrival { kind: SessionKind::Browser, peer: "192.0.2.7" };
pub(crate) const PASSWORD: &str = "correct horse";

pub(crate) fn settings() -> Settings {
    Settings { cost: Cost { memory_kib: 16, passes: 1, lanes: 1 }, ..Settings::default() }
}

/// Chance that nobody has used yet, in this process or another that is killed.
pub(crate) fn chance() -> Chance {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let mut chance = [0; 32];
    chance[..8].copy_from_slice(&NEXT.fetch_add(1, Ordering::Relaxed).to_be_bytes());
    chance[8..12].copy_from_slice(&std::process::id().to_be_bytes());
    chance
}

pub(crate) fn login(text: &str) -> Login {
    Login::new(text).unwrap()
}

pub(crate) fn hashed(text: &str) -> Hashed {
    hash(&Password::typed(text), settings().cost, &chance())
}

pub(crate) fn by(id: &Name) -> By {
    By::new(Who::Account(id.clone()), "because").unwrap()
}

pub(crate) fn house() -> By {
    By::house("a test")
}

pub(crate) fn roles(roles: &[Role]) -> Roles {
    Roles::new(roles).unwrap()
}

pub(crate) fn refused<T: std::fmt::Debug>(what: Result<T, Error>) -> Refused {
    match what {
        Err(Error::Refused(refused)) => refused,
        other => panic!("expected a refusal, got {other:?}"),
    }
}

/// A file in a folder of its own, and the people in it.
pub(crate) struct House {
    pub(crate) folder: TempDir,
    pub(crate) people: People,
}

impl House {
    pub(crate) fn new() -> House {
        House::with(settings())
    }

    pub(crate) fn with(settings: Settings) -> House {
        let folder = tempfile::tempdir().unwrap();
        let people = People::open(folder.path().join("people.db"), settings).unwrap();
        House { folder, people }
    }

    /// The same file, opened again.
    pub(crate) fn again(self) -> House {
        let House { folder, people } = self;
        let settings = *people.settings();
        drop(people);
        let path = folder.path().join("people.db");
        // A process that another test starts at this moment has every file of this one for an instant, the lock too.
        let opened = (0..500).find_map(|_| match People::open(&path, settings) {
            Err(Failure::Busy(_)) => {
                sleep(Duration::from_millis(10));
                None
            }
            opened => Some(opened),
        });
        let people = opened.expect("nobody else has it").unwrap();
        House { folder, people }
    }

    pub(crate) fn guest(&self, display: &str) -> SignedIn {
        self.people.guest(display, BROWSER, &chance(), T).unwrap()
    }

    pub(crate) fn member(&self, text: &str) -> SignedIn {
        let display = text.to_uppercase();
        self.people.register(&display, (&login(text), &hashed(PASSWORD)), BROWSER, &chance(), T).unwrap()
    }

    /// Somebody of the staff, by invitation.
    pub(crate) fn staff(&self, text: &str, of: &[Role]) -> SignedIn {
        let purpose = Purpose::Invitation(roles(of));
        let (token, _) = self.people.make_link(&purpose, &house(), &chance(), T).unwrap();
        let credentials = (&login(text), &hashed(PASSWORD));
        self.people.accept(&token, &text.to_uppercase(), credentials, BROWSER, &chance(), T).unwrap()
    }

    pub(crate) fn sign_in(&self, text: &str, password: &str, now_ms: u64) -> Result<SignedIn, Error> {
        let attempt = self.people.attempt(text, now_ms)?;
        let verified = attempt.verify(&Password::typed(password), &chance());
        self.people.sign_in(verified, BROWSER, &chance(), now_ms)
    }

    /// The words of all events, the oldest first.
    pub(crate) fn words(&self) -> Vec<String> {
        let events = self.people.events(&Which::default(), 1_000).unwrap();
        events.into_iter().rev().map(|event| event.what).collect()
    }

    /// What must stay as it was when something is refused: everything that can be asked for.
    pub(crate) fn all(&self) -> String {
        let people = &self.people;
        let accounts = people.accounts(&tercet_people::Look::default(), 1_000).unwrap();
        let protections: Vec<_> =
            accounts.iter().map(|account| people.protection(&account.id).unwrap()).collect();
        let cases = people.cases(&tercet_people::WhichCases::default(), 1_000).unwrap();
        let entries: Vec<_> = cases.iter().map(|case| people.case(case.number).unwrap()).collect();
        let links = people.links(0).unwrap();
        format!(
            "{accounts:?} {protections:?} {entries:?} {links:?} {} {:?}",
            people.session_count(),
            self.words()
        )
    }
}
