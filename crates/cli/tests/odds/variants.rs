//! Other readings, other pays, other stakes, other meters.

use crate::{count, float, fraction, list, odds, percent, shown, text};

/// R1=player-wins: equal hands win even money, and one hand more is worth playing.
#[test]
fn equal_hands_win() {
    let push = odds(&["three-card-pairs-plus"]);
    let wins = odds(&["three-card-pairs-plus", "--ruling", "R1=player-wins"]);
    assert_eq!(percent(&push["wagers"]["ante"]["house_edge"]), "3.3730");
    assert_eq!(wins["wagers"]["ante"]["expectation"], "-13198364/407170400");
    assert_eq!(count(&wins["strategy"]["plays"]), 14_924, "Q-6-3 of three suits, 24 hands, is played too");
    assert_eq!(wins["strategy"]["threshold"], false);
    assert_eq!(wins["strategy"]["besides"]["kinds"][0]["hand"], "Qd 6h 3c");
    assert_ne!(push["rules"], wins["rules"], "the hash tells them apart");
}

/// R2=dealer-qualifies costs the player the bonuses of deals in which the dealer does not.
#[test]
fn the_ante_bonus_only_when_the_dealer_qualifies() {
    let answer = odds(&["three-card-pairs-plus", "--ruling", "R2=dealer-qualifies"]);
    assert_eq!(percent(&answer["wagers"]["ante"]["house_edge"]), "4.9664");
}

/// R13=ace-high changes what a hand is.
#[test]
fn an_ace_that_is_only_high() {
    let answer = odds(&["three-card-fury", "--ruling", "R13=ace-high"]);
    assert_eq!(percent(&answer["wagers"]["ante"]["house_edge"]), "5.7630");
}

/// R15=unset: bets without a posted table are closed, and the Ante Bonus is not paid.
#[test]
fn tables_that_are_not_posted_close_their_wagers() {
    for (game, closed) in [("three-card-fortune", "lucky-pairs"), ("three-card-shine", "pair-xxx")] {
        let answer = odds(&[game, "--ruling", "R15=unset"]);
        for id in [closed, "super-6-bonus"] {
            let wager = &answer["wagers"][id];
            assert_eq!((&wager["closed"], &wager["ruling"]), (&true.into(), &"R15".into()), "{game}: {id}");
            assert!(wager.get("expectation").is_none());
        }
        let ante = &answer["wagers"]["ante"];
        assert_eq!(percent(&ante["house_edge"]), "8.6580");
        assert_eq!(ante["notes"][0], "Ante Bonus has no posted pay table and is not paid.");
        let text = shown(&["odds", game, "--ruling", "R15=unset"]);
        assert!(text.contains("Closed: no pay table is posted for it"), "{text}");
    }
}

/// R7=forfeit: a fold takes the Progressive, so it is figured beside the Ante. Envy is left alone: the wager was made.
#[test]
fn a_progressive_that_a_fold_forfeits() {
    let stays = odds(&["three-card-poker", "--players", "7"]);
    let forfeit = odds(&["three-card-poker", "--players", "7", "--ruling", "R7=forfeit"]);
    let [stays, forfeit] = [&stays, &forfeit].map(|answer| &answer["wagers"]["progressive"]);
    assert_eq!(forfeit["deals"], "407170400");
    let value = |fraction: (i128, i128)| fraction.0 as f64 / fraction.1 as f64;
    let fixed = |of: &serde_json::Value| value(fraction(&of["fixed"]));
    assert!((fixed(stays) - fixed(forfeit)).abs() < 1e-12, "no hand that wins is folded");
    assert_eq!(forfeit["per_other_player"], stays["per_other_player"]);
}

