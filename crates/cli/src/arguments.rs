//! The arguments of the command line: read, and refused with a word about what was expected.

use crate::{Tercet, output};
use clap::error::ErrorKind;
use clap::{Arg, Command, CommandFactory as _, Error, FromArgMatches as _};
use std::convert::Infallible;
use std::env;
use std::fmt::Display;
use std::io::{self, Write as _};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use tercet_rules::is_harmless;

/// What was asked for.
///
/// # Errors
///
/// What clap says, a request for help or the version among it.
pub(crate) fn parse() -> Result<Tercet, Error> {
    let matches = command().try_get_matches_from(env::args_os())?;
    Tercet::from_arg_matches(&matches)
}

/// The command with all its subcommands.
///
/// A number below zero is taken for the value that it is meant to be, not for an option of its own, so that whoever reads
/// the value can say what was expected.
pub(crate) fn command() -> Command {
    fn with_negative_numbers(command: Command) -> Command {
        let value = |arg: Arg| {
            let option = !arg.is_positional() && arg.get_action().takes_values();
            if option { arg.allow_negative_numbers(true) } else { arg }
        };
        command.mut_args(value).mut_subcommands(with_negative_numbers)
    }
    with_server(with_negative_numbers(Tercet::command()))
}

/// The same, where the usage of what is two levels below `admin` says that the house comes first, as that of one level below does: clap leaves
/// out there what is not of its own or its parent's.
fn with_server(mut tercet: Command) -> Command {
    fn below(command: Command, levels: u8) -> Command {
        if levels > 0 {
            return command.mut_subcommands(|command| below(command, levels - 1));
        }
        let usage = command.clone().render_usage().ansi().to_string();
        let after_its_head = usage.split_once(' ').map_or(usage.as_str(), |(_, rest)| rest);
        let said = after_its_head.replacen("tercet admin", "tercet admin <SERVER>", 1);
        command.override_usage(clap::builder::StyledStr::from(said))
    }
    tercet.build();
    tercet.mut_subcommands(|command| if command.get_name() == "admin" { below(command, 2) } else { command })
}

/// Says why the arguments cannot be used, or what was asked about them; the status is that of clap: 2, or 0 for help.
pub(crate) fn refused(error: &Error) -> ExitCode {
    let is_help = matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    if is_help {
        // An output like any other, laid out already; of what goes to standard error nobody could be told.
        if let Err(fault) = error.print().and_then(|()| io::stdout().flush())
            && !error.use_stderr()
            && fault.kind() != io::ErrorKind::BrokenPipe
        {
            return output::unusable(&format!("error: standard output: {fault}"));
        }
    } else {
        // In plain letters where looks and what stands in the argument could not be told apart.
        let steers = env::args_os().any(|argument| !argument.to_string_lossy().chars().all(is_harmless));
        let words = error.render();
        let looks = !steers && output::stderr_colour();
        let words = if looks { words.ansi().to_string() } else { words.to_string() };
        output::say(words.trim_end());
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// Reads a whole number in a range.
///
/// # Errors
///
/// Says which numbers are expected.
pub(crate) fn whole<N: FromStr + PartialOrd + Display>(
    text: &str,
    range: RangeInclusive<N>,
) -> Result<N, String> {
    let number = text.trim().parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("expected a whole number from {} to {}", range.start(), range.end()))
}

/// Reads a number of spots, players or cards; how many there can be is for the game to say.
///
/// # Errors
///
/// Says what is expected, with an example.
pub(crate) fn few(text: &str, example: &str) -> Result<u8, String> {
    text.trim().parse().map_err(|_| format!("expected a small whole number, such as {example}"))
}

/// Reads the path of a file for an answer. As the path of a game or a strategy, it must be text.
///
/// # Errors
///
/// None: what is no text is refused before.
pub(crate) fn file(text: &str) -> Result<PathBuf, Infallible> {
    Ok(PathBuf::from(text))
}

#[cfg(test)]
mod tests;
