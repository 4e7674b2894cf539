//! Disks that are full, that fail, or that have lost some of what they had.

use std::path::Path;
use tercet_drill::full::OfDisk;
use tercet_drill::{damage, full};

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_tercet-drill"))
}

/// A few of the damages of which `tercet-drill damage` does thousands.
#[test]
fn a_log_that_was_damaged_gives_what_was_not_destroyed_or_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let came = damage::of_log(folder.path(), 11, 80).unwrap();
    assert_eq!(came.cases, 80);
    assert!(came.whole > 0 && came.shorter > 0, "{came}");
}

#[test]
fn a_file_that_was_damaged_is_refused_or_found_out() {
    let folder = tempfile::tempdir().unwrap();
    let came = damage::of_file(folder.path(), 11, 80).unwrap();
    assert_eq!(came.cases, 80);
    assert!(came.refused > 0, "{came}");
}

/// Where the system mounts no small disk, a file that may have so many pages and no more stands in its place, in the tests of the store
/// itself; `tercet-drill full` says which it was.
#[test]
fn a_full_disk_refuses_steps_until_there_is_room_and_loses_none() {
    let folder = tempfile::tempdir().unwrap();
    match full::small_disk(program(), folder.path(), 1_024).unwrap() {
        OfDisk::Small { full, written } => assert!(full > 3 && written > 100, "{full} {written}"),
        OfDisk::NotHere(why) => println!("{why}"),
    }
}

/// A process whose disk fails ends, and does not say that it has written what it may not have.
#[cfg(unix)]
#[test]
fn a_disk_that_fails_ends_the_process() {
    let folder = tempfile::tempdir().unwrap();
    for kib in [120, 300, 700] {
        let broken = full::broken_disk(program(), folder.path(), kib).unwrap();
        assert!(broken.answered > 5, "{broken:?}");
        assert!(broken.said.contains("so that nothing is believed to be written that is not"), "{broken:?}");
    }
}
