//! What stands at the head of every answer: the game, the hash of its rules, and the command, to be typed again.

use crate::{odds, root, shown};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

const POKER: &str = "three-card-poker";

/// A strategy whose path a shell must be given in quotes.
fn strategy() -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("it's  mine; $HOME.txt");
    std::fs::write(&path, "play: pair or better, Q-6-4 or better\nfold: any\n").expect("it can be written");
    path
}

/// A command for each kind of answer with a head, short and long.
fn commands() -> Vec<Vec<String>> {
    let path = strategy();
    let path = path.to_str().expect("a text");
    let known = "dealer: Kd; dead: 4c 5c 6c 7c 8c 9c Tc Jc 2h 3h";
    let bet = ["--bet", "ante=10", "--bet", "pair-plus=5"];
    let pay = "pair-plus=30..50-20..40-5..7-3..5-1";
    let all: Vec<Vec<&str>> = vec![
        vec!["odds", POKER],
        [&["odds", POKER, "--meter", "25000", "--strategy", path], &bet[..]].concat(),
        vec!["odds", POKER, "--known", known],
        vec!["odds", "three-card-pairs-plus", "--readings", "--ruling", "R1=player-wins", "--decks", "2"],
        vec!["advise", POKER, "--cards", "Qd  6h 3c", "--known", "dealer: 2d", "--bet", "ante=10"],
        vec!["compare", POKER, POKER],
        [
            &["compare", POKER, POKER, "--pay-b", "pair-plus=40-30-6-4-1", "--ruling-b", "R9=ante-needed"],
            &bet[..],
        ]
        .concat(),
        [&["session", POKER, "--rounds", "50", "--bankroll", "300", "--goal", "600"], &bet[..]].concat(),
        vec!["session", POKER, "--bet", "ante=10", "--rounds", "5", "--strategy", path],
        vec!["sweep", POKER, "--pay", pay, "--edge", "2%..3%", "--limit", "2"],
        vec!["solve", POKER, "--table", "pair-plus", "--edge", "2.5%", "--strategy", "best", "--near", "3"],
        vec!["chart", "decisions", POKER, "--known", known],
        vec!["chart", "outcomes", POKER, "--bet", "ante=10", "--strategy", path],
        [&["chart", "session", POKER, "--rounds", "500", "--strategy", "play-all"], &bet[..]].concat(),
        vec![
            "chart",
            "pay",
            POKER,
            "--pay",
            "pair-plus=30..50-30-6-3-1",
            "--bet",
            "ante=1",
            "--bet",
            "pair-plus=1",
        ],
        vec![
            "chart",
            "meter",
            POKER,
            "--from",
            "1000",
            "--to",
            "20000",
            "--bet",
            "ante=1",
            "--bet",
            "progressive=1",
        ],
    ];
    all.into_iter().map(|words| words.into_iter().map(str::to_owned).collect()).collect()
}

/// What a command prints for a page of this width.
fn printed(words: &[String], width: Option<&str>) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tercet"));
    command.current_dir(root()).env_clear().args(words);
    if let Some(width) = width {
        command.env("COLUMNS", width);
    }
    let output = command.output().expect("the program starts");
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The words of a command line as a shell reads them, without the program. The end of a line goes away with the mark before it
/// first; no word here holds one.
fn words(line: &str) -> Vec<String> {
    let words = shlex::split(&line.replace("\\\n", "")).unwrap_or_else(|| panic!("no whole words: {line}"));
    assert_eq!(words[0], "tercet");
    words[1..].to_vec()
}

#[test]
fn the_command_of_a_page_can_be_pasted() {
    for asked in commands() {
        for width in [None, Some("30"), Some("62"), Some("200")] {
            let text = printed(&asked, width);
            let head: Vec<&str> = text.lines().skip(1).take_while(|line| !line.is_empty()).collect();
            let begins = head.iter().position(|line| line.starts_with("tercet ")).expect("a command");
            assert_eq!(words(&head[begins..].join("\n")), asked, "{width:?}: {text}");
            // Broken as seldom as the page allows.
            let room = width.map_or(80, |width| width.parse::<usize>().expect("a number").min(100));
            let shorter = head[begins..].iter().filter(|line| line.chars().count() > room);
            for line in shorter {
                let alone = words(&format!("tercet {}", line.trim_end_matches('\\')));
                assert_eq!(alone.len(), 1, "{width:?}: {line}");
            }
        }
    }
}

