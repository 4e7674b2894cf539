//! The commands: one table for what they do, what `help` says about them, and how their words are read.

use std::process::ExitCode;

use crate::steps::{self, AfterFailure, Failure, Step};
use crate::{bench, checks, fuzz, pages, regenerate};

struct Command {
    name: &'static str,
    usage: &'static str,
    summary: &'static str,
    details: &'static str,
    plan: fn(&mut Words) -> Result<Vec<Step>, Failure>,
}

const COMMANDS: &[Command] = &[
    Command {
        name: "serve",
        usage: "serve [option of tercet serve]...",
        summary: "builds the program as it is released and opens a house: live tables at http://127.0.0.1:8080",
        details: "Builds the pages, where Node is installed and something has changed since, and then the same as\n\
                  `cargo run --release -- serve`. What follows is handed on: --listen 0.0.0.0:8080, say.\n\
                  The first start makes the folder tercet-data and prints a link for the administrator. Ctrl-C closes the\n\
                  house. docs/OPERATING.md says more.",
        plan: |words| {
            let options = words.take_rest();
            let run = ["run", "--release", "--package", "tercet", "--", "serve"];
            let words: Vec<&str> = run.into_iter().chain(options.iter().map(String::as_str)).collect();
            Ok(vec![pages::build(), Step::cargo("serve", &[], &words)])
        },
    },
    Command {
        name: "test",
        usage: "test [--keep-going]",
        summary: "everything that must hold: form, lints, tidy rules, pages, documentation, all tests",
        details: "Runs fmt, clippy, tidy, the checks and the build of the pages, doc, every test (unit,\n\
                  integration, doctests, tidy tests), and people with browsers at a house of their own, in this\n\
                  order, and stops at the first step that fails.\n\
                  This is what .ci/run runs. Where Node or Chromium is missing it says what it left out; .ci/run leaves nothing out.\n\
                  --keep-going runs the later steps too and fails at the end.",
        plan: |_| Ok(checks::everything()),
    },
    Command {
        name: "check",
        usage: "check [--keep-going]",
        summary: "the quick part of test: form, lints, tidy rules",
        details: "Runs fmt, clippy and tidy. For use while working; `test` is what decides.",
        plan: |_| Ok(checks::quick()),
    },
    Command {
        name: "tidy",
        usage: "tidy",
        summary: "the rules this repository keeps about itself",
        details: "Crate edges, purity, rule ids and rulings without a test, words that must not stand in the\n\
                  tree, and more: xtask/src/tidy/ has one file for each idea. The same rules are tests:\n\
                  cargo test -p xtask --test tidy",
        plan: |_| Ok(vec![checks::tidy_step()]),
    },
    Command {
        name: "bench",
        usage: "bench [name]",
        summary: "the benchmark programs",
        details: "Runs one benchmark, or all of them:",
        plan: |words| bench::steps(words.take_name().as_deref()),
    },
    Command {
        name: "fuzz",
        usage: "fuzz [target] [--seconds N]",
        summary: "the fuzz targets, 60 seconds each unless told otherwise",
        details: "Runs one target of fuzz/, or all of them, one after the other, with cargo-fuzz on the nightly\n\
                  toolchain. A crash leaves its input in fuzz/artifacts/; docs/TESTING.md says what to do with it.",
        plan: |words| {
            let seconds = words.take_number("--seconds")?.unwrap_or(60);
            fuzz::steps(words.take_name().as_deref(), seconds)
        },
    },
    Command {
        name: "regenerate",
        usage: "regenerate",
        summary: "writes the golden files anew",
        details: "Runs the tests with UPDATE_GOLDEN=1, which makes golden tests write what they got, then runs\n\
                  them again without it, then shows what changed. Read the difference before you commit it.",
        plan: |_| Ok(regenerate::steps()),
    },
];

