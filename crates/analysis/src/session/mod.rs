//! A session: the same bet round after round, and how it may end.
//!
//! Nothing is sampled. The law of one round is exact; the chances of many rounds are computed from it in floating
//! point, with an error below [`ERROR`].

mod bounds;
mod chances;
mod clusters;
mod frequencies;
mod inverse;
mod notes;
mod roots;
mod ruin;
mod spread;
mod steps;
#[cfg(test)]
mod tests;

pub use chances::{Chances, Run};
pub use notes::notes;
pub use ruin::Ruin;
pub use steps::Steps;

use crate::figures::Figures;
use crate::fraction::Fraction;
use crate::law::Law;
use crate::numbers::grouped;
use core::fmt;
use tercet_rules::Money;

/// No chance is further than this from the true one: rounding in the transforms, and windows that end where less
/// than this is left outside.
pub const ERROR: f64 = 1e-11;

/// The most rounds that are figured.
pub const MOST_ROUNDS: u32 = 1_000_000;

/// A bankroll, and where the player would stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bankroll {
    /// What the player sits down with.
    pub start: Money,
    /// The player leaves with this much or more.
    pub goal: Option<Money>,
}

/// How a session may end.
#[derive(Clone, Debug)]
pub struct Session {
    /// Rounds.
    pub rounds: u32,
    /// One round, per dollar.
    pub round: Figures,
    /// The greatest stake of any round as the strategy plays it, the wager made by the decision included.
    pub cost: Money,
    /// What the player is up or down after all rounds, whatever the bankroll.
    pub chances: Chances,
    /// How the bankroll may fare.
    pub bankroll: Option<Fate>,
}

/// How a bankroll may fare. The player stops when it does not cover what the next round may cost.
#[derive(Clone, Debug)]
pub struct Fate {
    /// The bankroll, and the goal.
    pub asked: Bankroll,
    /// The chance that all rounds together lose more than the bankroll, if they could be played on credit.
    pub loses_more: f64,
    /// The risk of ruin without a goal; none where it would take too long to compute.
    pub ruin: Option<Ruin>,
    /// The same for a player who leaves at the goal, if there is one.
    pub with_goal: Option<Option<Ruin>>,
}

/// Why a session is not figured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SessionError {
    /// Not a number of rounds that is figured.
    Rounds(u32),
    /// The results lie too far apart for their step, or are too large.
    TooWide {
        /// The step between two results.
        step: Money,
    },
    /// The bankroll does not cover one round.
    Bankroll {
        /// The bankroll.
        start: Money,
        /// The greatest stake of a round as the strategy plays it.
        cost: Money,
    },
    /// The goal is not above the bankroll.
    Goal {
        /// The goal.
        goal: Money,
        /// The bankroll.
        start: Money,
    },
}

impl SessionError {
    /// What is to blame, in one word, as options and parameters are called.
    #[must_use]
    pub const fn part(&self) -> &'static str {
        match self {
            SessionError::Rounds(_) | SessionError::TooWide { .. } => "rounds",
            SessionError::Bankroll { .. } => "bankroll",
            SessionError::Goal { .. } => "goal",
        }
    }
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SessionError::Rounds(rounds) => {
                write!(f, "{} rounds; expected 1 to {}", grouped(*rounds), grouped(MOST_ROUNDS))
            }
            SessionError::TooWide { step } => write!(
                f,
                "the results of so many rounds go up in steps of {step} over too wide a range; ask about fewer rounds, or stakes with a larger common measure"
            ),
            SessionError::Bankroll { start, cost } => {
                write!(f, "a bankroll of {start}; one round of this bet may cost {cost}")
            }
            SessionError::Goal { goal, start } => {
                write!(f, "a goal of {goal}; expected more than the bankroll of {start}")
            }
        }
    }
}

impl core::error::Error for SessionError {}

/// How so many rounds of the same bet may end.
///
/// ```
/// use tercet_analysis::session::session;
/// use tercet_analysis::{Bet, Law, Spot, Strategy};
/// use tercet_rules::{Money, WagerId};
///
/// let game = tercet_games::builtin_game("three-card-poker").expect("it is built in");
/// let bet = Bet::new(&game, &[(WagerId::from("ante"), Money::from_units(1_000))])?;
/// let law = Law::of(&Spot { game: &game, bet: &bet, meter: None }, Strategy::Best);
/// let session = session(&law, 100, None)?;
/// assert_eq!(session.cost, Money::from_units(2_000));
/// assert_eq!(format!("{:.10}", session.chances.above(Money::ZERO)), "0.4041692152");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// No rounds or too many, results too far apart, a bankroll that covers no round, a goal that is reached already.
pub fn session(law: &Law, rounds: u32, bankroll: Option<Bankroll>) -> Result<Session, SessionError> {
    session_in_steps(law, rounds, bankroll, &mut |_, _| {})
}

