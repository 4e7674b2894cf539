//! `tercet compare`: what differs between two games, in their rules, their pays and their figures.

mod page;
mod pairs;
mod settings;

use super::conditions::Conditions;
use super::document::Document;
use super::form::{self, Answer, PageForm};
use super::refused;
use super::strategy::Strategy;
use crate::output::{Progress, during};
use crate::source::{self, Loaded, Variant};
use pairs::Pairs;
use std::process::ExitCode;
use tercet_analysis::Decks;
use tercet_analysis::report::{Ask, AskError, Part, Report, WagerReport, read_bet, report};
use tercet_protocol::odds::{Comparison, Difference, Pair, Side, Wager, write_comparison};
use tercet_rules::{Money, WagerId};

const EXAMPLES: &str = "\
Examples:
  tercet compare three-card-poker three-card-pairs-plus
  tercet compare three-card-poker three-card-poker --pay-b pair-plus=40-30-6-4-1
  tercet compare three-card-poker three-card-poker --ruling-b R9=ante-needed
  tercet compare three-card-poker three-card-poker --decks-b 6
  tercet compare three-card-poker three-card-fury --bet ante=10
  tercet compare three-card-poker ./my-game.toml --json

Each wager is figured by itself, under best play, the meter at its start, at the stake that tercet odds takes: $1, or the \
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
    form: PageForm,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    form::print(compared(args).and_then(|compared| args.form.said(&compared)))
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
    /// As it was asked for: an id or a path.
    typed: String,
    loaded: Loaded,
    decks: Decks,
    report: Report,
    conditions: Conditions,
}

fn compared(args: &Args) -> Result<Compared, String> {
    let a = one(&args.a, &args.bet, (&args.ruling_a, &args.pay_a, args.decks_a), "a")?;
    let b = one(&args.b, &args.bet, (&args.ruling_b, &args.pay_b, args.decks_b), "b")?;
    let pairs = Pairs::of(&a.loaded.game, &b.loaded.game);
    let (first, second) = (&a.loaded.game, &b.loaded.game);
    Ok(Compared {
        settings: settings::settings(first, second, &pairs),
        rows: settings::rows(first, second, &pairs),
        rulings: settings::rulings(first, second),
        pairs,
        a,
        b,
    })
}

/// What is asked of one game: its rulings, its pays, its decks.
type Asked<'a> = (&'a [String], &'a [String], Option<Decks>);

fn one(
    name: &str,
    bets: &[(WagerId, Money)],
    (ruling, pay, decks): Asked<'_>,
    side: &str,
) -> Result<One, String> {
    let variant = Variant::new(ruling.to_vec(), pay.to_vec());
    // The message names the option as it was typed.
    let typed = |message: String| {
        ["ruling", "pay"].into_iter().fold(message, |message, option| {
            message.replace(&format!("error: --{option} "), &format!("error: --{option}-{side} "))
        })
    };
    let loaded = source::load(name, &variant).map_err(typed)?;
    let decks = decks.unwrap_or_default();
    let ask = Ask { bets, decks, ..Ask::of(&loaded.game) };
    let blamed = |error: AskError| match error.part {
        Part::Decks => format!("error: --decks-{side}: {error}"),
        Part::Bets => format!("{}; asked of {name}", refused(&ask, &error)),
        Part::Stake
        | Part::Meter
        | Part::Players
        | Part::Policy
        | Part::Known
        | Part::Exposed
        | Part::Cards => {
            format!("error: {name}: {error}")
        }
    };
    let counting = format!("Counting deals of {name}");
    let report = during(&counting, |_| report(&ask)).map_err(blamed)?;
    let conditions = Conditions::of(&loaded, &ask, Some(&Strategy::Best));
    Ok(One { typed: name.to_owned(), loaded, decks, report, conditions })
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
    (&wager.id, &wager.state)
}

impl Answer for Compared {
    fn page(&self) -> Document {
        page::page(self)
    }

    fn json(&self, out: &mut Vec<u8>, _: &Progress) {
        fn side(one: &One) -> Side<'_> {
            Side {
                game: &one.loaded.game,
                decks: one.decks,
                rules: &one.loaded.hash,
                conditions: one.conditions.fields(),
                total: one.report.total.as_ref(),
            }
        }
        let wagers = self.wagers();
        let figures: Vec<Pair<'_>> = wagers.iter().map(|(a, b)| (a.map(answer), b.map(answer))).collect();
        let comparison = Comparison {
            a: side(&self.a),
            b: side(&self.b),
            settings: &self.settings,
            rows: &self.rows,
            rulings: &self.rulings,
            figures: &figures,
        };
        write_comparison(out, &comparison);
    }
}
