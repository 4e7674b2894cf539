//! `tercet settle`: recorded rounds from a file or standard input, or one spot from the command line.

mod games;
mod lines;
mod log;
mod one;
mod readings;
mod text;

use crate::source::Variant;
use games::Games;
use log::{Manner, Stop};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tercet_rules::{Money, TableLimits};

/// Arguments of `tercet settle`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tercet settle rounds.jsonl --json
  tercet settle --game three-card-poker --dealer \"Qs Td 4c\" --cards \"As Ks Qs\" \\
      --bet ante=10 --bet pair-plus=5 --decision play

The exit status is 0 if everything was settled, 1 if a round was refused, 2 if the arguments cannot be used.")]
pub(crate) struct Args {
    /// Rounds as JSON Lines, one a line; standard input if absent or -.
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Answer in JSON Lines instead of words.
    #[arg(long)]
    json: bool,
    /// The built-in game of rounds that name none.
    #[arg(long, value_name = "ID")]
    game: Option<String>,
    /// A game file, for rounds that name none or name its id.
    #[arg(long, value_name = "PATH", conflicts_with = "game")]
    game_file: Option<PathBuf>,
    /// Settle wagers outside the table limits too: a bet that was accepted is paid or lost in full.
    #[arg(long)]
    no_limits: bool,
    #[command(flatten)]
    variant: Variant,
    /// One spot: the dealer's cards.
    #[arg(long, value_name = "CARDS", help_heading = "One spot", conflicts_with = "file", requires_all = ["cards", "bet"])]
    dealer: Option<one::Cards>,
    /// One spot: the player's cards.
    #[arg(long, value_name = "CARDS", help_heading = "One spot", requires = "dealer")]
    cards: Option<one::Cards>,
    /// One spot: a wager and its amount in dollars, such as ante=10 or pair-plus=2.50 (repeatable).
    #[arg(long, value_name = "WAGER=DOLLARS", help_heading = "One spot", requires = "dealer")]
    bet: Vec<one::Bet>,
    /// One spot: what the player decided, where there is an Ante.
    #[arg(long, value_name = "DECISION", help_heading = "One spot", requires = "dealer")]
    decision: Option<Choice>,
    /// One spot: the meter at the deal in dollars, where a Progressive was bet.
    #[arg(long, value_name = "DOLLARS", help_heading = "One spot", requires = "dealer")]
    meter: Option<Money>,
    /// One spot: its number, 1 at the dealer's left.
    #[arg(long, value_name = "N", help_heading = "One spot", requires = "dealer")]
    spot: Option<u8>,
}

/// A decision as an argument.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Choice {
    /// The Play wager was made.
    Play,
    /// The hand was given up.
    Fold,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    match answered(args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            // Nobody is left to tell if this fails too.
            let _told = writeln!(io::stderr(), "error: {message}");
            ExitCode::from(2)
        }
    }
}

/// Whether all was settled; else, a message about what cannot be used.
fn answered(args: &Args) -> Result<bool, String> {
    let limits = if args.no_limits { TableLimits::Ignore } else { TableLimits::Apply };
    let mut games = Games::new(args.game.as_deref(), args.game_file.as_deref(), &args.variant)?;
    if args.dealer.is_some() {
        let answered = one::run(args, &mut games, limits)?;
        return match io::stdout().write_all(&answered.answer) {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(format!("the answer cannot be written: {error}")),
            Ok(()) | Err(_) => Ok(answered.settled),
        };
    }
    let at_once = io::stdout().is_terminal();
    let manner = Manner { json: args.json, limits, at_once };
    let name = args.file.as_deref().filter(|path| *path != Path::new("-"));
    match name {
        Some(path) => {
            let cannot = |error| format!("{} cannot be read: {error}", path.display());
            let file = File::open(path).map_err(cannot)?;
            if file.metadata().map_err(cannot)?.is_dir() {
                return Err(format!("{} is a directory; expected a file of rounds, one a line", path.display()));
            }
            log(BufReader::with_capacity(1 << 16, file), &mut games, &manner, &path.display().to_string())
        }
        None => log(io::stdin().lock(), &mut games, &manner, "standard input"),
    }
}

fn log(input: impl BufRead, games: &mut Games, manner: &Manner, name: &str) -> Result<bool, String> {
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    match log::run(input, &mut output, games, manner) {
        Ok(tally) => {
            if !manner.json {
                let _told = writeln!(io::stderr(), "{}", tally.words());
            }
            Ok(tally.refused == 0)
        }
        Err(Stop::Input(error)) => Err(format!("{name} cannot be read: {error}")),
        // Whoever reads the answers has had enough of them.
        Err(Stop::Output(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(true),
        Err(Stop::Output(error)) => Err(format!("the answers cannot be written: {error}")),
    }
}
