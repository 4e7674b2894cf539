//! Recorded rounds as JSON Lines: a round a line in, a settlement or a refusal a line out.
//!
//! A line is read once ([`Reader::read`]), checked against the game it names ([`Incoming::check`]),
//! settled by `tercet-rules`, and answered ([`write_settlement`], [`write_refusal`]). Who finds the game,
//! and where lines come from and go to, is left to the caller.
//!
//! ```
//! use tercet_protocol::settle::{Answer, Incoming, write_settlement};
//! use tercet_rules::{TableLimits, settle};
//!
//! let line = br#"{"id":"r1","game":"three-card-poker","dealer":"Qs Td 4c","spots":[
//!     {"spot":1,"cards":"As Kd 9h","wagers":{"ante":1000},"decision":"play"}]}"#;
//! let round = Incoming::read(line);
//! assert_eq!(round.game(), Some("three-card-poker"));
//!
//! let game = tercet_games::builtin_game("three-card-poker").expect("a built-in game");
//! let checked = round.check(&game, TableLimits::Apply)?;
//! let settlement = settle(&game, &checked);
//! let mut out = Vec::new();
//! write_settlement(&mut out, &Answer { id: round.id(), game: &game, rules: "sha256:…", settlement: &settlement });
//! let out = String::from_utf8(out)?;
//! assert!(out.contains(r#""spots":[{"spot":1,"player":"1","cards":"As Kd 9h","hand":"ace high","#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod incoming;
mod problem;
mod read;
mod round;
mod write;

pub use incoming::{Id, Incoming, Reader};
pub use problem::{Problem, Reason};
pub(crate) use read::fields_of_round;
pub use round::write_round;
pub use write::{Answer, write_refusal, write_settlement};
