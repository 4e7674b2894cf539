//! Every option that takes a number or an amount, and every command line that a text shows.

use super::*;
use std::fs;
use std::path::{Path, PathBuf};

/// Every option of every command that takes a value: the words before it, and the option.
fn options(command: &Command, before: &[String]) -> Vec<(Vec<String>, Arg)> {
    let mut all = Vec::new();
    let own = command.get_arguments().filter(|arg| !arg.is_positional() && arg.get_action().takes_values());
    all.extend(own.map(|arg| (before.to_vec(), arg.clone())));
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        let before = [before, &[below.get_name().to_owned()]].concat();
        all.extend(options(below, &before));
    }
    all
}

/// What is said about a value of an option; none if it is taken.
fn said(before: &[String], option: &str, value: &str) -> Option<String> {
    let words = [&["tercet".to_owned()], before, &[format!("--{option}"), value.to_owned()]].concat();
    match command().try_get_matches_from(words) {
        Err(error) if !matches!(error.kind(), ErrorKind::MissingRequiredArgument) => {
            Some(error.render().to_string())
        }
        Ok(_) | Err(_) => None,
    }
}

#[test]
fn a_number_that_cannot_be_one_is_told_what_was_expected() {
    let mut numbers = 0;
    for (before, arg) in options(&command(), &[]) {
        let option = arg.get_long().expect("a long name");
        let what = arg.get_value_names().expect("a name of its value")[0].as_str();
        let wrong: &[&str] = match what {
            "N" => &["x", "-1", "256x", "1.5", "99999999999999999999999", ""],
            "DOLLARS" => &["x", "-5", "-5.50", "1.234", "1e3", "99999999999999999999999", ""],
            "WAGER=DOLLARS" => &["-5", "ante", "ante=x", "ante=-5", "ante=99999999999999999999999"],
            _ => continue,
        };
        numbers += 1;
        for value in wrong {
            let said =
                said(&before, option, value).unwrap_or_else(|| panic!("{before:?} --{option} {value}"));
            assert!(
                said.contains("expected ") && said.contains(option),
                "{before:?} --{option} {value}: {said}"
            );
            for bare in ["unexpected argument", "invalid digit", "too large", "too small", "is not in"] {
                assert!(!said.contains(bare), "{before:?} --{option} {value}: {said}");
            }
        }
    }
    assert!(numbers >= 20, "{numbers} options");
}

/// The command lines that a text shows: those set in that begin with the program, joined where they go on in the next line,
/// without the explanation beside them.
fn shown_lines(text: &str, indent: usize) -> Vec<String> {
    let joined: String = text.split("\\\n").map(str::trim_start).collect();
    let set_in = joined.lines().filter(|line| line.len() - line.trim_start().len() >= indent);
    let ours = set_in.map(str::trim_start).filter(|line| line.starts_with("tercet "));
    ours.map(|line| line.split("   ").next().unwrap_or(line).trim().to_owned()).collect()
}

/// The words of a command line as a shell would take it, each command of a pipe by itself.
fn words(line: &str) -> Vec<Vec<String>> {
    let mut commands = vec![Vec::new()];
    let (mut word, mut quote, mut begun) = (String::new(), None, false);
    let mut redirected = false;
    for c in line.chars().chain([' ']) {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), c) => word.push(c),
            (None, '"' | '\'') => {
                quote = Some(c);
                begun = true;
            }
            (None, ' ') => {
                if begun || !word.is_empty() {
                    let word = std::mem::take(&mut word);
                    begun = false;
                    match word.as_str() {
                        "|" => commands.push(Vec::new()),
                        "<" | ">" | ">>" => redirected = true,
                        _ if redirected => redirected = false,
                        _ => commands.last_mut().expect("there is one").push(word),
                    }
                }
            }
            (None, c) => word.push(c),
        }
    }
    commands
}

/// Every help text, with the command that it belongs to, without its usage: that is a form, and no line to be typed.
fn helps(command: &Command, path: &str) -> Vec<(String, String)> {
    let [help, usage] = [Command::render_long_help, Command::render_usage]
        .map(|render| render(&mut command.clone()).to_string());
    let mut all = vec![(path.to_owned(), help.replacen(&usage, "", 1))];
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        all.extend(helps(below, &format!("{path} {}", below.get_name())));
    }
    all
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// README.md and docs/*.md, each with how far its command lines stand in.
fn documents() -> Vec<(String, String, usize)> {
    let mut texts: Vec<(String, String, usize)> = Vec::new();
    let docs =
        fs::read_dir(root().join("docs")).expect("it is there").map(|entry| entry.expect("readable").path());
    for path in docs.chain([root().join("README.md")]) {
        if path.extension().is_some_and(|extension| extension == "md") {
            let text = fs::read_to_string(&path).expect("a text");
            texts.push((path.file_name().expect("a name").to_string_lossy().into_owned(), text, 0));
        }
    }
    texts
}

