//! Known cards, exposed cards, one hand, and strategies that are written down.

use crate::{count, float, fraction, list, odds, run, shown, text};
use serde_json::Value;

fn advise(words: &[&str]) -> Value {
    serde_json::from_str(&shown(&[&["advise"], words, &["--json"]].concat())).expect("JSON")
}

/// The two hands on either side of the best rule.
#[test]
fn advice_for_the_hands_at_the_line() {
    for (cards, play, best) in [("Qd 6h 3c", "-18471/18424", "fold"), ("Qd 6h 4c", "-18302/18424", "play-1x")]
    {
        let advice = advise(&["three-card-poker", "--cards", cards]);
        assert_eq!(advice["deals"], "18424");
        assert_eq!(advice["best"], best);
        assert_eq!(advice["decisions"][0]["expectation"], "-18424/18424");
        assert_eq!(advice["decisions"][1]["expectation"], play);
        for decision in list(&advice["decisions"]) {
            let outcomes = list(&decision["outcomes"]);
            assert_eq!(outcomes.iter().map(|outcome| count(&outcome["ways"])).sum::<u128>(), 18_424);
        }
    }
}

/// Values of hands, over all hands, are the expectation of the game.
#[test]
fn advice_knows_other_cards_and_other_wagers() {
    let alone = advise(&["three-card-poker", "--cards", "Qd 6h 3c", "--known", "dealer: 2d; dead: As"]);
    assert_eq!((text(&alone["dealer"]), text(&alone["dead"])), ("2d", "As"));
    assert_eq!(count(&alone["deals"]), 47 * 46 / 2);
    assert_eq!(alone["best"], "play-1x");
    let bets = ["--bet", "ante=10", "--bet", "royal-family-bonus=5"];
    let fury = advise(&[&["three-card-fury", "--cards", "Ks 9s 4h 4c"], &bets[..]].concat());
    assert_eq!(
        fury["stakes"],
        serde_json::json!({"ante": 10, "three-card-monster": 10, "royal-family-bonus": 5})
    );
    assert_eq!(
        fraction(&fury["decisions"][0]["expectation"]),
        (-25 * 17_296, 17_296),
        "a fold loses all three"
    );
}

#[test]
fn advice_is_read_by_people_too() {
    let page = shown(&["advise", "three-card-poker", "--cards", "Qd 6h 3c"]);
    assert!(page.contains("Qd 6h 3c. Fold: it is best by 0.002551 units of Ante."), "{page}");
    let page = shown(&["advise", "testdata/games/colour-bets.toml", "--cards", "Qd 6h 3c"]);
    assert!(page.contains("18,424 dealer hands"), "{page}");
}

/// The published figure for one dealer card seen, and what is decided then.
#[test]
fn exposed_cards_of_the_dealers() {
    let answer = odds(&["three-card-poker", "--expose-dealer", "1"]);
    let exposed = &answer["dealer_exposed"];
    assert_eq!(exposed["expectation"], "42543552/1221511200");
    assert_eq!(exposed["before"], answer["wagers"]["ante"]["expectation"]);
    let shown = list(&exposed["shown"]);
    assert_eq!(shown.len(), 13);
    assert_eq!(shown.iter().map(|each| count(&each["ways"])).sum::<u128>(), 52);
    let decided = |place: usize| text(&shown[place]["strategy"]).to_owned();
    assert_eq!(decided(9), "Play every hand.", "a jack");
    assert_eq!(decided(10), "Play Q-9-2 or better; fold anything lower.");
    assert_eq!(decided(12), "Play A-9-2 or better; fold anything lower.");
    // All three cards seen: whoever is behind folds where the dealer qualifies, so nobody loses more than the Ante.
    let all = odds(&["three-card-poker", "--expose-dealer", "3"]);
    assert!(float(&all["dealer_exposed"]["house_edge"]) < float(&exposed["house_edge"]));
}

