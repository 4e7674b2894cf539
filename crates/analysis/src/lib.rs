//! Exact odds of any game file: every deal counted, none sampled.
//!
//! A [`Law`] is every way a round can come out for one [`Spot`], in how many deals; [`Figures`] are exact sums of it.
//! [`report`] puts the questions that people ask about a game, [`session`] follows many rounds, [`sweep`] varies pay
//! tables, and [`mod@reference`] settles real deals to check the counting.
//!
//! Money ([`Money`](tercet_rules::Money)) is in units of the smallest coin, hundredths of a dollar. Figures are per unit of a
//! stake that is named beside them: the Ante for the main bet, the wager itself for a side bet, a dollar for a bet of
//! several wagers. A share (a house edge, a hit frequency, a chance) is a part of one, not a percentage. What is a count
//! or a [`Fraction`] is exact; an `f64` is the nearest number to an exact fraction, but for the chances of a session,
//! which say how far they may be off ([`session::ERROR`]). `docs/ODDS.md` defines each figure.
//!
//! # Examples
//!
//! Each is a program of a page in `examples/`, for `cargo run -p tercet-analysis --example NAME`:
//!
//! - `price_pay_table`: the house edge, hit frequency and standard deviation of another pay table;
//! - `best_play`: what each decision is worth to a hand;
//! - `edge_of_a_reading`: what each reading of a ruling comes to;
//! - `ahead_after_a_session`: the chance to be ahead, and to be ruined;
//! - `sweep_pays`: every combination of some pays, filtered by house edge.
//!
//! The shortest of all:
//!
//! ```
//! use tercet_analysis::report::{Ask, State, report};
//!
//! let game = tercet_games::builtin_game("three-card-poker").expect("it is built in");
//! let report = report(&Ask::of(&game))?;
//! let State::Open(ante) = &report.wagers[0].state else { panic!("its pay table is posted") };
//! assert_eq!(ante.expectation().to_string(), "-13733780/407170400");
//! assert_eq!(format!("{:.4}%", ante.house_edge() * 100.0), "3.3730%");
//! # Ok::<(), tercet_analysis::report::AskError>(())
//! ```
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod bet;
mod cells;
mod counted;
mod dealers;
mod decks;
mod figures;
mod fraction;
mod hands;
mod held;
mod informed;
mod joint;
mod kinds;
mod known;
mod law;
mod lineup;
mod looks;
mod numbered;
mod numbers;
mod oddities;
mod one_by_one;
mod plan;
mod players;
mod prices;
pub mod reference;
pub mod report;
#[cfg(test)]
mod scan;
pub mod session;
mod six;
mod sorter;
mod strategy_card;
mod strengths;
mod subsets;
pub mod sweep;
mod symmetry;
mod three;
mod worlds;

pub use bet::{Bet, BetError};
pub use decks::{Decks, DecksError, OneDeckOnly};
pub use figures::{Figures, covariance};
pub use fraction::Fraction;
pub use hands::Hands;
pub use held::{HandClass, Held};
pub use informed::{Value, exposures, values_of};
pub use known::{Known, KnownError, KnownTextError};
pub use law::{Decided, Law, Outcome, Play, Rule, Spot, Strategy, head_of_main_bet, main_bet};
pub use numbers::{grouped, measure};
pub use six::six_card_counts;
pub use strategy_card::{StrategyCard, StrategyFault};

#[cfg(test)]
mod published;
#[cfg(test)]
mod tests;
