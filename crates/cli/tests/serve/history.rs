//! The rounds of a house, as a list for people.

use crate::{Served, block_on, ran, rounds_are_played};

/// Rounds of all tables stand in columns, however long the names of the tables are.
#[test]
fn rounds_of_all_tables_line_up() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let served = Served::open(&data, &[]);
    block_on(rounds_are_played(&served.at, 5, 1, 1));
    served.close();
    let listed = ran(&["history", data.join("tables.db").to_str().unwrap()]);
    let listed = String::from_utf8(listed.stdout).unwrap();
    let rows: Vec<&str> = listed.lines().skip(1).collect();
    let mut lengths: Vec<usize> = rows.iter().map(|row| row.find(' ').unwrap()).collect();
    lengths.sort_unstable();
    lengths.dedup();
    assert!(lengths.len() >= 3 && *lengths.last().unwrap() > 20, "{listed}");
    // The number of the round ends, time and status begin, in the same place in each.
    let columns = |row: &&str| {
        let time = row.find("  20").unwrap();
        (time, row[..time].ends_with('1') || row[..time].ends_with('2'), row[time..].find("Z  ").unwrap())
    };
    let first = columns(&rows[0]);
    assert!(rows.iter().all(|row| columns(row) == first), "{listed}");
}
