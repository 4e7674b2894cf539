//! `tercet show`: a game as a rule card, made from the game file and nothing else.

mod terminal;

use crate::output;
use crate::source::{self, Variant};
use std::process::ExitCode;
use tercet_rulecard::card;

/// Where to begin, at the end of `tercet --help`.
pub(crate) const FIRST_STEPS: &str = "\
Where to begin:
  tercet games                             what can be played
  tercet show three-card-poker             its rule card
  tercet play three-card-poker             a seat at the table
  tercet odds three-card-poker             what every wager costs
  tercet advise three-card-poker --cards \"Qd 6h 3c\"
                                           what one hand should do
  tercet session three-card-poker --bet ante=10 --rounds 500
                                           how many rounds may end
  tercet simulate three-card-poker --bet ante=10 --spots 7
                                           many rounds, beside the exact figures
  tercet shuffle-test                      whether decks look shuffled
  tercet sweep three-card-poker --pay pair-plus=30..50-30-6-3,4-1
                                           pay tables by what they cost
  tercet solve three-card-poker --table pair-plus --edge 2.5%
                                           pays for a house edge
  tercet chart decisions three-card-poker
                                           the figures as a picture
  tercet compare three-card-poker three-card-pairs-plus
                                           what two games do otherwise
  tercet serve --help                      live tables for everybody who comes
  tercet backup --help                     a house copied while people play
  tercet restore --help                    a house made of a copy
  tercet void-lost --help                  a house whose key of the seeds is lost
  tercet admin --help                      run a house from the terminal
  tercet bots --help                       players who try a server
  tercet settle --help                     disputes, and logs of rounds
  tercet verify --help                     proofs that a deck was fair
  tercet audit --help                      whether a store of live tables is sound
  tercet history --help                    rounds of the past, and their proofs
  tercet checkpoint --help                 a journal in a few signed lines
  tercet check ./my-game.toml              a game file of your own
  tercet help show                         more about a command";

const EXAMPLES: &str = "\
Examples:
  tercet show three-card-poker
  tercet show three-card-poker --markdown > three-card-poker.md
  tercet show three-card-pairs-plus --ruling R1=player-wins
  tercet show three-card-poker --pay pair-plus=40-30-6-4-1
  tercet show three-card-poker --file > my-game.toml
  tercet show ./my-game.toml";

/// Arguments of `tercet show`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A built-in game (see `tercet games`) or the path of a game file.
    #[arg(value_name = "GAME")]
    game: String,
    #[command(flatten)]
    variant: Variant,
    #[command(flatten)]
    form: Form,
}

/// What is printed instead of text for a terminal.
#[derive(clap::Args)]
#[group(multiple = false)]
struct Form {
    /// Print the card as a Markdown document.
    #[arg(long)]
    markdown: bool,
    /// Print the card as JSON.
    #[arg(long)]
    json: bool,
    /// Print the game file itself; with changes, in its normal form.
    #[arg(long)]
    file: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    match shown(args) {
        Ok(text) if args.form.json || args.form.file => output::print_data(&text, ExitCode::SUCCESS),
        Ok(text) => output::print(&text),
        Err(message) => output::unusable(&message),
    }
}

fn shown(args: &Args) -> Result<String, String> {
    if args.form.file {
        return source::file_text(&args.game, &args.variant);
    }
    let loaded = source::load(&args.game, &args.variant)?;
    let page = card(&loaded.game, &loaded.doc, &loaded.hash);
    Ok(if args.form.markdown {
        page.markdown()
    } else if args.form.json {
        page.json()
    } else {
        terminal::render(&page, output::screen())
    })
}