/// R6=forfeit with R9=as-written: Super 6 Bonus may stand alone, and then nothing can be folded.
#[test]
fn a_wager_without_a_decision_is_not_folded_away() {
    let alone = odds(&["three-card-shine", "--ruling", "R6=forfeit", "--bet", "super-6-bonus=1"]);
    assert_eq!(alone["wagers"]["super-6-bonus"]["deals"], "20358520");
    assert_eq!(alone["total"]["expectation"], "-2081616/20358520");
    // Beside an Ante, no hand is worth folding any more: the bonus pays as before, the Ante pays for it.
    let beside = odds(&["three-card-shine", "--ruling", "R6=forfeit"]);
    let bonus = &beside["wagers"]["super-6-bonus"];
    assert_eq!(bonus["deals"], "407170400");
    assert_eq!(bonus["expectation"], "-41632320/407170400");
    assert_eq!(bonus["added_to_main"]["strategy"], "Play every hand.");
    let (added, deals) = fraction(&bonus["added_to_main"]["expectation"]);
    assert_eq!(
        (added, deals),
        (-41_632_320 - 31_163_984 + 13_733_780, 407_170_400),
        "never folding costs 31,163,984"
    );
}

/// R16=in-order: at the table maximum the limit of 004.aggregate cuts royal flushes; at the minimum it cuts nothing.
#[test]
fn a_limit_on_what_is_paid_together_depends_on_the_stake() {
    let words =
        ["three-card-pairs-plus", "--bet", "ante=10", "--bet", "pairs-plus=10", "--bet", "six-card-bonus=10"];
    let most = odds(&words);
    assert_eq!(most["total"]["limited"], "2560");
    assert_eq!(most["total"]["expectation"], "-1285247040/407170400");
    // R16=proportional cuts other lines by the same sum; R16=in-order-with-stakes and
    // R16=proportional-with-stakes leave less room.
    let under = |reading: &str| {
        let ruling = format!("R16={reading}");
        odds(&[&words[..], &["--ruling", &ruling]].concat())["total"]["expectation"].clone()
    };
    assert_eq!(under("proportional"), most["total"]["expectation"]);
    assert!(fraction(&under("in-order-with-stakes")).0 < -1_285_247_040);
    assert_eq!(under("proportional-with-stakes"), under("in-order-with-stakes"));
    let least = odds(&["three-card-pairs-plus"]);
    let notes = least["wagers"]["six-card-bonus"]["notes"].to_string();
    assert!(notes.contains("which cuts nothing here"), "{notes}");
    assert_eq!(least["wagers"]["ante"]["stake"], 2, "the table minimum");
}

#[test]
fn a_stake_can_be_asked_for() {
    let answer = odds(&["three-card-pairs-plus", "--stake", "50"]);
    let bonus = &answer["wagers"]["six-card-bonus"];
    assert_eq!(bonus["stake"], 50);
    assert!(bonus["notes"].to_string().contains("which cuts a pay in"), "{bonus}");
    assert!(
        bonus["notes"].to_string().contains("The table takes 6-Card Bonus of $1 to $10 only."),
        "{bonus}"
    );
    let one = odds(&["three-card-pairs-plus"])["wagers"]["six-card-bonus"]["house_edge"].as_f64();
    assert!(bonus["house_edge"].as_f64() > one, "pays of more than $2,000 are cut");
}

#[test]
fn other_readings_say_what_they_move() {
    let answer = odds(&["three-card-pairs-plus", "--readings"]);
    let readings = list(&answer["readings"]);
    let find = |ruling: &str, reading: &str| {
        readings.iter().find(|one| one["ruling"] == ruling && one["reading"] == reading).unwrap()
    };
    let wins = find("R1", "player-wins");
    assert_eq!(wins["in_force"], "push");
    let change = float(&wins["moves"]["ante"]["change"]);
    assert_eq!(format!("{:.4}", change * 100.0), "-0.1315");
    assert!(text(&wins["strategy"]).contains("Qd 6h 3c"));
    assert_eq!(find("R24", "play-made-hands")["moves"], serde_json::json!({}));
    let cut = find("R16", "in-order-with-stakes");
    assert_eq!(cut["moves"], serde_json::json!({}), "nothing at the table minimum");
    assert_eq!(cut["total"]["stakes"]["six-card-bonus"], 10, "but at the table maximum");
    assert!(!readings.iter().any(|one| one["reading"] == one["in_force"]));
    let text = shown(&["odds", "three-card-pairs-plus", "--readings"]);
    assert!(text.contains("house edge 3.2415% instead of 3.3730% (-0.1315%)"), "{text}");
    assert!(text.contains("No figure moves."), "{text}");
}
