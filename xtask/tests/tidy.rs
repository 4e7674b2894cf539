//! The tidy rules held against this repository, one test for each rule.

use xtask::tidy::{RULES, Tree, list};

/// Fails with everything in the tree that breaks the rule.
fn hold(name: &str) {
    let rule = RULES.iter().find(|rule| rule.name == name).expect("the rule is in the table");
    let tree = Tree::read(&xtask::root()).expect("the tree can be read");
    let findings = (rule.check)(&tree);
    assert!(findings.is_empty(), "{}, but {} do not:\n{}", rule.says, findings.len(), list(&findings));
}

/// One test for each name, and one that no rule is left out.
macro_rules! rules {
    ($($test:ident: $name:literal),* $(,)?) => {
        $(#[test]
        fn $test() {
            hold($name);
        })*

        #[test]
        fn every_rule_has_a_test() {
            let tested = [$($name),*];
            let rules: Vec<&str> = RULES.iter().map(|rule| rule.name).collect();
            assert_eq!(rules, tested);
        }
    };
}

rules! {
    crate_edges: "crate-edges",
    purity: "purity",
    rule_ids: "rule-ids",
    rulings: "rulings",
    words: "words",
    game_sources: "game-sources",
    decisions: "decisions",
    crate_docs: "crate-docs",
    file_length: "file-length",
    benches: "benches",
}
