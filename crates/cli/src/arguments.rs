//! The arguments of the command line: read, and refused with a word about what was expected.

use crate::{Tercet, output};
use clap::{Arg, Command, CommandFactory as _, Error, FromArgMatches as _};
use std::env;
use std::fmt::Display;
use std::io::{self, ErrorKind, Write as _};
use std::ops::RangeInclusive;
use std::process::ExitCode;
use std::str::FromStr;
use tercet_rules::{Money, WagerId, is_harmless};

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
    with_negative_numbers(Tercet::command())
}

/// Says why the arguments cannot be used, or what was asked about them; the status is that of clap: 2, or 0 for help.
pub(crate) fn refused(error: &Error) -> ExitCode {
    let steers = env::args_os().any(|argument| !argument.to_string_lossy().chars().all(is_harmless));
    if steers {
        // In plain letters, as looks and what stands in the argument could not be told apart.
        output::say(error.render().to_string().trim_end());
    } else if let Err(fault) = error.print().and_then(|()| io::stdout().flush())
        && !error.use_stderr()
        && fault.kind() != ErrorKind::BrokenPipe
    {
        // Help and the version are an output like any other; of what goes to standard error nobody could be told.
        return output::unusable(&format!("error: standard output: {fault}"));
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

/// Reads a wager and its dollars: `ante=10`, `pair-plus=$2.50`.
///
/// # Errors
///
/// Says what is expected.
pub(crate) fn bet(text: &str) -> Result<(WagerId, Money), String> {
    let (wager, amount) = text.split_once('=').ok_or("expected a wager and dollars, such as ante=10")?;
    let amount = amount.parse::<Money>().map_err(|error| error.to_string())?;
    Ok((WagerId::from(wager.trim()), amount))
}

#[cfg(test)]
mod tests;
