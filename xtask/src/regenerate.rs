//! `regenerate`: golden files are written anew, then read back.

use std::process::Command;

use crate::steps::{Failure, Step, status};
use crate::workspace::root;

/// Runs every test of the crates with `UPDATE_GOLDEN=1`, in which golden tests write what they got instead
/// of comparing, and then once more without it, to see that what was written also reads back.
pub(crate) fn steps() -> Vec<Step> {
    let tests = ["test", "--workspace", "--exclude", "xtask", "--tests"];
    vec![
        Step::cargo("write", &[("UPDATE_GOLDEN", "1")], &tests),
        Step::cargo("read back", &[], &tests),
        Step::new("read the difference", "git status --short", show_changes),
    ]
}

fn show_changes() -> Result<(), Failure> {
    let mut git = Command::new("git");
    status(git.args(["status", "--short"]).current_dir(root()))?;
    eprintln!("A golden file changes on purpose or not at all: read `git diff`, and say why in the commit.");
    Ok(())
}