/// Runs the command that the words name: 0 when all went well, 1 when a step failed, 2 when the words
/// make no sense.
pub fn run(words: &[String]) -> ExitCode {
    let mut words = Words(words.to_vec());
    let asks_help = words.take_flag("--help") | words.take_flag("-h");
    let name = words.take_name();
    let name = match name.as_deref() {
        None | Some("help") => {
            println!("{}", help(words.take_name().as_deref()));
            return ExitCode::SUCCESS;
        }
        Some(name) if asks_help => {
            println!("{}", help(Some(name)));
            return ExitCode::SUCCESS;
        }
        Some(name) => name,
    };
    let Some(command) = COMMANDS.iter().find(|command| command.name == name) else {
        eprintln!("no command is named {name}\n\n{}", help(None));
        return ExitCode::from(2);
    };
    let after = if words.take_flag("--keep-going") { AfterFailure::KeepGoing } else { AfterFailure::Stop };
    match (command.plan)(&mut words).and_then(|steps| words.end().map(|()| steps)) {
        Ok(steps) => steps::run(&steps, after),
        Err(problem) => {
            eprintln!("{problem}\n\nusage: cargo xtask {}", command.usage);
            ExitCode::from(2)
        }
    }
}

fn help(about: Option<&str>) -> String {
    if let Some(command) = COMMANDS.iter().find(|command| Some(command.name) == about) {
        let list =
            if command.name == "bench" { format!("\n{}", bench::list().trim_end()) } else { String::new() };
        return format!("cargo xtask {}\n  {}\n\n{}{list}", command.usage, command.summary, command.details);
    }
    let lines: String =
        COMMANDS.iter().map(|command| format!("  {:<30} {}\n", command.usage, command.summary)).collect();
    format!(
        "cargo xtask <command>    (or: cargo x <command>)\n\n{lines}  {:<30} {}\n\nStart with `cargo xtask check`; \
         docs/TESTING.md says more.",
        "help [command]", "this text, or more about one command"
    )
}

/// The words after the command, taken one by one; what is left at the end was not understood.
struct Words(Vec<String>);

impl Words {
    fn take_flag(&mut self, flag: &str) -> bool {
        let found = self.0.iter().position(|word| word == flag);
        found.map(|at| self.0.remove(at)).is_some()
    }

    fn take_name(&mut self) -> Option<String> {
        let found = self.0.iter().position(|word| !word.starts_with('-'));
        found.map(|at| self.0.remove(at))
    }

    /// All that is left.
    fn take_rest(&mut self) -> Vec<String> {
        std::mem::take(&mut self.0)
    }

    /// `--flag N` or `--flag=N`.
    fn take_number(&mut self, flag: &str) -> Result<Option<u32>, Failure> {
        let with_value = format!("{flag}=");
        let Some(at) = self.0.iter().position(|word| word == flag || word.starts_with(&with_value)) else {
            return Ok(None);
        };
        let word = self.0.remove(at);
        let value = match word.strip_prefix(&with_value) {
            Some(value) => value.to_owned(),
            None if at < self.0.len() => self.0.remove(at),
            None => return Err(format!("{flag} needs a number after it")),
        };
        value.parse().map(Some).map_err(|_| format!("{flag} needs a whole number, not {value}"))
    }

    fn end(&self) -> Result<(), Failure> {
        match self.0.first() {
            None => Ok(()),
            Some(word) => Err(format!("{word} is not understood here")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Words {
        Words(text.split_whitespace().map(str::to_owned).collect())
    }

    #[test]
    fn words_are_taken_in_any_order() {
        for text in ["cards --seconds 5", "--seconds 5 cards", "--seconds=5 cards"] {
            let mut words = words(text);
            assert_eq!(words.take_number("--seconds"), Ok(Some(5)), "{text}");
            assert_eq!(words.take_name().as_deref(), Some("cards"), "{text}");
            assert_eq!(words.end(), Ok(()), "{text}");
        }
    }

    #[test]
    fn words_that_make_no_sense_are_named() {
        assert!(words("--seconds").take_number("--seconds").unwrap_err().contains("number"));
        assert!(words("--seconds ten").take_number("--seconds").unwrap_err().contains("ten"));
        assert!(words("--fast").end().unwrap_err().contains("--fast"));
    }

    #[test]
    fn unknown_commands_and_stray_words_are_refused_with_2() {
        let run = |text: &str| run(&words(text).0);
        assert_eq!(run("no-such-command"), ExitCode::from(2));
        assert_eq!(run("tidy now"), ExitCode::from(2));
        assert_eq!(run("fuzz --seconds ten"), ExitCode::from(2));
    }

    #[test]
    fn every_command_has_help() {
        let all = help(None);
        for command in COMMANDS {
            assert!(all.contains(command.summary), "{}", command.name);
            assert!(help(Some(command.name)).contains(command.details), "{}", command.name);
        }
    }
}
