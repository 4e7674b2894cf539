//! Records say under which conditions they were figured, alike in every command; a workbook says it on a sheet.

use crate::shown;
use std::path::Path;

/// A table of records with commas between; no cell here has a line end, and quotes stand around whole cells only.
fn records(text: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| {
        let (mut cells, mut quoted) = (vec![String::new()], false);
        for c in line.chars() {
            match c {
                '"' => quoted = !quoted,
                ',' if !quoted => cells.push(String::new()),
                c => cells.last_mut().expect("a cell").push(c),
            }
        }
        cells
    };
    text.lines().map(cells).collect()
}

/// The last columns, of all records alike.
const CONDITIONS: [&str; 12] = [
    "stakes", "per", "note", "game", "rules", "players", "meter", "known", "strategy", "decks", "what_if",
    "command",
];

#[test]
fn every_record_says_how_it_was_figured() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("always.txt");
    std::fs::write(&file, "play: any\n").unwrap();
    let file = file.to_str().unwrap();
    let poker = "three-card-poker";
    let pay = "pair-plus=40-30-6-3,4-1";
    let bonus = "ante-bonus=5-4-1,2";
    let bet = ["--bet", "ante=10", "--bet", "pair-plus=2.50"];
    let known = ["--known", "dead: 4c; dealer: Kd"];
    // What each says: stakes, per, players, meter, known, strategy, decks.
    for (words, said) in [
        (vec!["odds", "three-card-fury"], ["ante=1 three-card-monster=1", "ante", "1", "", "", "best", "1"]),
        (
            [&["odds", poker, "--meter", "5000", "--players", "3"], &bet[..], &known].concat(),
            ["ante=10 pair-plus=2.50", "round", "3", "5000", "dealer: Kd; dead: 4c", "best", "1"],
        ),
        (
            vec!["odds", poker, "--strategy", "play-all", "--decks", "2"],
            ["ante=1", "ante", "1", "1000", "", "play-all", "2"],
        ),
        (
            [&["session", poker, "--rounds", "2", "--strategy", file], &bet[..]].concat(),
            ["ante=10 pair-plus=2.50", "session", "1", "1000", "", file, "1"],
        ),
        (vec!["sweep", poker, "--pay", pay], ["pair-plus=1", "pair-plus", "1", "1000", "", "best", "1"]),
        (
            [&["sweep", poker, "--pay", pay, "--strategy", "mimic-dealer"], &bet[..]].concat(),
            ["ante=10 pair-plus=2.50", "dollar", "1", "1000", "", "mimic-dealer", "1"],
        ),
        (
            [&["sweep", poker, "--pay", bonus, "--fixed"], &known[..]].concat(),
            ["ante=1", "ante", "1", "1000", "dealer: Kd; dead: 4c", "best, as written", "1"],
        ),
        (
            vec!["solve", poker, "--pay", pay, "--edge", "3%"],
            ["pair-plus=1", "pair-plus", "1", "1000", "", "best", "1"],
        ),
    ] {
        let table = records(&shown(&[&words[..], &["--csv"]].concat()));
        let own = table[0].len() - CONDITIONS.len();
        assert_eq!(table[0][own..], CONDITIONS);
        let wanted = if words[0] == "odds" { said[1] } else { "" };
        for record in &table[1..] {
            assert_eq!(record.len(), table[0].len(), "{words:?}: {record:?}");
            let [stakes, per, note, game, rules, players, meter, known, strategy, decks, what_if, command] =
                &record[own..]
            else {
                panic!("{record:?}")
            };
            assert_eq!((game.as_str(), rules.len()), (words[1], "sha256:".len() + 64));
            assert_eq!([players, meter, known, strategy, decks], [2, 3, 4, 5, 6].map(|i| said[i]));
            assert_eq!(what_if.is_empty(), decks == "1");
            assert_eq!(note.is_empty(), !stakes.contains("2.50"), "the table takes whole dollars: {note}");
            assert!(command.starts_with(&format!("tercet {} {}", words[0], words[1])), "{command}");
            if wanted.is_empty() || per == wanted {
                assert_eq!([stakes, per], [said[0], said[1]], "{words:?}");
            }
        }
    }
}

/// What the table says of stakes that it does not take stands in each record, as it stands on the page.
#[test]
fn every_record_says_what_the_table_does_not_take() {
    let said = "The table takes Ante of $1 to $1,000 only.";
    let bet = ["--bet", "ante=5000"];
    for words in [
        &["odds", "three-card-poker"][..],
        &["session", "three-card-poker", "--rounds", "3"],
        &["sweep", "three-card-poker", "--pay", "ante-bonus=4,5-4-1"],
        &["solve", "three-card-poker", "--table", "ante-bonus", "--edge", "3%"],
    ] {
        let words = [words, &bet].concat();
        let table = records(&shown(&[&words[..], &["--csv"]].concat()));
        let note = table[0].iter().position(|name| name == "note").expect("a column");
        let stakes = table[0].iter().position(|name| name == "stakes").expect("a column");
        let of_the_ante = table[1..].iter().filter(|record| record[stakes].contains("ante=5000"));
        assert!(of_the_ante.clone().count() > 1, "{words:?}");
        for record in of_the_ante {
            assert_eq!(record[note], said, "{words:?}");
        }
        assert!(shown(&words).replace("\n", " ").contains("The table takes Ante"), "{words:?}");
    }
}

/// Numbers are written out, alike in every column, and no text is a formula to a spreadsheet.
#[test]
fn cells_are_numbers_or_texts_and_no_formulas() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("formulas");
    std::fs::create_dir_all(&directory).unwrap();
    let names = ["=cmd,\"a\".txt", "+1.txt", "@sum.txt", "-1.txt"];
    for name in names {
        std::fs::write(directory.join(name), "play: any\n").unwrap();
    }
    let number = |cell: &str| {
        let (over, under) = cell.split_once('/').unwrap_or((cell, "1"));
        over.parse::<f64>().is_ok() && under.parse::<u128>().is_ok()
    };
    let poker = "three-card-poker";
    for words in [
        &["odds", poker][..],
        &["session", poker, "--bet", "ante=10", "--rounds", "500"],
        &["sweep", poker, "--pay", "pair-plus=30..99-30-6-3,4-1"],
        &["solve", poker, "--table", "pair-plus", "--edge", "3%"],
    ] {
        for name in names {
            let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tercet"));
            let command = command.current_dir(&directory).env_clear().args(words);
            let output = command.arg(format!("--strategy={name}")).arg("--csv").output().unwrap();
            assert!(output.status.success(), "{words:?} {name}");
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(text.contains(&format!("./{}", name.replace('"', "\"\""))), "the same file: {text}");
            for record in &records(&text)[1..] {
                for cell in record {
                    assert!(!cell.starts_with(['=', '+', '-', '@']) || number(cell), "{cell}");
                    assert!(!cell.contains(['e', 'E']) || !number(cell), "written out: {cell}");
                }
            }
        }
    }
}
