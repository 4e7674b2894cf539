//! The cases of tables that read both hands together.
//!
//! There are twenty million sets of six cards, but rows can tell few of them apart: by the category of the
//! best five, by the colours, and by rank patterns of six cards.

use super::Rows;
use super::cases::{Cases, Situations, asks_dealer, by_strength, renamed, strength, suit_orders};
use crate::game::Game;
use crate::hand::{Hand, HandTest};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use tercet_cards::{Card, CardSet, FiveCategory, Suit, best_five_of_six_set, parse_cards, suit_classes};

/// One set of six cards for each category of the best five and each number of suits (one, two, more) that
/// can go with it. Two suits, and so one colour, leave no room for three cards of a rank, and a flush leaves
/// room for one more suit. The first two suits are black; renaming them makes every other case.
const EXAMPLES: [&str; 17] = [
    "As Ks Qs Js Ts 2s",
    "9s 8s 7s 6s 5s 2s",
    "As Ks 9s 7s 4s 2s",
    "As Ks Qs Js Ts 2c",
    "9s 8s 7s 6s 5s 2c",
    "As Ks 9s 7s 4s 2c",
    "9s 8c 7s 6c 5s 2c",
    "As Ac Ks Kc 7s 2c",
    "As Ac Ks 9c 7s 2c",
    "As Kc 9s 7c 4s 2c",
    "As Ac Ah Ad Ks 2c",
    "As Ac Ah Ks Kc 2c",
    "9s 8c 7h 6c 5s 2c",
    "As Ac Ah Ks 7c 2s",
    "As Ac Ks Kh 7s 2c",
    "As Ac Kh 9c 7s 2c",
    "As Kc 9h 7c 4s 2c",
];

pub(super) fn visit(game: &Game, rows: &Rows<'_>, cases: &mut Cases<'_>) {
    let orders = suit_orders(rows);
    let patterns = six_patterns(rows);
    if asks_dealer(rows) || !patterns.is_empty() {
        return visit_pairs(game, &patterns, &orders, cases);
    }
    for example in EXAMPLES {
        let cards = parse_cards(example).expect("cards");
        add(&cards[..3], &cards[3..], &orders, Situations::ANY, cases);
    }
}

fn add(
    player: &[Card],
    dealer: &[Card],
    orders: &[[Suit; 4]],
    situations: Situations,
    cases: &mut Cases<'_>,
) {
    for order in orders {
        let (player, dealer) =
            (renamed(player.iter().copied(), order), renamed(dealer.iter().copied(), order));
        cases.add(&Hand::both(&player, &dealer).expect("three cards each"), situations);
    }
}

/// Every pair of hands up to the names of the suits: only where rows also ask how the hands compare, or for
/// six ranks, as this takes about a second.
fn visit_pairs(game: &Game, patterns: &[u16], orders: &[[Suit; 4]], cases: &mut Cases<'_>) {
    let dealers = by_strength(game, 3);
    let mut seen: BTreeSet<(FiveCategory, u32, Situations)> = BTreeSet::new();
    for class in suit_classes(3) {
        let player = class.representative;
        let own = strength(game, player);
        for (other, dealer) in &dealers {
            if !dealer.intersection(player).is_empty() {
                continue;
            }
            let both = player.union(*dealer);
            let situation = Situations::of(own.cmp(other), game.qualifier.admits(*other));
            let category = best_five_of_six_set(both).expect("six cards").category();
            if patterns.contains(&both.rank_mask()) || seen.insert((category, suits(both), situation)) {
                let player: Vec<Card> = player.into_iter().collect();
                let dealer: Vec<Card> = dealer.into_iter().collect();
                add(&player, &dealer, orders, situation, cases);
            }
        }
    }
}

/// One, two, or three for more suits.
fn suits(cards: CardSet) -> u32 {
    let suits = Suit::ALL.into_iter().filter(|suit| cards.suit_mask(*suit) != 0).count();
    u32::try_from(suits.min(3)).expect("at most three")
}

/// The ranks of the patterns of six cards among the tests, one bit each.
fn six_patterns(rows: &Rows<'_>) -> Vec<u16> {
    let mut found = Vec::new();
    for (_, row) in &rows.rows {
        row.hand.iter().for_each(|test| patterns(test, &mut found));
    }
    found
}

fn patterns(test: &HandTest, found: &mut Vec<u16>) {
    match test {
        HandTest::Ranks(ranks, _) => found.push(ranks.iter().fold(0, |mask, rank| mask | 1 << rank.index())),
        HandTest::AnyOf(tests) => tests.iter().for_each(|test| patterns(test, found)),
        HandTest::Any
        | HandTest::Three(_)
        | HandTest::AtLeast(_)
        | HandTest::Contains(_)
        | HandTest::Five(_)
        | HandTest::FiveAtLeast(_)
        | HandTest::Colour(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeMap;
    use tercet_cards::combinations;

    #[test]
    fn the_examples_are_everything_that_rows_can_tell_apart() {
        let key = |cards: CardSet| (best_five_of_six_set(cards).unwrap().category(), suits(cards));
        let examples: BTreeSet<_> =
            EXAMPLES.iter().map(|example| key(parse_cards(example).unwrap().into_iter().collect())).collect();
        assert_eq!(examples.len(), EXAMPLES.len());
        let mut all: BTreeMap<_, u64> = BTreeMap::new();
        for cards in combinations(CardSet::FULL, 6) {
            *all.entry(key(cards)).or_default() += 1;
        }
        assert_eq!(all.values().sum::<u64>(), 20_358_520);
        assert_eq!(examples, all.into_keys().collect());
    }
}