#[test]
fn documents_records_and_json_have_the_command_in_one_line() {
    for asked in commands() {
        if asked[0] == "chart" {
            continue;
        }
        let with = |form: &str| {
            let mut asked = asked.clone();
            asked.push(form.to_owned());
            asked
        };
        let asked = with("--markdown");
        let document = printed(&asked, None);
        let line = document.lines().find(|line| line.starts_with("`tercet ")).expect("a command");
        assert_eq!(words(line.trim_matches('`')), asked);
        let asked = with("--json");
        let answer: Value = serde_json::from_str(&printed(&asked, None)).expect("JSON");
        let sides = if asked[0] == "compare" { vec![&answer["a"], &answer["b"]] } else { vec![&answer] };
        for side in sides {
            assert_eq!(words(side["conditions"]["command"].as_str().expect("a text")), asked);
        }
    }
}

/// The second line names the game alike, with the document that it was made from; the hash of the rules is never torn from it.
#[test]
fn every_head_names_the_game_alike() {
    let source = shown(&["odds", POKER]).lines().nth(1).expect("a line").to_owned();
    assert!(source.starts_with(&format!("{POKER}, after 003_")), "{source}");
    for asked in commands().into_iter().filter(|words| words.iter().any(|word| word == POKER)) {
        let text = printed(&asked, None);
        let mut lines = text.lines().skip(1);
        if asked[0] == "compare" {
            for side in ["A: ", "B: "] {
                assert_eq!(lines.next(), Some(&*format!("{side}{source}")));
                let rules = lines.next().expect("a line");
                assert_eq!(rules.len(), format!("{side}rules sha256:").len() + 64, "{rules}");
            }
        } else {
            assert_eq!(lines.next(), Some(&*source), "{asked:?}");
            assert!(lines.next().is_some_and(|line| line.starts_with("rules sha256:") && line.len() == 77));
        }
    }
}

/// Two answers that differ in what was asked differ in what they say about it, whatever the command.
#[test]
fn json_says_how_it_was_figured() {
    let path = strategy();
    let path = path.to_str().expect("a text");
    let answer = |words: &[&str]| -> Value {
        serde_json::from_str(&shown(&[words, &["--json"]].concat())).expect("JSON")
    };
    let session = ["session", POKER, "--bet", "ante=10", "--rounds", "5"];
    let sweep = ["sweep", POKER, "--pay", "ante-bonus=4,5-4-1"];
    let solve = ["solve", POKER, "--table", "ante-bonus", "--edge", "3%"];
    for words in [&["odds", POKER][..], &session, &sweep, &solve] {
        for (more, key, wanted) in [
            (&["--strategy", "play-all"][..], "strategy", Value::from("play-all")),
            (&["--strategy", path], "strategy", Value::from(path)),
            (&[], "strategy", Value::from("best")),
            (&["--meter", "9000.50"], "meter", Value::from(9000.5)),
            (&[], "meter", Value::from(1000)),
            (&["--decks", "2"], "decks", Value::from(2)),
            (&[], "players", Value::from(1)),
            (&[], "known", Value::Null),
        ] {
            let said = answer(&[words, more].concat());
            assert_eq!(said["conditions"][key], wanted, "{words:?} {more:?}");
        }
    }
    for words in [&["odds", POKER][..], &sweep, &solve, &["advise", POKER, "--cards", "Qd 6h 3c"]] {
        let said = answer(&[words, &["--known", "dead: 4c; dealer: Kd"]].concat());
        assert_eq!(said["conditions"]["known"], "dealer: Kd; dead: 4c");
    }
    let fixed = answer(&[&sweep[..], &["--fixed"]].concat());
    assert_eq!(fixed["conditions"]["strategy"], "best, as written");
    assert_eq!(odds(&[POKER, "--players", "3"])["conditions"]["players"], 3);
    let sides = answer(&["compare", POKER, "three-card-fury", "--decks-a", "2"]);
    assert_eq!(
        (&sides["a"]["conditions"]["decks"], &sides["b"]["conditions"]["decks"]),
        (&2.into(), &1.into())
    );
    assert_eq!(sides["a"]["conditions"]["meter"], 1000);
    assert!(sides["b"]["conditions"].get("meter").is_none(), "it has none");
}
