//! Faulty files: every fault, each with line, column, caret and what was expected.

use super::common;
use tercet_games::{Severity, load};

#[test]
fn each_faulty_file_is_refused_with_the_faults_in_the_file_beside_it() {
    let files = common::toml_files("testdata/games/bad");
    assert!(files.len() >= 18, "{} files", files.len());
    for (name, text) in files {
        let faults = load(&text).expect_err(&name);
        assert!(faults.list().iter().all(|fault| fault.severity == Severity::Fault), "{name}");
        let golden = format!("testdata/games/bad/{}", name.replace(".toml", ".faults"));
        common::assert_golden(&golden, &(faults.render(&name, false) + "\n"));
    }
}
