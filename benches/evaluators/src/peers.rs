//! Our cards as the cards of other crates.

use tercet_cards::Card;

/// Cards of `poker`.
pub fn poker_hand<const K: usize>(hand: &[Card; K]) -> [poker::Card; K] {
    hand.map(|card| card.to_string().parse().expect("the same notation"))
}

/// Cards of `aya_poker`.
pub fn aya_cards<const K: usize>(hand: &[Card; K]) -> [aya_poker::base::Card; K] {
    hand.map(|card| card.to_string().parse().expect("the same notation"))
}

/// A hand of `aya_poker`, with its cards added up already.
pub fn aya_hand<const K: usize>(hand: &[Card; K]) -> aya_poker::base::Hand {
    aya_cards(hand).iter().collect()
}

/// Cards of `rs_poker`.
pub fn rs_poker_cards<const K: usize>(hand: &[Card; K]) -> [rs_poker::core::Card; K] {
    hand.map(|card| {
        let (rank, suit) = (card.rank().letter(), card.suit().letter());
        let value = rs_poker::core::Value::from_char(rank).expect("the same notation");
        rs_poker::core::Card::new(value, rs_poker::core::Suit::from_char(suit).expect("the same notation"))
    })
}
