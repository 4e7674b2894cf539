//! `tercet compare`: what differs between two games, in their rules, their pays and their figures.

use super::form::{self, PageForm};
use super::options::MeterAt;
use super::refused;
use super::strategy::Strategy;
use crate::arguments::few;
use crate::output::{during, typed};
use crate::source::{self, Variant};
use std::process::ExitCode;
use tercet_analysis::Decks;
use tercet_analysis::report::{Ask, AskError, Part, read_bet, report};
use tercet_report::Conditions;
use tercet_report::compare::{Compared, One};
use tercet_rules::{Money, WagerId};

const EXAMPLES: &str = "\
Examples:
  tercet compare three-card-poker three-card-pairs-plus
  tercet compare three-card-poker three-card-poker --pay-b pair-plus=40-30-6-4-1
  tercet compare three-card-poker three-card-poker --ruling-b R9=ante-needed
  tercet compare three-card-poker three-card-poker --decks-b 6
  tercet compare three-card-poker three-card-fury --bet ante=10
  tercet compare three-card-poker ./my-game.toml --json

Each wager is figured by itself, under best play, the meter at its start or at --meter, at the stake that tercet odds takes: $1, or the \
table minimum where that is higher or where the stake matters. With --bet it is figured in that bet, and the bet as a whole.";

/// Arguments of `tercet compare`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The first game: a built-in game or the path of a game file.
    #[arg(value_name = "A")]
    a: String,
    /// The second game.
    #[arg(value_name = "B")]
    b: String,
    /// In the first game, take another reading of a ruling, such as R1=player-wins (repeatable).
    #[arg(long, value_name = "RULING=READING")]
    ruling_a: Vec<String>,
    /// In the first game, post other pays for a wager, such as pair-plus=40-30-6-4-1 (repeatable).
    #[arg(long, value_name = "WAGER=PAYS")]
    pay_a: Vec<String>,
    /// In the second game, take another reading of a ruling.
    #[arg(long, value_name = "RULING=READING")]
    ruling_b: Vec<String>,
    /// In the second game, post other pays for a wager.
    #[arg(long, value_name = "WAGER=PAYS")]
    pay_b: Vec<String>,
    /// Figure wagers together in both games: a wager and its dollars, such as ante=10 or pair-plus=2.50 (repeatable).
    #[arg(long, value_name = "WAGER=DOLLARS", value_parser = read_bet)]
    bet: Vec<(WagerId, Money)>,
    /// Figure the first game as if the cards came from so many decks, 1 to 8: a what-if, as the rules say one deck.
    #[arg(long, value_name = "N")]
    decks_a: Option<Decks>,
    /// Figure the second game so.
    #[arg(long, value_name = "N")]
    decks_b: Option<Decks>,
    #[command(flatten)]
    meter: MeterAt,
    /// Players at each table, each with the wager that envy is paid on.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = |text: &str| few(text, "5"))]
    players: u8,
    #[command(flatten)]
    form: PageForm,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    form::print(compared(args).and_then(|compared| args.form.said(&compared)))
}

fn compared(args: &Args) -> Result<Compared, String> {
    let a = one(args, &args.a, (&args.ruling_a, &args.pay_a, args.decks_a), "a")?;
    let b = one(args, &args.b, (&args.ruling_b, &args.pay_b, args.decks_b), "b")?;
    Ok(Compared::of(a, b))
}

/// What is asked of one game: its rulings, its pays, its decks.
type Asked<'a> = (&'a [String], &'a [String], Option<Decks>);

fn one(args: &Args, name: &str, (ruling, pay, decks): Asked<'_>, side: &str) -> Result<One, String> {
    let variant = Variant::new(ruling.to_vec(), pay.to_vec());
    // The message names the option as it was typed.
    let by_side = |message: String| {
        ["ruling", "pay"].into_iter().fold(message, |message, option| {
            message.replace(&format!("error: --{option} "), &format!("error: --{option}-{side} "))
        })
    };
    let loaded = source::load(name, &variant).map_err(by_side)?;
    let decks = decks.unwrap_or_default();
    let (bets, meter, players) = (&args.bet, args.meter.meter, args.players);
    let ask = Ask { bets, meter, players, decks, ..Ask::of(&loaded.game) };
    let blamed = |error: AskError| match error.part {
        Part::Decks => format!("error: --decks-{side}: {error}"),
        Part::Bets | Part::Meter | Part::Players => {
            format!("{}; asked of {name}", refused(&ask, &error))
        }
        Part::Stake | Part::Policy | Part::Known | Part::Exposed | Part::Cards => {
            format!("error: {name}: {error}")
        }
    };
    let counting = format!("Counting deals of {name}");
    let report = during(&counting, |_| report(&ask)).map_err(blamed)?;
    let conditions = Conditions::of(&loaded, &ask, Some(Strategy::Best.to_string()), typed());
    Ok(One { asked: name.to_owned(), loaded, decks, report, conditions })
}
