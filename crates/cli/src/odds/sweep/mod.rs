//! `tercet sweep`: every combination of given ranges of pays.

mod answer;
mod question;
mod span;

pub(super) use answer::Answered;
pub(crate) use answer::figures_are;
pub(crate) use question::{Question, blamed};
pub(super) use question::{of_rows, with_progress};
pub(super) use span::share;

use super::form::{self, Form, Said};
use crate::arguments::whole;
use std::process::ExitCode;
use tercet_analysis::sweep::{Choice, Order, Prepared, Reach, Selection, Sums, Sweep, Wanted, select};
use tercet_report::words::{grouped, percent};

const EXAMPLES: &str = "\
Examples:
  tercet sweep three-card-poker --pay pair-plus=30..50-30-6-3..5-1 --edge 2%..3%
  tercet sweep three-card-poker --pay pair-plus=40,50-30-6-3,4-1 --sort variance
  tercet sweep three-card-poker --pay ante-bonus=1..10-1..10-1,2 --falling --csv
  tercet sweep three-card-poker --pay pair-plus=30..50-30-6-3,4-1 --xlsx a.xlsx
  tercet sweep three-card-poker --bet ante=10 --pay ante-bonus=4,5-3..4-1
  tercet sweep three-card-poker --pay ante-bonus=4,5-3..4-1 --decks 6

Pays stand first row first, with hyphens between: a pay (40, 3/2), a list (40,50), a range (30..50), \
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
    form::print(answered(args))
}

fn answered(args: &Args) -> Result<Said, String> {
    if args.question.pay.is_empty() {
        return Err(
            "error: --pay: nothing is varied; expected such as --pay pair-plus=30..50-30-6-3,4-1".into()
        );
    }
    let loaded = args.question.load()?;
    let axes = args.question.axes(&loaded)?;
    let card = args.question.card(&loaded)?;
    let ask = args.question.ask(&loaded, card.as_ref());
    let sweep = Sweep {
        doc: &loaded.doc,
        ask: &ask,
        axes: &axes,
        fixed: args.question.is_fixed(),
        falling: args.falling,
    };
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
    let most = args.limit.unwrap_or(if args.form.is_page() { SHOWN } else { usize::MAX });
    let choice = Choice { wanted, order, reverse: args.reverse, most };
    if wanted == Wanted::default() && !args.falling {
        args.form.holds(prepared.tables().min(u64::try_from(most).unwrap_or(u64::MAX)))?;
    }
    let Selection { tables, wanted: found, reach } =
        with_progress(&prepared, |progress| select(&prepared, &choice, progress))
            .map_err(|error| blamed(&ask, &error))?;
    if tables.is_empty() {
        return Err(none(&prepared, &reach));
    }
    let shown = if tables.len() < found {
        format!("; the first {} are shown", grouped(tables.len() as u64))
    } else {
        String::new()
    };
    let which = format!("{} of {} tables fit{shown}.", grouped(found as u64), grouped(prepared.tables()));
    args.form.said(&Answered {
        loaded: &loaded,
        ask: &ask,
        prepared: &prepared,
        found: u64::try_from(found).unwrap_or(u64::MAX),
        tables: &tables,
        target: None,
        beyond: None,
        title: format!("Pay tables of {}", loaded.game.name),
        which: vec![which],
        conditions: args.question.conditions(&loaded, &ask),
    })
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
