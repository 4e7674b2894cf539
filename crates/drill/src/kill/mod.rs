//! Killed without a warning, again and again, and started again: nothing that was answered is lost, nothing is done twice.
//!
//! A child process runs tables with their players over the store on disk, and says each answer it gets. It is ended at random moments,
//! or before and after a given step, as by `kill -9`; whatever it was answered must then be written, once; and the next child, which
//! asks again what the one before was not answered, must find the tables as they were: with the bets back if they were open, else with
//! the same cards.
//!
//! There are two kinds of children ([`Driver`]): one in which a table is asked for one thing after the other, and one in which the pit
//! drives two tables, everybody asks at the same time, and the clocks are those on the wall.

mod by_hand;
mod by_pit;
mod check;
mod child;
mod house;
mod player;
mod stops;
mod wish;

pub use child::{Orders, run};

use crate::books::Wrong;
use crate::dice::Dice;
use crate::flaky::When;
use house::{House, Opened};
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

/// What drives the tables of a child.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Driver {
    /// The drill itself: one table, one step after the other, at a time that is made up.
    Hand,
    /// The pit, as in a server: two tables that share a meter, everybody at once, by the clock on the wall.
    Pit,
}

impl Driver {
    /// Both.
    pub const ALL: [Driver; 2] = [Driver::Hand, Driver::Pit];

    /// A child that is killed at random has said fewer lines than so many: enough for a round or two.
    const fn lines_of_a_child(self) -> u64 {
        match self {
            Driver::Hand => 120,
            Driver::Pit => 360,
        }
    }
}

impl fmt::Display for Driver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Driver::Hand => "hand",
            Driver::Pit => "pit",
        })
    }
}

impl FromStr for Driver {
    type Err = Wrong;

    fn from_str(word: &str) -> Result<Driver, Wrong> {
        let known = Driver::ALL.into_iter().find(|driver| driver.to_string() == word);
        known.ok_or_else(|| format!("`{word}` drives no table; expected hand or pit"))
    }
}

/// What came of killing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// How many processes were killed.
    pub kills: u64,
    /// Answers that had been given by then, all of which were found, once.
    pub answered: u64,
    /// Wishes that were under way; how many of them were written is not known beforehand.
    pub asked_again: u64,
    /// Records that were written.
    pub records: u64,
    /// Rounds that were settled.
    pub settled: u64,
    /// Rounds whose bets went back.
    pub void: u64,
    /// Awards of the meter.
    pub awards: u64,
    /// Rounds whose cards were told by more than one child, the same each time.
    pub same_cards: u64,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Outcome { kills, answered, asked_again, records, settled, void, awards, same_cards } = self;
        write!(
            f,
            "{kills} kills, {answered} answers (0 lost, 0 doubled), {asked_again} asked again, {records} records, \
             {settled} rounds settled, {void} void, {awards} awards, {same_cards} dealt again with the same cards"
        )
    }
}

/// The longest store that is killed at, in kills: it is checked whole after each.
const KILLS_A_STORE: u64 = 25;

/// Kills children at random moments, so many times. `program` is `tercet-drill`, and `folder` is for the stores.
///
/// # Errors
///
/// The first thing that is not as it should be, with the number of the kill.
pub fn at_random(
    program: &Path,
    folder: &Path,
    driver: Driver,
    seed: u64,
    times: u64,
) -> Result<Outcome, Wrong> {
    let mut dice = Dice::new(seed);
    let mut outcome = Outcome::default();
    let mut killed = 0;
    while killed < times {
        let mut house = House::new(program, folder, driver, dice.below(1 << 32));
        for _ in 0..KILLS_A_STORE.min(times - killed) {
            let lines = dice.below(driver.lines_of_a_child());
            let wait = Duration::from_micros(dice.below(2_500));
            let most_behind = usize::from(1 + dice.byte(40));
            let opened = Opened { most_behind, ..Opened::of(dice.below(2)) };
            house
                .killed_at_random(lines, wait, opened)
                .map_err(|wrong| format!("seed {seed}, kill {killed}: {wrong}"))?;
            killed += 1;
        }
        house.ends(&mut outcome).map_err(|wrong| format!("seed {seed}, after kill {killed}: {wrong}"))?;
    }
    Ok(outcome)
}

/// Kills a child before and after each step of so many rounds, each on a store of its own; of all steps, one in so many.
///
/// # Errors
///
/// See [`at_random`].
pub fn at_each_step(
    program: &Path,
    folder: &Path,
    driver: Driver,
    seed: u64,
    rounds: u64,
    one_in: u64,
) -> Result<Outcome, Wrong> {
    let mut outcome = Outcome::default();
    for step in (seed % one_in..).step_by(usize::try_from(one_in).map_err(|error| error.to_string())?) {
        for when in [When::Before, When::After] {
            let mut house = House::new(program, folder, driver, seed);
            house.rounds = Some(rounds);
            let stopped = house.stopped_at(step, when);
            let stopped = stopped.map_err(|wrong| format!("seed {seed}, step {step}, {when:?}: {wrong}"))?;
            house
                .ends(&mut outcome)
                .map_err(|wrong| format!("seed {seed}, step {step}, {when:?}, later: {wrong}"))?;
            if !stopped {
                return Ok(outcome);
            }
        }
    }
    Ok(outcome)
}
