//! `tercet sweep`: every combination of given ranges of pays.

mod span;

pub(super) use span::share;

use super::document::{Block, Document, Section, Set, Table};
use super::records::Value;
use super::strategy::Strategy;
use super::words::{command, grouped, listed, percent};
use super::{csv, json, page, refused, rendered};
use crate::arguments::{bet, whole};
use crate::output;
use crate::source::{self, Loaded, Variant};
use std::io::{self, IsTerminal as _, Write as _};
use std::process::ExitCode;
use tercet_analysis::report::Ask;
use tercet_analysis::sweep::{
    Axis, Choice, Order, Prepared, Reach, Selected, Selection, Sums, Sweep, SweepError, Wanted, select,
};
use tercet_analysis::{Fraction, StrategyCard};
use tercet_games::variant::{Varied, varied};
use tercet_protocol::odds::{SweepAnswer, pays, write_sweep};
use tercet_rules::{Money, WagerId};

const EXAMPLES: &str = "\
Examples:
  tercet sweep three-card-poker --pay pair-plus=30..50-20..40-5..7-3..5-1 --edge 2%..3%
  tercet sweep three-card-poker --pay pair-plus=40,50-30-6-3,4-1 --sort variance --reverse
  tercet sweep three-card-poker --pay ante-bonus=1..10-1..10-1,2 --edge ..3.5% --falling --csv
  tercet sweep three-card-poker --bet ante=10 --bet pair-plus=5 --pay ante-bonus=4,5-3..4-1

Pays stand first row first, with hyphens between: a pay (40, 3/2), a list (40,50), a range (30..50),
or a range with a step (30..50/5).";

/// Arguments of `tercet sweep`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    question: Question,
    /// Only tables with such a house edge, such as 2%..4% or ..3%.
    #[arg(long, value_name = "FROM..TO", value_parser = span::shares, allow_hyphen_values = true)]
    edge: Option<tercet_analysis::sweep::Span>,
    /// Only tables with such a hit frequency, such as 20%..30%.
    #[arg(long, value_name = "FROM..TO", value_parser = span::shares, allow_hyphen_values = true)]
    hit: Option<tercet_analysis::sweep::Span>,
    /// Only tables with such a variance, such as 4..9.
    #[arg(long, value_name = "FROM..TO", value_parser = span::numbers, conflicts_with = "deviation", allow_hyphen_values = true)]
    variance: Option<tercet_analysis::sweep::Span>,
    /// Only tables with such a standard deviation, such as 2..3.
    #[arg(long, value_name = "FROM..TO", value_parser = span::squares, allow_hyphen_values = true)]
    deviation: Option<tercet_analysis::sweep::Span>,
    /// What the tables are sorted by, the lowest first.
    #[arg(long, value_name = "FIGURE", value_enum, default_value_t = Sort::Edge)]
    sort: Sort,
    /// The highest first.
    #[arg(long)]
    reverse: bool,
    /// At most so many tables; else 20 as text, all as JSON or with commas.
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 1..=usize::MAX))]
    limit: Option<usize>,
    /// Leave out tables in which a lesser hand pays more than the one before it.
    #[arg(long)]
    falling: bool,
    #[command(flatten)]
    form: Form,
}

/// What is asked about the game.
#[derive(clap::Args)]
pub(super) struct Question {
    /// A built-in game (see `tercet games`) or the path of a game file.
    #[arg(value_name = "GAME")]
    pub(super) game: String,
    /// Take another reading of a ruling, such as R1=player-wins (repeatable).
    #[arg(long, value_name = "RULING=READING")]
    ruling: Vec<String>,
    /// Vary the pays of a wager, first row first, such as pair-plus=30..50-30-6-3,4-1 (repeatable).
    #[arg(long, value_name = "WAGER=PAYS")]
    pub(super) pay: Vec<String>,
    /// Figure wagers together: a wager and its dollars, such as ante=10 (repeatable).
    #[arg(long, value_name = "WAGER=DOLLARS", value_parser = bet)]
    bet: Vec<(WagerId, Money)>,
    /// The stake of a wager that is figured by itself, in dollars.
    #[arg(long, value_name = "DOLLARS", conflicts_with = "bet")]
    stake: Option<Money>,
    /// The meter at the deal, in dollars; else its start.
    #[arg(long, value_name = "DOLLARS")]
    meter: Option<Money>,
    /// How the player decides: best, play-all (never fold), mimic-dealer (play what a dealer would qualify with), or the
    /// path of a strategy file.
    #[arg(long, value_name = "RULE", default_value = "best")]
    strategy: Strategy,
    /// Leave every hand decided as in the game as it is written.
    #[arg(long)]
    fixed: bool,
}