/// Every command line in README.md, docs/*.md and the help texts, with the text that shows it.
fn every_shown_line() -> Vec<(String, String)> {
    let mut texts = documents();
    texts.extend(helps(&command(), "tercet").into_iter().map(|(path, help)| (path, help, 2)));
    let lines = |(from, text, indent): (String, String, usize)| -> Vec<(String, String)> {
        shown_lines(&text, indent).into_iter().map(|line| (from.clone(), line)).collect()
    };
    texts.into_iter().flat_map(lines).collect()
}

#[test]
fn every_command_line_that_is_shown_can_be_typed() {
    let lines = every_shown_line();
    for (from, line) in &lines {
        for words in
            words(line).into_iter().filter(|words| words.first().is_some_and(|word| word == "tercet"))
        {
            match command().try_get_matches_from(&words) {
                Ok(_) => {}
                Err(error) => assert!(!error.use_stderr(), "{from}: {line}\n{}", error.render()),
            }
        }
    }
    assert!(lines.len() > 60, "{} lines", lines.len());
}

#[test]
fn every_command_has_an_example_and_stands_in_the_first_steps_and_the_readme() {
    let readme = fs::read_to_string(root().join("README.md")).expect("a text");
    let helps = helps(&command(), "tercet");
    let (_, first_steps) = &helps[0];
    for below in command().get_subcommands().filter(|below| below.get_name() != "help") {
        let line = format!("tercet {}", below.get_name());
        let (_, help) = helps.iter().find(|(path, _)| *path == line).expect("a help text");
        assert!(
            shown_lines(help, 2).iter().any(|example| example.starts_with(&line)),
            "{line} has no example"
        );
        assert!(readme.contains(&line), "README.md does not know {line}");
        if !matches!(below.get_name(), "games" | "completions") {
            assert!(
                shown_lines(first_steps, 2).iter().any(|step| step.starts_with(&line)),
                "{line} is no first step"
            );
        }
    }
}

/// What stands within a sentence may leave out what every call needs, but not name what there is not.
#[test]
fn commands_that_sentences_name_are_there() {
    let mut count = 0;
    for (from, text, _) in documents() {
        for code in text.split('`').filter(|code| code.starts_with("tercet ") && !code.contains(['\n', '…']))
        {
            let stand_ins =
                [("GAME", "three-card-poker"), ("COMMAND", "show"), ("KIND", "decisions"), ("A B", "a b")];
            let line = stand_ins.iter().fold(code.to_owned(), |line, (name, word)| line.replace(name, word));
            for words in words(&line) {
                count += 1;
                let value = words.last().filter(|word| word.starts_with("--")).map(|_| "x".to_owned());
                let with_value = words.iter().cloned().chain(value).collect();
                let said =
                    [words.clone(), with_value].map(|words| command().try_get_matches_from(words).err());
                let there = said.iter().any(|error| {
                    error.as_ref().is_none_or(|error| {
                        let left_out = matches!(
                            error.kind(),
                            ErrorKind::MissingRequiredArgument | ErrorKind::MissingSubcommand
                        );
                        left_out
                            || error.exit_code() == 0
                            || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
                    })
                });
                assert!(there, "{from}: {code}");
            }
        }
    }
    assert!(count > 10, "{count}");
}

/// Quotes, pipes and files as in the texts.
#[test]
fn words_are_taken_as_a_shell_takes_them() {
    let line = "tercet show x --file > a.toml | tercet advise --cards \"Qd 6h\" --known ''";
    let expected: [&[&str]; 2] =
        [&["tercet", "show", "x", "--file"], &["tercet", "advise", "--cards", "Qd 6h", "--known", ""]];
    assert_eq!(words(line), expected);
}

/// Whoever reads how a command is used can type it: every positional of the commands above it stands in its usage.
#[test]
fn a_usage_says_what_comes_before_its_command() {
    fn look(command: &Command, above: &[String]) {
        let usage = command.clone().render_usage().to_string();
        for name in above {
            assert!(usage.contains(&format!("<{name}>")), "{usage}: no <{name}>");
        }
        let own = command.get_positionals().filter(|arg| arg.is_required_set());
        let own = own.filter_map(|arg| Some(arg.get_value_names()?.first()?.to_string()));
        let above = [above, &own.collect::<Vec<_>>()].concat();
        // What `help` is asked about stands in words of its own.
        for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
            look(below, &above);
        }
    }
    look(&command(), &[]);
}
