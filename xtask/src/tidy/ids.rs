//! Rule ids and rulings: each is named by a test, and neither tests nor the built-in games name one that
//! is not there.

use std::collections::BTreeSet;

use super::evidence::{Evidence, evidence};
use super::{Finding, Tree};

/// A list of ids: `id`, a tab, a sentence; and how its ids look in a text.
struct List {
    path: &'static str,
    /// What one entry is called in a finding.
    what: &'static str,
    /// Whether a character can stand inside an id.
    inside: fn(char) -> bool,
    /// Whether a token looks like an id of this list, so that it should be in it.
    looks_like: fn(&str) -> bool,
}

const RULES: List = List {
    path: "testdata/rules.ids",
    what: "rule",
    inside: |c| c.is_ascii_alphanumeric() || c == '.' || c == '-',
    looks_like: is_rule_id,
};

const RULINGS: List = List {
    path: "testdata/rulings.ids",
    what: "reading",
    inside: |c| c.is_ascii_alphanumeric() || c == '=' || c == '-',
    looks_like: is_reading,
};

pub(crate) fn check_rules(tree: &Tree) -> Vec<Finding> {
    check(tree, &RULES)
}

pub(crate) fn check_rulings(tree: &Tree) -> Vec<Finding> {
    check(tree, &RULINGS)
}

/// `004.11a`, `002.12.mini-royal`: the number of a source document, then its parts.
fn is_rule_id(token: &str) -> bool {
    let mut parts = token.split('.');
    parts.next().is_some_and(|document| matches!(document, "000" | "001" | "002" | "003" | "004"))
        && token.contains('.')
        && parts.all(|part| part.starts_with(|c: char| c.is_ascii_alphanumeric()))
}

/// `R8=stays`.
fn is_reading(token: &str) -> bool {
    let number = token.strip_prefix('R').and_then(|rest| rest.split_once('='));
    number.is_some_and(|(digits, reading)| {
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) && !reading.is_empty()
    })
}

fn check(tree: &Tree, list: &List) -> Vec<Finding> {
    let Some(file) = tree.file(list.path) else {
        return vec![Finding::new(
            list.path,
            1,
            "the list is missing: each line is an id, a tab and a sentence",
        )];
    };
    let mut findings = Vec::new();
    let mut known: Vec<(&str, &str, usize)> = Vec::new();
    for (line, text) in (1..).zip(file.text.lines()) {
        match text.split_once('\t') {
            Some((id, sentence)) if (list.looks_like)(id) && !sentence.is_empty() => {
                if known.iter().any(|entry| entry.0 == id) {
                    findings.push(Finding::new(list.path, line, format!("{id} stands here twice")));
                }
                known.push((id, sentence, line));
            }
            _ => findings.push(Finding::new(list.path, line, "not an id, a tab and a sentence")),
        }
    }
    let evidence = evidence(tree);
    let named: BTreeSet<&str> =
        evidence.iter().flat_map(|piece| tokens(piece.text, list.inside)).map(|(_, token)| token).collect();
    findings.extend(known.iter().filter(|entry| !named.contains(entry.0)).map(|(id, sentence, line)| {
        let advice =
            format!("no test names {} {id} ({sentence}); docs/TESTING.md says how to add one", list.what);
        Finding::new(list.path, *line, advice)
    }));
    findings.extend(evidence.iter().chain(&games(tree)).flat_map(|piece| strangers(piece, list, &known)));
    findings
}

/// The built-in games: they prove nothing about a rule, and cite none that is not there.
fn games(tree: &Tree) -> Vec<Evidence<'_>> {
    tree.files()
        .filter(|file| matches!(file.parts()[..], ["crates", "games", "data", ..]))
        .map(|file| Evidence { path: &file.path, line: 1, text: &file.text })
        .collect()
}

