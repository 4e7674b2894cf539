//! Commands that look at a store of live tables: audit, checkpoint, history.
#![expect(clippy::unwrap_used, reason = "a test stops where something is wrong")]

mod audit;
mod damaged;
mod history;
mod lacking;
#[path = "../../../audit/tests/all/played.rs"]
mod played;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run of the program left behind.
struct Ran {
    status: i32,
    out: String,
    err: String,
}

/// Runs `tercet` in a directory.
fn run(directory: &Path, arguments: &[&str]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tercet"));
    let output =
        command.current_dir(directory).env_clear().args(arguments).stdin(Stdio::null()).output().unwrap();
    Ran {
        status: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// What a successful run prints.
fn shown(directory: &Path, arguments: &[&str]) -> String {
    let ran = run(directory, arguments);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{arguments:?}: {}", ran.out);
    ran.out
}

/// A directory of one test's own with an evening at live tables in `tables.db`.
fn evening(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("journal-{name}"));
    drop(std::fs::remove_dir_all(&directory));
    std::fs::create_dir_all(&directory).unwrap();
    played::write_evening(&directory.join("tables.db"));
    directory
}
