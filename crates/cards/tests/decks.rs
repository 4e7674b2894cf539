//! Orders of the deck, and subsets of it.

use std::collections::BTreeSet;
use tercet_cards::{Card, CardSet, Deck, DeckError, Rank, binomial, combinations, draw_below, format_cards};

/// 000.deck, 001.deck, 002.deck: the 52 cards, each once.
#[test]
fn a_deck_is_52_different_cards() {
    assert_eq!(Deck::from_cards(&Card::ALL), Ok(Deck::sorted()));
    assert_eq!(Deck::from_cards(&Card::ALL[1..]), Err(DeckError::Count(51)));
    let mut cards = Card::ALL;
    cards[51] = cards[7];
    let error = Deck::from_cards(&cards).unwrap_err();
    assert_eq!(error.to_string(), "a deck has every card once, but 3s is there twice");
    assert_eq!(Deck::from_cards(&[]).unwrap_err().to_string(), "a deck has 52 cards, not 0");
}

/// A source of words that anyone can write down: x := 1664525 x + 1013904223, from x = 0.
fn words() -> impl FnMut() -> u32 {
    let mut state = 0_u32;
    move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state
    }
}

/// 004.1: a shuffle keeps every card, and anyone with the same words gets the same deck.
#[test]
fn a_shuffle_can_be_repeated() {
    let deck = Deck::shuffled_by(words());
    assert_eq!(deck.cards().iter().copied().collect::<CardSet>(), CardSet::FULL);
    assert_eq!(Deck::from_cards(deck.cards()), Ok(deck.clone()));

    // The documented steps, once more.
    let mut next = words();
    let mut cards = Card::ALL;
    for n in (2..=52).rev() {
        let j = loop {
            let product = u64::from(next()) * n;
            if product % (1 << 32) >= (1 << 32) % n {
                break product >> 32;
            }
        };
        cards.swap(usize::try_from(n).unwrap() - 1, usize::try_from(j).unwrap());
    }
    assert_eq!(deck.cards(), &cards);
    assert_eq!(
        format_cards(cards),
        "3c Js Qs 3h 4s 4c 2d Ad Kh 3d 7c Ah Ks Qd 2h 4d 7s 6d Jc Ac 8s 8h 2s Jh Kd Ts \
         Kc Jd 3s As 9s 6c 7d 5d 4h Qh 6s 2c Th 8c 9h Td 8d 7h 9c 5s 9d 6h Tc Qc 5h 5c"
    );
}

/// Every sequence of draws gives another order, so equally likely draws give equally likely orders.
#[test]
fn every_order_of_a_small_deck_comes_up_once() {
    let mut orders = BTreeSet::new();
    // The words that draw 51, 50, … leave all cards but the top four in place.
    for draws in 0..24 {
        let (a, b, c) = (draws / 6, draws / 2 % 3, draws % 2);
        let mut n = 53_u64;
        let deck = Deck::shuffled_by(|| {
            n -= 1;
            let draw = match n {
                4 => a,
                3 => b,
                2 => c,
                _ => n - 1,
            };
            // A word in the middle of those that draw this.
            u32::try_from(((draw << 32) + (1 << 31)) / n).unwrap()
        });
        assert_eq!(deck.cards()[4..], Card::ALL[4..]);
        orders.insert(deck.cards()[..4].to_vec());
    }
    assert_eq!(orders.len(), 24);
}

#[test]
fn a_draw_stays_below_its_bound() {
    let mut next = words();
    for bound in [1, 2, 3, 52, 1 << 31, u32::MAX] {
        assert!((0..1_000).all(|_| draw_below(bound, &mut next) < bound));
    }
}

#[test]
fn combinations_are_all_different_and_all_there() {
    let eleven: CardSet = Card::ALL.into_iter().filter(|card| card.rank() >= Rank::Queen).take(11).collect();
    for k in 0..=12 {
        let all: Vec<CardSet> = combinations(eleven, k).collect();
        assert!(all.iter().all(|hand| hand.len() == k && hand.is_subset(eleven)));
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
        assert_eq!(all.len() as u64, binomial(11, k as u64));
        assert_eq!(combinations(eleven, k).size_hint(), (all.len(), Some(all.len())));
    }
    assert_eq!(combinations(CardSet::FULL, 52).collect::<Vec<_>>(), [CardSet::FULL]);
    assert_eq!(combinations(CardSet::FULL, 53).count(), 0);
    assert_eq!(combinations(CardSet::EMPTY, 0).collect::<Vec<_>>(), [CardSet::EMPTY]);
    assert_eq!(combinations(CardSet::FULL, 6).count(), 20_358_520);
}

#[test]
fn binomials_are_those_of_the_triangle() {
    for n in 1..=67 {
        assert_eq!([binomial(n, 0), binomial(n, n), binomial(n, n + 1)], [1, 1, 0]);
        for k in 1..n {
            assert_eq!(binomial(n, k), binomial(n - 1, k - 1) + binomial(n - 1, k));
        }
    }
}
