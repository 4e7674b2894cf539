//! One store, the children that are killed over it, and what they say.

use super::check::{Answers, Found, check};
use super::child::CASHIERS;
use super::wish::Wish;
use super::{Driver, Outcome};
use crate::books::Wrong;
use crate::flaky::When;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

/// How a child opens its store.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opened {
    /// How many records the tables may be behind.
    pub(super) most_behind: usize,
    /// How many answers the thread that writes gives itself.
    pub(super) on_the_spot: usize,
}

impl Opened {
    /// In turn: a few answers given by the thread that writes, or all by the other.
    pub(super) const fn of(turn: u64) -> Opened {
        Opened { most_behind: 5, on_the_spot: if turn.is_multiple_of(2) { 16 } else { 0 } }
    }
}

/// One store, and what its children were answered.
pub(super) struct House<'a> {
    program: &'a Path,
    driver: Driver,
    store: PathBuf,
    seed: u64,
    /// How many rounds are played at each table; without end, if nothing is said.
    pub(super) rounds: Option<u64>,
    answers: Answers,
    next_wish: u64,
    /// What was asked and not answered, by its number.
    unanswered: BTreeMap<u64, Wish>,
    /// The cards at each place of each round at each table, as the first child that saw them told them.
    cards: BTreeMap<(String, u64, String), String>,
    /// The rounds of each table whose cards were told once more.
    told_again: BTreeSet<(String, u64)>,
    outcome: Outcome,
}

impl<'a> House<'a> {
    pub(super) fn new(program: &'a Path, folder: &Path, driver: Driver, seed: u64) -> House<'a> {
        let mut number = 0;
        let store = loop {
            let store = folder.join(format!("{driver}-{seed}-{number}.db"));
            if !store.exists() {
                break store;
            }
            number += 1;
        };
        House {
            program,
            driver,
            store,
            seed,
            rounds: None,
            answers: Answers::default(),
            next_wish: 0,
            unanswered: BTreeMap::new(),
            cards: BTreeMap::new(),
            told_again: BTreeSet::new(),
            outcome: Outcome::default(),
        }
    }

    /// A child that is killed so long after so many lines of it.
    pub(super) fn killed_at_random(
        &mut self,
        lines: u64,
        wait: Duration,
        opened: Opened,
    ) -> Result<(), Wrong> {
        let (mut child, mut said) = self.start(None, opened)?;
        for _ in 0..lines {
            let Some(line) = said.next() else { break };
            self.hear(&line?)?;
        }
        std::thread::sleep(wait);
        self.kill(&mut child, said)
    }

    /// A child that is killed before or after a step of its tables; whether it got there.
    pub(super) fn stopped_at(&mut self, step: u64, when: When) -> Result<bool, Wrong> {
        let (mut child, mut said) = self.start(Some((step, when)), Opened::of(step))?;
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
    pub(super) fn ends(mut self, sum: &mut Outcome) -> Result<(), Wrong> {
        let found = self.check(false)?;
        self.rounds.get_or_insert(found.most_rounds + 2);
        let (mut child, said) = self.start(None, Opened::of(0))?;
        let mut ended = false;
        for line in said {
            ended = self.hear(&line?)? == Heard::End;
        }
        self.waited_for(&mut child)?;
        if !ended || !self.unanswered.is_empty() {
            return Err("the last child did not come to its end".into());
        }
        let found = self.check(true)?;
        sum.kills += self.outcome.kills;
        sum.asked_again += self.outcome.asked_again;
        sum.same_cards += self.told_again.len() as u64;
        sum.answered += (self.answers.granted.len() + self.answers.paid_in.len()) as u64;
        sum.records += found.records;
        sum.settled += found.settled;
        sum.void += found.void;
        sum.awards += found.awards;
        crate::damage::clear(&self.store)
    }

    fn check(&self, at_rest: bool) -> Result<Found, Wrong> {
        check(&self.store, &self.answers, at_rest)
    }

    fn start(
        &mut self,
        stop: Option<(u64, When)>,
        opened: Opened,
    ) -> Result<(Child, impl Iterator<Item = Result<String, Wrong>> + use<>), Wrong> {
        let mut command = Command::new(self.program);
        command
            .arg("kill-child")
            .arg("--driver")
            .arg(self.driver.to_string())
            .arg("--store")
            .arg(&self.store);
        let mut number = |name: &str, number: u64| {
            command.arg(name).arg(number.to_string());
        };
        number("--seed", self.seed);
        number("--rounds", self.rounds.unwrap_or(u64::MAX));
        number("--from", self.next_wish);
        number("--most-behind", opened.most_behind as u64);
        number("--on-the-spot", opened.on_the_spot as u64);
        for cashier in 0..CASHIERS {
            let last = self.answers.paid_in.range((cashier, 0)..=(cashier, u64::MAX)).next_back();
            number("--cash", last.map_or(0, |((_, number), _)| number + 1));
        }
        if let Some((step, when)) = stop {
            number("--stop", step);
            if when == When::After {
                command.arg("--after");
            }
        }
        for wish in self.unanswered.values() {
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
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            return Err(format!("a child ended by itself, with {status}"));
        }
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
                self.unanswered.insert(wish.number, wish);
            }
            "ok" => {
                let [number, seq] = numbers()?[..] else { return Err(bad()) };
                self.answers.granted.push((self.unanswered.remove(&number).ok_or_else(bad)?, seq));
            }
            "no" => {
                let number = rest.split(' ').next().and_then(|number| number.parse().ok()).ok_or_else(bad)?;
                self.unanswered.remove(&number).ok_or_else(bad)?;
            }
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
                let mut words = rest.splitn(4, ' ');
                let mut word = || words.next().ok_or_else(bad);
                let (table, round, place, cards) = (word()?, word()?, word()?, word()?);
                let round = round.parse().map_err(|_| bad())?;
                let place = (table.to_owned(), round, place.to_owned());
                match self.cards.insert(place, cards.into()) {
                    Some(before) if before == cards => drop(self.told_again.insert((table.into(), round))),
                    Some(before) => return Err(format!("`{line}`, where {before} had been")),
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
