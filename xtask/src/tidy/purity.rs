//! Purity: the crates that hold the rules reach for nothing but their arguments.

use toml::de::{DeTable, DeValue};

use super::evidence::RustFile;
use super::layers::{CRATES, Crate};
use super::manifest::{self, Kind};
use super::rust::{line_of, words};
use super::{Finding, Tree};

/// What stands at the root of a pure crate: attribute, lint, as it is written.
const ROOT_ATTRIBUTES: &[(&str, &str, &str)] = &[
    ("no_std", "", "#![no_std]"),
    ("forbid", "unsafe_code", "#![forbid(unsafe_code)]"),
    ("deny", "clippy::float_arithmetic", "#![deny(clippy::float_arithmetic)]"),
];

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    check_against(tree, CRATES)
}

fn check_against(tree: &Tree, crates: &[Crate]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for row in crates {
        let Some(outside) = row.pure else { continue };
        findings.extend(root_attributes(tree, row));
        findings.extend(uses_of_std(tree, row));
        findings.extend(dependencies(tree, row, outside));
        findings.extend(bans(tree, row));
    }
    findings
}

fn root_attributes(tree: &Tree, row: &Crate) -> Vec<Finding> {
    let path = format!("{}/src/lib.rs", row.directory);
    let Some(file) = tree.file(&path) else {
        return vec![Finding::new(&path, 1, "a pure crate is a library: this file is missing")];
    };
    let code = RustFile::of(file).code;
    let inner: Vec<&str> =
        code.match_indices("#![").filter_map(|(at, _)| code[at + 3..].split(']').next()).collect();
    let has = |name: &str, argument: &str| {
        inner.iter().any(|attribute| match attribute.split_once('(') {
            None => argument.is_empty() && attribute.trim() == name,
            Some((attribute, arguments)) => {
                let mut arguments = arguments.trim_end().trim_end_matches(')').split(',').map(str::trim);
                attribute.trim() == name && !argument.is_empty() && arguments.any(|one| one == argument)
            }
        })
    };
    ROOT_ATTRIBUTES
        .iter()
        .filter(|(name, argument, _)| !has(name, argument))
        .map(|(_, _, written)| Finding::new(&path, 1, format!("{} is pure: add {written}", row.package)))
        .collect()
}

fn uses_of_std(tree: &Tree, row: &Crate) -> Vec<Finding> {
    let sources = format!("{}/src/", row.directory);
    let mut findings = Vec::new();
    for file in RustFile::all(tree).iter().filter(|file| file.path.starts_with(&sources)) {
        for at in words(&file.code, "std").filter(|at| !file.is_test(*at)) {
            let advice = format!("{} is pure: use core or alloc instead of std", row.package);
            findings.push(Finding::new(file.path, line_of(&file.code, at), advice));
        }
    }
    findings
}

fn dependencies(tree: &Tree, row: &Crate, outside: &[&str]) -> Vec<Finding> {
    let members = manifest::members(tree);
    let Some(member) = members.iter().find(|member| member.package == row.package) else { return Vec::new() };
    let allowed = |package: &str| outside.contains(&package) || row.uses.contains(&package);
    member
        .dependencies
        .iter()
        .filter(|dependency| dependency.kind != Kind::Dev && !allowed(&dependency.package))
        .map(|dependency| {
            let advice = format!(
                "{} is pure: {} is not on its list; do without it, or add it to xtask/src/tidy/layers.rs with a \
                 record in docs/decisions",
                row.package, dependency.package
            );
            Finding::new(&member.path, dependency.line, advice)
        })
        .collect()
}

/// Clippy reads the nearest clippy.toml only, so the one of a pure crate repeats the workspace's bans.
fn bans(tree: &Tree, row: &Crate) -> Vec<Finding> {
    let path = format!("{}/clippy.toml", row.directory);
    let Some(own) = tree.file(&path) else {
        return vec![Finding::new(&path, 1, "a pure crate bans f32 and f64 in a clippy.toml of its own")];
    };
    let mut wanted = tree.file("clippy.toml").map(|file| banned(&file.text)).unwrap_or_default();
    wanted.extend(["f32", "f64"].map(str::to_owned));
    let have = banned(&own.text);
    wanted
        .iter()
        .filter(|ban| !have.contains(ban))
        .map(|ban| Finding::new(&path, 1, format!("the ban of {ban} is missing here: add it")))
        .collect()
}

