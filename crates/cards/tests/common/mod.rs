//! What several tests of this crate share: all hands, the 24 renamings of suits, golden counts.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::allow_attributes, reason = "an expectation would not hold in every test")]

use std::collections::BTreeMap;
use tercet_cards::{Card, CardSet, Suit, combinations};

/// Every hand of K cards.
pub(crate) fn hands<const K: usize>() -> impl Iterator<Item = [Card; K]> {
    combinations(CardSet::FULL, K).map(cards)
}

/// The K cards of a set.
pub(crate) fn cards<const K: usize>(set: CardSet) -> [Card; K] {
    let mut cards = set.iter();
    std::array::from_fn(|_| cards.next().expect("K cards"))
}

/// The cards of a text.
pub(crate) fn hand<const K: usize>(text: &str) -> [Card; K] {
    let cards = tercet_cards::parse_cards(text).expect("cards");
    cards.try_into().expect("K cards")
}

/// Every order of the numbers below K.
pub(crate) fn permutations<const K: usize>() -> Vec<[usize; K]> {
    let mut all = vec![std::array::from_fn(|i| i)];
    for i in 0..K {
        all = all
            .into_iter()
            .flat_map(|order: [usize; K]| {
                (i..K).map(move |j| {
                    let mut order = order;
                    order.swap(i, j);
                    order
                })
            })
            .collect();
    }
    all
}

/// A card with its suit renamed.
pub(crate) fn renamed(card: Card, names: [usize; 4]) -> Card {
    Card::new(card.rank(), Suit::ALL[names[card.suit().index()]])
}

/// The lines of a golden file: a count and a label.
pub(crate) fn golden(text: &str) -> BTreeMap<String, u64> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (count, label) = line.split_once(' ').expect("a count and a label");
            (label.trim().to_owned(), count.parse().expect("a count"))
        })
        .collect()
}

/// How often each label occurs.
pub(crate) fn count<L: ToString>(labels: impl Iterator<Item = L>) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for label in labels {
        *counts.entry(label.to_string()).or_insert(0) += 1;
    }
    counts
}
