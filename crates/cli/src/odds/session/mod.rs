//! `tercet session`: how a player may stand after many rounds of the same bet.

mod question;

pub(crate) use question::Question;

use super::form::{self, Form};
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  tercet session three-card-poker --bet ante=10 --rounds 500
  tercet session three-card-fury --bet ante=1 --rounds 60 --bankroll 9 --goal 18
  tercet session three-card-fury --bet ante=5 --rounds 60 --strategy play-all
  tercet session three-card-poker --bet ante=10 --rounds 500 --decks 6
  tercet session three-card-poker --bet ante=10 --rounds 500 --csv
  tercet session three-card-poker --bet ante=10 --rounds 500 --xlsx session.xlsx

Nothing is sampled. docs/ODDS.md says how it is computed.";

/// Arguments of `tercet session`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    question: Question,
    #[command(flatten)]
    form: Form,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    form::print(args.question.answered().and_then(|answered| args.form.said(&answered)))
}
