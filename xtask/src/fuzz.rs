//! `fuzz`: the cargo-fuzz targets under `fuzz/`, on the nightly toolchain.

use std::path::Path;
use std::process::{Command, Stdio};

use toml::de::DeTable;

use crate::steps::{Failure, Step, status};
use crate::workspace;

/// The manifest of the package of the fuzz targets, from the root of the workspace.
pub(crate) const MANIFEST: &str = "fuzz/Cargo.toml";

/// The steps for one target, or for all when none is named, each for so many seconds.
pub(crate) fn steps(target: Option<&str>, seconds: u32) -> Result<Vec<Step>, Failure> {
    let targets = targets(&workspace::root())?;
    let chosen: Vec<String> =
        targets.iter().filter(|name| target.is_none_or(|target| *name == target)).cloned().collect();
    if chosen.is_empty() {
        let named = target.map_or_else(String::new, |target| format!("no fuzz target is named {target}; "));
        return Err(format!("{named}{MANIFEST} has: {}", targets.join(", ")));
    }
    let mut steps = vec![Step::new("tools", "rustup run nightly cargo fuzz --version", require_tools)];
    steps.extend(chosen.iter().map(|name| step(name, seconds)));
    Ok(steps)
}

fn step(target: &str, seconds: u32) -> Step {
    let limit = format!("-max_total_time={seconds}");
    let words = ["run", "nightly", "cargo", "fuzz", "run", target, "--", &limit].map(str::to_owned).to_vec();
    let alone = format!("rustup {}", words.join(" "));
    Step::new(target, &alone, move || {
        status(Command::new("rustup").args(&words).current_dir(workspace::root()))
    })
}

/// The names of the `[[bin]]` programs of the fuzz package, in the order of its manifest.
fn targets(root: &Path) -> Result<Vec<String>, Failure> {
    let text = std::fs::read_to_string(root.join(MANIFEST))
        .map_err(|error| format!("there is no fuzzing here yet: {MANIFEST}: {error}"))?;
    let manifest = DeTable::parse(&text).map_err(|error| format!("{MANIFEST}: {error}"))?;
    let bins = manifest.get_ref().get("bin").and_then(|bins| bins.get_ref().as_array());
    let name = |bin: &toml::Spanned<toml::de::DeValue<'_>>| {
        Some(bin.get_ref().as_table()?.get("name")?.get_ref().as_str()?.to_owned())
    };
    Ok(bins.into_iter().flat_map(|bins| bins.iter()).filter_map(name).collect())
}

fn require_tools() -> Result<(), Failure> {
    if !answers(&["run", "nightly", "cargo", "--version"]) {
        return Err("cargo-fuzz needs the nightly toolchain, and rustup does not find one.\n\
                    Install it with: rustup toolchain install nightly --profile minimal"
            .to_owned());
    }
    if !answers(&["run", "nightly", "cargo", "fuzz", "--version"]) {
        return Err("cargo-fuzz is not installed.\n\
                    Install it with: cargo install cargo-fuzz --locked   (it needs a C++ compiler)"
            .to_owned());
    }
    Ok(())
}

fn answers(words: &[&str]) -> bool {
    let quiet = Command::new("rustup").args(words).stdout(Stdio::null()).stderr(Stdio::null()).status();
    quiet.is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fuzz_package(name: &str, manifest: &str) -> std::path::PathBuf {
        let root = std::env::temp_dir().join(format!("xtask-fuzz-{name}-{}", std::process::id()));
        std::fs::create_dir_all(root.join("fuzz")).unwrap();
        std::fs::write(root.join(MANIFEST), manifest).unwrap();
        root
    }

    #[test]
    fn targets_are_the_programs_of_the_fuzz_package() {
        let root = fuzz_package("two", "[[bin]]\nname = \"cards\"\n[[bin]]\nname = \"game_file\"\n");
        assert_eq!(targets(&root), Ok(vec!["cards".to_owned(), "game_file".to_owned()]));
        std::fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn no_fuzz_package_is_said_in_words() {
        let words = targets(Path::new("no-such-directory")).unwrap_err();
        assert!(words.contains(MANIFEST), "{words}");
    }
}
