//! The other forms: text, Markdown, commas, workbook.

use crate::{GAMES, golden, root, shown};

#[test]
fn the_reports_of_the_five_games() {
    for game in GAMES {
        golden::check(&format!("crates/cli/tests/odds/golden/{game}.txt"), &shown(&["odds", game]));
    }
}

#[test]
fn a_bet_and_other_readings_as_documents() {
    let bet = ["odds", "three-card-poker", "--bet", "ante=10", "--bet", "pair-plus=5", "--markdown"];
    golden::check("crates/cli/tests/odds/golden/bet.md", &shown(&bet));
    let readings = ["odds", "three-card-pairs-plus", "--readings", "--markdown"];
    golden::check("crates/cli/tests/odds/golden/readings.md", &shown(&readings));
}

#[test]
fn records_have_one_line_each_under_stable_names() {
    let text = shown(&["odds", "three-card-poker", "--csv"]);
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some(
            "record,wager,line,hand,stake,deals,ways,pays,probability,contribution,expectation,house_edge,\
             element_of_risk,hit_frequency,variance,standard_deviation,stakes,per,note,game,rules,players,meter,\
             known,strategy,decks,what_if,command"
        )
    );
    let columns = 28;
    let records: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert!(records.iter().all(|record| record.len() == columns && record[19] == "three-card-poker"));
    let of = |kind: &str| records.iter().filter(|record| record[0] == kind).count();
    assert_eq!((of("wager"), of("line")), (4, 3), "ante, pair-plus, six-card-bonus, progressive");
    let flush = records.iter().find(|record| record[1] == "pair-plus" && record[3] == "flush").unwrap();
    assert_eq!(&flush[5..8], ["22100", "1096", "3 to 1"]);
    // Of a bet of several wagers the house edge is per dollar staked before the deal, not dollars.
    let bet = ["odds", "three-card-poker", "--bet", "ante=10", "--bet", "pair-plus=5", "--csv"];
    let text = shown(&bet);
    let total: Vec<&str> = text
        .lines()
        .map(|line| line.split(',').collect())
        .find(|record: &Vec<&str>| record[0] == "total")
        .unwrap();
    let (num, den) = total[10].split_once('/').unwrap();
    let dollars = num.parse::<f64>().unwrap() / den.parse::<f64>().unwrap();
    assert_eq!(total[4], "15");
    assert!((total[11].parse::<f64>().unwrap() + dollars / 15.0).abs() < 1e-15);
    let closed = shown(&["odds", "three-card-shine", "--ruling", "R15=unset", "--csv"]);
    assert!(closed.contains("\nclosed,pair-xxx,"));
}

#[test]
fn narrow_screens_are_not_overrun() {
    for width in ["40", "60"] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tercet"));
        let output = command
            .current_dir(root())
            .env_clear()
            .env("COLUMNS", width)
            .args(["odds", "three-card-fury"])
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        // Tables of numbers need what they need; sentences do not.
        let sentences = text.lines().filter(|line| line.trim_start().starts_with("- "));
        let most: usize = width.parse().unwrap();
        for line in sentences {
            assert!(line.chars().count() <= most, "{line}");
        }
    }
}
