//! Many pay tables of one game at once: what each is worth, without counting the deals anew.
//!
//! Which row decides a wager depends on the cards and never on the pays. So deals are counted once, by the rows that
//! decide, and each table is a sum of products. Where best play may become another, the hands near the cut are decided
//! again for each table; the others are decided for whole ranges of tables at a time. Where pays are not a sum of rows,
//! because a limit may cut them together, every table is a game of its own and is counted as one.

mod axes;
mod bundles;
mod last;
mod money;
mod rivals;
mod search;
mod select;
mod slow;
#[cfg(test)]
mod tests;

pub use axes::Axis;
pub use select::{Choice, Nearest, Order, Reach, Selected, Selection, Span, Wanted, nearest, select};

use crate::figures::covariance_of;
use crate::fraction::Fraction;
use crate::law::Law;
use crate::numbers::grouped;
use crate::report::{self, Ask, AskError, Policy, Subject, signed};
use axes::Placed;
use bundles::Bundles;
use core::fmt;
use tercet_rules::{GameDoc, LineOf, Money, WagerId};

/// The most tables of a sweep.
pub const MOST_TABLES: u64 = 2_000_000;
/// The most tables of a sweep in which each is a game of its own.
pub const MOST_GAMES: u64 = 10_000;

/// Pay tables to be figured: every combination of the pays of all axes.
#[derive(Clone, Copy, Debug)]
pub struct Sweep<'a> {
    /// The game as a file, for tables that must be counted as games of their own.
    pub doc: &'a GameDoc,
    /// The question; its game is that of the file.
    pub ask: &'a Ask<'a>,
    /// What is varied.
    pub axes: &'a [Axis],
    /// Leave all hands decided as in the game as it is written.
    pub fixed: bool,
    /// Leave out tables in which a row pays more than the one before it, unless the file has it so.
    pub falling: bool,
}

/// Exact sums over all deals, in units of money, for one pay table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sums {
    /// What the player is up or down.
    pub net: i128,
    /// The squares of that.
    pub squares: i128,
    /// Deals in which the player is up.
    pub wins: u128,
}

/// A sweep that can be run.
#[derive(Clone, Debug)]
pub struct Prepared<'a> {
    sweep: Sweep<'a>,
    subject: Subject,
    placed: Vec<Placed>,
    law: Law,
    /// None where every table must be counted as a game of its own.
    bundles: Option<Bundles>,
    tables: u64,
}

/// Why there is no sweep.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SweepError {
    /// The question cannot be used.
    Ask(AskError),
    /// Nothing is varied.
    Empty,
    /// A wager or bonus has no posted table.
    Closed(String),
    /// A row is varied that counts only under another reading.
    WithoutEffect {
        /// The wager or bonus.
        table: WagerId,
        /// The row, counted from 1 over those that pay odds.
        row: usize,
    },
    /// No table is left.
    NoneFalls,
    /// Too many tables.
    TooMany {
        /// How many.
        tables: u128,
        /// The most.
        most: u64,
        /// Whether each would be counted as a game of its own.
        games: bool,
    },
    /// Sums over all deals that would not fit: with many decks, large stakes and high pays.
    TooLarge,
    /// With these pays it is no game.
    NoGame(String),
}

impl fmt::Display for SweepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SweepError::Ask(error) => error.fmt(f),
            SweepError::Empty => f.write_str("nothing is varied"),
            SweepError::Closed(name) => {
                write!(f, "{name} is closed: no pay table is posted for it, so there is none to vary")
            }
            SweepError::WithoutEffect { table, row } => write!(
                f,
                "row {row} of `{table}` counts only under another reading of a ruling, so it cannot be varied"
            ),
            SweepError::NoneFalls => {
                f.write_str("in every one of these tables some lesser hand pays more than the one before it")
            }
            SweepError::TooMany { tables, most, games: false } => {
                let (tables, most) = (grouped(*tables), grouped(*most));
                write!(f, "{tables} tables; at most {most} are figured at once")
            }
            SweepError::TooMany { tables, most, games: true } => {
                let (tables, most) = (grouped(*tables), grouped(*most));
                write!(
                    f,
                    "{tables} tables; at most {most} are figured at once where a limit may cut what is paid together, because each must be counted by itself"
                )
            }
            SweepError::TooLarge => f.write_str(
                "with such stakes and pays, sums over all deals would not fit; ask about lower ones or fewer decks",
            ),
            SweepError::NoGame(message) => f.write_str(message),
        }
    }
}

impl core::error::Error for SweepError {}

impl From<AskError> for SweepError {
    fn from(error: AskError) -> SweepError {
        SweepError::Ask(error)
    }
}

