//! Hands that the rules speak of, one row each.

mod common;

use common::hand;
use tercet_cards::{
    Ace, FiveCategory, FiveRank, FourFeatures, Rank, ThreeCategory, ThreeRank, best_five_of_six,
    best_three_cards, best_three_of_four, format_cards, four_features, rank_five, rank_three,
};

fn three(cards: &str) -> ThreeRank {
    rank_three(hand(cards), Ace::HighAndLow)
}

/// Each hand is stronger than the next.
fn falling(hands: &[&str]) {
    for pair in hands.windows(2) {
        assert!(three(pair[0]) > three(pair[1]), "{} beats {}", pair[0], pair[1]);
    }
}

/// 000.rank.order, 001.rank.order: straight flush, three of a kind, straight, flush, pair, high card. The lowest of each
/// beats the highest of the next.
#[test]
fn order_of_categories() {
    falling(&[
        "Ah2h3h", "AcAdAh", "2c2d2h", "AcKdQh", "Ac2d3h", "AcKcJc", "2c3c5c", "AcAdKh", "2c2d3h", "AcKdJh",
    ]);
    assert!(ThreeCategory::ALL.is_sorted());
}

/// 000.rank.high, 001.rank.high: the highest card decides, then the next, then the last; suits never do.
#[test]
fn high_cards_decide_in_turn() {
    falling(&["As4d2c", "KsQdTc", "KsJdTc", "KsJd9c", "KhTd9c", "5c3d2h"]);
    assert_eq!(three("Ks9d4c"), three("4h9cKd"));
    falling(&["9s9dKc", "9h9c4d", "8s8dAc"]);
    assert_eq!(three("9s9dKc"), three("9h9cKd"));
}

/// 000.rank.ace, 001.rank.ace, 003.rank.ace: the ace is high, except in 3-2-A, the lowest straight and the lowest
/// straight flush.
#[test]
fn ace_is_high_except_in_three_two_ace() {
    falling(&["AcKdQh", "KcQdJh", "4c3d2h", "3c2dAh", "AcKcJc"]);
    falling(&["AhKhQh", "4h3h2h", "3h2hAh", "AcAdAh"]);
    assert_eq!(three("Kc Ah 2d").category(), ThreeCategory::HighCard);
    assert_eq!(three("Kc Ac 2c").to_string(), "flush, ace high");
    assert_eq!(three("2d Ah 3c").to_string(), "straight, three high");
}

/// 003.rank.straight, 003.rank.trips: a straight beats a flush, three of a kind beat a straight.
#[test]
fn straight_beats_flush_and_three_of_a_kind_beat_straight() {
    falling(&["2c2d2h", "QcKdAh"]);
    falling(&["Ac2d3h", "AcKcJc"]);
}

/// Cards of several decks, which no rule knows: a hand is the highest that it meets, and ties go by its ranks.
#[test]
fn doubles_are_the_highest_that_they_meet() {
    for (cards, words) in [
        ("KdKdKd", "three of a kind, kings"),
        ("KdKd5d", "flush, king high"),
        ("Ad5d5d", "flush, ace high"),
        ("KdKd5c", "pair of kings"),
        ("3d2d2d", "flush, three high"),
    ] {
        let cards: Vec<_> = cards.as_bytes().chunks(2).map(|card| str::from_utf8(card).unwrap()).collect();
        let hand = [0, 1, 2].map(|i| tercet_cards::parse_cards(cards[i]).unwrap()[0]);
        assert_eq!(rank_three(hand, Ace::HighAndLow).to_string(), words, "{cards:?}");
    }
    let card = |text: &str| tercet_cards::parse_cards(text).unwrap()[0];
    let (king, queen, five) = (card("Kd"), card("Qd"), card("5d"));
    let rank = |cards| rank_three(cards, Ace::HighAndLow);
    assert!(rank([king, queen, queen]) > rank([king, queen, five]), "the second card of a flush decides");
    assert!(rank([king, king, five]) > rank([king, queen, queen]));
    assert!(rank([card("As"), card("Ah"), card("Kd")]) < rank([card("3d"), card("2d"), card("2d")]));
}

