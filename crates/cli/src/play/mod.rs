//! `tercet play`: sit at a table with a bankroll, against the dealer.
//!
//! | file | what it holds |
//! |---|---|
//! | [`session`] | the sitting: bankroll, bets, rounds; no input or output |
//! | [`layout`] | which wagers go together, chips and limits |
//! | [`refused`], [`tally`] | why something is not allowed; what the sitting has come to |
//! | [`lit`] | which row of a pay table a hand has hit |
//! | [`house`] | the other players |
//! | [`shoe`] | where the cards come from |
//! | [`record`] | the log that `tercet settle` reads |
//! | [`table`] | session, shoe and log together |
//! | [`wording`] | sentences that both front ends say |
//! | [`plain`] | the front end in lines, for screen readers and scripts |
//! | [`keys`] | the keys of the screen |
//! | [`screen`] | the front end that fills the terminal |

mod house;
mod keys;
mod layout;
mod lit;
mod plain;
mod record;
mod refused;
mod screen;
mod session;
mod shoe;
mod table;
mod tally;
mod wording;

#[cfg(test)]
mod testing;

use crate::arguments::whole;
use crate::output::{self, Fitted};
use crate::source::{self, Variant};
use record::Log;
use session::Session;
use shoe::Shoe;
use std::env;
use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::process::ExitCode;
use table::Table;
use tercet_rules::Money;

const EXAMPLES: &str = "\
Examples:
  tercet play
  tercet play three-card-fury --bankroll 200 --others 3
  tercet play three-card-poker --positions 2 --record evening.jsonl
  tercet play three-card-poker --plain --seed 7
  tercet play ./my-game.toml

docs/PLAYING.md explains the table, the keys and the words.";

/// Arguments of `tercet play`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A built-in game (see `tercet games`) or a game file.
    #[arg(default_value = "three-card-poker")]
    game: String,
    /// What you sit down with, in dollars.
    #[arg(long, value_name = "DOLLARS", default_value = "$500")]
    bankroll: Money,
    /// How many positions you bet.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = |text: &str| whole::<u8>(text, 1..=2))]
    positions: u8,
    /// How many house players sit at the other positions; they bet the least and play by a simple rule.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = |text: &str| whole::<u8>(text, 0..=6))]
    others: u8,
    /// Deal the cards that this number stands for, the same ones every time (docs/PLAYING.md).
    #[arg(long, value_name = "N", value_parser = |text: &str| whole::<u64>(text, 0..=u64::MAX))]
    seed: Option<u64>,
    /// Write every settled round to this new file, for `tercet settle`.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Add to the file of --record if it is there.
    #[arg(long, requires = "record")]
    append: bool,
    /// Talk in lines instead of drawing the table: for screen readers and scripts.
    #[arg(long)]
    plain: bool,
    /// Draw without colours (so does the environment variable NO_COLOR).
    #[arg(long)]
    no_color: bool,
    #[command(flatten)]
    variant: Variant,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    let table = match sit(args) {
        Ok(table) => table,
        Err(message) => return output::unusable(&message),
    };
    match play(table, args) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read our lines is gone; there is nobody to tell.
        Err(Ended::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(ended) => {
            output::say(&format!("error: {ended}"));
            ExitCode::FAILURE
        }
    }
}

fn play(table: Table, args: &Args) -> Result<(), Ended> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let (from_terminal, to_terminal) = (io::stdin().is_terminal(), io::stdout().is_terminal());
    let drawn = from_terminal && to_terminal && set("TERM").is_none_or(|term| term != "dumb");
    if args.plain || !drawn {
        if !args.plain {
            output::say(
                "note: there is no terminal to draw on, so the table talks in lines, as with --plain",
            );
        }
        let mut out = Fitted::new(io::stdout().lock(), output::stdout_columns());
        return plain::run(table, &mut io::stdin().lock(), &mut out, !from_terminal);
    }
    screen::run(table, !args.no_color && set("NO_COLOR").is_none())
}

/// Everything that can go wrong before the first bet.
fn sit(args: &Args) -> Result<Table, String> {
    let game = source::load(&args.game, &args.variant)?.game;
    if !args.bankroll.is_stake() {
        return Err(format!(
            "error: a bankroll of {}; expected more than $0 and at most {}",
            args.bankroll,
            Money::MAX_STAKE
        ));
    }
    let session = Session::sit(game.clone(), args.bankroll, args.positions, args.others);
    let session = session.map_err(|message| format!("error: {message}"))?;
    let log = args.record.as_ref().map(|path| Log::open(path, args.append, game.id.clone()));
    let log = log.transpose().map_err(|message| format!("error: {message}"))?;
    Ok(Table::new(session, Shoe::new(args.seed), log))
}

/// Why play ended before the player wanted it to.
#[derive(Debug)]
enum Ended {
    /// No randomness.
    NoChance(shoe::NoChance),
    /// The terminal, or whatever stands in its place, failed.
    Io(io::Error),
}

impl std::fmt::Display for Ended {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Ended::NoChance(no_chance) => {
                write!(f, "{no_chance}; no cards were dealt and your stakes are returned")
            }
            Ended::Io(error) => error.fmt(f),
        }
    }
}

impl From<io::Error> for Ended {
    fn from(error: io::Error) -> Ended {
        Ended::Io(error)
    }
}
