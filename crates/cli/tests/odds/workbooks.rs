//! `--xlsx`: what stands in a workbook is what the other forms say.

use crate::{float, list, run, shown};
use serde_json::Value;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use zip::ZipArchive;

/// A workbook, read back: each sheet by name, its cells row by row as they are stored.
struct Workbook(Vec<(String, Vec<Vec<String>>)>);

/// Has the program write a workbook, and reads it.
fn workbook(name: &str, words: &[&str]) -> Workbook {
    let path = file(name);
    let path = path.to_str().expect("a plain path");
    assert_eq!(shown(&[words, &["--xlsx", path]].concat()), format!("{path} is written.\n"));
    let mut archive = ZipArchive::new(File::open(path).expect("it is written")).expect("a zip");
    let mut part = |name: &str| {
        let mut text = String::new();
        archive.by_name(name).expect(name).read_to_string(&mut text).expect("text");
        text
    };
    let strings: Vec<String> = part("xl/sharedStrings.xml")
        .split("<si>")
        .skip(1)
        .map(|si| plain(between(si, "<t", "</t>").split_once('>').expect("a text").1))
        .collect();
    let book = part("xl/workbook.xml");
    let names = book.split("<sheet name=\"").skip(1).map(|rest| rest.split('"').next().expect("a name"));
    let mut sheets = Vec::new();
    for (i, name) in names.enumerate() {
        let sheet = part(&format!("xl/worksheets/sheet{}.xml", i + 1));
        let cell = |cell: &str| {
            let value = between(cell, "<v>", "</v>");
            let shared = cell.split('>').next().is_some_and(|tag| tag.contains("t=\"s\""));
            if shared { strings[value.parse::<usize>().expect("a place")].clone() } else { value.to_owned() }
        };
        let row = |row: &str| row.split("<c ").skip(1).map(cell).collect();
        sheets.push((name.to_owned(), sheet.split("<row ").skip(1).map(row).collect()));
    }
    Workbook(sheets)
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn between<'a>(text: &'a str, open: &str, close: &str) -> &'a str {
    let rest = text.split_once(open).map_or("", |(_, rest)| rest);
    rest.split_once(close).map_or("", |(inside, _)| inside)
}

