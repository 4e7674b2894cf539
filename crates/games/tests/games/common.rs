//! Files of the repository, and golden files.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// A path below the root of the repository.
pub(super) fn path(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(below)
}

/// The files `*.toml` of a directory, by name, sorted.
pub(super) fn toml_files(directory: &str) -> Vec<(String, String)> {
    let entries = fs::read_dir(path(directory)).expect("the directory is there");
    let mut files: Vec<(String, String)> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).expect("a text"))
        })
        .collect();
    files.sort();
    files
}

/// Compares with a golden file, or writes it if `UPDATE_GOLDEN=1`.
pub(super) fn assert_golden(below: &str, found: &str) {
    let path = path(below);
    if env::var_os("UPDATE_GOLDEN").is_some_and(|value| value == "1") {
        fs::write(&path, found).expect("the golden file can be written");
        return;
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(expected == found, "{below} is not what it was (UPDATE_GOLDEN=1 writes it anew):\n{found}");
}
