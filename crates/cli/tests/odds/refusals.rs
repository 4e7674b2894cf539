//! What cannot be used says why and ends with 2.

use crate::{root, run, shown};
use std::fs;
use std::path::Path;

fn refused(words: &[&str], parts: &[&str]) {
    let ran = run(&[&["odds"], words].concat());
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{words:?}");
    for part in parts {
        assert!(ran.err.contains(part), "{words:?}: {}", ran.err);
    }
}

#[test]
fn bets_that_the_rules_forbid() {
    let poker = "three-card-poker";
    let pairs = "three-card-pairs-plus";
    refused(&[poker, "--bet", "pair-plu=1"], &["has no wager `pair-plu`", "did you mean `pair-plus`?"]);
    refused(&[poker, "--bet", "six-card-bonus=1"], &["6 Card Bonus needs Ante or Pair Plus beside it"]);
    refused(&[pairs, "--bet", "pairs-plus=1"], &["Ante is required at every spot"]);
    refused(&[poker, "--bet", "ante=1", "--bet", "play=1"], &["Play is made by the decision"]);
    refused(&[poker, "--bet", "ante=1", "--bet", "ante=2"], &["`ante` stands here twice"]);
    refused(&[poker, "--bet", "ante=1", "--bet", "progressive=2"], &["Progressive of $2; it is always $1"]);
    refused(
        &["three-card-fury", "--bet", "ante=1", "--bet", "three-card-monster=2"],
        &["must be equal to the Ante of $1"],
    );
    let closed = ["three-card-fortune", "--ruling", "R15=unset", "--bet", "lucky-pairs=1"];
    refused(&closed, &["Lucky Pair's is closed"]);
}

#[test]
fn numbers_that_mean_nothing() {
    let poker = "three-card-poker";
    refused(&[poker, "--bet", "ante"], &["expected a wager and dollars, such as ante=10"]);
    refused(&[poker, "--bet", "ante=ten"], &["`ten` is no amount"]);
    refused(&[poker, "--bet", "ante=0"], &["--bet: a stake of $0; expected $0.01 to $100,000"]);
    refused(&[poker, "--stake", "1000000"], &["--stake: a stake of $1,000,000"]);
    refused(&[poker, "--meter", "0"], &["--meter: a meter of $0"]);
    refused(&[poker, "--meter", "lots"], &["`lots` is no amount"]);
    refused(&[poker, "--players", "0"], &["--players: 0 players; the table has 1 to 7 spots"]);
    refused(&[poker, "--players", "8"], &["--players: 8 players"]);
    refused(&[poker, "--players", "many"], &["--players"]);
    let deck = tercet_cards::CardSet::FULL;
    let dead = |cards: usize| format!("dead: {}", tercet_cards::format_cards(deck.iter().take(cards)));
    for (cards, left) in [(46, "6"), (44, "8"), (29, "23")] {
        let message =
            format!("--players: {left} cards are left in the deck; 7 players and the dealer need 24");
        refused(&[poker, "--players", "7", "--known", &dead(cards)], &[&message]);
    }
    refused(&["three-card-fury", "--meter", "1000"], &["has no meter; leave it out"]);
    refused(&["three-card-fury", "--players", "2"], &["has no envy pays"]);
    refused(&["testdata/games/two-meter-rows.toml", "--meter", "50001"], &["expected $0.01 to $50,000"]);
}

/// Stakes that no table takes are figured, with a word about it, by every command that takes some.
#[test]
fn stakes_that_no_table_takes() {
    let poker = "three-card-poker";
    for (stake, takes) in [
        ("ante=1001", "The table takes Ante of $1 to $1,000 only."),
        ("ante=1.50", "The table takes Ante of $1 to $1,000, in steps of $1 only."),
        ("ante=10", ""),
    ] {
        for words in [
            &["odds", poker][..],
            &["session", poker, "--rounds", "3"],
            &["advise", poker, "--cards", "Qd 6h 3c"],
            &["sweep", poker, "--pay", "ante-bonus=5-4-1,2"],
        ] {
            let page = shown(&[words, &["--bet", stake]].concat());
            let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(page.contains("The table takes Ante"), !takes.is_empty(), "{words:?} {stake}");
            assert!(page.contains(takes), "{words:?} {stake}: {page}");
        }
    }
}

/// The same question asked of every command that answers it, in every form: nothing on standard output, and 2.
#[test]
fn bad_questions_are_refused_in_every_form() {
    let poker = "three-card-poker";
    let questions: [(&[&str], &str); 14] = [
        (&["odds", poker, "--bet", "anti=1"], "did you mean `ante`?"),
        (&["session", poker, "--bet", "anti=1", "--rounds", "5"], "did you mean `ante`?"),
        (&["sweep", poker, "--bet", "anti=1", "--pay", "ante-bonus=5-4-1,2"], "did you mean `ante`?"),
        (&["odds", poker, "--bet", "six-card-bonus=1"], "needs Ante or Pair Plus beside it"),
        (
            &["session", poker, "--bet", "six-card-bonus=1", "--rounds", "5"],
            "needs Ante or Pair Plus beside it",
        ),
        (&["odds", poker, "--known", "dealer: Kd; dead: Kd"], "--known: Kd is there twice"),
        (&["odds", poker, "--known", "dead: Kd Kd"], "Kd is there twice"),
        (&["odds", poker, "--known", "dealer: Kd Qd Jd Td"], "the dealer gets 3"),
        (
            &["sweep", poker, "--known", "dealer: Kd; dead: Kd", "--pay", "ante-bonus=5-4-1,2"],
            "--known: Kd is there twice",
        ),
        (&["sweep", poker], "nothing is varied"),
        (&["sweep", poker, "--pay", "pair-plus=40-30-6-3,4-1", "--edge", "50%.."], "none of 2 tables fits"),
        (&["solve", poker, "--edge", "2%"], "nothing is varied"),
        (&["session", poker, "--bet", "ante=1", "--rounds", "0"], "expected 1 to 1,000,000"),
        (&["session", poker, "--bet", "ante=1", "--rounds", "1000000000"], "expected 1 to 1,000,000"),
    ];
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("refused.xlsx");
    let xlsx = ["--xlsx", file.to_str().unwrap()];
    for (words, part) in questions {
        for form in [&[][..], &["--json"], &["--csv"], &["--markdown"], &xlsx] {
            let ran = run(&[words, form].concat());
            assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{words:?} {form:?}");
            assert!(ran.err.starts_with("error: ") && ran.err.contains(part), "{words:?}: {}", ran.err);
        }
    }
    for form in [&[][..], &["--json"], &["--markdown"]] {
        let words = ["advise", poker, "--cards", "Qd 6h 3c", "--known", "dead: 3c"];
        let ran = run(&[&words[..], form].concat());
        assert!(
            ran.status == 2 && ran.out.is_empty() && ran.err.contains("3c is there twice"),
            "{}",
            ran.err
        );
    }
    assert!(!file.exists());
}

