//! `tercet completions`.

use std::process::ExitCode;

/// Arguments of `tercet completions`.
#[derive(clap::Args)]
pub(crate) struct Args {}

/// Runs the command.
pub(crate) fn run(_args: &Args) -> ExitCode {
    ExitCode::SUCCESS
}
