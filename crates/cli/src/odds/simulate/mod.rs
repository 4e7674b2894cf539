//! `tercet simulate`: many rounds at whole tables, beside the exact figures.

mod add;
mod options;
mod page;
mod play;
mod records;
mod seat;
mod trace;

use super::form::{self, Form};
use crate::arguments::file;
use crate::chart;
use crate::output;
use crate::source::Loaded;
use options::Options;
use play::Played;
pub(super) use play::chance;
use std::path::PathBuf;
use std::process::ExitCode;
use tercet_protocol::simulation::{SimulationAnswer, write_simulation};
use tercet_report::document::Document;
use tercet_report::{Answer, Conditions, Recorded, Steps};
use tercet_sheets::Sheet;
use tercet_sim::exact::{Figures, LineFigures};
use tercet_sim::{Bins, Prepared, Seed, Sessions, Tally};

const EXAMPLES: &str = "\
Examples:
  tercet simulate three-card-poker --bet ante=10 --bet pair-plus=5 --spots 7
  tercet simulate three-card-fury --bet ante=1 --seed 7 --rounds 100000
  tercet simulate three-card-shine --bet ante=1 --for 1s
  tercet simulate three-card-shine --bet ante=1 --until-error 0.005
  tercet simulate three-card-poker --bet ante=5 --session 60 --bankroll 100
  tercet simulate three-card-fury --bet ante=1 --seat \"2: ante=3; errs=5%\"

Cards come from ChaCha20: one seed gives one answer, on any number of threads. docs/SIMULATION.md defines each figure.";

/// Arguments of `tercet simulate`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    options: Options,
    /// Draw how sessions ended, or how far each wager is from its exact figure, to an SVG file.
    #[arg(long, value_name = "FILE", value_parser = file)]
    svg: Option<PathBuf>,
    #[command(flatten)]
    form: Form,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    let placed = args.form.ready().and_then(|()| args.svg.as_deref().map_or(Ok(()), chart::ready));
    if let Err(message) = placed {
        return output::unusable(&message);
    }
    let mut failed = None;
    let said = args.options.played(|played| {
        failed = played.failed.clone();
        let answered = Answered { played, sessions: together(played.prepared, &played.tally) };
        if let Some(path) = &args.svg {
            let (title, drawing, notes) = chart::simulated::drawing(&answered);
            keep(&mut failed, chart::write(path, played.loaded, title, drawing, notes));
        }
        // What was played is told, wherever a file cannot be written.
        args.form.said(&answered).or_else(|message| {
            keep(&mut failed, Err(message));
            args.form.page(&answered)
        })
    });
    let status = form::print(said);
    // What was played is told first.
    match failed {
        Some(message) => output::unusable(&message),
        None => status,
    }
}

/// Keeps what failed first.
fn keep(failed: &mut Option<String>, done: Result<(), String>) {
    if let Err(message) = done {
        failed.get_or_insert(message);
    }
}

/// What came out, with what was asked.
pub(crate) struct Answered<'a> {
    pub(crate) played: &'a Played<'a>,
    /// All sessions together, if there were any.
    sessions: Option<Sessions>,
}

/// The sessions of all seats.
fn together(prepared: &Prepared<'_>, tally: &Tally) -> Option<Sessions> {
    prepared.setup.session()?;
    let mut spots = tally.spots.iter().map(|spots| spots.sessions.clone());
    let first = spots.next()?;
    Some(spots.fold(first, |all, sessions| all.with(&sessions).expect("no sum of sessions grows so large")))
}

impl Answered<'_> {
    /// What was played, beside the exact figures.
    pub(crate) fn figures(&self) -> &Figures {
        &self.played.figures
    }

    /// How sessions ended, and how their results were told apart.
    pub(crate) fn sessions(&self) -> Option<(&Sessions, Bins)> {
        self.sessions.as_ref().map(|sessions| (sessions, self.played.prepared.bins))
    }

    /// Rounds that were played.
    pub(crate) fn rounds(&self) -> u64 {
        self.played.tally.rounds
    }

    /// What the cards followed from.
    pub(crate) fn seed(&self) -> Seed {
        self.played.seed
    }

    /// What a line is called.
    pub(crate) fn name(&self, line: &LineFigures) -> String {
        page::name(self, line)
    }

    /// The game with the hash of its rules.
    pub(crate) fn loaded(&self) -> &Loaded {
        self.played.loaded
    }
}

impl Answer for Answered<'_> {
    fn page(&self) -> Document {
        page::document(self)
    }

    fn json(&self, out: &mut Vec<u8>, _: Steps<'_>) {
        let played = self.played;
        let seats: Vec<String> = played.seats.clone();
        let command = output::typed().to_string();
        let answer = SimulationAnswer {
            game: played.prepared.game(),
            rules: &played.loaded.hash,
            command: &command,
            seed: &played.seed.to_string(),
            engine: played.engine,
            setup: &played.prepared.digest(),
            chunk: played.prepared.setup.chunk(),
            tables: played.prepared.setup.tables(),
            seats: &seats,
            tally: &played.tally,
            figures: &played.figures,
            rounds_per_hour: played.rounds_per_hour,
            session: played.prepared.setup.session().unwrap_or(1),
            sessions: self.sessions(),
            notes: &played.notes,
        };
        write_simulation(out, &answer);
    }
}

impl Recorded for Answered<'_> {
    fn records(&self, _: Steps<'_>) -> Sheet<'_> {
        records::all(self)
    }

    fn sheets(&self, _: Steps<'_>) -> Vec<Sheet<'_>> {
        records::apart(self)
    }

    fn conditions(&self) -> &Conditions {
        &self.played.conditions
    }

    fn notes(&self) -> Vec<(&'static str, String)> {
        let played = self.played;
        let mut about = vec![
            ("Seed", played.seed.to_string()),
            ("Engine", played.engine.to_owned()),
            ("Chunks", format!("{} of {} rounds", played.chunks(), played.prepared.setup.chunk())),
            ("Rounds", played.tally.rounds.to_string()),
            ("Tables", played.prepared.setup.tables().to_string()),
        ];
        about.extend(played.seats.iter().map(|seat| ("Seat", seat.clone())));
        about.extend(played.notes.iter().map(|note| ("Note", note.clone())));
        about
    }
}
