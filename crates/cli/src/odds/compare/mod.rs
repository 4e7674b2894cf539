//! `tercet compare`: what differs between two games, in their rules, their pays and their figures.

mod page;
mod pairs;
mod settings;

use super::{json, rendered};
use crate::output;
use crate::source::{self, Loaded, Variant};
use pairs::Pairs;
use std::process::ExitCode;
use tercet_analysis::report::{Ask, Report, WagerReport, report};
use tercet_protocol::odds::{Comparison, Difference, Pair, Side, Wager, write_comparison};

const EXAMPLES: &str = "\
Examples:
  tercet compare three-card-poker three-card-pairs-plus
  tercet compare three-card-poker three-card-poker --pay-b pair-plus=40-30-6-4-1
  tercet compare three-card-pairs-plus three-card-pairs-plus --ruling-b R1=player-wins
  tercet compare three-card-poker ./my-game.toml --json";

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
    #[command(flatten)]
    form: Form,
}

/// What is printed instead of text for a terminal.
#[derive(clap::Args)]
#[group(multiple = false)]
struct Form {
    /// Print the comparison as JSON.
    #[arg(long)]
    json: bool,
    /// Print it as a Markdown document.
    #[arg(long)]
    markdown: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    match compared(args) {
        Ok(text) if args.form.json => output::print_data(&text, ExitCode::SUCCESS),
        Ok(text) => output::print(&text),
        Err(message) => output::unusable(&message),
    }
}

/// Two games with their figures, and what differs.
struct Compared {
    a: One,
    b: One,
    pairs: Pairs,
    settings: Vec<Difference>,
    rows: Vec<Difference>,
    rulings: Vec<Difference>,
}

/// One game with its figures.
struct One {
    loaded: Loaded,
    report: Report,
}

fn compared(args: &Args) -> Result<String, String> {
    let a = one(&args.a, &args.ruling_a, &args.pay_a, "a")?;
    let b = one(&args.b, &args.ruling_b, &args.pay_b, "b")?;
    let pairs = Pairs::of(&a.loaded.game, &b.loaded.game);
    let (first, second) = (&a.loaded.game, &b.loaded.game);
    let compared = Compared {
        settings: settings::settings(first, second, &pairs),
        rows: settings::rows(first, second, &pairs),
        rulings: settings::rulings(first, second),
        pairs,
        a,
        b,
    };
    if args.form.json {
        return comparison(&compared);
    }
    Ok(rendered(&page::page(&compared), args.form.markdown))
}

fn one(name: &str, ruling: &[String], pay: &[String], side: &str) -> Result<One, String> {
    let variant = Variant::new(ruling.to_vec(), pay.to_vec());
    // The message names the option as it was typed.
    let typed = |message: String| {
        ["ruling", "pay"].into_iter().fold(message, |message, option| {
            message.replace(&format!("error: --{option} "), &format!("error: --{option}-{side} "))
        })
    };
    let loaded = source::load(name, &variant).map_err(typed)?;
    let report = report(&Ask::of(&loaded.game)).map_err(|error| format!("error: {name}: {error}"))?;
    Ok(One { loaded, report })
}

impl Compared {
    /// The wagers that answer each other, those of the first game first.
    fn wagers(&self) -> Vec<(Option<&WagerReport>, Option<&WagerReport>)> {
        let (a, b) = (&self.a.report.wagers, &self.b.report.wagers);
        let partner = |wager: &WagerReport| {
            let of = self.pairs.partner(wager.of)?;
            b.iter().find(|other| other.of == of)
        };
        let first = a.iter().map(|wager| (Some(wager), partner(wager)));
        let taken: Vec<_> = a.iter().filter_map(partner).map(|wager| wager.of).collect();
        let rest = b.iter().filter(|wager| !taken.contains(&wager.of)).map(|wager| (None, Some(wager)));
        first.chain(rest).collect()
    }
}

/// A wager as the comparison answers with it.
fn answer(wager: &WagerReport) -> Wager<'_> {
    (&wager.id, wager.figured())
}

fn comparison(compared: &Compared) -> Result<String, String> {
    fn side(one: &One) -> Side<'_> {
        Side { game: one.loaded.game.id.as_str(), rules: &one.loaded.hash }
    }
    let wagers = compared.wagers();
    let figures: Vec<Pair<'_>> = wagers.iter().map(|(a, b)| (a.map(answer), b.map(answer))).collect();
    let comparison = Comparison {
        a: side(&compared.a),
        b: side(&compared.b),
        settings: &compared.settings,
        rows: &compared.rows,
        rulings: &compared.rulings,
        figures: &figures,
    };
    json(|out| write_comparison(out, &comparison))
}
