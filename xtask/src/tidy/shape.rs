//! The shape of the repository: sources named, decisions listed, crates introduced, files of one idea.

use toml::de::{DeTable, DeValue};

use super::evidence::RustFile;
use super::{Finding, Tree};

/// The most lines of Rust a file may have besides its tests.
const MOST_LINES: usize = 600;

/// Files that may be longer, each with the reason; such as a generated table.
const LONGER_FILES: &[(&str, &str)] = &[];

/// `crates/games/data/*.toml`: each names a `source`.
pub(crate) fn game_sources(tree: &Tree) -> Vec<Finding> {
    tree.files()
        .filter(
            |file| matches!(file.parts()[..], ["crates", "games", "data", name] if name.ends_with(".toml")),
        )
        .filter(|file| !names_source(&file.text))
        .map(|file| {
            Finding::new(
                &file.path,
                1,
                "no source: name the document this game is taken from, source = \"…\"",
            )
        })
        .collect()
}

fn names_source(text: &str) -> bool {
    let Ok(document) = DeTable::parse(text) else { return false };
    match document.get_ref().get("source").map(|source| source.get_ref()) {
        Some(DeValue::String(source)) => !source.trim().is_empty(),
        Some(DeValue::Array(sources)) => !sources.is_empty(),
        Some(DeValue::Table(source)) => !source.is_empty(),
        Some(DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_) | DeValue::Datetime(_)) | None => {
            false
        }
    }
}

/// `docs/decisions/NNNN-*.md`: each is linked from the README beside it, and no two share a number.
pub(crate) fn decisions(tree: &Tree) -> Vec<Finding> {
    const README: &str = "docs/decisions/README.md";
    let index = tree.file(README).map_or("", |file| file.text.as_str());
    let mut findings = Vec::new();
    let mut last = "";
    for file in tree.files() {
        let ["docs", "decisions", name] = file.parts()[..] else { continue };
        let number = name.split('-').next().unwrap_or_default();
        if number.len() != 4 || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            if name != "README.md" {
                findings.push(Finding::new(&file.path, 1, "a record is named NNNN-short-title.md"));
            }
            continue;
        }
        if number == last {
            findings.push(Finding::new(
                &file.path,
                1,
                format!("number {number} is taken: use the next free one"),
            ));
        }
        last = &file.path["docs/decisions/".len()..][..4];
        if !index.contains(&format!("({name})")) {
            findings.push(Finding::new(
                &file.path,
                1,
                format!("not in the index: add a line with ({name}) to {README}"),
            ));
        }
    }
    findings
}

/// The root of every crate (`src/lib.rs`, `src/main.rs`) opens with a `//!` text.
pub(crate) fn crate_docs(tree: &Tree) -> Vec<Finding> {
    let is_root = |parts: &[&str]| {
        matches!(parts, ["crates", _, "src", "lib.rs" | "main.rs"] | ["xtask", "src", "lib.rs" | "main.rs"])
    };
    tree.files()
        .filter(|file| is_root(&file.parts()) && !opens_with_docs(&file.text))
        .map(|file| {
            Finding::new(&file.path, 1, "open with //! and say what this crate is for and what it leaves out")
        })
        .collect()
}

/// At least a word: `//!` alone, or `//! x`, introduces nothing.
fn opens_with_docs(text: &str) -> bool {
    text.lines().next().and_then(|line| line.strip_prefix("//!")).is_some_and(|words| words.trim().len() > 1)
}

/// No file has more than [`MOST_LINES`] lines besides its tests, but for [`LONGER_FILES`].
pub(crate) fn file_length(tree: &Tree) -> Vec<Finding> {
    length_against(tree, LONGER_FILES)
}

