//! Figures that others have published, to the digits that they print.

use crate::{count, float, list, odds, percent, text};

#[test]
fn ante_and_play_of_three_card_poker() {
    let answer = odds(&["three-card-poker"]);
    let ante = &answer["wagers"]["ante"];
    assert_eq!(ante["deals"], "407170400", "one publisher prints 407,222,600");
    assert_eq!(ante["expectation"], "-13733780/407170400");
    assert_eq!(percent(&ante["house_edge"]), "3.3730");
    assert_eq!(percent(&ante["element_of_risk"]), "2.0147");
    assert_eq!(format!("{:.4}", float(&ante["standard_deviation"])), "1.6393");
    let strategy = &answer["strategy"];
    assert_eq!(strategy["text"], "Play Q-6-4 or better; fold anything lower.");
    let counts = ["plays", "folds", "hands"].map(|name| count(&strategy[name]));
    assert_eq!(counts, [14_900, 7_200, 22_100]);
    assert_eq!([&strategy["weakest_play"], &strategy["strongest_fold"]], ["Qd 6h 4c", "Qd 6h 3c"]);
    assert_eq!([&answer["dealer"]["qualifies"], &answer["dealer"]["hands"]], ["15380", "22100"]);
}

#[test]
fn other_ante_bonuses() {
    for (pays, edge) in [("5-3-1", "3.6083"), ("4-3-1", "3.8255"), ("3-2-1", "4.2780")] {
        let answer = odds(&["three-card-poker", "--pay", &format!("ante-bonus={pays}")]);
        assert_eq!(percent(&answer["wagers"]["ante"]["house_edge"]), edge, "{pays}");
    }
}

#[test]
fn never_folding() {
    let answer = odds(&["three-card-poker", "--strategy", "play-all"]);
    assert_eq!(percent(&answer["wagers"]["ante"]["house_edge"]), "7.6538");
    assert_eq!(answer["strategy"]["text"], "Play every hand.");
}

/// Publishers print 3.45 % for the dealer's own rule.
#[test]
fn playing_as_the_dealer_must() {
    let answer = odds(&["three-card-poker", "--strategy", "mimic-dealer"]);
    assert_eq!(answer["strategy"]["text"], "Play queen high or better; fold anything lower.");
    assert_eq!(format!("{:.2}", float(&answer["wagers"]["ante"]["house_edge"]) * 100.0), "3.45");
    assert_eq!(count(&answer["strategy"]["plays"]), 15_380);
}

#[test]
fn three_card_hands() {
    let answer = odds(&["three-card-poker"]);
    let rows = list(&answer["wagers"]["pair-plus"]["rows"]);
    let rows: Vec<(&str, u128)> = rows.iter().map(|row| (text(&row["hand"]), count(&row["ways"]))).collect();
    let published = [
        ("straight-flush", 48),
        ("three-of-a-kind", 52),
        ("straight", 720),
        ("flush", 1_096),
        ("pair", 3_744),
        ("other", 16_440),
    ];
    assert_eq!(rows, published);
}

#[test]
fn pair_plus() {
    for (pays, edge) in [
        ("40-30-6-4-1", "2.3167"),
        ("40-30-6-3-1", "7.2760"),
        ("40-25-6-4-1", "3.4932"),
        ("40-30-5-4-1", "5.5747"),
        ("35-25-5-3-1", "12.7964"),
    ] {
        let answer = odds(&["three-card-poker", "--pay", &format!("pair-plus={pays}")]);
        assert_eq!(percent(&answer["wagers"]["pair-plus"]["house_edge"]), edge, "{pays}");
    }
    assert_eq!(odds(&["three-card-poker"])["wagers"]["pair-plus"]["expectation"], "-1608/22100");
}

#[test]
fn six_card_bonus() {
    for (pays, edge) in [
        ("1000-200-100-20-15-10-7", "8.5614"),
        ("1000-200-50-25-15-10-5", "15.2790"),
        // One publisher prints 10.23.
        ("1000-200-50-25-20-10-5", "10.2248"),
    ] {
        let answer = odds(&["three-card-poker", "--pay", &format!("six-card-bonus={pays}")]);
        assert_eq!(percent(&answer["wagers"]["six-card-bonus"]["house_edge"]), edge, "{pays}");
    }
    let answer = odds(&["three-card-poker"]);
    let bonus = &answer["wagers"]["six-card-bonus"];
    assert_eq!(bonus["deals"], "20358520");
    let ways: Vec<u128> = list(&bonus["rows"]).iter().map(|row| count(&row["ways"])).collect();
    assert_eq!(ways, [188, 1_656, 14_664, 165_984, 205_792, 361_620, 732_160, 18_876_456]);
}

#[test]
fn one_dealer_card_seen() {
    let answer = odds(&["three-card-poker", "--expose-dealer", "1"]);
    let edge = float(&answer["dealer_exposed"]["house_edge"]);
    assert_eq!(format!("{:.4}", -edge * 100.0), "3.4829");
}

/// Worked out by hand: of the meter's row there is one hand, of the other suited A-K-Q there are three.
#[test]
fn the_progressive_and_its_meter() {
    let progressive = &odds(&["three-card-poker"])["wagers"]["progressive"];
    assert_eq!(progressive["fixed"], "-10080/22100");
    assert_eq!(progressive["per_meter_unit"], "1/22100");
    assert_eq!(progressive["per_other_player"], "175/22100");
    assert_eq!(progressive["break_even_meter"], 10_080);
    assert_eq!(progressive["expectation"], "-9080/22100", "the meter at its start, $1,000");
    let played = odds(&["three-card-poker", "--meter", "25000", "--players", "5"]);
    let played = &played["wagers"]["progressive"];
    assert_eq!(played["expectation"], "15620/22100", "25,000 - 10,080 + 4 × 175");
    assert_eq!(played["break_even_meter"], 9_380);
}