/// Every figure is for the cards that are left.
#[test]
fn known_cards_move_every_figure() {
    let answer = odds(&["three-card-poker", "--known", "dealer: Kd; dead: 4c 5c"]);
    assert_eq!((text(&answer["known"]["dealer"]), text(&answer["known"]["dead"])), ("Kd", "5c 4c"));
    // 49 cards: 18,424 hands of the player's, and two more of the dealer's out of 46.
    assert_eq!(answer["wagers"]["ante"]["deals"], "19068840");
    assert_eq!(answer["known"]["expectation"], answer["wagers"]["ante"]["expectation"]);
    assert_eq!(answer["known"]["before"], "-13733780/407170400");
    assert_eq!(
        answer["dealer"],
        serde_json::json!({"qualifies": "1176", "hands": "1176"}),
        "a king qualifies"
    );
    let value = |name: &str| {
        let (num, den) = fraction(&answer["known"][name]);
        num as f64 / den as f64
    };
    assert!(value("ignored") < value("expectation"), "the same cards, worse played");
    // Dead cards alone: the whole deck but one.
    let dead = odds(&["three-card-poker", "--known", "dead: As"]);
    assert_eq!(count(&dead["wagers"]["pair-plus"]["deals"]), 20_825 * 17_296);
}

/// 7.6538 %: the cost of never folding, as published, and where it is lost.
#[test]
fn a_strategy_says_what_it_loses() {
    let answer = odds(&["three-card-poker", "--strategy", "play-all"]);
    let loses = &answer["strategy"]["loses"];
    assert_eq!(loses["hands"], "7200");
    assert_eq!(loses["cost"], format!("{}/407170400", 31_163_984 - 13_733_780));
    let kinds = list(&loses["kinds"]);
    assert_eq!(kinds.iter().map(|kind| count(&kind["hands"])).sum::<u128>(), 7_200);
    assert!(kinds.iter().all(|kind| kind["decision"] == "play-1x" && kind["best"] == "fold"));
    assert!(odds(&["three-card-poker"])["strategy"].get("loses").is_none());
}

#[test]
fn a_strategy_file_is_played_as_it_is_written() {
    let file = |name: &str, text: &str| {
        let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&path, text).expect("it can be written");
        path.to_str().expect("a plain path").to_owned()
    };
    let best = file("best-strategy.txt", "# The best rule.\nplay: Q-6-4 or better\nfold: any\n");
    let plain = odds(&["three-card-poker"]);
    let answer = odds(&["three-card-poker", "--strategy", &best]);
    assert_eq!(answer["strategy"], plain["strategy"]);
    assert_eq!(answer["wagers"], plain["wagers"]);
    let queens = file("queens-strategy.txt", "play: queen high or better\nfold: any\n");
    let answer = odds(&["three-card-poker", "--strategy", &queens]);
    assert_eq!(answer["wagers"], odds(&["three-card-poker", "--strategy", "mimic-dealer"])["wagers"]);
    assert_eq!(answer["strategy"]["loses"]["hands"], "480");

    // Told in its own terms, whatever is known; what it loses in Antes and in dollars.
    let one = file("one-hand-strategy.txt", "play: pair or better, Q-6-4 or better, Qd 6h 3c\nfold: any\n");
    for known in [&[][..], &["--known", "dealer: Kd"]] {
        let words = [&["three-card-poker", "--strategy", &one, "--bet", "ante=25"], known].concat();
        let strategy = &odds(&words)["strategy"];
        assert!(!text(&strategy["text"]).contains("best"), "{strategy}");
        assert!(strategy["besides"].get("cost").is_none() && strategy["unit"] == 25, "{strategy}");
        let page = shown(&[&["odds"][..], &words].concat()).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(!page.contains("nearest rule and nothing else"), "{page}");
        let (num, den) = fraction(&strategy["loses"]["cost"]);
        let of = num as f64 / den as f64;
        let said = format!(
            "Best play would gain {:.4}% of Ante of $25, which is ${:.6} a round",
            of * 100.0,
            of * 25.0
        );
        assert!(page.contains(&said), "{said}: {page}");
    }
    let page = shown(&["odds", "three-card-poker", "--strategy", &best]);
    assert!(page.contains("Best play would gain nothing"), "{page}");
    let never = file("never-strategy.txt", "fold: any\nplay: pair or better\n");
    let ran = run(&["odds", "three-card-poker", "--strategy", &never]);
    assert!(ran.status == 2 && ran.err.contains("line 2: it is never reached"), "{}", ran.err);

    let faulty = file("faulty-strategy.txt", "play: pear\nraise: any\n");
    let ran = run(&["odds", "three-card-poker", "--strategy", &faulty]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("line 1: `pear` is no hand here"), "{}", ran.err);
    assert!(
        ran.err.contains("line 2: `raise` is no decision; expected one of `fold`, `play`"),
        "{}",
        ran.err
    );
    let ran = run(&["odds", "three-card-poker", "--strategy", "no/such.txt"]);
    assert!(ran.status == 2 && ran.err.contains("--strategy no/such.txt"), "{}", ran.err);
}

