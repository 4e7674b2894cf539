//! Exact odds of any game file: every deal counted, none sampled.
//!
//! A [`Law`] is every way a round can come out for one [`Spot`], in how many deals; [`Figures`] are exact sums of it.
//! [`report`] puts the questions that people ask about a game, [`session`] follows many rounds, [`sweep`] varies pay
//! tables, and [`mod@reference`] settles real deals to check the counting.
//!
//! Money is in units of the smallest coin, figures are per unit of a stake that is named beside them, and what is a
//! count or a [`Fraction`] is exact.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod bet;
mod cells;
mod dealers;
mod figures;
mod fraction;
mod hands;
mod informed;
mod joint;
mod kinds;
mod known;
mod law;
mod lineup;
mod looks;
mod numbered;
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
pub use figures::{Figures, covariance};
pub use fraction::Fraction;
pub use hands::Hands;
pub use informed::{Value, exposures, values_of};
pub use known::{Known, KnownError, KnownTextError};
pub use law::{Decided, Law, Outcome, Play, Rule, Spot, Strategy, head_of_main_bet, main_bet};
pub use six::six_card_counts;
pub use strategy_card::{StrategyCard, StrategyFault};

#[cfg(test)]
mod published;
#[cfg(test)]
mod tests;
