//! `tercet odds`: the exact figures of a game, and `tercet compare`: two games side by side.

pub(crate) mod compare;
mod csv;
mod document;
mod markdown;
mod page;
mod readings;
mod records;
pub(crate) mod session;
pub(crate) mod solve;
pub(crate) mod sweep;
mod terminal;
mod words;
mod xlsx;

use crate::output::{self, Screen};
use crate::source::{self, Loaded, Variant};
use readings::OtherReadings;
use std::path::PathBuf;
use std::process::ExitCode;
use tercet_analysis::report::{Ask, AskError, Part, Policy, Report, Seen, dealer_card_seen, report};
use tercet_games::nearest;
use tercet_protocol::odds::{Answer, write_odds};
use tercet_rules::{Money, WagerId};

const EXAMPLES: &str = "\
Examples:
  tercet odds three-card-poker
  tercet odds three-card-poker --bet ante=10 --bet pair-plus=5
  tercet odds three-card-poker --pay pair-plus=40-30-6-4-1 --meter 25000 --players 5
  tercet odds three-card-pairs-plus --readings
  tercet odds ./my-game.toml --json
  tercet odds three-card-fury --xlsx fury.xlsx

Every deal is counted, none sampled. docs/ODDS.md defines each figure.";

/// Arguments of `tercet odds`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A built-in game (see `tercet games`) or the path of a game file.
    #[arg(value_name = "GAME")]
    game: String,
    #[command(flatten)]
    variant: Variant,
    /// Figure wagers together: a wager and its dollars, such as ante=10 or pair-plus=2.50 (repeatable).
    #[arg(long, value_name = "WAGER=DOLLARS", value_parser = bet)]
    bet: Vec<(WagerId, Money)>,
    /// The stake of wagers that are figured by themselves, in dollars; else $1, or the table minimum where that is
    /// higher or the stake matters.
    #[arg(long, value_name = "DOLLARS", conflicts_with = "bet")]
    stake: Option<Money>,
    /// The meter at the deal, in dollars; else its start.
    #[arg(long, value_name = "DOLLARS")]
    meter: Option<Money>,
    /// Players at the table, each with the wager that envy is paid on.
    #[arg(long, value_name = "N", default_value_t = 1)]
    players: u8,
    /// How the player decides.
    #[arg(long, value_name = "RULE", value_enum, default_value_t = Strategy::Best)]
    strategy: Strategy,
    /// Say what each other reading of a ruling moves.
    #[arg(long)]
    readings: bool,
    /// Say what it is worth to see one of the dealer's cards before deciding.
    #[arg(long)]
    dealer_card_seen: bool,
    #[command(flatten)]
    form: Form,
}

/// What is printed instead of text for a terminal.
#[derive(clap::Args)]
#[group(multiple = false)]
struct Form {
    /// Print the figures as JSON.
    #[arg(long)]
    json: bool,
    /// Print the report as a Markdown document.
    #[arg(long)]
    markdown: bool,
    /// Print one line for each wager and each row, with commas between.
    #[arg(long)]
    csv: bool,
    /// Write the figures to a workbook.
    #[arg(long, value_name = "FILE")]
    xlsx: Option<PathBuf>,
}

/// A rule for decisions as an argument.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Strategy {
    /// Best play over all wagers that the decision touches.
    Best,
    /// Never fold.
    PlayAll,
    /// Play what the dealer would qualify with.
    MimicDealer,
}