#[test]
fn cards_that_cannot_be_are_refused() {
    for (words, part) in [
        (&["odds", "three-card-poker", "--known", "Kd"][..], "`Kd` says not whose cards"),
        (&["odds", "three-card-poker", "--known", "dealer: Kd; dead: Kd"], "--known: Kd is there twice"),
        (
            &["odds", "three-card-poker", "--known", "dealer: Kd Qd Jd Td"],
            "--known: 4 cards of the dealer's; the dealer gets 3",
        ),
        (&["odds", "three-card-poker", "--known", "dead: Kd", "--expose-dealer", "1"], "cannot be used with"),
        (&["odds", "three-card-poker", "--expose-dealer", "4"], "--expose-dealer: 4 cards; the dealer has 3"),
        (&["odds", "three-card-poker", "--expose-dealer", "0"], "--expose-dealer: 0 cards"),
        (
            &["odds", "three-card-poker", "--expose-dealer", "1", "--bet", "pair-plus=1"],
            "nothing is decided in this bet",
        ),
        (&["advise", "three-card-poker", "--cards", "Qd 6h"], "--cards: 2 cards for the player; expected 3"),
        (&["advise", "three-card-poker", "--cards", "Qd 6h 6h"], "--cards: 6h is there twice"),
        (&["advise", "three-card-poker", "--cards", "Qd 6h 1c"], "--cards: \"1c\" at 6"),
        (
            &["advise", "three-card-poker", "--cards", "Qd 6h 3c", "--known", "dead: Qd"],
            "--cards: Qd is there twice",
        ),
        (&["advise", "three-card-poker", "--cards", "Qd 6h 3c", "--bet", "antee=1"], "did you mean `ante`?"),
    ] {
        let ran = run(words);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{words:?}");
        assert!(ran.err.contains(part), "{words:?}: {}", ran.err);
    }
}

/// Pay tables are figured with the cards known, as the report figures them.
#[test]
fn pay_tables_with_known_cards() {
    let known = ["--known", "dealer: Kd; dead: 4c 5c"];
    let sweep = ["sweep", "three-card-poker", "--pay", "ante-bonus=5-4,3-1", "--json"];
    let answer: Value = serde_json::from_str(&shown(&[&sweep[..], &known].concat())).unwrap();
    assert_eq!((text(&answer["dealer"]), text(&answer["dead"])), ("Kd", "5c 4c"));
    let report = odds(&[&["three-card-poker"][..], &known].concat());
    let tables = answer["tables"].as_array().unwrap();
    let written = tables.iter().find(|one| one["pays"]["ante-bonus"] == "5-4-1").unwrap();
    for figure in ["house_edge", "hit_frequency", "variance"] {
        assert_eq!(written[figure], report["wagers"]["ante"][figure], "{figure}");
    }
    let page = shown(&[&sweep[..4], &known].concat());
    assert!(page.contains("Known before the decision: dealer: Kd; dead: 5c 4c."), "{page}");
}
