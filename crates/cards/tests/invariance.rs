//! The order of cards and the names of suits make no difference to any evaluator.

mod common;

use common::{cards, hands, permutations, renamed};
use tercet_cards::{
    Ace, CardSet, best_five_of_six, best_three_cards, best_three_of_four, combinations, four_features,
    rank_five, rank_three,
};

const ACES: [Ace; 2] = [Ace::HighAndLow, Ace::HighOnly];

#[test]
fn three_cards() {
    for hand in hands::<3>() {
        for ace in ACES {
            let strength = rank_three(hand, ace);
            for order in permutations::<3>() {
                assert_eq!(rank_three(order.map(|i| hand[i]), ace), strength, "{hand:?}");
            }
            for names in permutations::<4>() {
                assert_eq!(rank_three(hand.map(|card| renamed(card, names)), ace), strength, "{hand:?}");
            }
        }
    }
}

#[test]
fn four_cards() {
    let permutations = permutations::<4>();
    for hand in hands::<4>() {
        for ace in ACES {
            let (strength, features) = (best_three_of_four(hand, ace), four_features(hand, ace));
            let best = best_three_cards(hand, ace);
            for order in &permutations {
                let ordered = order.map(|i| hand[i]);
                assert_eq!(best_three_of_four(ordered, ace), strength, "{hand:?}");
                assert_eq!(best_three_cards(ordered, ace), best, "{hand:?}");
                assert_eq!(four_features(ordered, ace), features, "{hand:?}");
            }
            for &names in &permutations {
                let other = hand.map(|card| renamed(card, names));
                assert_eq!(best_three_of_four(other, ace), strength, "{hand:?}");
                assert_eq!(four_features(other, ace), features, "{hand:?}");
            }
        }
    }
}

#[test]
fn five_cards() {
    let (orders, suits) = (permutations::<5>(), permutations::<4>());
    for set in combinations(CardSet::FULL, 5).step_by(97) {
        let hand = cards(set);
        let strength = rank_five(hand);
        assert!(orders.iter().all(|order| rank_five(order.map(|i| hand[i])) == strength), "{set}");
        assert!(
            suits.iter().all(|&names| rank_five(hand.map(|card| renamed(card, names))) == strength),
            "{set}"
        );
    }
}

#[test]
fn six_cards() {
    let (orders, suits) = (permutations::<6>(), permutations::<4>());
    for set in combinations(CardSet::FULL, 6).step_by(997) {
        let hand = cards(set);
        let strength = best_five_of_six(hand);
        assert!(orders.iter().all(|order| best_five_of_six(order.map(|i| hand[i])) == strength), "{set}");
        assert!(
            suits.iter().all(|&names| best_five_of_six(hand.map(|card| renamed(card, names))) == strength),
            "{set}"
        );
    }
}
