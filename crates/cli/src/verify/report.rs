//! What was found in one proof, for people and for machines.

use super::LONGEST;
use super::checks::{self, Came, Check, Noted};
use super::known::Known;
use serde_json::{Value, json};
use std::fmt::Write as _;
use tercet_fair::Hex;
use tercet_protocol::proof::{BadProof, Proof};
use tercet_rules::shown;

/// What was found in one file.
pub(super) struct Report {
    file: String,
    found: Result<Found, BadProof>,
    /// Whether the player said what to compare the commitment and the frozen seats with.
    noted: [bool; 2],
}

/// What a proof says and what its checks came to.
struct Found {
    table: String,
    round: u64,
    game: String,
    /// The hash of its rules.
    rules: String,
    commitment: String,
    frozen: String,
    checks: Vec<Check>,
}

impl Found {
    /// Whether all that is wrong is that the game of this name has other rules here: those of its own file were not looked at.
    fn only_other_rules(&self) -> bool {
        let mut wrong = self.checks.iter().filter(|check| matches!(check.came, Came::Wrong(_)));
        wrong.all(|check| check.what == "rules")
    }
}

impl Report {
    /// Reads and checks a proof.
    pub(super) fn on(file: &str, text: &[u8], known: &Known, noted: &Noted<'_>) -> Report {
        let found = proof(text).map(|proof| Found {
            table: proof.context.table().to_owned(),
            round: proof.context.round(),
            game: proof.game.clone().into_owned(),
            rules: format!("sha256:{}", Hex(proof.context.rules())),
            commitment: proof.commitment.to_string(),
            frozen: proof.frozen.to_string(),
            checks: checks::all(&proof, known, noted),
        });
        Report { file: file.to_owned(), found, noted: [noted.commitment.is_some(), noted.frozen.is_some()] }
    }

    /// Whether it is a proof that names the rules with this hash.
    pub(super) fn is_by(&self, rules: &str) -> bool {
        self.found.as_ref().is_ok_and(|found| found.rules == rules)
    }

    /// Whether it is a proof and everything in it holds.
    pub(super) fn holds(&self) -> bool {
        self.verdict() == Verdict::Holds
    }

    /// What all checks come to.
    pub(super) fn verdict(&self) -> Verdict {
        let Ok(found) = &self.found else { return Verdict::Wrong };
        let any = |holds: fn(&Came) -> bool| found.checks.iter().any(|check| holds(&check.came));
        if any(|came| matches!(came, Came::Wrong(_))) {
            Verdict::Wrong
        } else if any(|came| matches!(came, Came::Unchecked(_))) {
            Verdict::Open
        } else {
            Verdict::Holds
        }
    }
}

/// What the checks of a proof come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// All of them hold.
    Holds,
    /// One does not, or it is no proof.
    Wrong,
    /// None is wrong, and some could not be made: the file of the game is missing.
    Open,
}

fn proof(text: &[u8]) -> Result<Proof<'_>, BadProof> {
    if u64::try_from(text.len()).is_ok_and(|length| length <= LONGEST) {
        return Proof::read(text);
    }
    let message = format!("longer than {LONGEST} bytes; expected the proof of one round");
    Err(BadProof { at: "file".into(), message })
}

/// The reports for people, a paragraph each.
pub(super) fn text(reports: &[Report]) -> String {
    reports.iter().map(one).collect::<Vec<_>>().join("\n")
}

fn one(report: &Report) -> String {
    let found = match &report.found {
        Ok(found) => found,
        Err(bad) => return format!("{}: this is no proof of a round\n  {bad}\n", report.file),
    };
    let mut text = String::new();
    let (game, table) = (shown(&found.game, 40), shown(&found.table, 80));
    let _cannot_fail = writeln!(text, "{}: {game}, round {} at {table}", report.file, found.round);
    let width = found.checks.iter().map(|check| check.what.len()).max().unwrap_or_default();
    for Check { what, came } in &found.checks {
        let (word, lines) = match came {
            Came::Holds(says) => ("ok", vec![says.clone()]),
            Came::Wrong(says) => ("WRONG", says.clone()),
            Came::Unchecked(why) => ("-", vec![format!("not checked: {why}")]),
        };
        for (i, line) in lines.iter().enumerate() {
            let (word, what) = if i == 0 { (word, what.as_str()) } else { ("", "") };
            let _cannot_fail = writeln!(text, "  {word:5}  {what:width$}  {line}");
        }
    }
    text.push_str(match (report.verdict(), report.noted) {
        (Verdict::Wrong, _) if found.only_other_rules() => {
            "The proof does not hold by the rules of this game that are known here; by those of its own file it may.\n"
        }
        (Verdict::Wrong, _) => "The proof does not hold.\n",
        (Verdict::Open, _) => {
            "Nothing is wrong so far, and the rest was not checked: the game file is missing (--game).\n"
        }
        (Verdict::Holds, [true, true]) => "The proof holds.\n",
        (Verdict::Holds, [false, false]) => {
            "The proof holds, if these were the commitment and the seats that were published:\n"
        }
        (Verdict::Holds, [false, true]) => {
            "The proof holds, if this was the commitment that was published:\n"
        }
        (Verdict::Holds, [true, false]) => "The proof holds, if these were the seats that were published:\n",
    });
    let not_noted = [("commitment", &found.commitment), ("frozen", &found.frozen)];
    for ((what, digest), noted) in not_noted.into_iter().zip(report.noted) {
        if report.holds() && !noted {
            let _cannot_fail = writeln!(text, "  {what:10}  {digest}");
        }
    }
    text
}

/// The reports for programs, one JSON object a line.
pub(super) fn json(reports: &[Report]) -> String {
    reports.iter().map(|report| format!("{}\n", object(report))).collect()
}

fn object(report: &Report) -> Value {
    match &report.found {
        Ok(found) => json!({
            "file": report.file,
            "holds": report.holds(),
            "table": found.table,
            "round": found.round,
            "game": found.game,
            "commitment": found.commitment,
            "frozen": found.frozen,
            "checks": found.checks.iter().map(check).collect::<Value>(),
        }),
        Err(bad) => json!({
            "file": report.file,
            "holds": false,
            "error": { "at": bad.at, "message": bad.message },
        }),
    }
}

fn check(check: &Check) -> Value {
    let (result, says) = match &check.came {
        Came::Holds(says) => ("ok", vec![says.as_str()]),
        Came::Wrong(says) => ("wrong", says.iter().map(String::as_str).collect()),
        Came::Unchecked(why) => ("unchecked", vec![why.as_ref()]),
    };
    json!({ "check": check.what, "result": result, "says": says })
}
