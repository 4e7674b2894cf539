//! Benchmark programs: what `cargo xtask bench` lists is what there is.

use super::{Finding, Tree, manifest};
use crate::bench::BENCHMARKS;

const TABLE: &str = "xtask/src/bench.rs";

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let listed: Vec<(&str, &str)> = BENCHMARKS.iter().map(|bench| (bench.name, bench.manifest)).collect();
    check_against(tree, &listed)
}

/// Against pairs of a name and the manifest of the package it stands in.
fn check_against(tree: &Tree, listed: &[(&str, &str)]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let packages = tree.files().filter(|file| matches!(file.parts()[..], ["benches", _, "Cargo.toml"]));
    for file in packages.filter(|file| !listed.iter().any(|(_, manifest)| *manifest == file.path)) {
        findings.push(Finding::new(&file.path, 1, format!("this benchmark is not in {TABLE}: add it")));
    }
    for member in manifest::members(tree) {
        for (name, line) in &member.benches {
            if !listed.contains(&(name.as_str(), member.path.as_str())) {
                findings.push(Finding::new(
                    &member.path,
                    *line,
                    format!("benchmark {name} is not in {TABLE}: add it"),
                ));
            }
        }
    }
    for (name, manifest) in listed.iter().filter(|(_, manifest)| tree.file(manifest).is_none()) {
        findings.push(Finding::new(
            TABLE,
            1,
            format!("benchmark {name} is not there: {manifest} is missing"),
        ));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::list;

    #[test]
    fn programs_and_table_agree_or_the_difference_is_found() {
        let tree = Tree::of(&[
            ("benches/evaluators/Cargo.toml", ""),
            ("crates/a/Cargo.toml", "[package]\nname = \"a\"\n[[bench]]\nname = \"speed\"\n"),
        ]);
        let all = [("evaluators", "benches/evaluators/Cargo.toml"), ("speed", "crates/a/Cargo.toml")];
        assert_eq!(check_against(&tree, &all), []);
        let found = list(&check_against(&tree, &[]));
        assert!(found.contains("benches/evaluators/Cargo.toml:1: this benchmark is not in"), "{found}");
        assert!(found.contains("crates/a/Cargo.toml:3: benchmark speed is not in"), "{found}");
        assert!(list(&check_against(&Tree::of(&[]), &all)).contains("speed is not there"));
    }
}
