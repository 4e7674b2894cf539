//! Pictures: in letters, and as files.

use crate::golden::check;
use crate::{root, run, shown};
use std::fs;
use std::path::Path;

/// Every kind of picture, with the words that ask for it.
const PICTURES: [(&str, &[&str]); 11] = [
    ("decisions", &["decisions", "three-card-poker"]),
    ("decisions-raise", &["decisions", "testdata/games/raise-1-2-3.toml"]),
    ("outcomes", &["outcomes", "three-card-poker"]),
    ("outcomes-bet", &["outcomes", "three-card-poker", "--bet", "ante=5", "--bet", "six-card-bonus=1"]),
    (
        "session",
        &[
            "session",
            "three-card-poker",
            "--bet",
            "ante=10",
            "--rounds",
            "500",
            "--bankroll=300",
            "--goal=600",
        ],
    ),
    ("session-round", &["session", "three-card-poker", "--bet", "ante=10", "--rounds", "1"]),
    (
        "session-skewed",
        &[
            "session",
            "three-card-fury",
            "--bet",
            "ante=5",
            "--bet",
            "royal-family-bonus=5",
            "--rounds",
            "100",
        ],
    ),
    (
        "session-meter",
        &[
            "session",
            "three-card-poker",
            "--bet=ante=10",
            "--bet=progressive=1",
            "--meter=100000",
            "--rounds=10000",
        ],
    ),
    ("pay", &["pay", "three-card-poker", "--pay", "pair-plus=30..60-30-6-3-1"]),
    ("pay-bends", &["pay", "three-card-poker", "--pay", "play=1/4,1/2,3/4,1,5/4,3/2,7/4,2"]),
    ("meter", &["meter", "three-card-poker", "--players", "3"]),
];

#[test]
fn pictures_in_letters() {
    for (name, words) in PICTURES {
        let got = shown(&[&["chart"], words].concat());
        let wide = got.lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "{name} is too wide");
        check(&format!("crates/cli/tests/odds/golden/charts/{name}.txt"), &got);
    }
}

/// A picture is complete by itself: it is an image with a title, and says what made it.
#[test]
fn pictures_as_files() {
    for (name, words) in PICTURES {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.svg"));
        let path = file.to_str().expect("a plain path");
        assert_eq!(shown(&[&["chart"], words, &["--svg", path]].concat()), format!("{path} is written.\n"));
        let svg = fs::read_to_string(&file).expect("it is written").replace(path, "FILE");
        assert!(svg.starts_with("<svg ") && svg.contains("role=\"img\"><title>"), "{name}");
        assert!(svg.contains("rules sha256:") && svg.contains("--svg FILE"), "{name}");
        check(&format!("crates/cli/tests/odds/golden/charts/{name}.svg"), &svg);
    }
}

/// A picture fits a narrow terminal, but for the hash of the rules, which is not to be broken.
#[test]
fn pictures_on_narrow_terminals() {
    for (name, words) in PICTURES.iter().filter(|(_, words)| matches!(words[0], "session" | "pay" | "meter"))
    {
        for width in [40, 60, 100] {
            let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tercet"));
            let command = command.current_dir(root()).env_clear().env("COLUMNS", width.to_string());
            let output = command.arg("chart").args(*words).output().expect("the program starts");
            let text = String::from_utf8(output.stdout).expect("text");
            let mut lines = text.lines().filter(|line| !line.contains("sha256:") && !line.contains("--pay="));
            let wide = lines.find(|line| line.chars().count() > width);
            assert!(output.status.success() && wide.is_none(), "{name} at {width}: {wide:?}");
        }
    }
}

