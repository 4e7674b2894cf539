//! `tercet session`: how a player may stand after many rounds of the same bet.

use super::document::{Block, Document, Section, Set, Table};
use super::records::Value;
use super::strategy::Strategy;
use super::words::{command, grouped, plain};
use super::{csv, json, page, refused, rendered};
use crate::arguments::bet;
use crate::output;
use crate::source::{self, Loaded, Variant};
use std::process::ExitCode;
use tercet_analysis::report::{Ask, bet_law};
use tercet_analysis::session::{Bankroll, ERROR, Fate, MOST_ROUNDS, Ruin, Session, SessionError, session};
use tercet_protocol::odds::{QUANTILES, SessionAnswer, chance, write_session};
use tercet_rules::{Amount, Game, Money, Pay, WagerId};

const EXAMPLES: &str = "\
Examples:
  tercet session three-card-poker --bet ante=10 --rounds 500
  tercet session three-card-poker --bet ante=10 --rounds 500 --bankroll 300 --goal 600
  tercet session three-card-fury --bet ante=5 --rounds 60 --strategy play-all
  tercet session three-card-poker --bet ante=10 --rounds 500 --csv      each result with its chance

Nothing is sampled. docs/ODDS.md says how it is computed.";

/// Arguments of `tercet session`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A built-in game (see `tercet games`) or the path of a game file.
    #[arg(value_name = "GAME")]
    game: String,
    #[command(flatten)]
    variant: Variant,
    /// What is bet in every round: a wager and its dollars, such as ante=10 (repeatable).
    #[arg(long, value_name = "WAGER=DOLLARS", value_parser = bet, required = true)]
    bet: Vec<(WagerId, Money)>,
    /// How many rounds are played.
    #[arg(long, value_name = "N", value_parser = rounds)]
    rounds: u32,
    /// What the player sits down with, in dollars; says how likely it is to be ruined.
    #[arg(long, value_name = "DOLLARS")]
    bankroll: Option<Money>,
    /// The player leaves with this much, in dollars.
    #[arg(long, value_name = "DOLLARS", requires = "bankroll")]
    goal: Option<Money>,
    /// The meter in every round, in dollars; else its start.
    #[arg(long, value_name = "DOLLARS")]
    meter: Option<Money>,
    /// How the player decides: best, play-all (never fold), mimic-dealer (play what a dealer would qualify with), or the
    /// path of a strategy file.
    #[arg(long, value_name = "RULE", default_value = "best")]
    strategy: Strategy,
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
    /// Print them as a Markdown document.
    #[arg(long)]
    markdown: bool,
    /// Print each result with its chance, with commas between.
    #[arg(long)]
    csv: bool,
}

/// How many of them can be figured is for the session to say.
fn rounds(text: &str) -> Result<u32, String> {
    text.trim().parse().map_err(|_| format!("expected a number of rounds from 1 to {}", grouped(MOST_ROUNDS)))
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    match answered(args) {
        Ok(text) => output::print(&text),
        Err(message) => output::unusable(&message),
    }
}

/// A session with what was asked.
struct Answered<'a> {
    loaded: &'a Loaded,
    stakes: &'a [(WagerId, Money)],
    session: &'a Session,
    notes: &'a [String],
}

fn answered(args: &Args) -> Result<String, String> {
    let loaded = source::load(&args.game, &args.variant)?;
    let card = args.strategy.card(&loaded.game)?;
    let policy = args.strategy.policy(card.as_ref());
    let ask = Ask { bets: &args.bet, meter: args.meter, policy, ..Ask::of(&loaded.game) };
    let (stakes, law) = bet_law(&ask).map_err(|error| refused(&ask, &error))?;
    let bankroll = args.bankroll.map(|start| Bankroll { start, goal: args.goal });
    let session = session(&law, args.rounds, bankroll).map_err(|error| blamed(&error))?;
    let notes = notes(&loaded.game, &ask, &stakes);
    let answered = Answered { loaded: &loaded, stakes: &stakes, session: &session, notes: &notes };
    if args.form.json {
        return answer(&answered);
    }
    if args.form.csv {
        return Ok(results(&session));
    }
    Ok(rendered(&document(&answered), args.form.markdown))
}

/// Why there is no answer, by the option that is to blame.
fn blamed(error: &SessionError) -> String {
    let option = match error {
        SessionError::Rounds(_) | SessionError::TooWide { .. } => "--rounds",
        SessionError::Bankroll { .. } => "--bankroll",
        SessionError::Goal { .. } => "--goal",
    };
    format!("error: {option}: {error}")
}

fn answer(answered: &Answered<'_>) -> Result<String, String> {
    let answer = SessionAnswer {
        game: answered.loaded.game.id.as_str(),
        rules: &answered.loaded.hash,
        stakes: answered.stakes,
        session: answered.session,
        notes: answered.notes,
    };
    json(|out| write_session(out, &answer))
}

/// Every result with its chance, and the chance of it or less.
fn results(session: &Session) -> String {
    let mut sum = 0.0;
    let rows = session.chances.iter().map(|(net, each)| {
        sum += each;
        [net_in_dollars(net), format!("{each:e}"), chance(sum.min(1.0))].map(Value::Text)
    });
    csv::table(&["net", "chance", "at_most"], &rows.collect::<Vec<_>>())
}

