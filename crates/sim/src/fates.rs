//! How sessions ended, beside the exact chances.
//!
//! A player's own sessions follow from the law of one round, whoever else sits there: each spot has its own bankroll, and its rounds
//! are independent. So the first spot of each kind stands beside [`tercet_analysis::session`]. Two things break that: a meter, which
//! changes from round to round, and envy, which depends on the hands of others.

use crate::likely::{is_far, of_count};
use crate::prepared::{Habit, Prepared};
use crate::tally::{Sessions, Tally};
use core::fmt;
use tercet_analysis::session::{Bankroll, SessionError, Steps, chances_of, fate_of};
use tercet_rules::{Game, Money, Pay};

/// How the sessions of one spot may end that were counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Ahead, after all rounds.
    Ahead,
    /// Even, after all rounds.
    Even,
    /// The bankroll did not cover the next round.
    Ruined,
    /// The goal was reached.
    Reached,
}

impl End {
    /// Its name in JSON and records.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            End::Ahead => "ahead",
            End::Even => "even",
            End::Ruined => "ruined",
            End::Reached => "reached",
        }
    }

    /// How many sessions ended so.
    fn count(self, sessions: &Sessions) -> u64 {
        match self {
            End::Ahead => sessions.ahead,
            End::Even => sessions.even,
            End::Ruined => sessions.ruined,
            End::Reached => sessions.reached,
        }
    }
}

/// How often sessions ended in one way, beside how often they should.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Share {
    /// In which way.
    pub end: End,
    /// The share of sessions that did.
    pub played: f64,
    /// The exact chance.
    pub exact: f64,
    /// How many standard errors lie between them; none if there were no sessions, or it is certain.
    pub distance: Option<f64>,
    /// The chance of a count so far off or more, on either side.
    pub chance: f64,
}

/// How many rounds a session took on average, beside how many it should.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Length {
    /// As it was played.
    pub played: f64,
    /// The exact mean.
    pub exact: f64,
    /// How many standard errors lie between them.
    pub distance: Option<f64>,
    far: bool,
}

/// How the sessions of a spot ended, beside the exact chances.
#[derive(Clone, PartialEq, Debug)]
pub struct Fate {
    /// The spot: the first that plays so.
    pub spot: u8,
    /// How many sessions it played.
    pub sessions: u64,
    /// Beside each other, or why there is nothing exact.
    pub beside: Result<Ends, NoFate>,
}

/// What is known exactly.
#[derive(Clone, PartialEq, Debug)]
pub struct Ends {
    /// The ways in which sessions end.
    pub shares: Vec<Share>,
    /// How long they are, with a bankroll.
    pub rounds: Option<Length>,
}

impl Fate {
    /// Whether chance does not explain how sessions ended.
    #[must_use]
    pub fn is_far(&self) -> bool {
        self.beside.as_ref().is_ok_and(|ends| {
            ends.shares.iter().any(|share| share.chance < crate::likely::RARE)
                || ends.rounds.is_some_and(|rounds| rounds.far)
        })
    }
}

/// Why there are no exact chances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoFate {
    /// A share of the meter is paid, and it changes from round to round.
    Meter,
    /// Envy is paid for the hands of others.
    Envy,
    /// The results of so many rounds lie too far apart.
    TooWide,
    /// It would take too long to compute.
    TooLong,
    /// A session of the analysis is not so long, or has no such bankroll.
    NotFigured,
}

impl fmt::Display for NoFate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoFate::Meter => "the meter changes from round to round, so rounds have no one law",
            NoFate::Envy => "envy depends on the hands of others",
            NoFate::TooWide => "the results of so many rounds lie too far apart to be figured",
            NoFate::TooLong => "following this bankroll round by round would take too long",
            NoFate::NotFigured => "such a session is not figured",
        })
    }
}

/// The exact side, worked out once.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    habit: usize,
    spot: u8,
    ends: Result<Chances, NoFate>,
}

#[derive(Clone, Debug)]
struct Chances {
    ends: Vec<(End, f64)>,
    rounds: Option<f64>,
}