/// The legend says what the marks mean that stand there, and no others.
#[test]
fn a_legend_holds_what_occurs() {
    for words in [
        &["three-card-poker"][..],
        &["three-card-poker", "--strategy", "play-all"],
        &["three-card-poker", "--known", "dealer: Kd"],
        &["three-card-fury"],
        &["testdata/games/raise-1-2-3.toml"],
    ] {
        let page = shown(&[&["chart", "decisions"], words].concat());
        let (grid, notes) = page.split_once("\n  - ").expect("a grid and notes");
        let legend = notes.split("\n  - ").find(|note| !note.starts_with("Known")).expect("a legend");
        let legend = legend.split_whitespace().collect::<Vec<_>>().join(" ");
        let said: Vec<&str> =
            legend.split("; ").map(|part| part.split(':').next().expect("a mark").trim()).collect();
        let rows = grid.lines().filter(|line| line.trim_start().chars().nth(1) == Some(' '));
        let marks: Vec<&str> = rows.flat_map(|row| row.split_whitespace().skip(1)).collect();
        for mark in &said {
            assert!(marks.contains(mark), "{words:?}: {mark} of {legend}");
        }
        for (name, is) in [("F", "F"), ("P", "P"), ("a share", "%"), ("a third card", "+")] {
            let occurs = |list: &[&str]| list.iter().any(|mark| mark.ends_with(is));
            assert_eq!(occurs(&said), occurs(&marks), "{words:?}: {name}: {legend}");
        }
    }
}

/// The marks and words of a session are the figures of `tercet session`.
#[test]
fn a_session_is_drawn_as_it_is_told() {
    let words = ["session", "three-card-poker", "--bet", "ante=10", "--rounds", "500", "--bankroll", "300"];
    let page = shown(&words).split_whitespace().collect::<Vec<_>>().join(" ");
    let picture = shown(&[&["chart"], &words[..]].concat()).split_whitespace().collect::<Vec<_>>().join(" ");
    for (told, drawn) in [
        ("5% -$770", "▲ 5% -$770"),
        ("50% -$170", "▲ median -$170"),
        ("95% $440", "▲ 95% $440"),
        ("on average, in dollars -168.6490", "▲ mean -$168.65"),
        ("Ahead 31.7013%", "Ahead 31.7013%"),
        ("The risk of ruin is 58.5357%", "The risk of ruin is 58.5357%"),
    ] {
        assert!(page.contains(told), "{told}: {page}");
        assert!(picture.contains(drawn), "{drawn}: {picture}");
    }
}

/// A picture is drawn whatever a session or a pay is like.
#[test]
fn odd_pictures() {
    for words in [
        &["session", "three-card-poker", "--bet", "ante=10", "--rounds", "100000"][..],
        &["session", "three-card-poker", "--bet", "ante=0.05", "--bet", "pair-plus=0.03", "--rounds", "7"],
        &[
            "session",
            "three-card-poker",
            "--bet=ante=10",
            "--bet=progressive=1",
            "--meter=1000000",
            "--rounds=1",
        ],
        &["session", "three-card-poker", "--bet", "ante=1", "--rounds", "3", "--strategy", "play-all"],
        &["pay", "three-card-poker", "--pay", "pair-plus=40-30-6-3/2,3-1"],
        &["pay", "three-card-poker", "--pay", "pair-plus=1..2000-30-6-3-1"],
        &["pay", "three-card-poker", "--pay", "progressive=500..501-70-60-6"],
        &[
            "pay",
            "three-card-poker",
            "--bet",
            "ante=10",
            "--bet",
            "pair-plus=5",
            "--pay",
            "ante-bonus=2..9-4-1",
        ],
        &["pay", "three-card-fury", "--fixed", "--pay", "three-card-monster=250-250-25-10-5-1,2"],
    ] {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("odd.svg");
        let words = [&["chart"], words].concat();
        assert!(shown(&words).lines().all(|line| line.chars().count() <= 80), "{words:?}");
        shown(&[&words[..], &["--svg", file.to_str().expect("a plain path")]].concat());
        let svg = fs::read_to_string(&file).expect("it is written");
        assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN") && !svg.contains("inf"), "{words:?}");
    }
}