/// What is printed instead of text for a terminal.
#[derive(clap::Args)]
#[group(multiple = false)]
pub(super) struct Form {
    /// Print the tables as JSON.
    #[arg(long)]
    json: bool,
    /// Print them as a Markdown document.
    #[arg(long)]
    markdown: bool,
    /// Print a line for each table, with commas between.
    #[arg(long)]
    csv: bool,
}

/// What tables are sorted by.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Sort {
    /// House edge.
    Edge,
    /// Hit frequency.
    Hit,
    /// Variance, and with it the standard deviation.
    Variance,
    /// The pays, in the order in which they are given.
    Pays,
}

/// So many tables are shown as text.
const SHOWN: usize = 20;

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    match answered(args) {
        Ok(text) => output::print(&text),
        Err(message) => output::unusable(&message),
    }
}

fn answered(args: &Args) -> Result<String, String> {
    if args.question.pay.is_empty() {
        return Err(
            "error: --pay: nothing is varied; expected such as --pay pair-plus=30..50-30-6-3,4-1".into()
        );
    }
    let loaded = args.question.load()?;
    let axes = args.question.axes(&loaded)?;
    let card = args.question.card(&loaded)?;
    let ask = args.question.ask(&loaded, card.as_ref());
    let sweep =
        Sweep { doc: &loaded.doc, ask: &ask, axes: &axes, fixed: args.question.fixed, falling: args.falling };
    let prepared = Prepared::new(sweep).map_err(|error| blamed(&ask, &error))?;
    let wanted = Wanted {
        edge: args.edge.unwrap_or_default(),
        hit: args.hit.unwrap_or_default(),
        variance: args.variance.or(args.deviation).unwrap_or_default(),
    };
    let order = match args.sort {
        Sort::Edge => Order::Edge,
        Sort::Hit => Order::Hit,
        Sort::Variance => Order::Variance,
        Sort::Pays => Order::Pays,
    };
    let text = !args.form.json && !args.form.csv;
    let most = args.limit.unwrap_or(if text { SHOWN } else { usize::MAX });
    let choice = Choice { wanted, order, reverse: args.reverse, most };
    let Selection { tables, wanted: found, reach } =
        with_progress(&prepared, |progress| select(&prepared, &choice, progress))
            .map_err(|error| blamed(&ask, &error))?;
    if tables.is_empty() {
        return Err(none(&prepared, &reach));
    }
    let answer = SweepAnswer {
        game: loaded.game.id.as_str(),
        rules: &loaded.hash,
        prepared: &prepared,
        found: u64::try_from(found).unwrap_or(u64::MAX),
        tables: &tables,
        target: None,
    };
    let about = format!(
        "{} of {} tables fit{}.",
        grouped(found as u64),
        grouped(prepared.tables()),
        if tables.len() < found { format!("; the first {} are shown", tables.len()) } else { String::new() }
    );
    let title = format!("Pay tables of {}", loaded.game.name);
    shown(&args.form, &loaded, &answer, &title, &[about])
}

