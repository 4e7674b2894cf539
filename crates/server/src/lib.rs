//! The table server: live tables over HTTP and WebSocket.
//!
//! [`House::open`] opens the books and the tables; [`serve`] lets people in until it is told to stop.
//!
//! ```text
//! connection ──► accept ──► routes ──► who ──► api/… ──► Handle::ask ──► the table
//!                              └────► socket ◄── hub ◄── News of the table
//! ```
//!
//! Nobody waits for a client: what a client is told waits in a queue of its own, and who does not read it is cut off. Whoever asks is known by the
//! session, never by what a message says, and nobody's eyes see a card that lies face down for them.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod accept;
mod ahead;
mod alone;
mod api;
mod aside;
mod ask;
mod attendance;
mod backups;
mod cash;
mod config;
mod cookie;
mod copies;
mod directory;
mod documents;
mod facts;
mod felt;
mod files;
mod fixed;
mod form;
mod founding;
mod games;
mod guard;
mod hindered;
mod hints;
mod house;
mod hub;
mod limits;
mod lobby;
mod log;
mod lost;
mod mark;
mod metrics;
mod names;
mod noted;
mod odds;
mod origin;
mod owners;
mod pages;
mod part;
mod peer;
mod places;
mod problem;
mod rates;
mod routes;
mod seal;
mod seen;
mod set;
mod shown;
mod socket;
mod takings;
mod tls;
mod trail;
mod turns;
mod watched;
mod who;
mod whole;

pub use accept::serve;
pub use backups::Backups;
pub use config::{BadSetting, SETTINGS, Setting};
pub use copies::{Copied, back_up, restore};
pub use files::{BOOKS, PEOPLE, key_of_the_seeds, make_private, settings_text, write_secret};
pub use house::{Chance, House, NotOpen, Settings};
pub use limits::Limits;
pub use log::{LogFormat, begin_log};
pub use lost::{EndedWithoutSeed, EndedWithoutSeeds, NotEnded, end_without_seeds};
pub use owners::Ownerless;
pub use pages::pages_are_built;
pub use peer::{Proxies, Says};
pub use tercet_table::Clocks;
