//! `tercet chart`: pictures of the figures, in letters or as SVG files.

mod decisions;
mod meter;
mod outcomes;
mod picture;
mod svg;
mod terminal;

use crate::odds::{Question, refused};
use crate::output::{self, Screen};
use crate::source::Loaded;
use clap::Subcommand;
use picture::{Drawing, Picture};
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use tercet_analysis::report::{Ask, grid, report};
use tercet_rules::Money;

const EXAMPLES: &str = "\
Examples:
  tercet chart decisions three-card-poker
  tercet chart decisions three-card-poker --known \"dealer: Kd\"
  tercet chart outcomes three-card-poker --bet ante=1 --bet pair-plus=1
  tercet chart meter three-card-poker --to 20000 --svg meter.svg

Each picture names the game, the hash of its rules and the command that made it.";

/// Arguments of `tercet chart`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    kind: Kind,
}

/// What is drawn.
#[derive(Subcommand)]
enum Kind {
    /// What is decided, by the two highest cards.
    Decisions(Asked),
    /// What a round comes to, and how often.
    Outcomes(Asked),
    /// The house edge of a progressive wager against its meter.
    Meter {
        #[command(flatten)]
        asked: Asked,
        #[command(flatten)]
        range: meter::Range,
    },
}

/// What is asked, and where the picture goes.
#[derive(clap::Args)]
struct Asked {
    #[command(flatten)]
    question: Question,
    /// Write the picture to an SVG file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    match shown(args) {
        Ok(text) => output::print(&text),
        Err(message) => output::unusable(&message),
    }
}

fn shown(args: &Args) -> Result<String, String> {
    let (Kind::Decisions(asked) | Kind::Outcomes(asked) | Kind::Meter { asked, .. }) = &args.kind;
    let picture = asked.question.with(|loaded, ask| picture(&args.kind, loaded, ask))?;
    let Some(path) = &asked.svg else {
        return Ok(terminal::render(&picture, Screen::of_stdout()));
    };
    let name = path.display();
    let svg = svg::render(&picture).map_err(|error| format!("error: {name}: {error}"))?;
    fs::write(path, svg).map_err(|error| format!("error: {name}: {error}"))?;
    Ok(format!("{name} is written.\n"))
}

fn picture(kind: &Kind, loaded: &Loaded, ask: &Ask<'_>) -> Result<Picture, String> {
    let said = |error| refused(ask, &error);
    let game = ask.game;
    let (title, drawing, notes) = match kind {
        Kind::Decisions(_) => {
            let (drawing, notes) = decisions::drawing(&grid(ask).map_err(said)?);
            (format!("What is decided in {}", game.name), drawing, notes)
        }
        Kind::Outcomes(_) => {
            let (drawing, notes) = outcomes::drawing(ask, &report(ask).map_err(said)?)?;
            (format!("What a round of {} comes to", game.name), drawing, notes)
        }
        Kind::Meter { range, .. } => {
            let (drawing, notes) = meter::drawing(ask, &report(ask).map_err(said)?, range)?;
            (format!("The meter of {}", game.name), drawing, notes)
        }
    };
    Ok(drawn(loaded, ask, title, drawing, notes))
}

/// The picture with what it was made from.
fn drawn(loaded: &Loaded, ask: &Ask<'_>, title: String, drawing: Drawing, mut notes: Vec<String>) -> Picture {
    if !ask.known.is_nothing() {
        notes.insert(0, format!("Known before the decision: {}.", ask.known));
    }
    let source = ask.game.source.as_ref().map(|source| format!(", after {source}")).unwrap_or_default();
    let about =
        vec![format!("{}{source}", ask.game.id), format!("rules {}", loaded.hash), crate::odds::command()];
    Picture { title, about, drawing, notes }
}

/// Money as an axis writes it.
fn dollars(value: f64) -> String {
    #[expect(clippy::cast_possible_truncation, reason = "an axis within the amounts that are figured")]
    let units = (value * 100.0).round() as i64;
    Money::from_units(units).to_string()
}

/// A share as an axis writes it.
fn percent(value: f64) -> String {
    let text = format!("{:.2}%", value * 100.0);
    if text == "-0.00%" { "0.00%".into() } else { text }
}
