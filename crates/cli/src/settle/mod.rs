//! `tercet settle`: recorded rounds from a file or standard input, or one spot from the command line.

mod games;
mod lines;
mod log;
mod one;
mod readings;
mod rereading;
pub(crate) mod text;

use crate::arguments::few;
use crate::output::{self, Fitted};
use crate::source::{Variant, said, typed};
use games::Games;
use log::{Manner, Stop, Tally};
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, IsTerminal as _, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tercet_analysis::report::read_bet;
use tercet_rules::{Money, TableLimits, WagerId};

/// Arguments of `tercet settle`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tercet settle rounds.jsonl --json
  tercet settle --game three-card-poker --dealer \"Qs Td 4c\" --cards \"As Ks Qh\" \\
      --bet ante=10 --bet pair-plus=5 --decision play
  tercet settle rounds.jsonl --readings

Answers come as soon as their rounds do, so a program may send a round and wait for its answer.

The exit status is 0 if everything was settled, 1 if a round was refused or nobody read on to the last answer, \
2 if the arguments cannot be used.")]
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
    /// Say after each round what every other reading of the rulings would change, and at the end what each comes to.
    #[arg(long)]
    readings: bool,
    #[command(flatten)]
    variant: Variant,
    /// One spot: the dealer's cards.
    #[arg(long, value_name = "CARDS", help_heading = "One spot", conflicts_with = "file", requires_all = ["cards", "bet"])]
    dealer: Option<one::Cards>,
    /// One spot: the player's cards.
    #[arg(long, value_name = "CARDS", help_heading = "One spot", requires = "dealer")]
    cards: Option<one::Cards>,
    /// One spot: a wager and its amount in dollars, such as ante=10 or pair-plus=2.50 (repeatable).
    #[arg(long, value_name = "WAGER=DOLLARS", value_parser = read_bet, help_heading = "One spot", requires = "dealer")]
    bet: Vec<(WagerId, Money)>,
    /// One spot: what the player decided, where there is an Ante: play, fold, or such as "play 2x".
    #[arg(long, value_name = "DECISION", value_parser = choice, help_heading = "One spot", requires = "dealer")]
    decision: Option<Choice>,
    /// One spot: the meter at the deal in dollars, where a Progressive was bet.
    #[arg(long, value_name = "DOLLARS", help_heading = "One spot", requires = "dealer")]
    meter: Option<Money>,
    /// One spot: its number, 1 at the dealer's left.
    #[arg(long, value_name = "N", help_heading = "One spot", requires = "dealer", value_parser = |text: &str| few(text, "4"))]
    spot: Option<u8>,
}

/// A decision as an argument.
#[derive(Clone, Copy, Debug)]
enum Choice {
    /// The Play wager was made, for so many times what it is a multiple of, if that was said.
    Play(Option<u8>),
    /// The hand was given up.
    Fold,
}

/// `play`, `play 2x` (or `play 2`), `fold`.
fn choice(text: &str) -> Result<Choice, String> {
    let expected = "expected `play`, `fold`, or with a choice of multiples such as `play 2x`";
    match text.to_lowercase().split_whitespace().collect::<Vec<_>>().as_slice() {
        ["play"] => Ok(Choice::Play(None)),
        ["fold"] => Ok(Choice::Fold),
        ["play", times] => {
            let times = times.strip_suffix('x').unwrap_or(times);
            times.parse().map(|times| Choice::Play(Some(times))).map_err(|_| expected.into())
        }
        _ => Err(expected.into()),
    }
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    answered(args).unwrap_or_else(|message| output::unusable(&message))
}

/// Settles and answers; else, a message about what cannot be used.
fn answered(args: &Args) -> Result<ExitCode, String> {
    let limits = if args.no_limits { TableLimits::Ignore } else { TableLimits::Apply };
    let mut games = Games::new(args.game.as_deref(), args.game_file.as_deref(), &args.variant)?;
    if args.dealer.is_some() {
        let answered = one::run(args, &mut games, limits)?;
        all_used(&games)?;
        let print = if args.json { output::print_data } else { output::print_paragraphs };
        return Ok(print(&answered.answer, status(answered.settled)));
    }
    let manner = Manner { json: args.json, limits, readings: args.readings };
    let tally = match args.file.as_deref().filter(|path| *path != Path::new("-")) {
        Some(path) => {
            let name = path.display();
            let file = File::open(path).map_err(|error| format!("error: {name}: {}", said(&error)))?;
            if path.is_dir() {
                return Err(format!("error: {name} is a directory; expected a file of rounds, one a line"));
            }
            log(file, &mut games, &manner, &name.to_string())?
        }
        None => {
            if args.file.is_none() && io::stdin().is_terminal() {
                output::say(
                    "note: no file was named, so rounds are read from the keyboard: one a line as JSON, Ctrl-D ends them (see tercet settle --help)",
                );
            }
            log(io::stdin().lock(), &mut games, &manner, "standard input")?
        }
    };
    all_used(&games)?;
    Ok(status(tally.refused == 0 && !tally.cut_short))
}

/// Changes that no round was settled by are a slip, and nobody should take the answers for what they asked.
fn all_used(games: &Games) -> Result<(), String> {
    // Where no round names a game, there was nothing to change.
    let unused: Vec<String> = games.unused().map(typed).collect();
    if unused.is_empty() {
        return Ok(());
    }
    Err(format!("error: no game of these rounds has what this is about: {}", unused.join(", ")))
}

/// Bytes written at once.
const BUFFER: usize = 1 << 16;

fn status(all_settled: bool) -> ExitCode {
    if all_settled { ExitCode::SUCCESS } else { ExitCode::from(1) }
}

fn log(input: impl Read, games: &mut Games, manner: &Manner, name: &str) -> Result<Tally, String> {
    let output = BufWriter::with_capacity(BUFFER, io::stdout().lock());
    // JSON has no lines that could be broken.
    let mut output = Fitted::new(output, if manner.json { None } else { output::stdout_columns() });
    let mut tally = Tally::default();
    match log::run(input, &mut output, games, manner, &mut tally) {
        Ok(()) => {}
        Err(Stop::Changes(message)) => return Err(message),
        Err(Stop::Input(error)) => return Err(format!("error: {name} cannot be read: {error}")),
        // Whoever reads the answers has had enough of them.
        Err(Stop::Output(error)) if error.kind() == ErrorKind::BrokenPipe => tally.cut_short = true,
        Err(Stop::Output(error)) => return Err(format!("error: standard output: {error}")),
    }
    Ok(tally)
}
