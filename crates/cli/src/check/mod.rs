//! `tercet check`: everything wrong with a game file, and everything suspicious, with line and column.

mod report;

use crate::output;
use crate::source::{self, Source};
use report::Report;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Exit status: 0 if every file is a game, 1 if one is not, 2 if one is unreadable.

Examples:
  tercet check ./my-game.toml
  tercet check three-card-poker --quiet
  tercet check ./my-game.toml --deny-warnings
  tercet check ./my-game.toml --json
  tercet show three-card-fury --file | tercet check -";

/// Arguments of `tercet check`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Game files, built-in games, or - for standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Refuse files with warnings too.
    #[arg(long)]
    deny_warnings: bool,
    /// Leave the notes out.
    #[arg(long, short)]
    quiet: bool,
    /// Print an array of findings as JSON: file, severity, code, line, column, path, message, help.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    let mut reports = Vec::new();
    let mut unusable = false;
    for name in &args.files {
        match open(name) {
            Ok(source) => reports.push(Report::on(&source, args.quiet)),
            Err(message) => {
                output::unusable(&message);
                unusable = true;
            }
        }
    }
    let refused = reports.iter().any(|report| report.refuses(args.deny_warnings));
    let status = match (unusable, refused) {
        (true, _) => ExitCode::from(2),
        (false, true) => ExitCode::FAILURE,
        (false, false) => ExitCode::SUCCESS,
    };
    if args.json {
        return output::print_json(&report::json(&reports), status);
    }
    output::print_paragraphs(&report::text(&reports), status)
}

fn open(name: &str) -> Result<Source, String> {
    if name == "-" { source::stdin() } else { source::open(name) }
}
