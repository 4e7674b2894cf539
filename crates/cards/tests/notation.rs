//! Cards written and read.

use proptest::prelude::*;
use tercet_cards::{Card, CardSet, CardsErrorKind, Rank, Suit, format_cards, parse_cards};

fn check(text: &str, expected: &str) {
    assert_eq!(format_cards(parse_cards(text).expect("cards")), expected, "{text:?}");
}

fn refuse(text: &str, expected: &str) {
    assert_eq!(parse_cards(text).expect_err("a fault").to_string(), expected, "{text:?}");
}

#[test]
fn cards_are_read_in_their_order() {
    check("", "");
    check(" \t, ", "");
    check("AsKs", "As Ks");
    check("As, Ks", "As Ks");
    check("10h 9c", "Th 9c");
    check("10H\tTH\n2d", "Th Th 2d");
    check("aSkDqHjCtS", "As Kd Qh Jc Ts");
    check("A♠ 10♥ 3♦,4♣", "As Th 3d 4c");
    check("As As", "As As");
}

#[test]
fn faults_are_placed_and_named() {
    refuse("AsKh1h", r#""1h" at 4: "1" is no rank; expected one of A K Q J T 9 8 7 6 5 4 3 2"#);
    refuse("As, 0h Ks", r#""0h" at 4: "0" is no rank; expected one of A K Q J T 9 8 7 6 5 4 3 2"#);
    refuse("As Kx", r#""Kx" at 3: "x" is no suit; expected one of c d h s"#);
    refuse("As K", r#""K" at 3: the suit is missing; expected one of c d h s"#);
    refuse("A s", r#""A" at 0: the suit is missing; expected one of c d h s"#);
    refuse("10", r#""10" at 0: the suit is missing; expected one of c d h s"#);
    refuse("é♠", r#""é♠" at 0: "é" is no rank; expected one of A K Q J T 9 8 7 6 5 4 3 2"#);
    refuse("A\u{1F0A1}", "\"A\u{1F0A1}\" at 0: \"\u{1F0A1}\" is no suit; expected one of c d h s");
    refuse("xxxxxxxxxxxx", r#""xxxxxxxx…" at 0: "x" is no rank; expected one of A K Q J T 9 8 7 6 5 4 3 2"#);
    refuse("\u{0}\"", r#""\0\"" at 0: "\0" is no rank; expected one of A K Q J T 9 8 7 6 5 4 3 2"#);
}

#[test]
fn one_card_is_one_card() {
    let error = |text: &str| text.parse::<Card>().unwrap_err();
    assert_eq!(error("").kind, CardsErrorKind::Empty);
    assert_eq!(error("").to_string(), r#""" at 0: expected a card such as As or Th"#);
    assert_eq!(error("AsK").to_string(), r#""K" at 2: expected nothing after one card"#);
    assert_eq!(error("As ").at, 2);
    assert_eq!(error(" As").kind, CardsErrorKind::NoRank(' '));
}

#[test]
fn every_card_has_its_name() {
    for card in Card::ALL {
        assert_eq!(Card::new(card.rank(), card.suit()), card);
        assert_eq!(card.to_string().parse(), Ok(card));
        assert_eq!(Card::ALL[card.index()], card);
        assert_eq!(format!("{}{}", card.rank(), card.suit()), card.to_string());
    }
    assert!(Card::ALL.is_sorted());
    assert!(Rank::ALL.is_sorted());
    assert!(Suit::ALL.is_sorted());
    assert_eq!(
        [Card::from_index(51), Card::from_index(52)],
        [Some(Card::new(Rank::Ace, Suit::Spades)), None]
    );
    assert_eq!([Rank::from_index(12), Rank::from_index(13)], [Some(Rank::Ace), None]);
    assert_eq!([Suit::from_index(3), Suit::from_index(4)], [Some(Suit::Spades), None]);
    assert_eq!([Rank::Six.plural(), Rank::Queen.name(), Suit::Spades.name()], ["sixes", "queen", "spades"]);
}

fn any_cards() -> impl Strategy<Value = Vec<Card>> {
    prop::collection::vec((0..52_u8).prop_map(|i| Card::from_index(i).expect("below 52")), 0..60)
}

proptest! {
    #[test]
    fn what_is_written_is_read(cards in any_cards(), separator in "[ ,\t\n]{0,3}") {
        let words: Vec<String> = cards.iter().map(Card::to_string).collect();
        prop_assert_eq!(parse_cards(&words.join(&separator)), Ok(cards.clone()));
        prop_assert_eq!(parse_cards(&words.join(&separator).to_lowercase()), Ok(cards.clone()));
        prop_assert_eq!(parse_cards(&format_cards(cards.clone())), Ok(cards));
    }

    #[test]
    fn no_text_is_too_odd(text in "\\PC*|[AKQJT0-9cdhs♠♥ ,é]*") {
        if let Err(error) = parse_cards(&text) {
            prop_assert!(text.is_char_boundary(error.at) && error.at < text.len());
            prop_assert!(error.found.chars().count() <= 9);
            prop_assert!(!error.to_string().is_empty());
            // What stands before the fault is cards.
            prop_assert!(parse_cards(&text[..error.at]).is_ok());
        }
        let _ = text.parse::<Card>();
    }

    #[test]
    fn sets_hold_what_was_put_in(cards in any_cards(), others in any_cards()) {
        let (set, other): (CardSet, CardSet) = (cards.iter().copied().collect(), others.iter().copied().collect());
        for card in Card::ALL {
            let (a, b) = (cards.contains(&card), others.contains(&card));
            prop_assert_eq!(set.contains(card), a);
            prop_assert_eq!(set.union(other).contains(card), a || b);
            prop_assert_eq!(set.intersection(other).contains(card), a && b);
            prop_assert_eq!(set.difference(other).contains(card), a && !b);
            prop_assert_eq!(set.with(card).without(card), set.without(card));
        }
        prop_assert_eq!(set.len(), set.iter().count());
        prop_assert_eq!(set.is_empty(), set == CardSet::EMPTY);
        prop_assert_eq!(set.is_subset(other), set.difference(other).is_empty());
        prop_assert_eq!(CardSet::from_bits(set.bits()), Some(set));
        prop_assert_eq!(set.iter().collect::<CardSet>(), set);
        prop_assert!(set.descending().is_sorted_by(|a, b| a > b));
        prop_assert_eq!(set.descending().collect::<CardSet>(), set);
        prop_assert_eq!(parse_cards(&set.to_string()).unwrap().into_iter().collect::<CardSet>(), set);
        for suit in Suit::ALL {
            let of_suit = set.iter().filter(|card| card.suit() == suit);
            prop_assert_eq!(set.suit_mask(suit), of_suit.fold(0, |mask, card| mask | 1 << card.rank().index()));
        }
    }
}

#[test]
fn bits_beyond_the_deck_are_no_set() {
    assert_eq!(CardSet::from_bits(CardSet::FULL.bits()), Some(CardSet::FULL));
    assert_eq!(CardSet::FULL.len(), 52);
    for bit in (0..64).filter(|bit| bit % 16 > 12) {
        assert_eq!(CardSet::from_bits(1 << bit), None);
    }
    let mut set = CardSet::EMPTY;
    let ace = Card::new(Rank::Ace, Suit::Spades);
    assert_eq!(
        [set.insert(ace), set.insert(ace), set.remove(ace), set.remove(ace)],
        [true, false, true, false]
    );
}
