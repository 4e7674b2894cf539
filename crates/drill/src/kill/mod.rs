//! Killed without a warning, again and again, and started again: nothing that was answered is lost, nothing is done twice.
//!
//! A child process runs a table with its players over the store on disk, and says each answer it gets. It is ended at random moments,
//! or before and after a given step, as by `kill -9`; whatever it was answered must then be written, once; and the next child, which
//! asks again what the one before was not answered, must find the table as it was: with the bets back if they were open, else with the
//! same cards.

mod check;
mod child;
mod stops;
mod wish;

pub use child::{Orders, run};

use crate::books::Wrong;
use crate::dice::Dice;
use crate::flaky::When;
use check::{Answers, Found, check};
use std::fmt;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;
use wish::Wish;

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
    /// Rounds whose cards were told by more than one child, the same each time.
    pub same_cards: u64,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Outcome { kills, answered, asked_again, records, settled, void, same_cards } = self;
        write!(
            f,
            "{kills} kills, {answered} answers (0 lost, 0 doubled), {asked_again} asked again, {records} records, \
             {settled} rounds settled, {void} void, {same_cards} dealt again with the same cards"
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
pub fn at_random(program: &Path, folder: &Path, seed: u64, times: u64) -> Result<Outcome, Wrong> {
    let mut dice = Dice::new(seed);
    let mut outcome = Outcome::default();
    let mut killed = 0;
    while killed < times {
        let mut house = House::new(program, folder, dice.below(1 << 32));
        for _ in 0..KILLS_A_STORE.min(times - killed) {
            let lines = dice.below(120);
            let wait = Duration::from_micros(dice.below(2_500));
            let most_behind = usize::from(1 + dice.byte(40));
            house
                .killed_at_random(lines, wait, most_behind)
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
    seed: u64,
    rounds: u64,
    one_in: u64,
) -> Result<Outcome, Wrong> {
    let mut outcome = Outcome::default();
    for step in (seed % one_in..).step_by(usize::try_from(one_in).map_err(|error| error.to_string())?) {
        for when in [When::Before, When::After] {
            let mut house = House::new(program, folder, seed);
            house.rounds = rounds;
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

/// One store, and what its children were answered.
struct House<'a> {
    program: &'a Path,
    store: PathBuf,
    seed: u64,
    rounds: u64,
    answers: Answers,
    next_wish: u64,
    unanswered: Option<Wish>,
    outcome: Outcome,
}

impl<'a> House<'a> {
    fn new(program: &'a Path, folder: &Path, seed: u64) -> House<'a> {
        let mut number = 0;
        let store = loop {
            let store = folder.join(format!("{seed}-{number}.db"));
            if !store.exists() {
                break store;
            }
            number += 1;
        };
        House {
            program,
            store,
            seed,
            rounds: 1_000_000,
            answers: Answers::default(),
            next_wish: 0,
            unanswered: None,
            outcome: Outcome::default(),
        }
    }

    fn killed_at_random(&mut self, lines: u64, wait: Duration, most_behind: usize) -> Result<(), Wrong> {
        let (mut child, mut said) = self.start(None, most_behind)?;
        for _ in 0..lines {
            let Some(line) = said.next() else { break };
            self.hear(&line?)?;
        }
        std::thread::sleep(wait);
        self.kill(&mut child, said)
    }

    /// Whether it got there.
    fn stopped_at(&mut self, step: u64, when: When) -> Result<bool, Wrong> {
        let (mut child, mut said) = self.start(Some((step, when)), 5)?;
        while let Some(line) = said.next() {
            if self.hear(&line?)? == Heard::Here {
                self.kill(&mut child, said)?;
                return Ok(true);
            }
        }
        self.waited_for(&mut child)?;
        Ok(false)
    }

    /// One more child, which is let live to the end of its round.
    fn ends(mut self, sum: &mut Outcome) -> Result<(), Wrong> {
        let found = self.check(false)?;
        if self.rounds == 1_000_000 {
            self.rounds = found.settled + found.void + 2;
        }
        let (mut child, said) = self.start(None, 5)?;
        let mut ended = false;
        for line in said {
            ended = self.hear(&line?)? == Heard::End;
        }
        self.waited_for(&mut child)?;
        if !ended || self.unanswered.is_some() {
            return Err("the last child did not come to its end".into());
        }
        let found = self.check(true)?;
        sum.kills += self.outcome.kills;
        sum.asked_again += self.outcome.asked_again;
        sum.same_cards += self.outcome.same_cards;
        sum.answered += (self.answers.granted.len() + self.answers.paid_in.len()) as u64;
        sum.records += found.records;
        sum.settled += found.settled;
        sum.void += found.void;
        crate::damage::clear(&self.store)
    }

    fn check(&self, at_rest: bool) -> Result<Found, Wrong> {
        check(&self.store, &self.answers, at_rest)
    }

    fn start(
        &mut self,
        stop: Option<(u64, When)>,
        most_behind: usize,
    ) -> Result<(Child, impl Iterator<Item = Result<String, Wrong>> + use<>), Wrong> {
        let mut command = Command::new(self.program);
        command.arg("kill-child").arg("--store").arg(&self.store);
        let mut number = |name: &str, number: u64| {
            command.arg(name).arg(number.to_string());
        };
        number("--seed", self.seed);
        number("--rounds", self.rounds);
        number("--from", self.next_wish);
        number("--most-behind", most_behind as u64);
        for cashier in 0..child::CASHIERS {
            let last = self.answers.paid_in.range((cashier, 0)..=(cashier, u64::MAX)).next_back();
            number("--cash", last.map_or(0, |((_, number), _)| number + 1));
        }
        if let Some((step, when)) = stop {
            number("--stop", step);
            if when == When::After {
                command.arg("--after");
            }
        }
        if let Some(wish) = &self.unanswered {
            self.outcome.asked_again += 1;
            command.arg("--again").arg(wish.to_string());
        }
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        let mut child = child.map_err(|error| format!("{}: {error}", self.program.display()))?;
        let said = child.stdout.take().ok_or("a child without a voice")?;
        Ok((child, whole_lines(said)))
    }

    fn kill(
        &mut self,
        child: &mut Child,
        said: impl Iterator<Item = Result<String, Wrong>>,
    ) -> Result<(), Wrong> {
        // On Unix this is SIGKILL, which no process hears coming.
        child.kill().map_err(|error| error.to_string())?;
        child.wait().map_err(|error| error.to_string())?;
        // What it said before is said.
        for line in said {
            self.hear(&line?)?;
        }
        self.outcome.kills += 1;
        if self.store.exists() && std::fs::metadata(&self.store).is_ok_and(|file| file.len() > 0) {
            self.check(false)?;
        }
        Ok(())
    }

    fn waited_for(&mut self, child: &mut Child) -> Result<(), Wrong> {
        let status = child.wait().map_err(|error| error.to_string())?;
        if status.success() { Ok(()) } else { Err(format!("a child ended with {status}")) }
    }

    fn hear(&mut self, line: &str) -> Result<Heard, Wrong> {
        let bad = || format!("a child said `{line}`");
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let numbers = || rest.split(' ').map(str::parse).collect::<Result<Vec<u64>, _>>().map_err(|_| bad());
        match word {
            "here" => return Ok(Heard::Here),
            "end" => return Ok(Heard::End),
            "ask" => {
                let wish: Wish = rest.parse()?;
                self.next_wish = self.next_wish.max(wish.number + 1);
                self.unanswered = Some(wish);
            }
            "ok" => {
                let [_, seq] = numbers()?[..] else { return Err(bad()) };
                self.answers.granted.push((self.unanswered.take().ok_or_else(bad)?, seq));
            }
            "no" => drop(self.unanswered.take().ok_or_else(bad)?),
            "cash" => {
                let [cashier, number, seq] = numbers()?[..] else { return Err(bad()) };
                let cashier = usize::try_from(cashier).map_err(|_| bad())?;
                if self.answers.paid_in.insert((cashier, number), seq).is_some_and(|before| before != seq) {
                    return Err(format!(
                        "buy-in {number} of cashier {cashier} was answered with two records"
                    ));
                }
            }
            "cards" => {
                let (round, cards) = rest.split_once(' ').ok_or_else(bad)?;
                let round = round.parse().map_err(|_| bad())?;
                match self.answers.cards.insert(round, cards.into()) {
                    Some(before) if before == cards => self.outcome.same_cards += 1,
                    Some(before) => return Err(format!("round {round} had {before}, and has {cards}")),
                    None => {}
                }
            }
            _ => return Err(bad()),
        }
        Ok(Heard::Other)
    }
}

/// What a line was about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Heard {
    Here,
    End,
    Other,
}

/// The lines that were said to their end: half a line is none.
fn whole_lines(said: ChildStdout) -> impl Iterator<Item = Result<String, Wrong>> {
    let mut said = BufReader::new(said);
    std::iter::from_fn(move || {
        let mut line = String::new();
        match said.read_line(&mut line) {
            Ok(_) => line.strip_suffix('\n').map(|line| Ok(line.to_owned())),
            Err(error) => Some(Err(error.to_string())),
        }
    })
}