/// Ruling R13, the other reading: A-3-2 is an ace-high hand, the lowest straight is 4-3-2.
#[test]
fn ace_may_be_high_only() {
    let three = |cards| rank_three(hand(cards), Ace::HighOnly);
    assert_eq!(three("Ac3d2h").to_string(), "ace high");
    assert!(three("Ac4d2h") > three("Ac3d2h"));
    assert_eq!(three("Ac3c2c").to_string(), "flush, ace high");
    assert_eq!(three("4c3d2h").to_string(), "straight, four high");
    assert_eq!(three("AcKdQh").to_string(), "straight, ace high");
    let features = |cards| four_features(hand(cards), Ace::HighOnly);
    let contains = |cards, pattern| features(cards).contains(pattern);
    assert!(contains("4s3s2sAs", FourFeatures::STRAIGHT_FLUSH_3));
    assert!(!contains("4s3s2sAs", FourFeatures::STRAIGHT_FLUSH_4));
    assert!(contains("4s3h2dAs", FourFeatures::STRAIGHT_3));
    assert!(!contains("4s3h2dAs", FourFeatures::STRAIGHT_4));
    assert_eq!(features("3s2h7dAs"), FourFeatures::NONE);
}

/// 002.object, 002.5: the best three of four cards; among equals, the higher cards.
#[test]
fn best_three_of_four_cards() {
    let row = |cards, best, words| {
        let cards = hand(cards);
        assert_eq!(format_cards(best_three_cards(cards, Ace::HighAndLow)), best);
        assert_eq!(best_three_of_four(cards, Ace::HighAndLow).to_string(), words);
    };
    row("2c 9d Kh 5s", "Kh 9d 5s", "king high");
    row("As Ah Ks Kd", "As Ah Ks", "pair of aces");
    row("9s 9h 9d 9c", "9s 9h 9d", "three of a kind, nines");
    row("Kd 9c Qd Jd", "Kd Qd Jd", "straight flush, king high");
    row("As 2d 3h 4c", "4c 3h 2d", "straight, four high");
    row("As 2d 3h Kc", "As 3h 2d", "straight, three high");
    row("7s 6s 5h 5s", "7s 6s 5s", "straight flush, seven high");
    row("Ac Kc 9c 2c", "Ac Kc 9c", "flush, ace high");
    row("Ac 8c 9d Tc", "Tc 9d 8c", "straight, ten high");
}

fn features(cards: &str) -> FourFeatures {
    four_features(hand(cards), Ace::HighAndLow)
}

#[test]
fn features_hide_none() {
    let all_of = |cards, patterns: &[FourFeatures]| {
        let expected = patterns.iter().fold(FourFeatures::NONE, |all, &pattern| all | pattern);
        assert_eq!(features(cards), expected, "{cards}");
    };
    all_of("2s Ah Kd Jc", &[]);
    all_of("9s 9h 8d 8c", &[FourFeatures::PAIR, FourFeatures::TWO_PAIR]);
    all_of("9s 9h 9d 8c", &[FourFeatures::PAIR, FourFeatures::THREE_OF_A_KIND]);
    all_of("9s 9h 9d 9c", &[FourFeatures::PAIR, FourFeatures::THREE_OF_A_KIND, FourFeatures::FOUR_OF_A_KIND]);
    let without_ranks =
        FourFeatures::ALL.iter().filter(|(_, name)| name.contains("card")).map(|&(pattern, _)| pattern);
    all_of("7s 6s 5s 4s", &without_ranks.clone().collect::<Vec<_>>());
    all_of("As Ks Qs Js", &without_ranks.chain([FourFeatures::ROYAL_FAMILY]).collect::<Vec<_>>());
    assert_eq!(features("5s 5h 6d 7c").to_string(), "pair, three-card straight");
    assert_eq!(features("2s Ah Kd Jc").to_string(), "nothing");
}

/// 003.6cb.best-five: the best five cards of six, as poker ranks them.
#[test]
fn best_five_of_six_cards() {
    let row = |cards, words| assert_eq!(best_five_of_six(hand(cards)).to_string(), words);
    row("As Ks Qs Js Ts 9s", "royal flush");
    row("Ks Qs Js Ts 9s As", "royal flush");
    row("9s Ks Qs Js Ts Kh", "straight flush, king high");
    row("5h 4h 3h 2h Ah 6s", "straight flush, five high");
    row("Ts Th Td Tc 2s As", "four of a kind, tens");
    row("Ts Th Td 2c 2s 2h", "full house, tens over twos");
    row("Ks Kh Kd 9c 9s Ah", "full house, kings over nines");
    row("As 9s 7s 5s 2s 3s", "flush, ace high");
    row("As Kh Qd Jc Ts 9h", "straight, ace high");
    row("Ah 2c 3d 4s 5h Kc", "straight, five high");
    row("Ts Th Td 2c 3s 4h", "three of a kind, tens");
    row("Ts Th 2d 2c 3s 3h", "two pair, tens and threes");
    row("9s 9h 2d 4c 5s 6h", "pair of nines");
    row("As Qh 2d 4c 5s 7h", "ace high");
}

