//! A process that is killed and started again: some of the kills of which `tercet-drill kill` does hundreds.

use std::path::Path;
use tercet_drill::kill;

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_tercet-drill"))
}

#[test]
fn killed_at_random_moments_nothing_answered_is_lost_or_doubled() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = kill::at_random(program(), folder.path(), 7, 12).unwrap();
    assert_eq!(outcome.kills, 12);
    // It was no idle evening.
    assert!(outcome.answered > 100, "{outcome}");
    assert!(outcome.asked_again > 2, "{outcome}");
}

#[test]
fn killed_before_and_after_a_step_the_table_goes_on_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = kill::at_each_step(program(), folder.path(), 3, 1, 9).unwrap();
    assert!(outcome.kills > 5, "{outcome}");
    assert!(outcome.settled > 0 && outcome.void > 0, "{outcome}");
}
