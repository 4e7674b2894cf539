//! The figures of a game as JSON: what `tercet odds GAME --json` and `tercet compare A B --json` answer.
//!
//! Counts and fractions are texts, because they may be larger than what a JSON reader keeps exactly; every other
//! number is the floating-point number nearest an exact fraction, or the root of one. Money is in dollars. `docs/ODDS.md` defines each
//! figure.
//!
//! ```
//! use tercet_analysis::report::{Ask, report};
//! use tercet_protocol::odds::{Answer, Conditions, write_odds};
//!
//! let game = tercet_games::builtin_game("three-card-poker").expect("a built-in game");
//! let ask = Ask::of(&game);
//! let report = report(&ask)?;
//! let mut out = Vec::new();
//! let answer = Answer {
//!     ask: &ask,
//!     rules: "sha256:…",
//!     conditions: Conditions {
//!         players: ask.players,
//!         meter: ask.meter,
//!         known: ask.known,
//!         strategy: Some("best"),
//!         decks: ask.decks,
//!         command: "",
//!     },
//!     report: &report,
//!     worth: None,
//!     exposed: None,
//!     readings: None,
//!     compared: None,
//! };
//! write_odds(&mut out, &answer);
//! let out = String::from_utf8(out)?;
//! assert!(out.contains(r#""ante":{"stake":1,"deals":"407170400","expectation":"-13733780/407170400","#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod advice;
mod compare;
mod conditions;
mod grid;
mod number;
mod session;
mod sweep;
mod write;

pub use advice::write_advice;
pub use compare::{Comparison, Difference, Pair, Side, Wager, write_comparison};
pub use conditions::Conditions;
pub use grid::{DecidedHands, DecisionCell, DecisionGrid, ThirdCard};
pub use number::slug;
pub(crate) use number::{dollars, number};
pub use session::{QUANTILES, SessionAnswer, to_twelve_places, write_session};
pub use sweep::{SweepAnswer, pay_text, pays, write_sweep};
pub use write::{Answer, OtherReading, write_odds};