#[test]
fn five_cards_are_ranked_as_in_poker() {
    let hands = [
        "AsKsQsJsTs",
        "KsQsJsTs9s",
        "5s4s3s2sAs",
        "AsAhAdAcKs",
        "2s2h2d2c3s",
        "AsAhAdKsKh",
        "2s2h2dAsAh",
        "AsKsQsJs9s",
        "7s5s4s3s2s",
        "AsKhQsJsTs",
        "6s5h4s3s2s",
        "5s4h3s2sAs",
        "AsAhAdKsQh",
        "2s2h2d4s3h",
        "AsAhKdKsQh",
        "3s3h2d2s4h",
        "AsAhKdQsJh",
        "2s2h5d4s3h",
        "AsKhQdJs9h",
        "AsKhQdJs8h",
        "7s5h4d3s2h",
    ];
    for pair in hands.windows(2) {
        assert!(rank_five(hand(pair[0])) > rank_five(hand(pair[1])), "{} beats {}", pair[0], pair[1]);
    }
    assert!(FiveCategory::ALL.is_sorted());
}

/// What a strength is made of can be read back from it, and the packed order is that of category and ranks.
#[test]
fn strengths_are_category_and_ranks() {
    let mut all: Vec<_> = common::hands().map(|hand| rank_three(hand, Ace::HighAndLow)).collect();
    all.sort_unstable();
    assert!(all.iter().all(|strength| ThreeRank::new(strength.category(), strength.ranks()) == *strength));
    assert!(all.iter().map(|strength| (strength.category(), strength.ranks())).is_sorted());

    let mut all: Vec<_> = common::hands().map(rank_five).collect();
    all.sort_unstable();
    all.dedup();
    assert!(all.iter().all(|strength| FiveRank::new(strength.category(), strength.ranks()) == *strength));
    assert!(all.iter().map(|strength| (strength.category(), strength.ranks())).is_sorted_by(|a, b| a < b));
}

/// 000.qualify, 001.qualify, 002.6: a floor separates the hands that reach it from those that do not.
#[test]
fn floors_separate_hands() {
    let queen = ThreeRank::high_card_floor(&[Rank::Queen]);
    assert!(three("Qs3d2c") >= queen && three("JsTd8c") < queen && three("2s2d3c") >= queen);
    let queen_six_four = ThreeRank::high_card_floor(&[Rank::Queen, Rank::Six, Rank::Four]);
    assert!(three("Qs6d4c") >= queen_six_four && three("Qs6d3c") < queen_six_four);
    assert!(
        three("Qs7d2c") >= queen_six_four
            && three("Qs5d4c") < queen_six_four
            && three("Ks3d2c") >= queen_six_four
    );
    assert_eq!(ThreeRank::high_card_floor(&[Rank::Four, Rank::Queen, Rank::Two, Rank::Six]), queen_six_four);
    let nines = ThreeRank::pair_floor(Rank::Nine);
    assert!(three("9s9d2c") >= nines && three("8s8dAc") < nines);
    for ace in [Ace::HighAndLow, Ace::HighOnly] {
        for hand in common::hands() {
            let strength = rank_three(hand, ace);
            for category in ThreeCategory::ALL {
                assert_eq!(
                    strength >= ThreeRank::lowest(category),
                    strength.category() >= category,
                    "{hand:?}"
                );
            }
            for rank in Rank::ALL {
                let [first, second, _] = strength.ranks();
                let pair = strength.category() == ThreeCategory::Pair && first >= rank;
                let reaches = pair || strength.category() > ThreeCategory::Pair;
                assert_eq!(strength >= ThreeRank::pair_floor(rank), reaches, "{hand:?}");
                let reaches = first >= rank || strength.category() > ThreeCategory::HighCard;
                assert_eq!(strength >= ThreeRank::high_card_floor(&[rank]), reaches, "{hand:?}");
                let reaches =
                    (first, second) >= (Rank::Queen, rank) || strength.category() > ThreeCategory::HighCard;
                let floor = ThreeRank::high_card_floor(&[Rank::Queen, rank]);
                assert!(rank >= Rank::Queen || (strength >= floor) == reaches, "{hand:?}");
            }
        }
    }
}
