//! Who the people of a house are: accounts, passwords, roles, sessions, the protection of players, cases, and the log of what was changed.
//!
//! All of it is in one SQLite file ([`People`]) beside the journal. Money is not: an account's id is the player's name in the ledger.
//! Time and chance come in as arguments. What changes something waits for the disk and has a row in the log in the same transaction
//! (docs/decisions/0011-people.md).
//!
//! ```no_run
//! use tercet_people::{Arrival, Error, People, SessionKind, Settings};
//! # let (chance, now_ms) = ([0; 32], 0);
//! let people = People::open("people.db", Settings::default())?;
//! let arrival = Arrival { kind: SessionKind::Browser, peer: "192.0.2.7" };
//! let ann = people.guest("Ann", arrival, &chance, now_ms)?;
//! assert_eq!(people.session(&ann.token, now_ms)?.account, ann.account.id);
//! # Ok::<(), Error>(())
//! ```
#![forbid(unsafe_code)]

mod account;
mod case;
mod chance;
mod display;
mod error;
mod event;
mod intent;
mod link;
mod lockout;
mod login;
mod password;
mod people;
pub mod protect;
mod role;
mod session;
mod settings;
mod sql;
mod text;

pub use account::{Account, Closed, Kind, Look};
pub use case::{Case, CaseRefused, CaseState, Claim, Entry, EntryKind, WhichCases};
pub use chance::Chance;
pub use display::{DisplayName, LONGEST as LONGEST_NAME, NameRefused};
pub use error::{Error, Failure, Refused};
pub use event::{By, Change, Event, Which, Who};
pub use intent::{Intended, Intent};
pub use link::{Link, Purpose};
pub use login::{Login, LoginRefused};
pub use password::{Cost, Hashed, LENGTHS as PASSWORD_LENGTHS, Password, PasswordRefused, hash};
pub use people::{Arrival, Attempt, CASE_TEXT, OnFatal, People, SignedIn, Verified};
pub use role::{Right, Role, Roles, RolesRefused};
pub use session::{Session, SessionId, SessionKind, Token};
pub use settings::{Expiry, Lockout, Settings, SettingsRefused};