/// Tokens that look like an id and are none, nor the head of a group of ids (`000.7` for `000.7.who`).
///
/// In Rust only comments promise that a rule is tested; code may hold a wrong id on purpose, as bad input.
fn strangers(piece: &Evidence<'_>, list: &List, known: &[(&str, &str, usize)]) -> Vec<Finding> {
    let is_known = |token: &str| {
        known.iter().any(|(id, ..)| {
            id.strip_prefix(token).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    };
    let code = |line: usize| {
        let text = piece.text.lines().nth(line).unwrap_or_default();
        piece.path.ends_with(".rs") && !text.trim_start().starts_with("//")
    };
    tokens(piece.text, list.inside)
        .filter(|(line, token)| (list.looks_like)(token) && !is_known(token) && !code(*line))
        .map(|(line, token)| {
            let advice = format!("{token} is no {}: see {}", list.what, list.path);
            Finding::new(piece.path, piece.line + line, advice)
        })
        .collect()
}

/// The longest runs of id characters, each with the number of line ends before it; a sentence may end
/// behind an id, so points and dashes at the end are not part of it.
fn tokens(text: &str, inside: fn(char) -> bool) -> impl Iterator<Item = (usize, &str)> {
    (0..).zip(text.lines()).flat_map(move |(line, text)| {
        text.split(move |c| !inside(c))
            .map(|token| token.trim_end_matches(['.', '-']))
            .map(move |token| (line, token))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::list;

    const IDS: &str = "000.7.lines\tWithin a spot.\n004.1\tThe deck.\n004.10\tNot qualified.\n";
    const READINGS: &str = "R1=push\tEqual hands.\nR10=equal-pushes\tEqual hands, no dealer.\n";

    /// The findings when the one test file of the tree has this text.
    fn with_test(text: &str) -> String {
        let files =
            [("testdata/rules.ids", IDS), ("testdata/rulings.ids", READINGS), ("crates/a/tests/t.rs", text)];
        let tree = Tree::of(&files);
        list(&[check_rules(&tree), check_rulings(&tree)].concat())
    }

    const ALL: &str = "/// 000.7.lines, 004.1 and \"004.10\"; R1=push, R10=equal-pushes.\n";

    #[test]
    fn ids_that_tests_name_pass() {
        assert_eq!(with_test(ALL), "");
    }

    #[test]
    fn all_ids_without_a_test_are_listed_at_once_with_their_lines() {
        let found = with_test("// nothing\n");
        assert_eq!(found.lines().count(), 5, "{found}");
        assert!(
            found.starts_with("testdata/rules.ids:1: no test names rule 000.7.lines (Within a spot.)"),
            "{found}"
        );
        assert!(found.contains("testdata/rulings.ids:2: no test names reading R10=equal-pushes"), "{found}");
    }

    #[test]
    fn an_id_counts_only_as_a_whole() {
        // Each id below stands only as the beginning or the end of something longer.
        for (id, instead) in [("004.1 ", "004.10 "), ("R1=push", "XR1=push"), ("000.7.lines", "000.7")] {
            let found = with_test(&ALL.replace(id, instead));
            assert_eq!(found.lines().count(), 1, "{found}");
            assert!(found.contains(&format!(" {} (", id.trim())), "{found}");
        }
    }

    #[test]
    fn an_id_that_is_not_in_the_list_is_found_where_it_stands() {
        let bad_input = "let refused = \"R99=x\";";
        let found = with_test(&format!(
            "{ALL}\n// 004.99 and R1=pushes and version 4.1.2 and 002_a.txt\n{bad_input}\n"
        ));
        assert_eq!(
            found,
            "crates/a/tests/t.rs:3: 004.99 is no rule: see testdata/rules.ids\n\
             crates/a/tests/t.rs:3: R1=pushes is no reading: see testdata/rulings.ids"
        );
    }

    #[test]
    fn a_game_file_names_known_rules_and_is_no_test() {
        let game = "rule = \"004.1\" # 000_b5b2.txt\nrule = \"004.11x\"\n";
        let tree = Tree::of(&[("testdata/rules.ids", "004.1\tA.\n"), ("crates/games/data/a.toml", game)]);
        assert_eq!(
            list(&check_rules(&tree)),
            "testdata/rules.ids:1: no test names rule 004.1 (A.); docs/TESTING.md says how to add one\n\
             crates/games/data/a.toml:2: 004.11x is no rule: see testdata/rules.ids"
        );
    }

    #[test]
    fn a_list_that_is_missing_twice_written_or_garbled_is_found() {
        assert!(list(&check_rules(&Tree::of(&[]))).contains("the list is missing"));
        let tree = Tree::of(&[
            ("testdata/rules.ids", "004.1\tA.\n004.1\tA.\n004.2\n"),
            ("crates/a/tests/t.rs", "004.1"),
        ]);
        let found = list(&check_rules(&tree));
        assert_eq!(
            found,
            "testdata/rules.ids:2: 004.1 stands here twice\ntestdata/rules.ids:3: not an id, a tab and a sentence"
        );
    }
}
