//! `tercet advise`: what each decision is worth to one hand.

use super::form::{self, PageForm, Said};
use super::options::{Dealt, Staked};
use super::refused;
use crate::output::typed;
use crate::source::{self, Loaded, Variant};
use std::process::ExitCode;
use tercet_analysis::report::{Advice, Advised, Ask, advice, what_if};
use tercet_cards::{format_cards, parse_cards};
use tercet_protocol::odds::write_advice;
use tercet_report::document::{Block, Document, Section, Set, Table, head};
use tercet_report::words::{grouped, percent, share, stakes};
use tercet_report::{Answer, Conditions, Steps};
use tercet_rules::Game;
use tercet_rules::words::capital;

const EXAMPLES: &str = "\
Examples:
  tercet advise three-card-poker --cards \"Qd 6h 3c\"
  tercet advise three-card-poker --cards \"Qd 6h 3c\" --known \"dealer: 2d\"
  tercet advise three-card-poker --cards \"Kd Kd 5d\" --decks 6
  tercet advise three-card-fury --cards \"Ks 9s 4h 4c\" --bet ante=10 --json

Every dealer hand that is possible is counted.";

/// Arguments of `tercet advise`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A built-in game (see `tercet games`) or the path of a game file.
    #[arg(value_name = "GAME")]
    game: String,
    /// The player's cards, such as "Qd 6h 3c".
    #[arg(long, value_name = "CARDS")]
    cards: String,
    #[command(flatten)]
    variant: Variant,
    #[command(flatten)]
    staked: Staked,
    #[command(flatten)]
    dealt: Dealt,
    #[command(flatten)]
    form: PageForm,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    form::print(advised(args))
}

/// The values of the decisions, with what was asked.
struct Answered<'a> {
    loaded: &'a Loaded,
    ask: &'a Ask<'a>,
    advice: &'a Advice,
    conditions: Conditions,
}

fn advised(args: &Args) -> Result<Said, String> {
    let loaded = source::load(&args.game, &args.variant)?;
    let Staked { bet, stake, meter } = &args.staked;
    let ask = Ask {
        bets: bet,
        stake: *stake,
        meter: meter.meter,
        known: args.dealt.known.unwrap_or_default(),
        decks: args.dealt.from.decks.unwrap_or_default(),
        ..Ask::of(&loaded.game)
    };
    let cards = parse_cards(&args.cards).map_err(|error| format!("error: --cards: {error}"))?;
    let advice = advice(&ask, &cards).map_err(|error| refused(&ask, &error))?;
    let conditions = Conditions::of(&loaded, &ask, None, typed());
    args.form.said(&Answered { loaded: &loaded, ask: &ask, advice: &advice, conditions })
}

impl Answer for Answered<'_> {
    fn page(&self) -> Document {
        page(self.loaded, self.ask, self.advice)
    }

    fn json(&self, out: &mut Vec<u8>, _: Steps<'_>) {
        write_advice(out, self.ask, &self.loaded.hash, &self.conditions.fields(), self.advice);
    }
}

fn page(loaded: &Loaded, ask: &Ask<'_>, advice: &Advice) -> Document {
    let game = ask.game;
    let cards = format_cards(advice.cards.iter().copied());
    let mut section = Section::new("What the hand is worth");
    let counted = match advice.deals {
        1 => "The one dealer hand that is possible is counted.".to_owned(),
        deals => format!("All {} dealer hands that are possible are counted.", grouped(deals)),
    };
    section.text(match &advice.decisions[..] {
        [_] => format!("{cards}. There is nothing to decide. {counted}"),
        decisions => {
            let best = &decisions[advice.best];
            let rest = decisions.iter().enumerate().filter(|(place, _)| *place != advice.best);
            let next = rest.map(|(_, each)| each.expectation().value()).fold(f64::NEG_INFINITY, f64::max);
            let gain = best.expectation().value() - next;
            let by = if gain > 0.0 {
                format!("by {}", amount(game, ask, gain))
            } else {
                "as well as the next, and stakes less".into()
            };
            format!("{cards}. {}: it is best {by}. {counted}", capital(&best.play.words(game)))
        }
    });
    if !ask.known.is_nothing() {
        section.text(format!("Known beside the hand: {}.", ask.known));
    }
    let mut table = Table::new(&[
        ("Decision", Set::Left),
        ("Value", Set::Right),
        ("Ahead", Set::Right),
        ("Even", Set::Right),
        ("Behind", Set::Right),
        ("Exactly", Set::Left),
    ]);
    for each in &advice.decisions {
        let [ahead, even, behind] = each.results().map(|ways| part(each, ways));
        let value = each.expectation();
        table.row([
            each.play.words(game),
            format!("{:+.6}", value.value()),
            ahead,
            even,
            behind,
            value.to_string(),
        ]);
    }
    section.blocks.push(Block::Table(table));
    let stakes = stakes(game, &advice.stakes);
    section.text(format!("Staked before the deal: {stakes}. Values are {}.", unit(game, ask)));
    if !advice.notes.is_empty() {
        section.blocks.push(Block::List(advice.notes.clone()));
    }
    let what_if = what_if(game, ask.decks).map(Section::what_if);
    let sections = what_if.into_iter().chain([section]).collect();
    let title = format!("Advice for {}", game.name);
    Document { title, head: head(loaded).into(), sections }
}

fn part(advised: &Advised, ways: u128) -> String {
    percent(share(ways, advised.figures.deals).value())
}

/// `0.0035 units of Ante`, `$0.12`
fn amount(game: &Game, ask: &Ask<'_>, value: f64) -> String {
    if ask.bets.is_empty() { format!("{value:.6} units of {}", on(game)) } else { format!("${value:.6}") }
}

fn unit(game: &Game, ask: &Ask<'_>) -> String {
    if ask.bets.is_empty() { format!("per unit of {}", on(game)) } else { "in dollars".into() }
}

fn on(game: &Game) -> &str {
    tercet_analysis::head_of_main_bet(game).map_or("the wager", |no| &game.wager(no).name)
}
