//! `tercet solve`: the pays that come nearest a house edge.

use super::form::{self, Form, Said};
use super::sweep::{Answered, Question, blamed, of_rows, share, with_progress};
use crate::arguments::whole;
use std::process::ExitCode;
use tercet_analysis::Fraction;
use tercet_analysis::sweep::{Prepared, Sweep, nearest};
use tercet_games::variant::usual;
use tercet_report::words::{grouped, percent};

const EXAMPLES: &str = "\
Examples:
  tercet solve three-card-poker --table pair-plus --edge 2.5%
  tercet solve three-card-poker --pay pair-plus=30..50-30-6-3..5-1 --edge 2.5%
  tercet solve three-card-poker --table pair-plus --edge 3% --xlsx near.xlsx
  tercet solve three-card-fury --table three-card-monster --edge 5%

Without ranges, each row of --table may have the round pays between half and twice its own. A lesser hand never pays more \
than the one before it, unless the game has it so or --any-order is given. The house edge is compared exactly.";

/// Arguments of `tercet solve`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    question: Question,
    /// Vary all pays of a wager around what they are (repeatable).
    #[arg(long, value_name = "WAGER")]
    table: Vec<String>,
    /// The house edge that is wanted, such as 2.5%.
    #[arg(long, value_name = "SHARE", value_parser = share, allow_hyphen_values = true)]
    edge: Fraction,
    /// How many tables to show.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = |text: &str| whole(text, 1..=u16::MAX))]
    near: u16,
    /// Let lesser hands pay more than better ones.
    #[arg(long)]
    any_order: bool,
    #[command(flatten)]
    form: Form,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    form::print(answered(args))
}

fn answered(args: &Args) -> Result<Said, String> {
    if args.question.pay.is_empty() && args.table.is_empty() {
        return Err(
            "error: nothing is varied; expected --table pair-plus, or --pay pair-plus=30..50-30-6-3,4-1"
                .into(),
        );
    }
    let loaded = args.question.load()?;
    let mut axes = args.question.axes(&loaded)?;
    for table in &args.table {
        if axes.iter().any(|axis| axis.table == **table) {
            return Err(format!("error: --table {table}: it is varied already"));
        }
        let rows = usual(&loaded.doc, table).map_err(|error| format!("error: --table {table}: {error}"))?;
        axes.extend(of_rows(table, rows));
    }
    let card = args.question.card(&loaded)?;
    let ask = args.question.ask(&loaded, card.as_ref());
    let (fixed, falling) = (args.question.is_fixed(), !args.any_order);
    let sweep = Sweep { doc: &loaded.doc, ask: &ask, axes: &axes, fixed, falling };
    let prepared = Prepared::new(sweep).map_err(|error| blamed(&ask, &error))?;
    let near =
        with_progress(&prepared, |progress| nearest(&prepared, args.edge, usize::from(args.near), progress))
            .map_err(|error| blamed(&ask, &error))?;
    let mut which = vec![format!(
        "Of {} tables, these come nearest a house edge of {}; of equally near ones, those that change the fewest rows stand first.",
        grouped(prepared.tables()),
        target(args.edge)
    )];
    let beyond = near.out_of_reach(&prepared, args.edge);
    if let Some((least, most)) = beyond {
        which.push(format!(
            "No table reaches it: they have a house edge of {} to {}.",
            percent(least.value()),
            percent(most.value())
        ));
    }
    if near.ties > 0 {
        let more = if near.ties == 1 { "table is" } else { "tables are" };
        which.push(format!("{} more {more} as near as the last one shown.", grouped(near.ties)));
    }
    args.form.said(&Answered {
        loaded: &loaded,
        ask: &ask,
        prepared: &prepared,
        found: near.ties,
        tables: &near.tables,
        target: Some(args.edge),
        beyond,
        title: format!("Pays of {} near a target", loaded.game.name),
        which,
        conditions: args.question.conditions(&loaded, &ask),
    })
}

/// The target as a percentage, in as many places as it has.
fn target(edge: Fraction) -> String {
    let text = format!("{:.9}", edge.value() * 100.0);
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}
