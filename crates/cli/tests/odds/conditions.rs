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
const CONDITIONS: [&str; 11] = [
    "stakes", "per", "game", "rules", "players", "meter", "known", "strategy", "decks", "what_if", "command",
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
            let [stakes, per, game, rules, players, meter, known, strategy, decks, what_if, command] =
                &record[own..]
            else {
                panic!("{record:?}")
            };
            assert_eq!((game.as_str(), rules.len()), (words[1], "sha256:".len() + 64));
            assert_eq!([players, meter, known, strategy, decks], [2, 3, 4, 5, 6].map(|i| said[i]));
            assert_eq!(what_if.is_empty(), decks == "1");
            assert!(command.starts_with(&format!("tercet {} {}", words[0], words[1])), "{command}");
            if wanted.is_empty() || per == wanted {
                assert_eq!([stakes, per], [said[0], said[1]], "{words:?}");
            }
        }
    }
}
