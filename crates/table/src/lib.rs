//! The engine of one live table.
//!
//! [`Table`] is a state and nothing else: who sits where, what the round is doing, what is due when. It is told what somebody
//! asks, the time, and what it cannot know itself (chance, the meter); it answers with a [`Step`]: the events to write down
//! and the money that moves with them. Only when a store has the step does it become so. A table after a power cut is the
//! table before it, made from what was written ([`Live::open`]).
//!
//! [`Live`] is a table with its store: it carries out one step after the other.
//!
//! ```text
//! ask ──► Table::handle ──► Step ──► Store::append ──► Table::take ──► views
//!         refused: nothing changes      refused: nothing changes
//! ```
//!
//! Each round is written as OPEN, CLOSED, DEALT, DECIDED, SETTLED and REVEALED, each arrow in one step. The deck is never
//! written before it is told: it follows from the seed of the round ([`HouseKey::seed`]) and the secrets of the seats. The seed of
//! every round is told, also of one that was void, so that no commitment is left unopened. But for one whose seed nobody can know any more, as
//! the key of the house is lost: the operator ends it ([`end_without_seed`]).
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod ask;
mod asked;
mod award;
mod due;
mod encode;
mod event;
mod founding;
mod game_file;
mod handle;
mod live;
mod lost;
mod opening;
mod recover;
mod refused;
mod seed;
mod settings;
mod state;
mod stream;
mod take;
mod told;
mod untold;

pub use ask::{Ask, Do, Who};
pub use asked::NotAsked;
pub use award::Award;
pub use encode::bytes_of;
pub use event::{CannotStand, MeterSeen, Status, TableEvent};
pub use founding::Founding;
pub use handle::{Step, World, is_reason};
pub use live::{Answer, Live, Next, NotLive, Pending, Reset};
pub use lost::{end_without_seed, in_play, opens};
pub use opening::Opening;
pub use recover::can_open;
pub use refused::Refused;
pub use seed::{HouseKey, Seeds, ToldSeeds, UntoldSeeds};
pub use settings::{Clocks, Settings, SettingsError};
pub use state::{MOST_EVENTS, Stage, Table, TableView};
pub use stream::Stream;
pub use take::{NotThis, Taken};
pub use untold::untold_money;
