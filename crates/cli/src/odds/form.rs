//! The forms in which every command answers: a page for people, JSON, records with commas between, a workbook.

use super::conditions::Conditions;
use super::document::Document;
use super::{csv, markdown, terminal, xlsx};
use crate::arguments::file;
use crate::output::file::{WORKBOOK, ready};
use crate::output::{self, Progress, Screen, during};
use std::path::PathBuf;
use std::process::ExitCode;
use tercet_sheets::{Sheet, Value};

/// What is printed instead of text for a terminal, by commands that answer in one page.
#[derive(clap::Args)]
#[group(multiple = false)]
pub(super) struct PageForm {
    /// Print the answer as JSON.
    #[arg(long)]
    json: bool,
    /// Print it as a Markdown document.
    #[arg(long)]
    markdown: bool,
}

/// What is printed instead of text for a terminal, by commands that also answer in records.
#[derive(clap::Args)]
pub(super) struct Form {
    #[command(flatten)]
    page: PageForm,
    /// Print it as records with commas between, under a line with the names of the columns.
    #[arg(long, conflicts_with_all = ["json", "markdown"])]
    csv: bool,
    /// Write it to a workbook, with a sheet that says what made it.
    #[arg(long, value_name = "FILE", value_parser = file, conflicts_with_all = ["json", "markdown", "csv"])]
    xlsx: Option<PathBuf>,
}

/// What can be said as a page and as JSON.
pub(super) trait Answer {
    /// The page for people.
    fn page(&self) -> Document;
    /// Writes the JSON, with a line end, and says how far that is if it is long.
    fn json(&self, out: &mut Vec<u8>, progress: &Progress);
}

/// What can be said in records, too.
pub(super) trait Recorded: Answer {
    /// What `--csv` prints; says how many records are made, as there may be millions.
    fn records(&self, progress: &Progress) -> Sheet<'_>;
    /// The sheets of a workbook, the first one first, without the one that says what made it.
    fn sheets(&self, progress: &Progress) -> Vec<Sheet<'_>> {
        vec![self.records(progress)]
    }
    /// Under which conditions all of it was figured.
    fn conditions(&self) -> &Conditions;
    /// What must be known beside the conditions to read a workbook: a word or two, and a sentence.
    fn about(&self) -> Vec<(&'static str, String)>;
}

/// What is done before records are written.
const PREPARING: &str = "Preparing the records";

/// An answer in its form.
pub(super) enum Said {
    /// Words for people.
    Words(String),
    /// What programs read.
    Data(String),
    /// Nothing more: it is written already, and this is how that ended.
    Written(ExitCode),
}

/// Prints the answer, or says why there is none.
pub(super) fn print(said: Result<Said, String>) -> ExitCode {
    match said {
        Ok(Said::Words(text)) => output::print(&text),
        Ok(Said::Data(text)) => output::print_data(&text, ExitCode::SUCCESS),
        Ok(Said::Written(status)) => status,
        Err(message) => output::unusable(&message),
    }
}

impl PageForm {
    /// The answer in the form that was asked for.
    ///
    /// # Errors
    ///
    /// A message for the person at the terminal.
    pub(super) fn said(&self, answer: &impl Answer) -> Result<Said, String> {
        if self.json {
            let mut out = Vec::new();
            during("Writing the answer", |progress| answer.json(&mut out, progress));
            let text = String::from_utf8(out).map_err(|_| "error: the answer is not UTF-8")?;
            return Ok(Said::Data(text));
        }
        let page = answer.page();
        Ok(Said::Words(if self.markdown {
            markdown::render(&page)
        } else {
            terminal::render(&page, Screen::of_stdout())
        }))
    }
}

impl Form {
    /// The answer in the form that was asked for.
    ///
    /// # Errors
    ///
    /// A message for the person at the terminal: a file cannot be written.
    pub(super) fn said(&self, answer: &impl Recorded) -> Result<Said, String> {
        if self.csv {
            let records = during(PREPARING, |progress| answer.records(progress));
            let lines = csv::lines(&records, answer.conditions());
            let status = output::print_lines("Writing the records", lines, ExitCode::SUCCESS);
            return Ok(Said::Written(status));
        }
        let Some(path) = &self.xlsx else { return self.page.said(answer) };
        let name = path.display();
        let mut about = answer.conditions().said();
        about.extend(answer.about().into_iter().map(|(name, text)| (name, Value::Text(text))));
        let sheets = during(PREPARING, |progress| answer.sheets(progress));
        xlsx::save(&sheets, &about, path)?;
        Ok(Said::Words(format!("{name} is written.\n")))
    }

    /// Whether the answer has a place: who waits long for it should not lose it to a slip of the hand.
    ///
    /// # Errors
    ///
    /// A message for the person at the terminal: no workbook can be written there.
    pub(super) fn ready(&self) -> Result<(), String> {
        self.xlsx.as_deref().map_or(Ok(()), |path| ready(path, &WORKBOOK))
    }

    /// The answer as a page, whatever was asked for.
    ///
    /// # Errors
    ///
    /// A message for the person at the terminal.
    pub(super) fn page(&self, answer: &impl Answer) -> Result<Said, String> {
        self.page.said(answer)
    }

    /// Whether so many records can be written at all: who asks for too many should not have to wait for it.
    ///
    /// # Errors
    ///
    /// A message for the person at the terminal: a workbook does not hold them.
    pub(super) fn holds(&self, records: u64) -> Result<(), String> {
        let Some(path) = &self.xlsx else { return Ok(()) };
        xlsx::holds(records).map_err(|error| format!("error: {}: {error}", path.display()))
    }

    /// Whether people read the answer, so that a long list had better be cut.
    pub(super) fn is_page(&self) -> bool {
        !self.page.json && !self.csv && self.xlsx.is_none()
    }
}