/// That nothing fits, and how far all tables reach.
fn none(prepared: &Prepared<'_>, reach: &Reach) -> String {
    let edge = |net: i128| percent(-prepared.expectation(&Sums { net, ..Sums::default() }).value());
    let hit = |wins: u128| percent(prepared.hit_frequency(&Sums { wins, ..Sums::default() }).value());
    format!(
        "error: none of {} {} fits; they have a house edge of {} to {}, a hit frequency of {} to {} and a standard deviation of {:.4} to {:.4}",
        grouped(prepared.tables()),
        if prepared.tables() == 1 { "table" } else { "tables" },
        edge(reach.net.1),
        edge(reach.net.0),
        hit(reach.wins.0),
        hit(reach.wins.1),
        reach.variance.0.max(0.0).sqrt(),
        reach.variance.1.max(0.0).sqrt()
    )
}

/// Why there is no answer, by the option that is to blame.
pub(super) fn blamed(ask: &Ask<'_>, error: &SweepError) -> String {
    match error {
        SweepError::Ask(error) => refused(ask, error),
        SweepError::Empty
        | SweepError::Closed(_)
        | SweepError::WithoutEffect { .. }
        | SweepError::NoneFalls
        | SweepError::TooMany { .. }
        | SweepError::NoGame(_) => format!("error: --pay: {error}"),
    }
}

/// Says on a terminal how far long work has come.
pub(super) fn with_progress<T>(prepared: &Prepared<'_>, work: impl FnOnce(&mut dyn FnMut(u64)) -> T) -> T {
    let all = prepared.tables().max(1);
    let tell = prepared.is_slow() && io::stderr().is_terminal();
    let mut told = 0;
    let done = work(&mut |tables| {
        let hundredths = tables * 100 / all;
        if tell && hundredths > told {
            told = hundredths;
            // Nothing depends on whether it is seen.
            let _ = write!(io::stderr(), "\r{hundredths}% of {all} tables ");
        }
    });
    if tell {
        let _ = write!(io::stderr(), "\r{:40}\r", "");
    }
    done
}

impl Question {
    /// The game, its rulings as asked and its pays as written.
    pub(super) fn load(&self) -> Result<Loaded, String> {
        source::load(&self.game, &Variant::new(self.ruling.clone(), Vec::new()))
    }

    /// The strategy of a file, if that is how the player decides.
    pub(super) fn card(&self, loaded: &Loaded) -> Result<Option<StrategyCard>, String> {
        self.strategy.card(&loaded.game)
    }

    /// The question.
    pub(super) fn ask<'a>(&'a self, loaded: &'a Loaded, card: Option<&'a StrategyCard>) -> Ask<'a> {
        Ask {
            bets: &self.bet,
            stake: self.stake,
            meter: self.meter,
            policy: self.strategy.policy(card),
            ..Ask::of(&loaded.game)
        }
    }

    /// Whether hands are left decided as they are.
    pub(super) fn is_fixed(&self) -> bool {
        self.fixed
    }

    /// What is varied.
    pub(super) fn axes(&self, loaded: &Loaded) -> Result<Vec<Axis>, String> {
        let mut axes: Vec<Axis> = Vec::new();
        for change in &self.pay {
            let Some((table, pays)) = change.split_once('=') else {
                return Err(format!(
                    "error: --pay {change}: expected an equals sign, as in pair-plus=30..50-30-6-3,4-1"
                ));
            };
            let table = table.trim();
            if axes.iter().any(|axis| axis.table == *table) {
                return Err(format!("error: --pay {change}: `{table}` stands here twice"));
            }
            let rows = varied(&loaded.doc, table, pays.trim())
                .map_err(|error| format!("error: --pay {change}: {error}"))?;
            axes.extend(of_rows(table, rows));
        }
        Ok(axes)
    }
}

/// The axes of a table.
pub(super) fn of_rows(table: &str, rows: Vec<Varied>) -> impl Iterator<Item = Axis> {
    rows.into_iter().map(move |(row, pays)| Axis { table: WagerId::from(table), row, pays })
}