impl<'a> Prepared<'a> {
    /// Counts the deals.
    ///
    /// # Errors
    ///
    /// A question that cannot be used, nothing to vary, or too much of it.
    pub fn new(sweep: Sweep<'a>) -> Result<Prepared<'a>, SweepError> {
        let game = sweep.ask.game;
        let placed = axes::place(&sweep)?;
        let mut tables: Vec<LineOf> = placed.iter().map(|placed| placed.of).collect();
        tables.dedup();
        if let Some(closed) = tables.iter().find(|of| game.table(**of).closed) {
            return Err(SweepError::Closed(game.line_name(*closed).to_owned()));
        }
        let subject = Subject::of(sweep.ask, &tables)?;
        let count = axes::count(&sweep, &placed)?;
        if count > u128::from(MOST_TABLES) {
            return Err(SweepError::TooMany { tables: count, most: MOST_TABLES, games: false });
        }
        report::check_decks(sweep.ask, &subject.bet)?;
        let law = report::law_of(sweep.ask, &subject.bet);
        let best = sweep.ask.policy == Policy::Best && !sweep.fixed && law.plays.len() > 1;
        let bundles = Bundles::of(&sweep, &subject, &placed, &law, best);
        if bundles.as_ref().is_some_and(|bundles| !bundles.fit(law.deals)) {
            return Err(SweepError::TooLarge);
        }
        let (most, games) = if bundles.is_some() { (MOST_TABLES, false) } else { (MOST_GAMES, true) };
        let tables = u64::try_from(count).ok().filter(|tables| *tables <= most);
        let tables = tables.ok_or(SweepError::TooMany { tables: count, most, games })?;
        Ok(Prepared { sweep, subject, placed, law, bundles, tables })
    }

    /// How many tables there are.
    #[must_use]
    pub fn tables(&self) -> u64 {
        self.tables
    }

    /// Whether every table is counted as a game of its own.
    #[must_use]
    pub fn is_slow(&self) -> bool {
        self.bundles.is_none()
    }

    /// All deals of which sums are made.
    #[must_use]
    pub fn deals(&self) -> u128 {
        self.law.deals
    }

    /// What figures are per: the stake of the wager, or all stakes before the deal.
    #[must_use]
    pub fn stake(&self) -> Money {
        self.subject.stake
    }

    /// The wagers that are figured, by id.
    #[must_use]
    pub fn wagers(&self) -> Vec<WagerId> {
        let game = self.sweep.ask.game;
        self.subject.wagers.iter().map(|no| game.wager(*no).id.clone()).collect()
    }

    /// Whether several wagers are figured together, per dollar staked before the deal.
    #[must_use]
    pub fn is_together(&self) -> bool {
        self.subject.together
    }

    /// All stakes before the deal of the bet in which the tables are figured.
    #[must_use]
    pub fn stakes(&self) -> Vec<(WagerId, Money)> {
        self.subject.stakes(self.sweep.ask.game)
    }

    /// Whether best play is found anew for each table.
    #[must_use]
    pub fn decides_again(&self) -> bool {
        self.sweep.ask.policy == Policy::Best && !self.sweep.fixed && self.law.plays.len() > 1
    }

    /// The axes.
    #[must_use]
    pub fn axes(&self) -> &'a [Axis] {
        self.sweep.axes
    }

    /// Calls back with every table: the place of the pay of each axis, and the sums. Return false to stop.
    ///
    /// # Errors
    ///
    /// If it is no game with some of these pays.
    pub fn each(&self, mut each: impl FnMut(&[u32], Sums) -> bool) -> Result<(), SweepError> {
        match &self.bundles {
            Some(bundles) => {
                search::search(&self.sweep, bundles, &self.placed, &mut each);
                Ok(())
            }
            None => slow::each(self, &mut each),
        }
    }

    /// The player's expectation per stake.
    #[must_use]
    pub fn expectation(&self, sums: &Sums) -> Fraction {
        Fraction::over(sums.net, self.unit(), signed(self.law.deals))
    }

    /// The share of deals in which the player is up.
    #[must_use]
    pub fn hit_frequency(&self, sums: &Sums) -> Fraction {
        Fraction::new(signed(sums.wins), signed(self.law.deals))
    }

    /// The variance of a round, in squares of the stake.
    #[must_use]
    pub fn variance(&self, sums: &Sums) -> Fraction {
        covariance_of(
            sums.squares.into(),
            sums.net,
            sums.net,
            signed(self.law.deals),
            self.unit(),
            self.unit(),
        )
    }

    fn unit(&self) -> i128 {
        i128::from(self.subject.stake.units())
    }
}
