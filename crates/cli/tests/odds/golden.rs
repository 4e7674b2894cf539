//! Golden files: what a person reads changes only on purpose.

use crate::root;
use std::fs;

/// Compares with a file of the repository, or writes it where `UPDATE_GOLDEN` is set.
pub(crate) fn check(below: &str, got: &str) {
    let file = root().join(below);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(file.parent().expect("in a directory")).expect("it can be made");
        fs::write(&file, got).expect("it can be written");
        return;
    }
    let wanted = fs::read_to_string(&file).unwrap_or_default();
    if let Some(line) = wanted.lines().zip(got.lines()).position(|(wanted, got)| wanted != got) {
        let at = |text: &str| text.lines().nth(line).unwrap_or_default().to_owned();
        panic!("{below}:{}: expected\n  {}\ngot\n  {}", line + 1, at(&wanted), at(got));
    }
    assert!(wanted == got, "{below} ends differently; UPDATE_GOLDEN=1 writes it anew");
}
