//! Steps: a command is a list of them, run in order, each under a heading and with its time.

use std::process::{Command, ExitCode};

use crate::clock::{Elapsed, Stopwatch};
use crate::workspace::cargo;

/// What went wrong in a step, in words for the person who ran it; empty when the step already said so.
pub(crate) type Failure = String;

/// One thing to do, with the command that does it alone.
pub(crate) struct Step {
    name: String,
    alone: String,
    work: Box<dyn Fn() -> Result<(), Failure>>,
}

impl Step {
    /// A step that is a function of this program.
    pub(crate) fn new(name: &str, alone: &str, work: impl Fn() -> Result<(), Failure> + 'static) -> Self {
        Step { name: name.to_owned(), alone: alone.to_owned(), work: Box::new(work) }
    }

    /// A step that is one run of cargo, with variables set in its environment.
    pub(crate) fn cargo(name: &str, variables: &[(&'static str, &'static str)], words: &[&str]) -> Self {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        let variables = variables.to_vec();
        let set: String = variables.iter().map(|(key, value)| format!("{key}=\"{value}\" ")).collect();
        let alone = format!("{set}cargo {}", words.join(" "));
        Step::new(name, &alone, move || status(cargo().args(&words).envs(variables.iter().copied())))
    }
}

/// Runs a program to its end; its output is its report, so a plain failure adds no words of its own.
pub(crate) fn status(command: &mut Command) -> Result<(), Failure> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(Failure::new()),
        Err(error) => Err(format!("cannot start {}: {error}", command.get_program().display())),
    }
}

/// What to do after a step has failed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum AfterFailure {
    /// Leave the rest undone.
    Stop,
    /// Do the rest as well, and fail at the end.
    KeepGoing,
}

#[derive(Clone, Copy)]
enum Outcome {
    Passed(Elapsed),
    Failed(Elapsed),
    NotRun,
}

/// Runs the steps in order and sums up; fails when a step failed.
pub(crate) fn run(steps: &[Step], after: AfterFailure) -> ExitCode {
    let watch = Stopwatch::start();
    let mut outcomes = Vec::with_capacity(steps.len());
    let mut failed = false;
    for (index, step) in steps.iter().enumerate() {
        if failed && after == AfterFailure::Stop {
            outcomes.push(Outcome::NotRun);
            continue;
        }
        let outcome = run_one(step, index + 1, steps.len());
        failed |= matches!(outcome, Outcome::Failed(_));
        outcomes.push(outcome);
    }
    sum_up(steps, &outcomes, watch.elapsed());
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn run_one(step: &Step, number: usize, of: usize) -> Outcome {
    eprintln!("\n[{number}/{of}] {}: {}", step.name, step.alone);
    let watch = Stopwatch::start();
    let result = (step.work)();
    let elapsed = watch.elapsed();
    match result {
        Ok(()) => {
            eprintln!("[{number}/{of}] {}: passed in {elapsed}", step.name);
            Outcome::Passed(elapsed)
        }
        Err(words) => {
            if !words.is_empty() {
                eprintln!("{words}");
            }
            eprintln!("[{number}/{of}] {}: FAILED after {elapsed}", step.name);
            Outcome::Failed(elapsed)
        }
    }
}

fn sum_up(steps: &[Step], outcomes: &[Outcome], elapsed: Elapsed) {
    eprintln!("\nSummary");
    let width = steps.iter().map(|step| step.name.len()).max().unwrap_or(0);
    for (step, outcome) in steps.iter().zip(outcomes) {
        match outcome {
            Outcome::Passed(time) => eprintln!("  {:width$}  passed   {time:>12}", step.name),
            Outcome::Failed(time) => eprintln!("  {:width$}  FAILED   {time:>12}", step.name),
            Outcome::NotRun => eprintln!("  {:width$}  not run", step.name),
        }
    }
    eprintln!("  {:width$}  in all   {elapsed:>12}", "");
    for (step, outcome) in steps.iter().zip(outcomes) {
        if matches!(outcome, Outcome::Failed(_)) {
            eprintln!("\nStep `{}` failed. To run it alone:\n  {}", step.name, step.alone);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::process::Stdio;
    use std::rc::Rc;

    use super::*;

    /// Three steps of which the second fails; returns which ones ran.
    fn ran(after: AfterFailure) -> (Vec<&'static str>, ExitCode) {
        let log = Rc::new(RefCell::new(Vec::new()));
        let step = |name: &'static str, passes: bool| {
            let log = Rc::clone(&log);
            Step::new(name, name, move || {
                log.borrow_mut().push(name);
                if passes { Ok(()) } else { Err(Failure::from("no")) }
            })
        };
        let code = run(&[step("a", true), step("b", false), step("c", true)], after);
        let names = log.borrow().clone();
        (names, code)
    }

    #[test]
    fn the_first_failure_stops_the_rest() {
        assert_eq!(ran(AfterFailure::Stop), (vec!["a", "b"], ExitCode::FAILURE));
    }

    #[test]
    fn keep_going_runs_all_and_still_fails() {
        assert_eq!(ran(AfterFailure::KeepGoing), (vec!["a", "b", "c"], ExitCode::FAILURE));
    }

    #[test]
    fn a_program_that_fails_or_is_not_there_is_a_failure() {
        let quiet =
            |flag: &str| status(Command::new("rustc").arg(flag).stdout(Stdio::null()).stderr(Stdio::null()));
        assert_eq!(quiet("--version"), Ok(()));
        assert_eq!(quiet("--no-such-flag"), Err(Failure::new()));
        let missing = status(&mut Command::new("no-such-program-of-tercet")).unwrap_err();
        assert!(missing.contains("no-such-program-of-tercet"), "{missing}");
    }
}
