//! What the rules need to know of a Cargo.toml: its name, its dependencies with their lines, its lints.

use toml::de::{DeTable, DeValue};

use super::rust::line_of;
use super::tree::Tree;

/// In which table a dependency stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Normal,
    Build,
    Dev,
}

/// A dependency under the name of its package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dependency {
    pub(crate) package: String,
    pub(crate) kind: Kind,
    pub(crate) line: usize,
}

/// A manifest of this workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Manifest {
    pub(crate) path: String,
    pub(crate) directory: String,
    pub(crate) package: String,
    pub(crate) dependencies: Vec<Dependency>,
    pub(crate) workspace_lints: bool,
    /// The names of its `[[bench]]` programs.
    pub(crate) benches: Vec<(String, usize)>,
}

/// The manifests of the members: `crates/*/Cargo.toml` and `xtask/Cargo.toml`.
///
/// A manifest that is not TOML is left out: cargo says so better.
pub(crate) fn members(tree: &Tree) -> Vec<Manifest> {
    let renamed = workspace_packages(tree);
    tree.files()
        .filter(|file| matches!(file.parts()[..], ["crates", _, "Cargo.toml"] | ["xtask", "Cargo.toml"]))
        .filter_map(|file| read(&file.path, &file.text, &renamed))
        .collect()
}

fn read(path: &str, text: &str, renamed: &[(String, String)]) -> Option<Manifest> {
    let document = DeTable::parse(text).ok()?;
    let root = document.get_ref();
    let package = get(root, &["package", "name"])?.as_str()?.to_owned();
    let workspace_lints = get(root, &["lints", "workspace"]).and_then(DeValue::as_bool) == Some(true);
    let mut dependencies = dependencies_of(root, text, renamed);
    if let Some(targets) = get(root, &["target"]).and_then(DeValue::as_table) {
        for target in targets.values().filter_map(|target| target.get_ref().as_table()) {
            dependencies.extend(dependencies_of(target, text, renamed));
        }
    }
    let directory = path.strip_suffix("/Cargo.toml")?.to_owned();
    let benches = benches_of(root, text);
    Some(Manifest { path: path.to_owned(), directory, package, dependencies, workspace_lints, benches })
}

fn get<'a>(table: &'a DeTable<'a>, keys: &[&str]) -> Option<&'a DeValue<'a>> {
    let (first, rest) = keys.split_first()?;
    let value = table.get(*first)?.get_ref();
    if rest.is_empty() { Some(value) } else { get(value.as_table()?, rest) }
}

fn dependencies_of(table: &DeTable<'_>, text: &str, renamed: &[(String, String)]) -> Vec<Dependency> {
    let mut found = Vec::new();
    for (name, kind) in
        [("dependencies", Kind::Normal), ("build-dependencies", Kind::Build), ("dev-dependencies", Kind::Dev)]
    {
        let Some(entries) = get(table, &[name]).and_then(DeValue::as_table) else { continue };
        for (key, value) in entries {
            let package = package_of(key.get_ref(), value.get_ref(), renamed);
            found.push(Dependency { package, kind, line: line_of(text, key.span().start) });
        }
    }
    found
}

/// The package a dependency means, which need not be the name it is used by.
fn package_of(key: &str, value: &DeValue<'_>, renamed: &[(String, String)]) -> String {
    let table = value.as_table();
    let own = table.and_then(|table| get(table, &["package"])).and_then(DeValue::as_str);
    let inherits =
        table.and_then(|table| get(table, &["workspace"])).and_then(DeValue::as_bool) == Some(true);
    let inherited =
        renamed.iter().find(|(name, _)| inherits && name == key).map(|(_, package)| package.as_str());
    own.or(inherited).unwrap_or(key).to_owned()
}

/// The `[workspace.dependencies]` that say which package they mean.
fn workspace_packages(tree: &Tree) -> Vec<(String, String)> {
    let Some(root) = tree.file("Cargo.toml") else { return Vec::new() };
    let Ok(document) = DeTable::parse(&root.text) else { return Vec::new() };
    let entries = get(document.get_ref(), &["workspace", "dependencies"]).and_then(DeValue::as_table);
    let named = |value: &DeValue<'_>| Some(get(value.as_table()?, &["package"])?.as_str()?.to_owned());
    entries
        .into_iter()
        .flatten()
        .filter_map(|(key, value)| Some((key.get_ref().to_string(), named(value.get_ref())?)))
        .collect()
}

fn benches_of(root: &DeTable<'_>, text: &str) -> Vec<(String, usize)> {
    let benches = get(root, &["bench"]).and_then(DeValue::as_array);
    benches
        .into_iter()
        .flat_map(|benches| benches.iter())
        .filter_map(|bench| {
            let name = get(bench.get_ref().as_table()?, &["name"])?.as_str()?;
            Some((name.to_owned(), line_of(text, bench.span().start)))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_is_read_with_kinds_lines_and_real_names() {
        let tree = Tree::of(&[
            ("Cargo.toml", "[workspace.dependencies]\nq = { package = \"real-q\", version = \"1\" }\n"),
            (
                "crates/a/Cargo.toml",
                "[package]\nname = \"a\"\n[dependencies]\nb.workspace = true\nq.workspace = true\n\
                 [dev-dependencies]\np = { package = \"real-p\", version = \"1\" }\n\
                 [target.'cfg(unix)'.dependencies]\nu = \"1\"\n\
                 [lints]\nworkspace = true\n[[bench]]\nname = \"speed\"\n",
            ),
            ("benches/x/Cargo.toml", "[package]\nname = \"x\"\n"),
        ]);
        let members = members(&tree);
        assert_eq!(members.len(), 1);
        let a = &members[0];
        assert_eq!((a.package.as_str(), a.directory.as_str()), ("a", "crates/a"));
        assert!(a.workspace_lints);
        assert_eq!(a.benches, [("speed".to_owned(), 12)]);
        let mut found: Vec<_> =
            a.dependencies.iter().map(|dep| (dep.package.as_str(), dep.kind, dep.line)).collect();
        found.sort_by_key(|entry| entry.2);
        assert_eq!(
            found,
            [
                ("b", Kind::Normal, 4),
                ("real-q", Kind::Normal, 5),
                ("real-p", Kind::Dev, 7),
                ("u", Kind::Normal, 9)
            ]
        );
    }
}
