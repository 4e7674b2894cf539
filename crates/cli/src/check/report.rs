//! What was found in one file, for people and for machines.

use crate::output;
use crate::source::Source;
use serde_json::{Value, json};
use tercet_games::{Checked, Finding, Findings, Severity, check, rules_hash, utf8};

/// What was found in one file.
pub(super) struct Report {
    name: String,
    findings: Findings,
    /// The game, if it is one: its name and the hash of its rules.
    game: Option<(String, String)>,
}

impl Report {
    /// Checks a file; when quiet, without notes.
    pub(super) fn on(source: &Source, quiet: bool) -> Report {
        let checked = utf8(&source.bytes).and_then(|text| Ok((check(text)?, text)));
        let (findings, game) = match checked {
            Err(faults) => ((*faults).clone(), None),
            Ok((checked, text)) => (checked.lints(text), Some(names(&checked))),
        };
        let findings = if quiet { findings.without_notes() } else { findings };
        Report { name: source.name.clone(), findings, game }
    }

    /// Whether the file is no game, or one with warnings where those are denied.
    pub(super) fn refuses(&self, deny_warnings: bool) -> bool {
        // Beyond the findings that are kept there may be warnings too.
        let warned = self.count(Severity::Warning) > 0 || self.findings.more() > 0;
        self.game.is_none() || deny_warnings && warned
    }

    fn count(&self, severity: Severity) -> usize {
        self.findings.list().iter().filter(|finding| finding.severity == severity).count()
    }

    /// What the file is, in a line or two.
    fn summary(&self) -> String {
        let found = [(Severity::Fault, "fault"), (Severity::Warning, "warning"), (Severity::Note, "note")];
        let found = found.into_iter().filter_map(|(severity, word)| {
            let count = self.count(severity);
            let s = if count == 1 { "" } else { "s" };
            (count > 0).then(|| format!("{count} {word}{s}"))
        });
        let mut found: Vec<String> = found.collect();
        if self.findings.more() > 0 {
            found.push(format!("{} more", self.findings.more()));
        }
        match &self.game {
            None => format!("{} is no game: {}", self.name, found.join(", ")),
            Some((name, hash)) => {
                found.insert(0, "no faults".into());
                format!("{} is the game {name}: {}\nrules {hash}", self.name, found.join(", "))
            }
        }
    }
}

fn names(checked: &Checked) -> (String, String) {
    (checked.game.name.clone(), rules_hash(&checked.doc))
}

/// The findings as a compiler shows them, with a summary after each file.
pub(super) fn text(reports: &[Report]) -> String {
    let colour = output::screen().colour;
    let one = |report: &Report| {
        let findings = report.findings.render(&report.name, colour);
        let gap = if findings.is_empty() { "" } else { "\n\n" };
        format!("{findings}{gap}{}\n", report.summary())
    };
    reports.iter().map(one).collect::<Vec<_>>().join("\n")
}

/// The findings as one JSON array.
pub(super) fn json(reports: &[Report]) -> String {
    let findings = reports
        .iter()
        .flat_map(|report| report.findings.list().iter().map(|finding| as_json(&report.name, finding)));
    format!("{:#}\n", findings.collect::<Value>())
}

fn as_json(file: &str, finding: &Finding) -> Value {
    let place = finding.place.as_ref();
    json!({
        "file": file,
        "severity": finding.severity.name(),
        "code": finding.code,
        "line": place.map(|place| place.line),
        "column": place.map(|place| place.column),
        "path": finding.path.to_string(),
        "message": finding.message,
        "help": finding.help,
    })
}
