//! The games read and paid in other ways.

use core::cmp::Ordering;
use tercet_games::variant::{VariantError, set_pays, set_ruling};
use tercet_games::{Change, Loaded, builtin, builtin_doc, rules_hash};
use tercet_rules::{Cut, Game, GameDoc, Irregular, LineOf, MeterHits, OnFold, Pay, Rounding, Row, Timeout};

fn doc(id: &str) -> GameDoc {
    builtin_doc(id).expect("built in")
}

/// What the rows of a wager or bonus pay, in order.
fn pays(doc: &GameDoc, id: &str) -> Vec<String> {
    let wager = doc.wagers.iter().find(|wager| wager.id == *id).map(|wager| &wager.pays);
    let table = wager.or_else(|| doc.bonuses.iter().find(|bonus| bonus.id == *id).map(|bonus| &bonus.pays));
    table.expect("a wager or bonus").rows.iter().map(|row| row.pays.to_string()).collect()
}

#[test]
fn every_reading_of_every_ruling_that_a_game_depends_on_makes_a_game() {
    let mut made = 0;
    for file in builtin() {
        let plain = doc(file.id);
        for ruling in &plain.rulings {
            for reading in &ruling.readings {
                let mut variant = plain.clone();
                match set_ruling(&mut variant, ruling.id.as_str(), &reading.name) {
                    Ok(()) => {
                        let game = variant.check().unwrap_or_else(|faults| panic!("{faults:?}"));
                        let chosen = &game.ruling(ruling.id.as_str()).expect("listed").chosen;
                        assert_eq!(*chosen, reading.name);
                        let same = ruling.chosen == reading.name;
                        assert_eq!(rules_hash(&variant) == rules_hash(&plain), same);
                        made += 1;
                    }
                    Err(error) => {
                        assert!(matches!(error, VariantError::WithoutEffect { .. }), "{error}");
                        assert!(!plain.depends_on(&ruling.id));
                    }
                }
            }
        }
    }
    assert!(made > 80, "{made} variants");
}

#[test]
fn a_ruling_that_cannot_be_set_is_explained() {
    for (game, ruling, reading, said) in [
        (
            "three-card-poker",
            "R5",
            "forfiet",
            "`forfiet` is no reading of R5; did you mean `forfeit`? expected `stays` or `forfeit`",
        ),
        (
            "three-card-poker",
            "R99",
            "yes",
            "there is no ruling `R99`; this game depends on `R4`, `R5`, `R7`, `R9`, `R10`, `R17`, `R18`, `R21`, `R22`, `R24`, `R25` and `R27`",
        ),
        // 003 does not say what 004.11a and 004.12 do.
        (
            "three-card-poker",
            "R1",
            "push",
            "nothing in Three Card Poker depends on ruling R1; it depends on `R4`, `R5`, `R7`, `R9`, `R10`, `R17`, `R18`, `R21`, `R22`, `R24`, `R25` and `R27`",
        ),
        // 002.11 pushes every tie: no other reading is written into the file.
        (
            "three-card-fury",
            "R10",
            "not-qualified-first",
            "nothing in Advantage Play 3 Card Fury depends on ruling R10; it depends on `R8`, `R13`, `R22`, `R24`, `R25` and `R27`",
        ),
    ] {
        let error = set_ruling(&mut doc(game), ruling, reading).expect_err(said);
        assert_eq!(error.to_string(), said);
    }
}

#[test]
fn pays_replace_odds_row_by_row() {
    let mut poker = doc("three-card-poker");
    set_pays(&mut poker, "pair-plus", "40-30-6-4-1").expect("five rows");
    assert_eq!(pays(&poker, "pair-plus"), ["40 to 1", "30 to 1", "6 to 1", "4 to 1", "1 to 1"]);
    // The row that pays the meter is no odds, and the others go on paying for 1.
    set_pays(&mut poker, "progressive", "400-60-50-5").expect("four rows");
    assert_eq!(
        pays(&poker, "progressive"),
        ["100% of the meter", "400 for 1", "60 for 1", "50 for 1", "5 for 1"]
    );
    set_pays(&mut poker, "ante-bonus", "5-7/2-3/2").expect("three rows");
    assert_eq!(pays(&poker, "ante-bonus"), ["5 to 1", "7 to 2", "3 to 2"]);
    poker.check().expect("still a game");
    assert!(doc("three-card-poker") != poker);
    assert!(poker.wagers.iter().flat_map(|w| &w.pays.rows).any(|row| row.pays == Pay::Push));
}

