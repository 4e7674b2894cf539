//! `tercet chart`: pictures of the figures, in letters or as SVG files.

mod bins;
mod decisions;
mod meter;
mod outcomes;
mod pay;
mod picture;
mod session;
pub(crate) mod simulated;
mod svg;
mod terminal;
mod ticks;

use crate::arguments::file;
use crate::odds::{Question, refused, session as many_rounds, sweep};
use crate::output;
use crate::output::file::{Kind as FileKind, save};
use crate::source::Loaded;
use clap::Subcommand;
use picture::{Drawing, Picture};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tercet_analysis::report::{Ask, grid, report, what_if};
use tercet_report::document::head;
use tercet_report::words::grouped;
use tercet_rules::Money;

const EXAMPLES: &str = "\
Examples:
  tercet chart decisions three-card-poker
  tercet chart decisions three-card-poker --known \"dealer: Kd\"
  tercet chart outcomes three-card-poker --bet ante=1 --bet pair-plus=1
  tercet chart session three-card-poker --bet ante=1 --rounds 99 --bankroll 30
  tercet chart pay three-card-poker --pay pair-plus=30..50-30-6-3-1
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
    Decisions {
        #[command(flatten)]
        question: Question,
        #[command(flatten)]
        to: To,
    },
    /// What a round comes to, and how often.
    Outcomes {
        #[command(flatten)]
        question: Question,
        #[command(flatten)]
        to: To,
    },
    /// What many rounds come to, and how likely it is.
    Session {
        #[command(flatten)]
        question: many_rounds::Question,
        #[command(flatten)]
        to: To,
    },
    /// The house edge against what one row pays; the pay that ranges is written as `tercet sweep` has it.
    Pay {
        #[command(flatten)]
        question: Box<sweep::Question>,
        #[command(flatten)]
        to: To,
    },
    /// The house edge of a progressive wager against its meter.
    Meter {
        #[command(flatten)]
        question: Question,
        #[command(flatten)]
        range: meter::Range,
        #[command(flatten)]
        to: To,
    },
}

/// Where the picture goes.
#[derive(clap::Args)]
struct To {
    /// Write the picture to an SVG file.
    #[arg(long, value_name = "FILE", value_parser = file)]
    svg: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    match shown(&args.kind) {
        Ok(text) => output::print(&text),
        Err(message) => output::unusable(&message),
    }
}

fn shown(kind: &Kind) -> Result<String, String> {
    let (picture, to) = match kind {
        Kind::Decisions { question, to } => (question.with(decided)?, to),
        Kind::Outcomes { question, to } => (question.with(come_to)?, to),
        Kind::Session { question, to } => {
            let answered = question.answered()?;
            let (title, drawing, notes) = session::drawing(&answered);
            let what_if = what_if(&answered.loaded.game, answered.decks);
            (drawn(&answered.loaded, title, drawing, what_if.into_iter().chain(notes).collect()), to)
        }
        Kind::Pay { question, to } => {
            let loaded = question.load()?;
            let (title, drawing, notes) = pay::drawing(question, &loaded)?;
            (drawn(&loaded, title, drawing, notes), to)
        }
        Kind::Meter { question, range, to } => {
            (question.with(|loaded, ask| of_the_meter(loaded, ask, range))?, to)
        }
    };
    let Some(path) = &to.svg else {
        return Ok(terminal::render(&picture, output::screen()));
    };
    save_picture(path, &picture)?;
    Ok(format!("{} is written.\n", path.display()))
}

/// Draws a picture of something to an SVG file.
///
/// # Errors
///
/// A message for the person at the terminal: it cannot be written.
pub(crate) fn write(
    path: &Path,
    loaded: &Loaded,
    title: String,
    drawing: Drawing,
    notes: Vec<String>,
) -> Result<(), String> {
    save_picture(path, &drawn(loaded, title, drawing, notes))
}

/// Whether a picture can be written there.
///
/// # Errors
///
/// A message for the person at the terminal.
pub(crate) fn ready(path: &Path) -> Result<(), String> {
    output::file::ready(path, &PICTURE)
}

fn save_picture(path: &Path, picture: &Picture) -> Result<(), String> {
    let svg = svg::render(picture).map_err(|error| format!("error: {}: {error}", path.display()))?;
    save(path, svg.as_bytes(), &PICTURE)
}

/// How a picture begins.
const PICTURE: FileKind = FileKind { name: "picture", begins: b"<svg" };

fn decided(loaded: &Loaded, ask: &Ask<'_>) -> Result<Picture, String> {
    let grid = grid(ask).map_err(|error| refused(ask, &error))?;
    let (drawing, notes) = decisions::drawing(&grid);
    Ok(drawn(loaded, format!("What is decided in {}", ask.game.name), drawing, known(ask, notes)))
}

fn come_to(loaded: &Loaded, ask: &Ask<'_>) -> Result<Picture, String> {
    let report = report(ask).map_err(|error| refused(ask, &error))?;
    let (drawing, notes) = outcomes::drawing(ask, &report)?;
    Ok(drawn(loaded, format!("What a round of {} comes to", ask.game.name), drawing, known(ask, notes)))
}

fn of_the_meter(loaded: &Loaded, ask: &Ask<'_>, range: &meter::Range) -> Result<Picture, String> {
    let report = report(ask).map_err(|error| refused(ask, &error))?;
    let (drawing, notes) = meter::drawing(ask, &report, range)?;
    Ok(drawn(loaded, format!("The meter of {}", ask.game.name), drawing, known(ask, notes)))
}

/// The notes, after what was known of the cards, and from how many decks they are.
fn known(ask: &Ask<'_>, notes: Vec<String>) -> Vec<String> {
    let known = (!ask.known.is_nothing()).then(|| format!("Known before the decision: {}.", ask.known));
    what_if(ask.game, ask.decks).into_iter().chain(known).chain(notes).collect()
}

/// The picture with what it was made from.
fn drawn(loaded: &Loaded, title: String, drawing: Drawing, notes: Vec<String>) -> Picture {
    Picture { title, about: head(loaded).into(), command: output::typed(), drawing, notes }
}

/// Money as an axis writes it.
fn dollars(value: f64) -> String {
    #[expect(clippy::cast_possible_truncation, reason = "an axis within the amounts that are figured")]
    let units = (value * 100.0).round() as i64;
    Money::from_units(units).to_string()
}

/// A share in hundredths of a percent.
fn percent(value: f64) -> String {
    let text = format!("{:.2}%", value * 100.0);
    if text == "-0.00%" { "0.00%".into() } else { text }
}

/// A share as an axis writes it, in as many places as it needs.
fn round_percent(value: f64) -> String {
    format!("{}%", trimmed(value * 100.0))
}

/// A number as an axis writes it.
fn number(value: f64) -> String {
    #[expect(clippy::cast_possible_truncation, reason = "a pay on an axis")]
    let whole = value.round() as i64;
    if (value - whole as f64).abs() < 1e-9 { grouped(whole) } else { trimmed(value) }
}

/// At most six places, and no zeros at their end.
fn trimmed(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_read_well() {
        assert_eq!([0.5, -0.025, 0.0, -1e-12].map(round_percent), ["50%", "-2.5%", "0%", "0%"]);
        assert_eq!([1_000.0, 1.5, -2.0].map(number), ["1,000", "1.5", "-2"]);
        assert_eq!([2_000.0, -500.0, 2.5].map(dollars), ["$2,000", "-$500", "$2.50"]);
        assert_eq!(percent(-0.0), "0.00%");
    }
}