/// Those of the first spot of each kind; none if nobody ever leaves.
pub(crate) fn known(prepared: &Prepared<'_>) -> Vec<Known> {
    let Some(rounds) = prepared.setup.session() else { return Vec::new() };
    let several = prepared.setup.seats().len() > 1;
    let seats = prepared.setup.seats().iter().zip(&prepared.of_seat);
    let witnesses = seats.filter(|(_, habit)| prepared.habits[**habit].witness);
    let one = |(seat, habit): (&crate::setup::Seat<'_>, &usize)| Known {
        habit: *habit,
        spot: seat.spot,
        ends: chances(prepared.game(), &prepared.habits[*habit], rounds, several),
    };
    witnesses.map(one).collect()
}

fn chances(game: &Game, habit: &Habit<'_>, rounds: u32, several: bool) -> Result<Chances, NoFate> {
    let laws = || core::iter::once(&habit.law).chain(&habit.opposite);
    let mut lines = laws().flat_map(|law| &law.outcomes).flat_map(|outcome| &outcome.lines);
    if lines.any(|line| matches!(line.pays, Some(Pay::Meter(_)))) {
        return Err(NoFate::Meter);
    }
    if several && game.envy.as_ref().is_some_and(|envy| habit.bet.stake(envy.wager).is_some()) {
        return Err(NoFate::Envy);
    }
    let errs = habit.error_rate();
    let weights = [1.0 - errs, errs];
    let weighed: Vec<_> = laws().zip(weights).collect();
    let steps = Steps::mixed(&weighed);
    let not = |error: SessionError| match error {
        SessionError::TooWide { .. } => NoFate::TooWide,
        SessionError::Rounds(_) | SessionError::Bankroll { .. } | SessionError::Goal { .. } => {
            NoFate::NotFigured
        }
    };
    let Some(start) = habit.bankroll else {
        let all = chances_of(&steps, rounds).map_err(not)?;
        let ends = vec![(End::Ahead, all.above(Money::ZERO)), (End::Even, all.at(Money::ZERO))];
        return Ok(Chances { ends, rounds: None });
    };
    let asked = Bankroll { start, goal: habit.goal };
    let ruin = fate_of(&steps, rounds, asked).map_err(not)?.ok_or(NoFate::TooLong)?;
    let goal = habit.goal.map(|_| (End::Reached, ruin.goal));
    let ends = core::iter::once((End::Ruined, ruin.ruin)).chain(goal).collect();
    Ok(Chances { ends, rounds: Some(ruin.rounds) })
}

impl Known {
    /// What was played, beside it.
    pub(crate) fn beside(&self, prepared: &Prepared<'_>, tally: &Tally) -> Fate {
        let sessions = &tally.spots[self.habit].sessions;
        let longest = f64::from(prepared.setup.session().unwrap_or(1));
        let beside = self.ends.as_ref().map_err(|why| *why).map(|known| Ends {
            shares: known.ends.iter().map(|(end, exact)| share(*end, *exact, sessions)).collect(),
            rounds: known.rounds.map(|exact| length(exact, sessions, longest)),
        });
        Fate { spot: self.spot, sessions: sessions.count, beside }
    }
}

fn share(end: End, exact: f64, sessions: &Sessions) -> Share {
    let (hits, all) = (end.count(sessions), sessions.count as f64);
    let played = if sessions.count == 0 { 0.0 } else { hits as f64 / all };
    let error = (exact * (1.0 - exact) / all).sqrt();
    let distance = (error.is_finite() && error > 0.0).then(|| (played - exact) / error);
    Share { end, played, exact, distance, chance: of_count(hits, sessions.count, exact) }
}

fn length(exact: f64, sessions: &Sessions, longest: f64) -> Length {
    let all = sessions.count as f64;
    let played = if sessions.count == 0 { 0.0 } else { sessions.rounds as f64 / all };
    let squares = sessions.rounds_squared as f64 - all * played * played;
    let error = (squares.max(0.0) / (all - 1.0) / all).sqrt();
    let distance = (error.is_finite() && error > 0.0).then(|| (played - exact) / error);
    // One session changes the mean by its length at most.
    let far = distance.is_some_and(|distance| is_far(distance, sessions.count, longest / all / error));
    Length { played, exact, distance, far }
}
