//! In which form figures are told: JSON for programs, pages for people, records for spreadsheets.

use crate::problem::{Code, Not, problem, problem_at};
use axum::body::Bytes;
use axum::http::HeaderName;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use tercet_report::lines::{Screen, USUAL};
use tercet_report::words::grouped;
use tercet_report::{Answer, Command, Recorded, csv, html, markdown, text};
use tercet_sheets::{Sheet, Value, xlsx};

/// In which form something is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// For programs.
    Json,
    /// A page, as a terminal shows it.
    Text,
    /// The same as a Markdown document.
    Markdown,
    /// The same for a browser or for paper.
    Html,
    /// Records with commas between.
    Csv,
    /// A workbook.
    Xlsx,
}

/// The most records that are handed out: a megabyte or two. A long session in odd stakes has millions of results.
const MOST_RECORDS: usize = 10_000;

/// A form by its word, as `form` of a request has it.
type Named = (&'static str, Form);

/// The forms of what has no records.
pub(crate) const PAGES: [Named; 4] =
    [("json", Form::Json), ("text", Form::Text), ("markdown", Form::Markdown), ("html", Form::Html)];

/// The forms of what has records too.
pub(crate) const ALL: [Named; 6] =
    [PAGES[0], PAGES[1], PAGES[2], PAGES[3], ("csv", Form::Csv), ("xlsx", Form::Xlsx)];

/// What a Markdown document is for a browser.
pub(crate) const MARKDOWN: &str = "text/markdown; charset=utf-8";

impl Form {
    /// What it is for a browser, and how the name of a file of it ends.
    fn kind(self) -> (&'static str, &'static str) {
        match self {
            Form::Json => ("application/json", "json"),
            Form::Text => ("text/plain; charset=utf-8", "txt"),
            Form::Markdown => (MARKDOWN, "md"),
            Form::Html => ("text/html; charset=utf-8", "html"),
            Form::Csv => ("text/csv; charset=utf-8", "csv"),
            Form::Xlsx => ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"),
        }
    }

    /// An answer as a page for people, or as JSON; records are none of either, and told as [`Form::of_records`] tells them.
    pub(crate) fn of_a_page(self, answer: &impl Answer, command: &Command) -> Bytes {
        match self {
            Form::Json | Form::Csv | Form::Xlsx => {
                let mut out = Vec::new();
                answer.json(&mut out, &|_, _| {});
                out.into()
            }
            Form::Text => {
                let screen = Screen { width: USUAL, colour: false };
                text::render(&answer.page(), command, screen).into()
            }
            Form::Markdown => markdown::render(&answer.page(), command).into(),
            Form::Html => html::render(&answer.page(), command).into(),
        }
    }

    /// An answer in any form.
    ///
    /// # Errors
    ///
    /// If there are more records than are handed out, or a workbook cannot be made.
    pub(crate) fn of_records(self, answer: &impl Recorded) -> Result<Bytes, Not> {
        if matches!(self, Form::Csv | Form::Xlsx) {
            few_enough(answer.count())?;
        }
        match self {
            Form::Json | Form::Text | Form::Markdown | Form::Html => {
                Ok(self.of_a_page(answer, answer.conditions().command()))
            }
            Form::Csv => {
                let records = answer.records(&|_, _| {});
                Ok(csv::lines(&records, answer.conditions()).collect::<String>().into())
            }
            Form::Xlsx => workbook(&answer.sheets(&|_, _| {}), &answer.about()),
        }
    }

    /// What goes out: JSON to be read there and then, everything else as a file of this name, which is of letters, digits and dashes.
    pub(crate) fn answered(self, name: &str, bytes: Bytes) -> Response {
        let (kind, end) = self.kind();
        let kind: [(HeaderName, &str); 1] = [(CONTENT_TYPE, kind)];
        if self == Form::Json {
            return (kind, bytes).into_response();
        }
        let file = [(CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.{end}\""))];
        (kind, file, bytes).into_response()
    }
}

/// `13,116,053`
fn counted(records: usize) -> String {
    grouped(u64::try_from(records).unwrap_or(u64::MAX))
}

/// Refuses more records than are handed out.
fn few_enough(records: usize) -> Result<(), Not> {
    if records <= MOST_RECORDS {
        return Ok(());
    }
    let (found, most) = (counted(records), counted(MOST_RECORDS));
    let detail = format!(
        "{found} records; expected {most} at most; of a session, ask about fewer rounds or rounder stakes"
    );
    Err(problem_at(Code::Value, "form", detail))
}

/// A workbook with these sheets, and one that says what is to be known about them.
///
/// # Errors
///
/// If it cannot be made, which is our own fault and stands in the log.
pub(crate) fn workbook(sheets: &[Sheet<'_>], about: &[(&str, Value)]) -> Result<Bytes, Not> {
    xlsx::bytes(sheets, about).map(Bytes::from).map_err(|error| {
        tracing::error!(%error, "a workbook could not be made");
        problem(Code::Store, "the workbook could not be made")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is kept as a file has a name that says what it is; JSON is read there and then.
    #[test]
    fn every_form_but_json_is_a_file_with_a_name() {
        for (word, form) in ALL {
            let answer = form.answered("three-card-poker-odds", Bytes::new());
            let file =
                answer.headers().get(CONTENT_DISPOSITION).map(|value| value.to_str().unwrap().to_owned());
            let wanted = (form != Form::Json)
                .then(|| format!("attachment; filename=\"three-card-poker-odds.{}\"", form.kind().1));
            assert_eq!(file, wanted, "{word}");
            assert_eq!(answer.headers()[CONTENT_TYPE], form.kind().0, "{word}");
        }
        let mut ends: Vec<&str> = ALL.iter().map(|(_, form)| form.kind().1).collect();
        ends.sort_unstable();
        ends.dedup();
        assert_eq!(ends.len(), ALL.len(), "no two of them look alike");
    }
}