impl From<Strategy> for Policy {
    fn from(strategy: Strategy) -> Policy {
        match strategy {
            Strategy::Best => Policy::Best,
            Strategy::PlayAll => Policy::PlayAll,
            Strategy::MimicDealer => Policy::MimicDealer,
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    match answered(args) {
        Ok(text) => output::print(&text),
        Err(message) => output::unusable(&message),
    }
}

/// Everything that an answer is made of.
struct Answered<'a> {
    loaded: &'a Loaded,
    ask: &'a Ask<'a>,
    report: &'a Report,
    seen: Option<&'a Seen>,
    readings: Option<&'a OtherReadings>,
}

fn answered(args: &Args) -> Result<String, String> {
    let loaded = source::load(&args.game, &args.variant)?;
    let ask = Ask {
        game: &loaded.game,
        bets: &args.bet,
        stake: args.stake,
        meter: args.meter,
        players: args.players,
        policy: args.strategy.into(),
    };
    let report = report(&ask).map_err(|error| refused(&ask, &error))?;
    let seen = seen(args, &ask)?;
    let readings = args.readings.then(|| OtherReadings::of(&loaded, &ask, &report));
    let answered = Answered {
        loaded: &loaded,
        ask: &ask,
        report: &report,
        seen: seen.as_ref(),
        readings: readings.as_ref(),
    };
    shown(args, &answered)
}

fn shown(args: &Args, answered: &Answered<'_>) -> Result<String, String> {
    if args.form.json {
        return json(answered);
    }
    if args.form.csv {
        return Ok(csv::render(&records::records(answered)));
    }
    if let Some(path) = &args.form.xlsx {
        let name = path.display();
        xlsx::save(&records::records(answered), &about(answered), path)
            .map_err(|error| format!("error: {name}: {error}"))?;
        return Ok(format!("{name} is written.\n"));
    }
    let page = page::page(answered);
    Ok(if args.form.markdown {
        markdown::render(&page)
    } else {
        terminal::render(&page, Screen::of_stdout())
    })
}

fn json(answered: &Answered<'_>) -> Result<String, String> {
    let readings = answered.readings.map(OtherReadings::listed);
    let answer = Answer {
        ask: answered.ask,
        rules: &answered.loaded.hash,
        report: answered.report,
        seen: answered.seen,
        readings: readings.as_deref(),
        compared: answered.readings.and_then(|readings| readings.total.as_ref()),
    };
    let mut out = Vec::new();
    write_odds(&mut out, &answer);
    String::from_utf8(out).map_err(|_| "error: the answer is not UTF-8".into())
}

fn seen(args: &Args, ask: &Ask<'_>) -> Result<Option<Seen>, String> {
    if !args.dealer_card_seen {
        return Ok(None);
    }
    let stake = args.stake.unwrap_or(Money::from_units(100));
    let seen = dealer_card_seen(ask.game, stake);
    let why = || {
        format!(
            "error: --dealer-card-seen: {} has no decision that rests on the player's cards and three of the dealer's alone",
            ask.game.name
        )
    };
    seen.map(Some).ok_or_else(why)
}

/// What the figures were made by: the command, the game and the hash of its rules.
fn about(answered: &Answered<'_>) -> Vec<(&'static str, String)> {
    let game = answered.ask.game;
    vec![
        ("Game", game.name.clone()),
        ("Id", game.id.to_string()),
        ("Rules", answered.loaded.hash.clone()),
        ("Command", words::command()),
        ("Program", format!("tercet {}", env!("CARGO_PKG_VERSION"))),
        ("Method", "Every deal is counted, none sampled.".into()),
    ]
}

/// `ante=10`
fn bet(text: &str) -> Result<(WagerId, Money), String> {
    let (wager, amount) = text.split_once('=').ok_or("expected a wager and dollars, such as ante=10")?;
    let amount = amount.parse::<Money>().map_err(|error| error.to_string())?;
    Ok((WagerId::from(wager.trim()), amount))
}

/// Why there is no answer, by the option that is to blame.
fn refused(ask: &Ask<'_>, error: &AskError) -> String {
    let option = match error.part {
        Part::Bets => "--bet",
        Part::Stake => "--stake",
        Part::Meter => "--meter",
        Part::Players => "--players",
        Part::Policy => "--strategy",
    };
    let ids = || ask.game.wagers.iter().map(|wager| wager.id.as_str());
    let unknown = ask.bets.iter().find(|(id, _)| !ids().any(|known| known == id.as_str()));
    let meant = unknown.filter(|_| error.part == Part::Bets).and_then(|(id, _)| nearest(id.as_str(), ids()));
    let meant = meant.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    format!("error: {option}: {error}{meant}")
}
