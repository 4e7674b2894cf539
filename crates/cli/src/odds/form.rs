//! The forms in which every command answers: a page for people, JSON, records with commas between, a workbook.

use super::xlsx;
use crate::arguments::file;
use crate::output::file::{WORKBOOK, ready};
use crate::output::{self, during};
use std::path::PathBuf;
use std::process::ExitCode;
use tercet_report::{Answer, Recorded, csv, html, markdown, text};

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
    /// Print it as an HTML page, for a browser or for paper.
    #[arg(long)]
    html: bool,
}

/// What is printed instead of text for a terminal, by commands that also answer in records.
#[derive(clap::Args)]
pub(super) struct Form {
    #[command(flatten)]
    page: PageForm,
    /// Print it as records with commas between, under a line with the names of the columns.
    #[arg(long, conflicts_with_all = ["json", "markdown", "html"])]
    csv: bool,
    /// Write it to a workbook, with a sheet that says what made it.
    #[arg(long, value_name = "FILE", value_parser = file, conflicts_with_all = ["json", "markdown", "html", "csv"])]
    xlsx: Option<PathBuf>,
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
            during("Writing the answer", |progress| {
                answer.json(&mut out, &|done, all| progress.at(done, all));
            });
            let text = String::from_utf8(out).map_err(|_| "error: the answer is not UTF-8")?;
            return Ok(Said::Data(text));
        }
        let page = answer.page();
        let command = output::typed();
        Ok(Said::Words(if self.markdown {
            markdown::render(&page, &command)
        } else if self.html {
            html::render(&page, &command)
        } else {
            text::render(&page, &command, output::screen())
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
            let records = during(PREPARING, |progress| answer.records(&|done, all| progress.at(done, all)));
            let lines = csv::lines(&records, answer.conditions());
            let status = output::print_lines("Writing the records", lines, ExitCode::SUCCESS);
            return Ok(Said::Written(status));
        }
        let Some(path) = &self.xlsx else { return self.page.said(answer) };
        let name = path.display();
        let sheets = during(PREPARING, |progress| answer.sheets(&|done, all| progress.at(done, all)));
        xlsx::save(&sheets, &answer.about(), path)?;
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