fn length_against(tree: &Tree, longer: &[(&str, &str)]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let files = RustFile::all(tree);
    for file in &files {
        let lines = file.lines_besides_tests();
        if lines > MOST_LINES && !longer.iter().any(|(path, _)| *path == file.path) {
            findings.push(Finding::new(
                file.path,
                MOST_LINES + 1,
                format!("{lines} lines besides tests, at most {MOST_LINES}: one idea to a file, so split it"),
            ));
        }
    }
    for (path, _) in longer {
        let still = files.iter().any(|file| file.path == *path && file.lines_besides_tests() > MOST_LINES);
        if !still {
            findings.push(Finding::new(
                "xtask/src/tidy/shape.rs",
                1,
                format!("{path} is not long: take it off the list"),
            ));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::list;

    #[test]
    fn a_game_without_a_source_is_found() {
        for (text, passes) in [
            ("id = \"a\"\nsource = \"a.txt\"\n", true),
            ("source = [\"a.txt\"]\n", true),
            ("[source]\nfile = \"a.txt\"\n", true),
            ("id = \"a\"\n# source = \"a.txt\"\n", false),
            ("source = \"\"\n", false),
            ("[deal]\nsource = \"a.txt\"\n", false),
        ] {
            let found = game_sources(&Tree::of(&[("crates/games/data/a.toml", text)]));
            assert_eq!(found.is_empty(), passes, "{text}");
        }
    }

    #[test]
    fn a_decision_is_listed_numbered_once_and_named_well() {
        let tree = Tree::of(&[
            ("docs/decisions/0001-a.md", ""),
            ("docs/decisions/0001-b.md", ""),
            ("docs/decisions/0002-c.md", ""),
            ("docs/decisions/notes.md", ""),
            ("docs/decisions/README.md", "- [a](0001-a.md)\n- [b](0001-b.md)\n"),
        ]);
        let found = list(&decisions(&tree));
        assert_eq!(found.lines().count(), 3, "{found}");
        assert!(found.contains("0001-b.md:1: number 0001 is taken"), "{found}");
        assert!(found.contains("0002-c.md:1: not in the index"), "{found}");
        assert!(found.contains("notes.md:1: a record is named"), "{found}");
        let good = [("docs/decisions/0001-a.md", ""), ("docs/decisions/README.md", "[a](0001-a.md)")];
        assert_eq!(list(&decisions(&Tree::of(&good))), "");
    }

    #[test]
    fn a_crate_root_without_docs_is_found() {
        for (text, passes) in [
            ("//! Cards.\n", true),
            ("\n//! Cards.\n", false),
            ("use core::fmt;\n", false),
            ("//!\n", false),
            ("", false),
        ] {
            for path in ["crates/a/src/lib.rs", "crates/a/src/main.rs", "xtask/src/main.rs"] {
                assert_eq!(crate_docs(&Tree::of(&[(path, text)])).is_empty(), passes, "{path} {text:?}");
            }
            assert_eq!(crate_docs(&Tree::of(&[("crates/a/src/card.rs", text)])), []);
        }
    }

    #[test]
    fn a_long_file_is_found_and_its_tests_do_not_count() {
        let code = "fn f() {}\n".repeat(MOST_LINES);
        let tests = format!("#[cfg(test)]\nmod tests {{\n{code}}}\n");
        let length = |path: &str, text: &str| file_length(&Tree::of(&[(path, text)])).len();
        assert_eq!(length("crates/a/src/a.rs", &code), 0);
        assert_eq!(length("crates/a/src/a.rs", &format!("{code}{tests}")), 0);
        assert_eq!(length("crates/a/src/a.rs", &format!("{code}fn g() {{}}\n")), 1);
        assert_eq!(length("crates/a/tests/a.rs", &format!("{code}fn g() {{}}\n")), 0);
    }

    #[test]
    fn a_longer_file_is_let_pass_while_it_is_long() {
        let code = "fn f() {}\n".repeat(MOST_LINES + 1);
        let listed = [("crates/a/src/a.rs", "a table")];
        assert_eq!(length_against(&Tree::of(&[("crates/a/src/a.rs", &code)]), &listed), []);
        let found = list(&length_against(&Tree::of(&[("crates/a/src/a.rs", "")]), &listed));
        assert!(found.contains("take it off the list"), "{found}");
    }
}