fn plain(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

impl Workbook {
    fn names(&self) -> Vec<&str> {
        self.0.iter().map(|(name, _)| name.as_str()).collect()
    }

    fn sheet(&self, name: &str) -> &[Vec<String>] {
        &self.0.iter().find(|(each, _)| each == name).expect(name).1
    }

    /// Every workbook says what made it.
    fn says_what_made_it(&self, words: &[&str]) {
        let about = self.sheet("About");
        let said = |name: &str| &about.iter().find(|row| row[0] == name).expect(name)[1];
        assert!(said("Rules").starts_with("sha256:"));
        assert_eq!(said("Id"), words[1]);
        assert!(said("Command").starts_with(&format!("tercet {} ", words[0])));
        assert!(said("Command").contains("--xlsx"));
        assert_eq!(
            (said("Players").as_str(), said("Strategy").as_str(), said("Decks").as_str()),
            ("1", "best", "1")
        );
    }
}

fn json(words: &[&str]) -> Value {
    serde_json::from_str(&shown(&[words, &["--json"]].concat())).expect("JSON")
}

/// The cells of a record before those that say under which conditions it was figured: a workbook has these on a sheet, and
/// leaves an empty note out.
fn own_cells(record: &str) -> Vec<&str> {
    let own = record.split(",game,rules,").next().expect("a head");
    let own = own.split(",three-card-").next().expect("a record");
    own.trim_end_matches(',').split(',').collect()
}

fn numbers(row: &[String]) -> Vec<f64> {
    row.iter().map(|cell| cell.parse().expect("a number")).collect()
}

#[test]
fn the_figures_of_a_game() {
    let words = ["odds", "three-card-fury"];
    let book = workbook("odds.xlsx", &words);
    assert_eq!(book.names(), ["Wagers", "Rows", "About"]);
    book.says_what_made_it(&words);
    let records = shown(&["odds", "three-card-fury", "--csv"]);
    assert_eq!(book.sheet("Wagers").len() + book.sheet("Rows").len(), records.lines().count() + 1);
    let columns: Vec<&str> = own_cells(records.lines().next().expect("a head"));
    assert!(book.sheet("Wagers")[0] == columns && book.sheet("Rows")[0] == columns);
}

#[test]
fn the_results_of_a_session() {
    let words = ["session", "three-card-poker", "--bet", "ante=5", "--rounds", "20"];
    let bankroll = [&words[..], &["--bankroll", "40", "--goal", "60"]].concat();
    let book = workbook("session.xlsx", &bankroll);
    assert_eq!(book.names(), ["Figures", "Results", "About"]);
    book.says_what_made_it(&words);
    let records = shown(&[&words[..], &["--csv"]].concat());
    let records: Vec<Vec<&str>> = records.lines().map(own_cells).collect();
    let results = book.sheet("Results");
    assert_eq!(results.len(), records.len());
    for (row, record) in results[1..].iter().zip(&records[1..]) {
        assert_eq!(row[3..], record[3..]);
        let record: Vec<f64> = record[..3].iter().map(|cell| cell.parse().expect("a number")).collect();
        for (here, there) in numbers(&row[..3]).iter().zip(record) {
            assert!((here - there).abs() <= 1e-15 * there.abs(), "{row:?}");
        }
    }
    let units = book.sheet("Figures")[1..].iter().map(|row| row[2].as_str());
    assert!(book.sheet("Figures")[0] == ["figure", "value", "unit"]);
    assert!(units.clone().all(|unit| ["rounds", "dollars", "share of sessions"].contains(&unit)));
    let answer = json(&bankroll);
    let figure = |name: &str| {
        let row = book.sheet("Figures").iter().find(|row| row[0] == name).expect(name);
        row[1].parse::<f64>().expect("a number")
    };
    for (name, wanted) in [
        ("rounds", &answer["rounds"]),
        ("ahead", &answer["ahead"]),
        ("behind", &answer["behind"]),
        ("mean", &answer["mean"]),
        ("50% end at or below", &list(&answer["quantiles"])[4]["net"]),
        ("ruin", &answer["bankroll"]["without_goal"]["ruin"]),
        ("goal reached", &answer["bankroll"]["with_goal"]["reached"]),
    ] {
        assert!((figure(name) - float(wanted)).abs() < 1e-11, "{name}");
    }
}

#[test]
fn the_tables_of_a_sweep_and_a_solution() {
    let pay = ["--pay", "pair-plus=30..50/10-30-6-3,4-1"];
    for (name, words) in [
        ("sweep.xlsx", [&["sweep", "three-card-poker"], &pay[..]].concat()),
        (
            "solve.xlsx",
            [&["solve", "three-card-poker"], &pay[..], &["--edge", "2.5%", "--near", "5"]].concat(),
        ),
    ] {
        let book = workbook(name, &words);
        assert_eq!(book.names(), ["Tables", "About"]);
        book.says_what_made_it(&words);
        let records = shown(&[&words[..], &["--csv"]].concat());
        let rows = book.sheet("Tables");
        assert_eq!(rows.len(), records.lines().count());
        for (row, record) in rows[1..].iter().zip(records.lines().skip(1)) {
            let record: Vec<String> = own_cells(record).into_iter().map(str::to_owned).collect();
            assert_eq!((&row[..2], numbers(&row[2..6])), (&record[..2], numbers(&record[2..6])));
            assert_eq!(row[6..], record[6..]);
        }
    }
}

/// What comes from outside is a text in every cell, whatever it begins with, and what must be known stands beside the figures.
#[test]
fn texts_are_no_formulas() {
    let path = file("formula.toml");
    let game = shown(&["show", "three-card-poker", "--file"]);
    let game = game.replacen("\"Three Card Poker\"", "\"=1+1\"", 1);
    fs::write(&path, game).unwrap();
    let path = path.to_str().expect("a plain path");
    let book = workbook("formula.xlsx", &["session", path, "--bet", "ante=5000", "--rounds", "3"]);
    let about = book.sheet("About");
    assert!(about.iter().any(|row| row[0] == "Game" && row[1] == "=1+1"), "{about:?}");
    let note = "The table takes Ante of $1 to $1,000 only.";
    assert!(book.sheet("Results")[1..].iter().all(|row| row[5] == note));
    let mut archive = ZipArchive::new(File::open(file("formula.xlsx")).unwrap()).unwrap();
    for sheet in 1..=3 {
        let mut text = String::new();
        archive
            .by_name(&format!("xl/worksheets/sheet{sheet}.xml"))
            .unwrap()
            .read_to_string(&mut text)
            .unwrap();
        assert!(!text.contains("<f>") && !text.contains("<f "), "sheet {sheet}");
    }
}

/// A long answer is not cut for a workbook as it is for a reader, but a sheet has an end.
#[test]
fn long_answers() {
    let words = ["sweep", "three-card-poker", "--pay", "pair-plus=1..40-30-6-4-1"];
    assert_eq!(workbook("long.xlsx", &words).sheet("Tables").len(), 41);
    let path = file("too-long.xlsx");
    let pays = "pair-plus=1..115-1..115-1..80-4-1";
    let ran = run(&["sweep", "three-card-poker", "--pay", pays, "--xlsx", path.to_str().expect("plain")]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("too-long.xlsx: 1,058,000 records; expected 1,048,575 at most"), "{}", ran.err);
    assert!(fs::metadata(path).is_err(), "nothing is written");
}

/// The forms exclude each other in every command that has them, and are told alike.
#[test]
fn forms_are_told_alike() {
    let help = |command: &str| {
        let help = shown(&[command, "-h"]);
        let options = help.split_once("      --json").expect(command).1;
        options.split("-h, --help").next().expect("options").split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let all: Vec<String> = ["odds", "session", "sweep", "solve"].map(help).into();
    assert!(all.iter().all(|one| *one == all[0]), "{all:#?}");
    assert_eq!(help("advise"), help("compare"));
    for pair in [["--json", "--csv"], ["--csv", "--markdown"], ["--json", "--xlsx=a"], ["--csv", "--xlsx=a"]]
    {
        let ran = run(&[&["odds", "three-card-poker"], &pair[..]].concat());
        assert!(ran.status == 2 && ran.err.contains("cannot be used with"), "{pair:?}: {}", ran.err);
    }
}