/// The paths that a clippy.toml bans.
fn banned(text: &str) -> Vec<String> {
    let Ok(document) = DeTable::parse(text) else { return Vec::new() };
    let path = |entry: &DeValue<'_>| {
        let named = entry.as_table().and_then(|entry| entry.get("path")).map_or(entry, |path| path.get_ref());
        named.as_str().map(str::to_owned)
    };
    ["disallowed-methods", "disallowed-types"]
        .iter()
        .filter_map(|key| document.get_ref().get(*key)?.get_ref().as_array())
        .flat_map(|entries| entries.iter())
        .filter_map(|entry| path(entry.get_ref()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::list;

    const ROWS: &[Crate] = &[Crate {
        package: "pure",
        directory: "crates/pure",
        layer: 0,
        uses: &["below"],
        tests_may_use: &[],
        pure: Some(&["allowed"]),
    }];
    const ROOT: &str =
        "//! Pure.\n#![no_std]\n#![forbid(unsafe_code)]\n#![deny(clippy::float_arithmetic, missing_docs)]\n";
    const MANIFEST: &str = "[package]\nname = \"pure\"\n[dependencies]\nbelow = \"1\"\nallowed = \"1\"\n\
                            [dev-dependencies]\nproptest = \"1\"\n";
    const WORKSPACE_BANS: &str = "disallowed-types = [{ path = \"std::collections::HashMap\" }]\n";
    const BANS: &str =
        "disallowed-types = [{ path = \"std::collections::HashMap\" }, \"f32\", { path = \"f64\" }]\n";

    fn findings(changed: &str, text: &str) -> String {
        let usual = [
            ("clippy.toml", WORKSPACE_BANS),
            ("crates/pure/Cargo.toml", MANIFEST),
            ("crates/pure/clippy.toml", BANS),
            ("crates/pure/src/lib.rs", ROOT),
            ("crates/pure/src/card.rs", "use core::fmt;\n"),
        ];
        let files = usual.map(|(path, usual)| (path, if path == changed { text } else { usual }));
        list(&check_against(&Tree::of(&files), ROWS))
    }

    #[test]
    fn a_pure_crate_passes() {
        assert_eq!(findings("", ""), "");
    }

    #[test]
    fn a_root_attribute_that_is_missing_or_only_sometimes_there_is_found() {
        for written in ["#![no_std]", "#![forbid(unsafe_code)]", "clippy::float_arithmetic"] {
            let found = findings("crates/pure/src/lib.rs", &ROOT.replace(written, "clippy::all"));
            assert!(found.starts_with("crates/pure/src/lib.rs:1: pure is pure: add"), "{written}: {found}");
        }
        let sometimes = ROOT.replace("#![no_std]", "#![cfg_attr(not(test), no_std)]");
        assert!(findings("crates/pure/src/lib.rs", &sometimes).contains("add #![no_std]"));
        let commented = ROOT.replace("#![no_std]", "// #![no_std]");
        assert!(findings("crates/pure/src/lib.rs", &commented).contains("add #![no_std]"));
    }

    #[test]
    fn std_is_found_in_code_with_its_line() {
        for code in [
            "use core::fmt;\nuse std::fs;\n",
            "\nextern crate std;\n",
            "\nfn f() { ::std::process::exit(1) }",
        ] {
            let found = findings("crates/pure/src/card.rs", code);
            assert_eq!(found, "crates/pure/src/card.rs:2: pure is pure: use core or alloc instead of std");
        }
    }

    #[test]
    fn std_is_fine_in_tests_comments_and_strings() {
        for code in [
            "#[cfg(test)]\nmod tests { extern crate std; use std::string::String; }\n",
            "/// ```\n/// use std::fmt;\n/// ```\nfn f() {}\n",
            "const S: &str = \"std::fs\";\n",
        ] {
            assert_eq!(findings("crates/pure/src/card.rs", code), "", "{code}");
        }
    }

    #[test]
    fn a_dependency_that_is_not_on_the_list_is_found() {
        let found = findings("crates/pure/Cargo.toml", &MANIFEST.replace("allowed", "rand"));
        assert!(
            found.starts_with("crates/pure/Cargo.toml:5: pure is pure: rand is not on its list"),
            "{found}"
        );
    }

    #[test]
    fn a_ban_of_the_workspace_that_is_not_repeated_is_found() {
        let found = findings("crates/pure/clippy.toml", "disallowed-types = [\"f32\"]\n");
        assert!(
            found.contains("ban of std::collections::HashMap") && found.contains("ban of f64"),
            "{found}"
        );
    }
}
