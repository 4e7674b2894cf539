//! What counts as a test: the text in which a rule id, named, is held up by something that runs.

use std::ops::Range;

use super::Tree;
use super::rust::{TestParts, code_only, test_parts};
use super::tree::SourceFile;

/// A Rust file, read once: its code and which of it is for tests only.
pub(crate) struct RustFile<'t> {
    pub(crate) path: &'t str,
    pub(crate) text: &'t str,
    pub(crate) code: String,
    parts: TestParts,
    /// It stands in a `tests`, `benches` or `examples` directory, or is a `#[cfg(test)] mod` of its own.
    all_test: bool,
}

impl<'t> RustFile<'t> {
    pub(crate) fn of(file: &'t SourceFile) -> Self {
        let code = code_only(&file.text);
        let parts = test_parts(&code);
        let all_test = !matches!(file.parts()[..], ["crates", _, "src", ..] | ["xtask", "src", ..]);
        RustFile { path: &file.path, text: &file.text, code, parts, all_test }
    }

    /// Every Rust file of the crates and of xtask.
    pub(crate) fn all(tree: &'t Tree) -> Vec<Self> {
        let ours = |file: &&SourceFile| matches!(file.parts()[0], "crates" | "xtask") && file.is_rust();
        let mut files: Vec<Self> = tree.files().filter(ours).map(RustFile::of).collect();
        let test_modules: Vec<String> = files
            .iter()
            .flat_map(|file| {
                file.parts.modules.iter().map(|name| format!("{}/{name}", module_directory(file.path)))
            })
            .collect();
        for file in &mut files {
            file.all_test |= test_modules.iter().any(|module| {
                file.path
                    .strip_prefix(module.as_str())
                    .is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
            });
        }
        files
    }

    /// Whether the byte at this place is compiled only for tests.
    pub(crate) fn is_test(&self, at: usize) -> bool {
        self.all_test || self.parts.regions.iter().any(|region| region.contains(&at))
    }

    /// How many lines are not for tests.
    pub(crate) fn lines_besides_tests(&self) -> usize {
        if self.all_test {
            return 0;
        }
        let lines = |text: &str| text.lines().count();
        let tests: usize = self.parts.regions.iter().map(|region| lines(&self.text[region.clone()])).sum();
        lines(self.text).saturating_sub(tests)
    }

    fn test_ranges(&self) -> Vec<Range<usize>> {
        if self.all_test { std::iter::once(0..self.text.len()).collect() } else { self.parts.regions.clone() }
    }
}

/// Where the modules that a file declares are looked for.
fn module_directory(path: &str) -> String {
    let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
    match name {
        "lib.rs" | "main.rs" | "mod.rs" => directory.to_owned(),
        _ => path.trim_end_matches(".rs").to_owned(),
    }
}

/// A piece of test text and the line it starts on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Evidence<'t> {
    pub(crate) path: &'t str,
    pub(crate) line: usize,
    pub(crate) text: &'t str,
}

/// All test text of the crates: Rust under `crates/*/tests/`, `#[cfg(test)]` items, and recorded rounds
/// under `testdata/rounds/` (in `*.jsonl` what stands in a `"holds"` field).
pub(crate) fn evidence(tree: &Tree) -> Vec<Evidence<'_>> {
    let mut found = Vec::new();
    let is_evidence =
        |path: &str| matches!(path.split('/').collect::<Vec<_>>()[..], ["crates", _, "src" | "tests", ..]);
    for file in RustFile::all(tree).iter().filter(|file| is_evidence(file.path)) {
        let (path, whole) = (file.path, file.text);
        found.extend(file.test_ranges().into_iter().map(|range| {
            let line = super::rust::line_of(whole, range.start);
            Evidence { path, line, text: &whole[range] }
        }));
    }
    for file in tree.files() {
        let (path, text) = (file.path.as_str(), file.text.as_str());
        match file.parts()[..] {
            ["testdata", "rounds", .., name] if name.ends_with(".jsonl") => {
                let held = text.lines().enumerate().filter_map(|(at, row)| Some((at + 1, held(row)?)));
                found.extend(held.map(|(line, text)| Evidence { path, line, text }));
            }
            _ => {}
        }
    }
    found
}

/// The value of the field `"holds"` of a JSON row: a string, or an array of strings.
fn held(row: &str) -> Option<&str> {
    let (_, value) = row.split_once("\"holds\"")?;
    let value = value.trim_start().strip_prefix(':')?.trim_start();
    let close = if value.starts_with('[') { ']' } else { '"' };
    value.get(1..)?.split(close).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_files_test_modules_and_rounds_are_evidence_and_nothing_else() {
        let tree = Tree::of(&[
            ("crates/a/src/lib.rs", "fn f() {} // no\n#[cfg(test)]\nmod tests { /* yes-module */ }\n"),
            ("crates/a/src/deal.rs", "// no\n#[cfg(test)]\nmod /* yes-declared */ oracle;\n"),
            ("crates/a/src/deal/oracle.rs", "// yes-file\n"),
            ("crates/a/src/deal/other.rs", "// no\n"),
            ("crates/a/tests/settle.rs", "// yes-tests\n"),
            ("crates/a/tests/golden/card.txt", "yes-golden\n"),
            ("crates/a/data/game.toml", "no\n"),
            ("crates/a/benches/speed.rs", "// no\n"),
            ("crates/a/examples/round.rs", "// no\n"),
            ("xtask/src/lib.rs", "#[cfg(test)]\nmod tests { /* no */ }\n"),
            ("testdata/rounds/a.rounds", "no\n"),
            (
                "testdata/rounds/a.jsonl",
                "{}\n{\"x\": \"no\", \"holds\": [\"yes-array\"], \"y\": \"no\"}\n{\"holds\":\"yes-one\",\"z\":\"no\"}\n",
            ),
            ("testdata/rounds/README.md", "no\n"),
        ]);
        let found = evidence(&tree);
        assert!(
            found.iter().all(|piece| piece.text.contains("yes") && !piece.text.contains("no")),
            "{found:#?}"
        );
        let places: Vec<(&str, usize)> = found.iter().map(|piece| (piece.path, piece.line)).collect();
        assert_eq!(
            places,
            [
                ("crates/a/src/deal.rs", 2),
                ("crates/a/src/deal/oracle.rs", 1),
                ("crates/a/src/lib.rs", 2),
                ("crates/a/tests/settle.rs", 1),
                ("testdata/rounds/a.jsonl", 2),
                ("testdata/rounds/a.jsonl", 3),
            ]
        );
    }
}