/// `-12.50`, `300`
fn net_in_dollars(money: Money) -> String {
    money.to_string().replace(['$', ','], "")
}

/// What must be known beside the figures.
fn notes(game: &Game, ask: &Ask<'_>, stakes: &[(WagerId, Money)]) -> Vec<String> {
    let mut notes = Vec::new();
    let staked = || game.wagers.iter().filter(|wager| stakes.iter().any(|(id, _)| *id == wager.id));
    let of_meter = |pay: Pay| matches!(pay, Pay::Meter(_));
    if let Some(rule) = &game.meter
        && staked().any(|wager| wager.table.rows.iter().any(|row| of_meter(row.pays)))
    {
        let meter = ask.meter.unwrap_or(rule.start);
        notes.push(format!(
            "The meter stands at {meter} in every round: it neither grows nor is it emptied by a hit."
        ));
    }
    if game.envy.as_ref().is_some_and(|envy| stakes.iter().any(|(id, _)| *id == game.wager(envy.wager).id)) {
        notes.push("Envy is left out.".into());
    }
    let raises = game.play.map(|no| &game.wager(no).amount);
    if matches!(raises, Some(Amount::Times(times, _)) if times.len() > 1) {
        notes.push("A round may cost the greatest stake that the strategy ever makes.".into());
    }
    notes.push(format!(
        "Chances are computed from the exact law of one round; none is off by more than {ERROR:e}."
    ));
    notes
}

fn document(answered: &Answered<'_>) -> Document {
    let (game, session) = (&answered.loaded.game, answered.session);
    let head = vec![game.id.to_string(), format!("rules {}", answered.loaded.hash), command()];
    let mut sections = vec![after(answered), ends(session)];
    sections.extend(session.bankroll.as_ref().map(|fate| bankroll(session, fate)));
    let mut notes = Section::new("Notes");
    notes.blocks.push(Block::List(answered.notes.to_vec()));
    sections.push(notes);
    Document { title: format!("A session of {}", game.name), head, sections }
}

/// A chance for reading.
fn percent(chance: f64) -> String {
    if chance > 0.0 && chance < 5e-7 { "less than 0.0001%".into() } else { super::words::percent(chance) }
}

/// What the player is up or down after all rounds.
fn after(answered: &Answered<'_>) -> Section {
    let (game, session) = (&answered.loaded.game, answered.session);
    let rounds = grouped(session.rounds);
    let mut section =
        Section::new(format!("After {rounds} {}", if session.rounds == 1 { "round" } else { "rounds" }));
    section.text(format!(
        "{} before the deal in every round, which may cost up to {} with what the decisions of the strategy add. Money on the table does not run out here.",
        page::stakes(game, answered.stakes),
        session.cost
    ));
    let mut table = Table::new(&[("Figure", Set::Left), ("Value", Set::Right)]);
    let (chances, even) = (&session.chances, Money::ZERO);
    let rows = [
        ("Ahead", percent(chances.above(even))),
        ("Even", percent(chances.at(even))),
        ("Behind", percent(chances.below(even))),
        ("Up on average, in dollars", plain(session.mean())),
        ("Standard deviation, in dollars", format!("{:.4}", session.standard_deviation())),
    ];
    for (figure, value) in rows {
        table.row([figure.into(), value]);
    }
    section.blocks.push(Block::Table(table));
    section
}

/// The results that so many sessions stay below.
fn ends(session: &Session) -> Section {
    let mut section = Section::new("Results");
    let mut table = Table::new(&[("Share of sessions", Set::Right), ("End at or below", Set::Right)]);
    for share in QUANTILES {
        table.row([format!("{:.0}%", share * 100.0), session.chances.quantile(share).to_string()]);
    }
    section.blocks.push(Block::Table(table));
    section
}

/// How the bankroll fares.
fn bankroll(session: &Session, fate: &Fate) -> Section {
    let mut section = Section::new(format!("With a bankroll of {}", fate.asked.start));
    section.text(format!(
        "The player stops when the bankroll does not cover the {} that the next round may cost.",
        session.cost
    ));
    let mut facts = vec![format!(
        "All rounds together lose more than the bankroll with a chance of {}, if they could be played on credit.",
        percent(fate.loses_more)
    )];
    let unknown = |what: &str| {
        format!("{what} is not figured for so many rounds: it would take too long. Ask about fewer.")
    };
    let played = |ruin: &Ruin| format!("{:.1} rounds are played on average", ruin.rounds);
    facts.push(fate.ruin.as_ref().map_or_else(
        || unknown("The risk of ruin"),
        |ruin| format!("The risk of ruin is {}; {}.", percent(ruin.ruin), played(ruin)),
    ));
    if let (Some(goal), Some(with_goal)) = (fate.asked.goal, &fate.with_goal) {
        facts.push(with_goal.as_ref().map_or_else(
            || unknown(&format!("Leaving at {goal}")),
            |ruin| {
                let neither = (1.0 - ruin.ruin - ruin.goal).max(0.0);
                format!(
                    "A player who leaves with {goal} gets there with a chance of {} and is ruined before with one of {}; {} play to the end. Of {}, {}.",
                    percent(ruin.goal),
                    percent(ruin.ruin),
                    percent(neither),
                    grouped(session.rounds),
                    played(ruin)
                )
            },
        ));
    }
    section.blocks.push(Block::List(facts));
    section
}
