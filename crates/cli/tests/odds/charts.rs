//! Pictures: in letters, and as files.

use crate::golden::check;
use crate::{run, shown};
use std::fs;
use std::path::Path;

/// Every kind of picture, with the words that ask for it.
const PICTURES: [(&str, &[&str]); 5] = [
    ("decisions", &["decisions", "three-card-poker"]),
    ("decisions-raise", &["decisions", "testdata/games/raise-1-2-3.toml"]),
    ("outcomes", &["outcomes", "three-card-poker"]),
    ("outcomes-bet", &["outcomes", "three-card-poker", "--bet", "ante=5", "--bet", "six-card-bonus=1"]),
    ("meter", &["meter", "three-card-poker", "--players", "3"]),
];

#[test]
fn pictures_in_letters() {
    for (name, words) in PICTURES {
        let got = shown(&[&["chart"], words].concat());
        assert!(got.lines().all(|line| line.chars().count() <= 80), "{name} is too wide");
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

#[test]
fn pictures_that_cannot_be_drawn() {
    for (words, part) in [
        (&["meter", "three-card-fury"][..], "no wager of Advantage Play 3 Card Fury pays a share of a meter"),
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