/// Whoever looks at a game sees the rows that are in force, and gives as many pays as pay odds there; the rows of other readings stay as they are.
#[test]
fn every_table_of_every_game_can_be_given_the_pays_that_it_shows() {
    for one in builtin() {
        let shown = doc(one.id).check().expect("built in");
        let wagers = shown.wagers.iter().map(|wager| (wager.id.to_string(), &wager.table));
        let bonuses = shown.bonuses.iter().map(|bonus| (bonus.id.to_string(), &bonus.table));
        for (id, table) in wagers.chain(bonuses) {
            let is_odds = |row: &&Row| matches!(row.pays, Pay::Odds(_));
            let count = table.rows.iter().filter(is_odds).count();
            if count == 0 {
                continue;
            }
            let given: Vec<String> = (2..2 + count).map(|pay| pay.to_string()).collect();
            let mut doc = doc(one.id);
            set_pays(&mut doc, &id, &given.join("-")).unwrap_or_else(|why| panic!("{}: {why}", shown.id));
            let game = doc.check().expect("still a game");
            let line = game.wager_no(&id).map(LineOf::Wager);
            let bonus = || game.bonuses.iter().position(|bonus| bonus.id == *id).map(LineOf::Bonus);
            let table = game.table(line.or_else(bonus).expect("as before"));
            let pays = table.rows.iter().filter(is_odds).map(|row| row.pays.to_string());
            let pays: Vec<String> =
                pays.map(|pay| pay.split(' ').next().unwrap_or_default().to_owned()).collect();
            assert_eq!(pays, given, "{} {id}", shown.id);
        }
    }
}

/// The rows that are in force are those of the game as it is shown, whatever other reading is asked about beside them.
#[test]
fn pays_are_counted_before_other_readings_are_taken() {
    let game =
        Loaded::new(doc("three-card-pairs-plus"), doc("three-card-pairs-plus").check().expect("a game"));
    for ruling in ["R1=player-wins", "R10=equal-pushes"] {
        for pays in ["ante=2-1-3", "ante=2-1-3-1"] {
            let changes = Change::read_all(&[ruling.into()], &[pays.into()]).expect("changes");
            let changed = game.with(&changes).unwrap_or_else(|why| panic!("{ruling} {pays}: {why}"));
            let row = &changed.game.wagers[0].table.rows[0];
            assert_eq!(row.pays.to_string(), "2 to 1");
        }
    }
    let changes = Change::read_all(&[], &["ante=2-1".into()]).expect("a change");
    let why = game.with(&changes).expect_err("of three rows").to_string();
    assert_eq!(why, "ante=2-1: 2 pays for `ante`; expected 3: 1 to 1, 1 to 1, 1 to 1");
}

#[test]
fn pays_that_do_not_fit_are_explained() {
    for (wager, given, said) in [
        (
            "pair-plus",
            "40-30-6-4",
            "4 pays for `pair-plus`; expected 5: straight flush: 40 to 1, three of a kind: 30 to 1, straight: 6 to 1, flush: 3 to 1, pair: 1 to 1",
        ),
        (
            "pair-plus",
            "40-30-6--1",
            "`` is no pay; expected whole numbers from 1 to 100000 such as 40-30-6-4-1, or fractions such as 3/2",
        ),
        (
            "pair-plus",
            "40-30-6-4-0",
            "`0` is no pay; expected whole numbers from 1 to 100000 such as 40-30-6-4-1, or fractions such as 3/2",
        ),
        (
            "pair-plus",
            "40-30-6-4-1000000",
            "`1000000` is no pay; expected whole numbers from 1 to 100000 such as 40-30-6-4-1, or fractions such as 3/2",
        ),
        (
            "pair-plus",
            "40-30-6-4-1/0",
            "`1/0` is no pay; expected whole numbers from 1 to 100000 such as 40-30-6-4-1, or fractions such as 3/2",
        ),
        (
            "pairs-plus",
            "1",
            "there is no wager or bonus `pairs-plus` that pays odds; did you mean `pair-plus`? expected `ante`, `play`, `pair-plus`, `six-card-bonus`, `progressive` or `ante-bonus`",
        ),
    ] {
        let error = set_pays(&mut doc("three-card-poker"), wager, given).expect_err(said);
        assert_eq!(error.to_string(), said);
    }
}

/// A reading, the game that rests on it, and what must hold there.
type Read = (&'static str, &'static str, fn(&Game) -> bool);