/// The same session; `told` hears how many rounds of a bankroll are followed, and of how many.
///
/// # Errors
///
/// As [`session`].
pub fn session_in_steps(
    law: &Law,
    rounds: u32,
    bankroll: Option<Bankroll>,
    told: &mut dyn FnMut(u64, u64),
) -> Result<Session, SessionError> {
    check_rounds(rounds)?;
    let steps = Steps::of(law);
    let cost = steps.cost();
    if let Some(bankroll) = bankroll {
        bankroll.check(cost)?;
    }
    let chances = spread::spread(&steps, rounds)?;
    let fate = |asked: Bankroll| {
        let walks = if asked.goal.is_some() { 2 } else { 1 };
        let all = u64::from(rounds) * walks;
        let without = Bankroll { goal: None, ..asked };
        Fate {
            asked,
            loses_more: chances.below(Money::ZERO - asked.start),
            ruin: ruin::ruin(&steps, rounds, without, &mut |round| told(round, all)),
            with_goal: asked.goal.map(|_| {
                ruin::ruin(&steps, rounds, asked, &mut |round| told(u64::from(rounds) + round, all))
            }),
        }
    };
    let bankroll = bankroll.map(fate);
    let round = Figures::of(law, crate::report::DOLLAR, |_| true);
    Ok(Session { rounds, round, cost, chances, bankroll })
}

/// What so many rounds of these steps come to, whatever the bankroll.
///
/// # Errors
///
/// No rounds or too many, or results too far apart.
pub fn chances_of(steps: &Steps, rounds: u32) -> Result<Chances, SessionError> {
    check_rounds(rounds)?;
    spread::spread(steps, rounds)
}

/// How a bankroll fares in so many rounds of these steps, with its goal if it has one; none where it would take too long to compute.
///
/// # Errors
///
/// No rounds or too many, a bankroll that covers no round, a goal that is reached already.
pub fn fate_of(steps: &Steps, rounds: u32, bankroll: Bankroll) -> Result<Option<Ruin>, SessionError> {
    check_rounds(rounds)?;
    bankroll.check(steps.cost())?;
    Ok(ruin::ruin(steps, rounds, bankroll, &mut |_| {}))
}

/// Whether so many rounds are figured.
const fn check_rounds(rounds: u32) -> Result<(), SessionError> {
    if rounds == 0 || rounds > MOST_ROUNDS { Err(SessionError::Rounds(rounds)) } else { Ok(()) }
}

impl Bankroll {
    /// Whether it can be played with, if a round costs so much.
    fn check(self, cost: Money) -> Result<(), SessionError> {
        let Bankroll { start, goal } = self;
        if start < cost {
            return Err(SessionError::Bankroll { start, cost });
        }
        match goal.filter(|goal| *goal <= start) {
            Some(goal) => Err(SessionError::Goal { goal, start }),
            None => Ok(()),
        }
    }
}

/// How the results spread on the way through so many rounds: the chances after each of `points` equal parts of them, the last after all; after fewer rounds than
/// points, after each round.
///
/// # Errors
///
/// As [`session`].
pub fn curve(law: &Law, rounds: u32, points: u32) -> Result<Vec<(u32, Chances)>, SessionError> {
    check_rounds(rounds)?;
    let steps = Steps::of(law);
    let points = points.min(rounds);
    // A million rounds in as many parts are far below 2^64.
    let after = |point: u32| u64::from(rounds) * u64::from(point) / u64::from(points);
    let rounds = (1..=points).filter_map(|point| u32::try_from(after(point)).ok());
    rounds.map(|rounds| Ok((rounds, spread::spread(&steps, rounds)?))).collect()
}

impl Session {
    /// What the player is up on average after all rounds, in dollars.
    #[must_use]
    pub fn mean(&self) -> Fraction {
        self.round.expectation().scaled(self.rounds.into())
    }

    /// The standard deviation of what the player is up after all rounds, in dollars.
    #[must_use]
    pub fn standard_deviation(&self) -> f64 {
        self.round.variance().scaled(self.rounds.into()).value().sqrt()
    }
}
