//! The fast evaluators and the naive ones say the same of every hand there is.

mod common;

use common::{cards, hands};
use tercet_cards::{
    Ace, Card, CardSet, ThreeRank, best_five_of_six, best_five_of_six_set, best_three_cards,
    best_three_of_four, combinations, four_features, naive, rank_five, rank_five_set, rank_three,
    rank_three_set,
};

const ACES: [Ace; 2] = [Ace::HighAndLow, Ace::HighOnly];

#[test]
fn all_22_100_hands_of_three() {
    for hand in hands::<3>() {
        for ace in ACES {
            let strength = naive::rank_three(hand, ace);
            assert_eq!(rank_three(hand, ace), strength, "{hand:?}");
            assert_eq!(rank_three_set(hand.into(), ace), Some(strength), "{hand:?}");
        }
    }
}

/// Three cards of several decks: every card may be there again.
#[test]
fn all_24_804_hands_of_three_with_doubles() {
    let mut hands = 0;
    for (i, &a) in Card::ALL.iter().enumerate() {
        for (j, &b) in Card::ALL.iter().enumerate().take(i + 1) {
            for &c in &Card::ALL[..=j] {
                for ace in ACES {
                    let strength = naive::rank_three([a, b, c], ace);
                    for hand in [[a, b, c], [b, c, a], [c, a, b]] {
                        assert_eq!(rank_three(hand, ace), strength, "{hand:?}");
                    }
                    assert!(strength >= ThreeRank::lowest(strength.category()), "{a}{b}{c}");
                }
                hands += 1;
            }
        }
    }
    assert_eq!(hands, 24_804);
}

#[test]
fn all_270_725_hands_of_four() {
    for hand in hands::<4>() {
        for ace in ACES {
            assert_eq!(best_three_of_four(hand, ace), naive::best_three_of_four(hand, ace), "{hand:?}");
            assert_eq!(best_three_cards(hand, ace), naive::best_three_cards(hand, ace), "{hand:?}");
            assert_eq!(four_features(hand, ace), naive::four_features(hand, ace), "{hand:?}");
        }
    }
}

#[test]
fn all_2_598_960_hands_of_five() {
    for set in combinations(CardSet::FULL, 5) {
        let strength = naive::rank_five(cards(set));
        assert_eq!(rank_five(cards(set)), strength, "{set}");
        assert_eq!(rank_five_set(set), Some(strength), "{set}");
    }
}

/// This holds up 003.6cb.best-five, 000.super-6, 001.super-6 and 004.14: the best five of six cards are found by trying
/// every five of them.
#[test]
fn all_20_358_520_hands_of_six() {
    let halves = [0, 1].map(|half| {
        std::thread::spawn(move || {
            // The hands by their first card, so that each thread has about as many.
            let firsts = Card::ALL.iter().enumerate().filter(|(i, _)| i % 2 == half).map(|(_, &first)| first);
            firsts.map(check_hands_of_six_from).sum::<usize>()
        })
    });
    let checked: usize = halves.into_iter().map(|half| half.join().expect("no disagreement")).sum();
    assert_eq!(checked, 20_358_520);
}

fn check_hands_of_six_from(first: Card) -> usize {
    let later: CardSet = Card::ALL.into_iter().filter(|&card| card > first).collect();
    combinations(later, 5)
        .map(|others| {
            let set = others.with(first);
            let strength = naive::best_five_of_six(cards(set));
            assert_eq!(best_five_of_six(cards(set)), strength, "{set}");
            assert_eq!(best_five_of_six_set(set), Some(strength), "{set}");
        })
        .count()
}

#[test]
fn sets_of_another_size_have_no_strength() {
    for len in 0..=52 {
        let set: CardSet = Card::ALL.into_iter().take(len).collect();
        assert_eq!(rank_three_set(set, Ace::HighAndLow).is_some(), len == 3);
        assert_eq!(rank_five_set(set).is_some(), len == 5);
        assert_eq!(best_five_of_six_set(set).is_some(), len == 6);
    }
}