const READINGS: &[Read] = &[
    ("R4=forfeit", "three-card-poker", |game| game.bonuses[0].on_fold.0 == OnFold::Forfeit),
    ("R4=stays", "three-card-poker", |game| game.bonuses[0].on_fold.0 == OnFold::Stays),
    ("R5=stays", "three-card-shine", |game| on_fold(game, "pair-xxx") == OnFold::Stays),
    ("R5=forfeit", "three-card-shine", |game| on_fold(game, "pair-xxx") == OnFold::Forfeit),
    ("R6=stays", "three-card-shine", |game| on_fold(game, "super-6-bonus") == OnFold::Stays),
    ("R6=forfeit", "three-card-shine", |game| on_fold(game, "super-6-bonus") == OnFold::Forfeit),
    ("R7=stays", "three-card-poker", |game| on_fold(game, "progressive") == OnFold::Stays),
    ("R7=forfeit", "three-card-poker", |game| on_fold(game, "progressive") == OnFold::Forfeit),
    ("R1=push", "three-card-pairs-plus", |game| equal(game, "ante", true) == Pay::Push),
    ("R1=player-wins", "three-card-pairs-plus", |game| equal(game, "ante", true).wins()),
    ("R1=player-wins", "three-card-pairs-plus", |game| equal(game, "play", true).wins()),
    ("R10=not-qualified-first", "three-card-poker", |game| equal(game, "ante", false).wins()),
    ("R10=equal-pushes", "three-card-poker", |game| equal(game, "ante", false) == Pay::Push),
    ("R10=equal-pushes", "three-card-pairs-plus", |game| equal(game, "play", false) == Pay::Push),
    ("R15=house-tables", "three-card-fortune", |game| !game.wagers[2].table.closed),
    ("R15=unset", "three-card-fortune", |game| game.wagers[2].table.closed && game.bonuses[0].table.closed),
    ("R16=in-order", "three-card-pairs-plus", |game| game.aggregates[0].cut == Cut::InOrder),
    ("R16=proportional", "three-card-pairs-plus", |game| game.aggregates[0].cut == Cut::Proportional),
    ("R16=in-order-with-stakes", "three-card-pairs-plus", |game| {
        game.aggregates[0].cut == Cut::InOrderWithStakes
    }),
    ("R16=proportional-with-stakes", "three-card-pairs-plus", |game| {
        game.aggregates[0].cut == Cut::ProportionalWithStakes
    }),
    ("R21=in-order", "three-card-poker", |game| hits(game) == Some(MeterHits::InOrder)),
    ("R21=shared", "three-card-poker", |game| hits(game) == Some(MeterHits::Shared)),
    ("R22=down", "three-card-fury", |game| game.rounding.0 == Rounding::Down),
    ("R22=nearest", "three-card-fury", |game| game.rounding.0 == Rounding::Nearest),
    ("R22=up", "three-card-fury", |game| game.rounding.0 == Rounding::Up),
    ("R24=fold", "three-card-fury", |game| game.timeout.0 == Timeout::Fold),
    ("R24=play-made-hands", "three-card-fury", |game| game.timeout.0 == Timeout::PlayMadeHands),
    ("R25=void", "three-card-poker", |game| irregular(game, Irregular::Void)),
    ("R25=continue", "three-card-poker", |game| irregular(game, Irregular::Continue)),
    ("R25=forfeit", "three-card-poker", |game| irregular(game, Irregular::Forfeit)),
    ("R25=settle", "three-card-poker", |game| irregular(game, Irregular::Settle)),
];

fn on_fold(game: &Game, id: &str) -> OnFold {
    game.wager(game.wager_no(id).expect("a wager")).on_fold.0
}

/// What a wager pays when the hands are equal.
fn equal(game: &Game, id: &str, qualifies: bool) -> Pay {
    let rows = &game.wager(game.wager_no(id).expect("a wager")).table.rows;
    rows.iter().find(|row| row.admits(Ordering::Equal, qualifies)).expect("a row decides").pays
}

fn hits(game: &Game) -> Option<MeterHits> {
    game.meter.as_ref().map(|meter| meter.hits.0)
}

/// Whether every irregularity does this to every wager.
fn irregular(game: &Game, action: Irregular) -> bool {
    let events: Vec<&str> = game.irregular.iter().map(|rule| rule.event.as_str()).collect();
    let all = game.irregular.iter().flat_map(|rule| &rule.wagers).all(|(done, _)| *done == action);
    all && events == ["exposed-card", "wrong-card-count", "foul-deck"]
}

#[test]
fn each_reading_does_what_it_says() {
    for (reading, id, holds) in READINGS {
        let (ruling, name) = reading.split_once('=').expect("a ruling and a reading");
        let mut variant = doc(id);
        set_ruling(&mut variant, ruling, name).unwrap_or_else(|error| panic!("{reading}: {error}"));
        assert!(holds(&variant.check().expect("a game")), "{reading} in {id}");
    }
}

/// A text of the rule card is there under the readings that make it true, and under no other.
#[test]
fn no_text_of_the_card_outlives_its_reading() {
    let says = |id: &str, changes: &[(&str, &str)], words: &str| {
        let mut doc = doc(id);
        changes
            .iter()
            .for_each(|(ruling, reading)| set_ruling(&mut doc, ruling, reading).expect("a reading"));
        let game = doc.check().expect("still a game");
        game.card.iter().any(|text| text.text.contains(words))
    };
    for (id, change, words) in [
        ("three-card-fortune", ("R9", "ante-needed"), "three ways to play"),
        ("three-card-fortune", ("R15", "unset"), "three ways to play"),
        ("three-card-fortune", ("R15", "unset"), "a side bet standing"),
        ("three-card-shine", ("R9", "ante-needed"), "three ways to play"),
        ("three-card-shine", ("R15", "unset"), "Play Bonus"),
        ("three-card-poker", ("R9", "ante-needed"), "Pair Plus on your own hand, or both"),
        ("three-card-poker", ("R17", "paid"), "no envy bonus for one's own hand"),
    ] {
        assert!(says(id, &[], words), "{id}: {words}");
        assert!(!says(id, &[change], words), "{id} under {change:?}: {words}");
    }
    let mut plain = doc("three-card-fortune");
    let hash = rules_hash(&plain);
    plain.card[0].when.clear();
    assert_ne!(rules_hash(&plain), hash, "the readings of a text are part of the file");
}
