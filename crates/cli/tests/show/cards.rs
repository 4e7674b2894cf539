//! Rule cards.

use crate::{GAMES, flat, golden, house_games, program, run, shown, testdata};
use std::collections::BTreeSet;
use std::io::Read as _;
use std::process::Stdio;

#[test]
fn cards_are_the_golden_ones() {
    for game in GAMES {
        golden::check(&format!("cards/{game}.txt"), &shown(["show", game]));
        golden::check(&format!("cards/{game}.md"), &shown(["show", game, "--markdown"]));
    }
    // House games with what no built-in game has: reserve and cap, fractions and two limits, own rulings.
    for game in ["two-meter-rows", "half-pays", "own-rulings"] {
        golden::check(&format!("cards/{game}.txt"), &shown(["show", &format!("games/{game}.toml")]));
    }
}

/// The values of a key in a game file, wherever it stands.
fn values(text: &str, key: &str) -> BTreeSet<String> {
    let parts =
        text.lines().filter(|line| !line.starts_with('#')).flat_map(|line| line.split([',', '{', '}']));
    parts
        .filter_map(|part| part.split_once('='))
        .filter(|(found, _)| found.trim() == key)
        .map(|(_, value)| value.split('#').next().unwrap_or_default().trim().trim_matches('"').to_owned())
        .collect()
}

/// Everything that may be a rule or a ruling on a card.
fn words(card: &str) -> BTreeSet<&str> {
    let end = |c: char| c.is_whitespace() || "[](),`;".contains(c);
    card.split(end).map(|word| word.trim_end_matches([':', '.'])).collect()
}

#[test]
fn every_rule_that_a_game_file_cites_stands_on_its_card() {
    for game in GAMES {
        let rules = values(&shown(["show", game, "--file"]), "rule");
        assert!(rules.len() > 10, "{game}: {rules:?}");
        for form in [&["show", game][..], &["show", game, "--markdown"]] {
            let card = shown(form);
            let words = words(&card);
            for rule in &rules {
                assert!(words.contains(rule.as_str()), "{game}: {rule} is missing from {form:?}");
            }
        }
    }
}

#[test]
fn every_ruling_in_force_is_named_with_its_reading() {
    for game in GAMES {
        let file = shown(["show", game, "--file"]);
        let rulings = file.split("[rulings]\n").nth(1).and_then(|rest| rest.split("\n\n").next());
        let card = shown(["show", game]);
        let mut count = 0;
        for line in rulings.expect("every game rests on rulings").lines() {
            let (id, reading) = line.split_once('=').expect("a ruling and its reading");
            let reading = reading.split('#').next().unwrap_or_default().trim().trim_matches('"');
            let in_force = format!("{}={reading} (in force):", id.trim());
            assert!(card.contains(&in_force), "{game}: {in_force}");
            count += 1;
        }
        assert!(count > 5, "{game}: {count} rulings");
    }
}

/// R15=house-tables and R15=unset.
#[test]
fn posted_tables_are_marked_and_unset_ones_are_closed() {
    for (game, tables) in [
        ("three-card-fortune", ["Lucky Pair's", "Super 6 Bonus", "Ante Bonus"]),
        ("three-card-shine", ["Pair XXX", "Super 6 Bonus", "Ante Bonus"]),
    ] {
        let posted = shown(["show", game]);
        let unset = flat(&shown(["show", game, "--ruling", "R15=unset"]));
        for table in tables {
            assert!(posted.contains(&format!("{table} (house table)")), "{game}: {table}");
            assert!(unset.contains(&format!("{table} (closed)")), "{game}: {table}");
        }
        assert!(posted.contains("\nHOUSE TABLES\n"));
        assert!(unset.contains("they are closed."));
        assert!(
            !unset.contains("40 to 1") && !unset.contains("Royal flush"),
            "{game}: a closed table pays nothing"
        );
    }
    assert!(!shown(["show", "three-card-poker"]).contains("house table"));
}

