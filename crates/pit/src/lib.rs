//! The live tables of one house: a task for each, its clocks, and who watches.
//!
//! [`Table`](tercet_table::Table) knows what may happen and when, and does nothing by itself. Here each table gets a task of its own
//! that asks it on behalf of people, lets its clocks run, hands every step to the store and waits until it is
//! written without holding up the other tables. (What it must know before, such as what a meter holds, it looks up in the store at once, which
//! is short.) Only the task touches the table; everybody else has a [`Handle`] to ask with, and a [`Watcher`] to look.
//!
//! ```text
//! Handle::ask ──► a queue ──► the task ──► Live::begin ──► Store::submit ──► Live::finish ──► watchers, answer
//!                                ▲ what is due at its clocks
//! ```
//!
//! Somebody who goes away and comes back watches again, and finds the same cards and the time that is left. Who watches slowly sees the
//! latest and misses what lay between; nobody holds up a table by not looking.
//!
//! ```
//! use std::sync::Arc;
//! use tercet_ledger::{Key, Name};
//! use tercet_pit::{Eyes, House, Pit};
//! use tercet_store::Memory;
//! use tercet_table::{Ask, Clocks, Do, HouseKey, Settings, Status, Who};
//!
//! # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
//! // The key and the chance come from the operating system, the time from its clock.
//! let house = House { key: HouseKey::new([7; 32]), now_ms: 1_790_000_000_000, chance: Arc::new(|| Ok([9; 32])) };
//! let pit = Pit::new(Memory::new(), house);
//! let table = pit.open(&Name::new("t1")?).await?;
//!
//! let text = tercet_games::builtin_text("three-card-fortune").expect("one of the five");
//! let settings = Settings::new(text, 0, None, Clocks::default())?;
//! let floor = |what| Ask::new(Who::Floor(Name::new("flo").expect("a name")), what);
//! table.ask(floor(Do::Set(Box::new(settings))), Key::new(b"1").expect("short")).await?;
//! table.ask(floor(Do::Turn(Status::Open, "good evening".into())), Key::new(b"2").expect("short")).await?;
//! assert_eq!(table.watch().view(&Eyes::Spectator).status, Status::Open);
//! pit.stop().await;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod clock;
mod guard;
mod handle;
mod news;
mod pit;
mod task;
mod watch;

pub use guard::{Bet, Forbidden, Guard, Permit};
pub use handle::{Handle, NotAsked};
pub use news::{Ended, Listener, News};
pub use pit::{Chance, House, Pit, last_written_ms};
pub use watch::{Eyes, Look, Stopped, Watcher};
