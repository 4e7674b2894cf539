//! Crate edges: what the manifests say equals what the table of [`super::layers`] says.

use super::layers::{CRATES, Crate};
use super::manifest::{self, Dependency, Kind, Manifest};
use super::{Finding, Tree};

const TABLE: &str = "xtask/src/tidy/layers.rs";

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    check_against(tree, CRATES)
}

fn check_against(tree: &Tree, crates: &[Crate]) -> Vec<Finding> {
    let members = manifest::members(tree);
    let mut findings = Vec::new();
    for member in &members {
        match crates.iter().find(|row| row.package == member.package && row.directory == member.directory) {
            Some(row) => findings.extend(check_member(member, row, crates)),
            None => findings.push(Finding::new(
                &member.path,
                1,
                format!("crate {} is new: add it to {TABLE} and to docs/ARCHITECTURE.md", member.package),
            )),
        }
    }
    for row in crates.iter().filter(|row| !members.iter().any(|member| member.package == row.package)) {
        let advice = format!("crate {} is not in {}: take it out of the table", row.package, row.directory);
        findings.push(Finding::new(TABLE, 1, advice));
    }
    findings
}

fn check_member(member: &Manifest, row: &Crate, crates: &[Crate]) -> Vec<Finding> {
    let finding = |line, advice: String| Finding::new(&member.path, line, advice);
    let layer_of = |package: &str| crates.iter().find(|other| other.package == package).map(|row| row.layer);
    let mut findings = Vec::new();
    if !member.workspace_lints {
        findings
            .push(finding(1, "the lints are not the workspace's: add [lints] workspace = true".to_owned()));
    }
    for Dependency { package, kind, line } in &member.dependencies {
        let Some(layer) = layer_of(package) else { continue };
        let named = |list: &[&str]| list.contains(&package.as_str());
        match kind {
            Kind::Normal | Kind::Build if !named(row.uses) => findings.push(finding(
                *line,
                format!(
                    "{} (layer {}) may not depend on {package} (layer {layer}): take it out, or, where the arrow \
                     points down and is wanted, add it to {TABLE} and docs/ARCHITECTURE.md first",
                    row.package, row.layer
                ),
            )),
            Kind::Dev if layer >= row.layer && !named(row.tests_may_use) => findings.push(finding(
                *line,
                format!(
                    "tests of {} (layer {}) may not use {package} (layer {layer}): list it as tests_may_use in \
                     {TABLE}, with the reason",
                    row.package, row.layer
                ),
            )),
            Kind::Normal | Kind::Build | Kind::Dev => {}
        }
    }
    let depends =
        |package: &str| member.dependencies.iter().any(|dep| dep.package == package && dep.kind != Kind::Dev);
    for unused in row.uses.iter().filter(|package| !depends(package)) {
        let advice =
            format!("{TABLE} says that {} uses {unused}, and it does not: shorten the table", row.package);
        findings.push(finding(1, advice));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::list;

    const ROWS: &[Crate] = &[
        Crate {
            package: "low",
            directory: "crates/low",
            layer: 0,
            uses: &[],
            tests_may_use: &["top"],
            pure: None,
        },
        Crate {
            package: "mid",
            directory: "crates/mid",
            layer: 1,
            uses: &["low"],
            tests_may_use: &[],
            pure: None,
        },
        Crate {
            package: "top",
            directory: "crates/top",
            layer: 2,
            uses: &["mid"],
            tests_may_use: &[],
            pure: None,
        },
    ];

    /// The findings for a tree in which one manifest has other dependencies than it should.
    fn findings(changed: &str, dependencies: &str) -> String {
        let manifest = |name: &str, usual: &str| {
            let dependencies = if name == changed { dependencies } else { usual };
            format!("[package]\nname = \"{name}\"\n[lints]\nworkspace = true\n[dependencies]\n{dependencies}")
        };
        let low = manifest("low", "serde = \"1\"\n");
        let mid = manifest("mid", "low.workspace = true\n");
        let top = manifest("top", "mid.workspace = true\n[dev-dependencies]\nlow.workspace = true\n");
        let files = [
            ("crates/low/Cargo.toml", low.as_str()),
            ("crates/mid/Cargo.toml", mid.as_str()),
            ("crates/top/Cargo.toml", top.as_str()),
        ];
        list(&check_against(&Tree::of(&files), ROWS))
    }

    /// The map for readers says what the table for the build says.
    #[test]
    fn the_map_in_the_docs_has_the_same_arrows() {
        let map = include_str!("../../../docs/ARCHITECTURE.md");
        for row in CRATES {
            let name =
                row.package.strip_prefix("tercet-").unwrap_or(row.directory.trim_start_matches("crates/"));
            let line = map.lines().find(|line| line.starts_with(&format!("| `{name}`")));
            let line = line.unwrap_or_else(|| panic!("docs/ARCHITECTURE.md has no row for `{name}`"));
            let cell = line.rsplit('|').nth(1).unwrap_or_default();
            let mut said: Vec<&str> = cell.split('`').skip(1).step_by(2).collect();
            said.sort_unstable();
            let uses: Vec<&str> = row.uses.iter().map(|uses| uses.trim_start_matches("tercet-")).collect();
            assert!(
                cell.trim() == "all of them" || said == uses,
                "{name} may use {uses:?}; the map says {cell}"
            );
        }
    }

    #[test]
    fn the_table_as_it_is_passes() {
        assert_eq!(findings("", ""), "");
    }

    #[test]
    fn an_arrow_that_points_up_is_found_with_its_line() {
        let found = findings("low", "\nmid.workspace = true\n");
        assert!(found.starts_with("crates/low/Cargo.toml:7: low (layer 0) may not depend on mid"), "{found}");
    }

    #[test]
    fn an_arrow_that_points_down_but_is_not_listed_is_found() {
        let found = findings("top", "mid.workspace = true\nlow.workspace = true\n");
        assert!(found.contains("top (layer 2) may not depend on low (layer 0)"), "{found}");
    }

    #[test]
    fn a_listed_arrow_that_is_not_there_is_found() {
        assert!(findings("top", "").contains("top uses mid, and it does not"));
    }

    #[test]
    fn tests_may_use_what_is_below_or_listed() {
        assert_eq!(findings("low", "[dev-dependencies]\ntop.workspace = true\n"), "");
        let found = findings("mid", "low.workspace = true\n[dev-dependencies]\ntop.workspace = true\n");
        assert!(found.contains("tests of mid (layer 1) may not use top (layer 2)"), "{found}");
    }

    #[test]
    fn a_renamed_arrow_is_still_an_arrow() {
        let found = findings("low", "innocent = { package = \"mid\", path = \"../mid\" }\n");
        assert!(found.contains("low (layer 0) may not depend on mid"), "{found}");
    }

    #[test]
    fn a_crate_that_is_not_in_the_table_is_found_and_told_where_to_go() {
        let text = "[package]\nname = \"new\"\n";
        let found = list(&check_against(&Tree::of(&[("crates/new/Cargo.toml", text)]), &[]));
        assert!(found.contains("layers.rs") && found.contains("docs/ARCHITECTURE.md"), "{found}");
    }

    #[test]
    fn a_row_without_a_crate_and_a_crate_without_lints_are_found() {
        assert!(list(&check_against(&Tree::of(&[]), ROWS)).contains("crate low is not in crates/low"));
        let text = "[package]\nname = \"low\"\n";
        let found = list(&check_against(&Tree::of(&[("crates/low/Cargo.toml", text)]), &ROWS[..1]));
        assert!(found.contains("[lints] workspace = true"), "{found}");
    }
}
