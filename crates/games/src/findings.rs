//! What was found in a file, told to people and to machines.

use crate::place::{Place, locate};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use core::fmt;
use tercet_rules::{Fault, Lint, Path, Weight, shown};
use toml::de::DeTable;

/// How bad a finding is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Severity {
    /// The file is no game.
    Fault,
    /// The file is a game, probably not the one that was meant.
    Warning,
    /// Worth knowing.
    Note,
}

impl Severity {
    /// `error`, `warning` or `note`, as on a terminal.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Severity::Fault => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

/// One finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// A short stable name of its kind: `fault`, `syntax`, or the code of a lint such as `row-never-hits`.
    pub code: &'static str,
    /// The place by keys; the whole file where a text cannot be read.
    pub path: Path,
    /// The place in the text; none where the finding is about the file as a whole.
    pub place: Option<Place>,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// What was expected, or how to mend it.
    pub help: Option<String>,
}

/// Findings in one text, in the order of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Findings {
    text: String,
    list: Vec<Finding>,
    more: usize,
}

/// The most findings that are kept, the first in the order of the text.
pub(crate) const MOST: usize = 100;

impl Findings {
    /// A finding about a file that cannot even be read as text.
    pub(crate) fn unreadable(message: &str, help: String) -> Findings {
        let finding = Finding {
            severity: Severity::Fault,
            code: "syntax",
            path: Path::root(),
            place: None,
            message: message.into(),
            help: Some(help),
        };
        Findings { text: String::new(), list: vec![finding], more: 0 }
    }

    /// Findings about characters that do not show as themselves: where they stand, and what they are.
    pub(crate) fn hidden(text: &str, found: Vec<(core::ops::Range<usize>, String)>) -> Findings {
        let help = || Some("leave it out".to_owned());
        let finding = |(span, what)| (span, Severity::Fault, "syntax", Path::root(), what, help());
        Findings::sorted(text, found.into_iter().map(finding).collect())
    }

    pub(crate) fn new(
        text: &str,
        file: &DeTable<'_>,
        syntax: &[toml::de::Error],
        faults: Vec<Fault>,
    ) -> Findings {
        let syntax = syntax.iter().map(|error| {
            let (message, help) = plain_words(error.message());
            (error.span().unwrap_or(0..0), Severity::Fault, "syntax", Path::root(), message, help)
        });
        let faults = faults.into_iter().map(|fault| {
            let span = locate(file, &fault.at, fault.on);
            (span, Severity::Fault, "fault", fault.at, fault.message, fault.help)
        });
        Findings::sorted(text, syntax.chain(faults).collect())
    }

    pub(crate) fn lints(text: &str, file: &DeTable<'_>, lints: Vec<Lint>) -> Findings {
        let lints = lints.into_iter().map(|lint| {
            let severity = match lint.weight {
                Weight::Warning => Severity::Warning,
                Weight::Note => Severity::Note,
            };
            let span = locate(file, &lint.fault.at, lint.fault.on);
            (span, severity, lint.code, lint.fault.at, lint.fault.message, lint.fault.help)
        });
        Findings::sorted(text, lints.collect())
    }

    #[expect(
        clippy::type_complexity,
        reason = "a finding whose place is still a span, between two functions"
    )]
    fn sorted(
        text: &str,
        mut found: Vec<(core::ops::Range<usize>, Severity, &'static str, Path, String, Option<String>)>,
    ) -> Findings {
        found.sort_by_key(|(span, ..)| span.start);
        let more = found.len().saturating_sub(MOST);
        found.truncate(MOST);
        let list = found
            .into_iter()
            .map(|(span, severity, code, path, message, help)| {
                let place = Some(Place::of(text, span));
                Finding { severity, code, path, place, message, help }
            })
            .collect();
        Findings { text: text.into(), list, more }
    }

    /// The findings in the order of the text; the first hundred, where there are more.
    #[must_use]
    pub fn list(&self) -> &[Finding] {
        &self.list
    }

    /// How many findings were left out.
    #[must_use]
    pub fn more(&self) -> usize {
        self.more
    }

    /// Whether nothing was found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The same without what is only worth knowing.
    #[must_use]
    pub fn without_notes(mut self) -> Findings {
        self.list.retain(|finding| finding.severity != Severity::Note);
        self
    }

    /// The findings as a compiler shows them: line, column, the line itself with a caret, and help.
    #[must_use]
    pub fn render(&self, file_name: &str, colour: bool) -> String {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        let file_name = &shown(file_name, usize::MAX);
        let mut shown: Vec<String> =
            self.list.iter().map(|finding| self.render_one(finding, file_name, &renderer)).collect();
        if self.more > 0 {
            shown.push(format!("and {} more", self.more));
        }
        shown.join("\n\n")
    }

    fn render_one(&self, finding: &Finding, file_name: &str, renderer: &Renderer) -> String {
        let level = match finding.severity {
            Severity::Fault => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let mut title = level.primary_title(&*finding.message);
        if finding.severity != Severity::Fault {
            title = title.id(finding.code);
        }
        let mut group = match &finding.place {
            None => Group::with_title(title).element(annotate_snippets::Origin::path(file_name)),
            Some(place) => {
                let (line, start) = place.line_of(&self.text);
                let span = place.bytes.start - start..place.bytes.end - start;
                let snippet = Snippet::source(line).line_start(place.line).path(file_name);
                title.element(snippet.annotation(AnnotationKind::Primary.span(span)))
            }
        };
        if let Some(help) = &finding.help {
            group = group.element(Level::HELP.message(&**help));
        }
        renderer.render(&[group])
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render("game file", false))
    }
}

/// The parser's `…, expected …` as a message and its help.
fn plain_words(message: &str) -> (String, Option<String>) {
    match message.split_once(", expected ") {
        Some((message, expected)) => (message.into(), Some(format!("expected {expected}"))),
        None if message == "duplicate key" => {
            (message.into(), Some("each key stands once; take one of them out".into()))
        }
        None => (message.into(), None),
    }
}

/// Why a text is no game: at least one finding of severity [`Severity::Fault`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faults(pub(crate) Findings);

impl core::ops::Deref for Faults {
    type Target = Findings;

    fn deref(&self) -> &Findings {
        &self.0
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl core::error::Error for Faults {}
