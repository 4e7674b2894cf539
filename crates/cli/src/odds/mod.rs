//! `tercet odds`: the exact figures of a game; `tercet compare`: two games side by side; `tercet advise`: one hand.

pub(crate) mod advise;
pub(crate) mod compare;
mod form;
mod options;
mod question;
pub(crate) mod session;
pub(crate) mod shuffle_test;
pub(crate) mod simulate;
pub(crate) mod solve;
mod strategy;
pub(crate) mod sweep;
mod xlsx;

use crate::arguments::few;
use crate::output::during;
use crate::source::Loaded;
use form::{Form, Said};
pub(crate) use question::Question;
use std::process::ExitCode;
use tercet_analysis::report::{Ask, AskError, exposed, report, worth};
use tercet_report::odds::{Answered, OtherReadings};

const EXAMPLES: &str = "\
Examples:
  tercet odds three-card-poker
  tercet odds three-card-poker --bet ante=10 --bet pair-plus=5
  tercet odds three-card-poker --pay pair-plus=40-30-6-4-1 --meter 25000
  tercet odds three-card-pairs-plus --readings
  tercet odds three-card-poker --known \"dealer: Kd; dead: 4c 5c\"
  tercet odds three-card-poker --expose-dealer 1
  tercet odds three-card-poker --decks 6                 as if from six decks
  tercet odds ./my-game.toml --json
  tercet odds three-card-fury --xlsx fury.xlsx

Every deal is counted, none sampled. docs/ODDS.md defines each figure.";

/// Arguments of `tercet odds`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    question: Question,
    /// Say what it is worth to see so many of the dealer's cards before deciding.
    #[arg(long, value_name = "N", conflicts_with_all = ["known", "csv", "xlsx"], value_parser = |text: &str| few(text, "1"))]
    expose_dealer: Option<u8>,
    /// Say what each other reading of a ruling moves.
    #[arg(long, conflicts_with_all = ["csv", "xlsx"])]
    readings: bool,
    #[command(flatten)]
    form: Form,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    form::print(args.question.with(|loaded, ask| answered(args, loaded, ask)))
}

fn answered(args: &Args, loaded: &Loaded, ask: &Ask<'_>) -> Result<Said, String> {
    let said = |error: AskError| refused(ask, &error);
    let report = during("Counting deals", |_| report(ask)).map_err(said)?;
    let worth = during("Counting what the known cards are worth", |_| worth(ask)).map_err(said)?;
    let seen = |cards| {
        during("Counting what exposed cards are worth", |progress| {
            exposed(ask, cards, &mut |done, all| progress.at(done, all))
        })
    };
    let exposed = args.expose_dealer.map(seen).transpose().map_err(said)?;
    let readings = args.readings.then(|| {
        during("Counting under other readings", |progress| {
            OtherReadings::of(loaded, ask, &report, &|done, all| progress.at(done, all))
        })
    });
    let answered = Answered {
        loaded,
        ask,
        report: &report,
        worth: worth.as_ref(),
        exposed: exposed.as_ref(),
        readings: readings.as_ref(),
        conditions: args.question.conditions(loaded, ask),
    };
    args.form.said(&answered)
}

/// Why there is no answer, by the option that is to blame.
pub(crate) fn refused(ask: &Ask<'_>, error: &AskError) -> String {
    format!("error: --{}: {}", error.part.word(), error.said(ask))
}