#[test]
fn variants_that_are_none() {
    let poker = "three-card-poker";
    let unknown = ["R99", "push"].join("=");
    refused(&[poker, "--ruling", &unknown], &["there is no ruling `R99`"]);
    refused(&[poker, "--ruling", "R1=push"], &["nothing in Three Card Poker depends on ruling R1"]);
    refused(&[poker, "--pay", "pair-plus=40-30"], &["2 pays for `pair-plus`; expected 5"]);
    refused(&["three-card-pokr"], &["did you mean three-card-poker?"]);
    refused(&[poker, "--strategy", "guess"], &["best, play-all, mimic-dealer"]);
    refused(&[poker, "--json", "--csv"], &["cannot be used with"]);
}

#[test]
fn a_workbook_that_cannot_be_written() {
    refused(&["three-card-poker", "--xlsx", "no/such/directory/a.xlsx"], &["no/such/directory/a.xlsx"]);
}

/// A device without an end tells no size beforehand.
#[test]
#[cfg(unix)]
fn a_strategy_without_an_end() {
    refused(
        &["three-card-poker", "--strategy", "/dev/zero"],
        &["--strategy /dev/zero: more than 1048576 bytes"],
    );
}

/// What has no records is not silently left out of them.
#[test]
fn what_records_do_not_hold() {
    for asked in [&["--readings"][..], &["--expose-dealer", "1"]] {
        for form in [&["--csv"][..], &["--xlsx", "never.xlsx"]] {
            refused(&[&["three-card-poker"], asked, form].concat(), &["cannot be used with"]);
        }
    }
}

/// A file of another kind is never overwritten, and nothing is called `-`.
#[test]
fn outputs_that_would_lose_something() {
    let game = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kept.toml");
    fs::copy(root().join("testdata/games/raise-1-2-3.toml"), &game).unwrap();
    let before = fs::read(&game).unwrap();
    let game = game.to_str().unwrap();
    for (words, option) in [(["odds", game], "--xlsx"), (["session", game], "--xlsx")] {
        let session = ["--bet", "ante=10", "--rounds", "2"];
        let more = if words[0] == "session" { &session[..] } else { &[] };
        let ran = run(&[&words[..], more, &[option, game]].concat());
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{words:?}");
        assert!(ran.err.contains("kept.toml: is there and is no workbook"), "{}", ran.err);
    }
    let ran = run(&["chart", "decisions", game, "--svg", game]);
    assert!(ran.status == 2 && ran.err.contains("is there and is no picture"), "{}", ran.err);
    assert_eq!(fs::read(game).unwrap(), before);
    for words in [&["odds", game, "--xlsx", "-"][..], &["chart", "decisions", game, "--svg", "-"]] {
        let ran = run(words);
        assert!(ran.status == 2 && ran.err.contains("expected the path of a file"), "{}", ran.err);
    }
    assert!(!root().join("-").exists());
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_device_is_told_in_one_line() {
    let ran = run(&["odds", "three-card-poker", "--xlsx", "/dev/full"]);
    assert_eq!((ran.status, ran.err.as_str()), (2, "error: /dev/full: No space left on device\n"));
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_strategy() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mark.txt");
    fs::write(&path, "\u{feff}play: any\n").unwrap();
    shown(&["odds", "three-card-poker", "--strategy", path.to_str().unwrap()]);
    refused(
        &["three-card-poker", "--strategy", "./none.txt"],
        &["--strategy ./none.txt: No such file or directory\n"],
    );
}

/// A path is text wherever one is taken, read or written.
#[cfg(unix)]
#[test]
fn paths_that_are_no_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let odd = OsStr::from_bytes(b"f\xff.x");
    let [odds, chart, poker] = ["odds", "chart", "three-card-poker"].map(OsStr::new);
    let [xlsx, svg, strategy, outcomes] = ["--xlsx", "--svg", "--strategy", "outcomes"].map(OsStr::new);
    for words in [
        &[odds, odd][..],
        &[odds, poker, strategy, odd],
        &[odds, poker, xlsx, odd],
        &[chart, outcomes, poker, svg, odd],
    ] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tercet"));
        let output =
            command.current_dir(env!("CARGO_TARGET_TMPDIR")).env_clear().args(words).output().unwrap();
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]), "{words:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("UTF-8"), "{words:?}");
        assert!(!Path::new(env!("CARGO_TARGET_TMPDIR")).join(odd).exists());
    }
}
