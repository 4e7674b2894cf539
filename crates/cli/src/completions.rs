//! `tercet completions`: what the shell should know about the options.

use crate::{Tercet, output};
use clap::CommandFactory as _;
use clap_complete::Shell;
use std::process::ExitCode;

const INSTALL: &str = "\
How to install:
  bash         tercet completions bash \\
                 > ~/.local/share/bash-completion/completions/tercet
  zsh          tercet completions zsh > ~/.zfunc/_tercet
               (once, in ~/.zshrc before compinit: fpath+=~/.zfunc)
  fish         tercet completions fish > ~/.config/fish/completions/tercet.fish
  powershell   tercet completions powershell >> $PROFILE
  elvish       tercet completions elvish >> ~/.config/elvish/rc.elv

Examples:
  tercet completions bash
  tercet completions zsh";

/// Arguments of `tercet completions`.
#[derive(clap::Args)]
#[command(after_help = INSTALL)]
pub(crate) struct Args {
    /// The shell.
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Tercet::command(), "tercet", &mut script);
    output::print_data(&String::from_utf8_lossy(&script), ExitCode::SUCCESS)
}