#[test]
fn pictures_that_cannot_be_drawn() {
    for (words, part) in [
        (&["session", "three-card-poker", "--rounds", "5"][..], "--bet <WAGER=DOLLARS>"),
        (&["session", "three-card-poker", "--bet", "ante=1"], "--rounds <N>"),
        (
            &["session", "three-card-poker", "--bet", "ante=1", "--rounds", "0"],
            "--rounds: 0 rounds; expected 1 to",
        ),
        (&["session", "three-card-poker", "--bet", "pear=1", "--rounds", "5"], "has no wager `pear`"),
        (
            &["session", "three-card-poker", "--bet", "ante=10", "--rounds", "5", "--bankroll", "5"],
            "--bankroll: a bankroll of $5; one round of this bet may cost $20",
        ),
        (
            &["pay", "three-card-poker"],
            "--pay: nothing is varied; expected exactly one row with several pays",
        ),
        (
            &["pay", "three-card-poker", "--pay", "pair-plus=40-30-6-4-1"],
            "--pay: no row ranges; expected exactly one",
        ),
        (
            &["pay", "three-card-poker", "--pay", "pair-plus=30..50-30-6-3,4-1"],
            "--pay: row 1 of pair-plus and row 4 of pair-plus range; expected exactly one row",
        ),
        (
            &["pay", "three-card-poker", "--pay", "pair-plus=50..40-30-6-4-1"],
            "`50..40` runs backwards; write 40..50",
        ),
        (&["pay", "three-card-poker", "--pay", "pair-plus=30..50"], "1 pays for `pair-plus`; expected 5"),
        (&["pay", "three-card-poker", "--pay", "pair-plu=30..50-1-1-1-1"], "did you mean `pair-plus`?"),
        (
            &["pay", "three-card-poker", "--pay", "pair-plus=1..2001-30-6-4-1"],
            "2,001 pays; expected 2,000 at most",
        ),
        (
            &["pay", "three-card-poker", "--bet", "ante=1", "--pay", "pair-plus=30..50-30-6-3-1"],
            "Pair Plus is varied and has no part in this bet",
        ),
        (
            &["pay", "three-card-fortune", "--ruling", "R15=unset", "--pay", "lucky-pairs=30..40-30-6-4-1"],
            "Lucky Pair's is closed",
        ),
        (&["meter", "three-card-fury"], "no wager of Advantage Play 3 Card Fury pays a share of a meter"),
        (
            &["meter", "three-card-poker", "--known", "dead: As"],
            "no hand that can still be dealt wins Progressive a share of the meter",
        ),
        (&["meter", "three-card-fury"], "no wager of Advantage Play 3 Card Fury pays a share of a meter"),
        (
            &["meter", "three-card-poker", "--to", "1000000000.01"],
            "a meter of $1,000,000,000.01; meters up to $1,000,000,000 are figured",
        ),
        (
            &["meter", "three-card-poker", "--from", "99999999998", "--to", "99999999999"],
            "meters up to $1,000,000,000 are figured",
        ),
        (&["meter", "three-card-poker", "--from", "5", "--to", "3"], "--from $5 --to $3: expected a meter"),
        (&["decisions", "three-card-poker", "--bet", "pair-plus=1"], "nothing is decided in this bet"),
        (&["outcomes", "three-card-poker", "--bet", "pear=1"], "has no wager `pear`"),
        (&["outcomes", "three-card-poker", "--svg", "no/such/directory/a.svg"], "no/such/directory/a.svg"),
        (&["decisions", "three-card-pokr"], "did you mean three-card-poker?"),
    ] {
        let ran = run(&[&["chart"], words].concat());
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{words:?}");
        assert!(ran.err.contains(part), "{words:?}: {}", ran.err);
    }
}

/// The mark stands for the game as it is written, so it stands on the curve or nowhere.
#[test]
fn the_game_as_it_is_written_is_marked_on_the_curve_alone() {
    let drawn =
        |pays: &str| shown(&["chart", "pay", "three-card-poker", "--pay", &format!("pair-plus={pays}")]);
    for (pays, other) in [
        ("30..50-30-6-3-1", None),
        ("40-20..40-6-3-1", None),
        ("30..50-30-6-4-1", Some("flush 4 instead of 3 to 1")),
        ("30..50-25-6-4-1", Some("three of a kind 25 instead of 30 to 1 and flush 4 instead of 3 to 1")),
    ] {
        let text = drawn(pays);
        let said = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(text.contains("as written, "), other.is_none(), "{pays}: {text}");
        match other {
            None => assert!(!said.contains("instead of"), "{pays}: {text}"),
            Some(other) => {
                assert!(said.contains(&format!("Here other rows differ too: {other}")), "{pays}: {text}")
            }
        }
    }
}
