//! The rules this repository keeps about itself.
//!
//! A rule is a function from the text of the tree to what breaks it. Each stands in a file of its own idea,
//! with tests on small trees made up for it; `tests/tidy.rs` holds them all against the real tree.

mod benches;
mod edges;
mod evidence;
mod ids;
mod layers;
mod manifest;
mod purity;
mod rust;
mod shape;
mod tree;
mod words;

pub use tree::{SourceFile, Tree};

/// One thing that breaks a rule: where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The file, from the root of the repository.
    pub path: String,
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong and what to do.
    pub advice: String,
}

impl Finding {
    pub(crate) fn new(path: &str, line: usize, advice: impl Into<String>) -> Self {
        Finding { path: path.to_owned(), line, advice: advice.into() }
    }
}

/// A rule: a name, a sentence, and the function that looks.
#[derive(Debug)]
pub struct Rule {
    /// The name, as tests and reports say it.
    pub name: &'static str,
    /// What holds where the rule is kept.
    pub says: &'static str,
    /// Everything in the tree that breaks the rule.
    pub check: fn(&Tree) -> Vec<Finding>,
}

/// Every rule. `tests/tidy.rs` has one test for each and checks that none is left out.
pub const RULES: &[Rule] = &[
    Rule {
        name: "crate-edges",
        says: "crates depend on each other only as xtask/src/tidy/layers.rs lists, always downwards",
        check: edges::check,
    },
    Rule {
        name: "purity",
        says: "the pure crates have no std, no unsafe code, no float and no dependency outside their list",
        check: purity::check,
    },
    Rule {
        name: "rule-ids",
        says: "every rule of testdata/rules.ids is named by a test, and no test or game names another",
        check: ids::check_rules,
    },
    Rule {
        name: "rulings",
        says: "every reading of testdata/rulings.ids is named by a test, and no test or game names another",
        check: ids::check_rulings,
    },
    Rule {
        name: "words",
        says: "no machine paths, registry hosts, unfinished work or tests that do not run",
        check: words::check,
    },
    Rule { name: "game-sources", says: "every built-in game names its source", check: shape::game_sources },
    Rule {
        name: "decisions",
        says: "every record in docs/decisions is listed in its README",
        check: shape::decisions,
    },
    Rule { name: "crate-docs", says: "every crate root opens with a //! text", check: shape::crate_docs },
    Rule {
        name: "file-length",
        says: "no file has more than 600 lines of Rust besides its tests",
        check: shape::file_length,
    },
    Rule {
        name: "benches",
        says: "every benchmark program stands in the table of xtask/src/bench.rs",
        check: benches::check,
    },
];

/// Findings as text, one a line: `file:line: advice`.
pub fn list(findings: &[Finding]) -> String {
    let lines: Vec<String> = findings
        .iter()
        .map(|finding| format!("{}:{}: {}", finding.path, finding.line, finding.advice))
        .collect();
    lines.join("\n")
}
