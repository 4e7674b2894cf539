//! A process that is killed and started again: some of the kills of which `tercet-drill kill` does hundreds.
#![expect(clippy::unwrap_used, reason = "a test stops where something is wrong")]

use std::path::Path;
use tercet_drill::kill::{self, Driver, Outcome};

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_tercet-drill"))
}

fn at_random(driver: Driver) -> Outcome {
    let folder = tempfile::tempdir().unwrap();
    let outcome = kill::at_random(program(), folder.path(), driver, 7, 12).unwrap();
    assert_eq!(outcome.kills, 12);
    // It was no idle evening.
    assert!(outcome.answered > 100, "{outcome}");
    outcome
}

#[test]
fn killed_at_random_moments_nothing_answered_is_lost_or_doubled() {
    let outcome = at_random(Driver::Hand);
    assert!(outcome.asked_again > 2, "{outcome}");
}

/// Many wishes are under way at once, and each of them comes to one answer in the end.
#[test]
fn killed_while_everybody_asks_the_pit_loses_and_doubles_nothing() {
    let outcome = at_random(Driver::Pit);
    assert!(outcome.asked_again > outcome.kills, "{outcome}");
}

#[test]
fn killed_before_and_after_a_step_the_table_goes_on_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = kill::at_each_step(program(), folder.path(), Driver::Hand, 3, 1, 9).unwrap();
    assert!(outcome.kills > 5, "{outcome}");
    assert!(outcome.settled > 0 && outcome.void > 0, "{outcome}");
}

#[test]
fn killed_before_and_after_a_step_the_tables_of_the_pit_go_on_as_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = kill::at_each_step(program(), folder.path(), Driver::Pit, 3, 1, 13).unwrap();
    assert!(outcome.kills > 5, "{outcome}");
    assert!(outcome.settled > 0, "{outcome}");
}