/// The answer in the form that was asked for.
pub(super) fn shown(
    form: &Form,
    loaded: &Loaded,
    answer: &SweepAnswer<'_>,
    title: &str,
    about: &[String],
) -> Result<String, String> {
    if form.json {
        return json(|out| write_sweep(out, answer));
    }
    if form.csv {
        return Ok(lines(answer));
    }
    Ok(rendered(&document(loaded, answer, title, about), form.markdown))
}

/// The ids of the tables that are varied.
fn varied_tables<'a>(answer: &SweepAnswer<'a>) -> Vec<&'a str> {
    let mut ids: Vec<&str> = answer.prepared.axes().iter().map(|axis| axis.table.as_str()).collect();
    ids.dedup();
    ids
}

/// Every table as a record.
fn lines(answer: &SweepAnswer<'_>) -> String {
    let figures = ["expectation", "house_edge", "hit_frequency", "variance", "standard_deviation"];
    let columns = [varied_tables(answer), figures.to_vec()].concat();
    let prepared = answer.prepared;
    let record = |one: &Selected| {
        let pays = pays(prepared.axes(), &one.chosen).into_iter().map(|(_, pays)| Value::Text(pays));
        let expectation = prepared.expectation(&one.sums);
        let variance = prepared.variance(&one.sums).value();
        let hit = prepared.hit_frequency(&one.sums).value();
        let numbers = [-expectation.value(), hit, variance, variance.sqrt()].map(Value::Number);
        pays.chain([Value::Text(expectation.to_string())]).chain(numbers).collect::<Vec<_>>()
    };
    csv::table(&columns, &answer.tables.iter().map(record).collect::<Vec<_>>())
}

fn document(loaded: &Loaded, answer: &SweepAnswer<'_>, title: &str, about: &[String]) -> Document {
    let (game, prepared) = (&loaded.game, answer.prepared);
    let head = vec![game.id.to_string(), format!("rules {}", loaded.hash), command()];
    let mut section = Section::new("What is figured");
    let wagers: Vec<String> = prepared.wagers().iter().map(|id| page::wager_name(game, id)).collect();
    let per = if prepared.is_together() {
        format!("per dollar staked before the deal, of which there are {}", prepared.stake())
    } else {
        format!(
            "per unit of {}, at a stake of {}",
            wagers.first().map_or("it", String::as_str),
            prepared.stake()
        )
    };
    section.text(format!(
        "{}: figures are {per}. The bet: {}. Every deal is counted.",
        listed(&wagers),
        page::stakes(game, &prepared.stakes())
    ));
    if prepared.decides_again() {
        section.text("Best play is found again for each table.");
    }
    about.iter().for_each(|text| section.text(text));
    let ids = varied_tables(answer);
    let names = ids.iter().map(|id| page::table_name(game, id));
    let mut columns: Vec<(String, Set)> = names.map(|name| (name, Set::Left)).collect();
    let figures = ["House edge", "Hit frequency", "Standard deviation"];
    columns.extend(figures.map(|name| (name.to_owned(), Set::Right)));
    if answer.target.is_some() {
        columns.push(("Off the target".into(), Set::Right));
    }
    let mut table = Table { columns, rows: Vec::new() };
    for one in answer.tables {
        let mut cells: Vec<String> =
            pays(prepared.axes(), &one.chosen).into_iter().map(|(_, pays)| pays).collect();
        let expectation = prepared.expectation(&one.sums);
        cells.push(percent(-expectation.value()));
        cells.push(percent(prepared.hit_frequency(&one.sums).value()));
        cells.push(format!("{:.4}", prepared.variance(&one.sums).value().sqrt()));
        cells.extend(answer.target.map(|target| off(expectation, target)));
        table.rows.push(cells);
    }
    let mut tables = Section::new("Tables");
    tables.blocks.push(Block::Table(table));
    Document { title: title.to_owned(), head, sections: vec![section, tables] }
}

/// By how much a house edge misses a target.
fn off(expectation: Fraction, target: Fraction) -> String {
    let exact = Fraction::new(-expectation.num(), expectation.den()) == target;
    if exact { "exactly".into() } else { super::words::signed_percent(-expectation.value() - target.value()) }
}