#[test]
fn what_is_won_is_said_in_money() {
    let card = flat(&shown(["show", "three-card-poker"]));
    for part in [
        "\"40 to 1\" is paid on top of your bet, which comes back: $10 pays $400 and your $10 back.",
        "\"500 for 1\" is all you get: $1 pays $500, and the $1 is not returned.",
        "Straight flush 40 to 1 $400 + $10 003.pp.straight-flush",
        "A-K-Q of spades 100% of the meter the meter $100 003.prog.spades",
        "Suited A-K-Q 500 for 1 $500 $25 003.prog.royal",
    ] {
        assert!(card.contains(part), "{part}");
    }
    // 004.aggregate: where stakes count, the royal flush of the example exceeds the limit by its own stake.
    let game = "three-card-pairs-plus";
    let note = "The amounts are those before the limit of $2,000. [004.aggregate, R16]";
    assert!(!flat(&shown(["show", game])).contains(note));
    assert!(flat(&shown(["show", game, "--ruling", "R16=in-order-with-stakes"])).contains(note));
}

#[test]
fn json_says_the_same() {
    for game in GAMES {
        let card: serde_json::Value =
            serde_json::from_str(&shown(["show", game, "--json"])).expect("it is JSON");
        assert_eq!(card["id"], game);
        assert!(card["rules"].as_str().expect("a hash").starts_with("sha256:"));
        let titles: Vec<&str> = card["sections"]
            .as_array()
            .expect("sections")
            .iter()
            .map(|section| section["title"].as_str().expect("a title"))
            .collect();
        for title in
            ["What you may bet", "How a round goes", "What the bets pay", "Ranking of hands", "Rulings"]
        {
            assert!(titles.contains(&title), "{game}: {title}");
        }
    }
}

#[test]
fn the_built_in_file_is_printed_as_it_is_and_a_variant_in_the_normal_form() {
    for game in GAMES {
        let file = shown(["show", game, "--file"]);
        let source = std::fs::read_to_string(testdata().join(format!("../crates/games/data/{game}.toml")));
        assert_eq!(file, source.expect("it is there"));
    }
    let variant = shown(["show", "three-card-pairs-plus", "--file", "--ruling", "R1=player-wins"]);
    assert!(variant.contains("R1 = \"player-wins\""));
}

#[test]
fn every_house_game_has_a_card_at_every_width() {
    for file in house_games() {
        for columns in [0, 1, 36, 40, 72, 80, 120, 100_000] {
            let mut command = program(&testdata());
            command.args(["show".as_ref(), file.as_os_str()]).env("COLUMNS", columns.to_string());
            let card = crate::finish(&mut command, "").out;
            assert!(card.lines().count() > 50, "{}", file.display());
            // The hash is one word of 71 letters.
            let longest =
                card.lines().filter(|line| !line.contains("sha256")).map(|line| line.chars().count()).max();
            let most = if columns == 0 { 80 } else { columns.clamp(48, 100) };
            assert!(longest <= Some(most), "{} at {columns}: {longest:?}", file.display());
        }
    }
}

#[test]
fn there_are_no_colours_where_there_is_no_terminal() {
    for form in [&["show", "three-card-poker"][..], &["games"], &["check", "three-card-poker"]] {
        assert!(!shown(form).contains('\u{1b}'), "{form:?}");
    }
}

#[test]
fn what_cannot_be_shown_says_why() {
    let no_reading = ["R7", "maybe"].join("=");
    for (arguments, part) in [
        (&["show", "three-card-pokr"][..], "did you mean three-card-poker?"),
        (&["show", "no/such.toml"], "there is no such file"),
        (&["show", "games"], "is a directory"),
        (&["show", "games/bad/limits.toml"], "limits from $500 to $5"),
        (&["show", "three-card-poker", "--ruling", &no_reading], "`maybe` is no reading of R7"),
        (&["show", "three-card-poker", "--pay", "pair-plus=1"], "1 pays for `pair-plus`; expected 5"),
        (&["show", "three-card-poker", "--markdown", "--json"], "cannot be used with"),
        (&["show"], "required arguments were not provided"),
    ] {
        let ran = run(arguments);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments:?}");
        assert!(ran.err.contains(part), "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn a_reader_who_has_seen_enough_is_no_error() {
    for form in [
        &["show", "three-card-poker"][..],
        &["games"],
        &["check", "three-card-poker"],
        &["completions", "bash"],
    ] {
        let mut child = program(&testdata())
            .args(form)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let mut err = String::new();
        child.stderr.take().expect("piped").read_to_string(&mut err).expect("text");
        assert_eq!((child.wait().expect("it ends").code(), err.as_str()), (Some(0), ""), "{form:?}");
    }
}
