//! The same with our evaluators of hands and the cipher of our engines: what is left between it and them are the cards that are drawn
//! and the settlement.

use rand::Rng;
use rand::seq::SliceRandom as _;
use std::hint::black_box;
use tercet_cards::{
    Ace, Card, FiveCategory, Rank, Suit, ThreeCategory, ThreeRank, best_five_of_six, rank_three,
};

/// Plays so many rounds of seven spots, with or without the bet on six cards.
pub fn play(random: &mut impl Rng, rounds: u64, six: bool) -> [i64; 6] {
    let mut deck = Card::ALL;
    let mut nets = [0; 6];
    let play_from = ThreeRank::new(ThreeCategory::HighCard, [Rank::Queen, Rank::Six, Rank::Four]);
    let qualifies_from = ThreeRank::new(ThreeCategory::HighCard, [Rank::Queen, Rank::Three, Rank::Two]);
    for _ in 0..rounds {
        deck.shuffle(random);
        let dealer = hand(&deck, 7);
        let dealers = rank_three(dealer, Ace::HighAndLow);
        for spot in 0..7 {
            let cards = hand(&deck, spot);
            let rank = rank_three(cards, Ace::HighAndLow);
            if rank >= play_from {
                let (ante, play) = if dealers < qualifies_from {
                    (100, 0)
                } else {
                    match rank.cmp(&dealers) {
                        core::cmp::Ordering::Greater => (100, 100),
                        core::cmp::Ordering::Equal => (0, 0),
                        core::cmp::Ordering::Less => (-100, -100),
                    }
                };
                nets[0] += ante;
                nets[1] += play;
                nets[2] += match rank.category() {
                    ThreeCategory::StraightFlush => 500,
                    ThreeCategory::ThreeOfAKind => 400,
                    ThreeCategory::Straight => 100,
                    ThreeCategory::Flush | ThreeCategory::Pair | ThreeCategory::HighCard => 0,
                };
            } else {
                nets[0] -= 100;
            }
            nets[3] += match rank.category() {
                ThreeCategory::StraightFlush => 4_000,
                ThreeCategory::ThreeOfAKind => 3_000,
                ThreeCategory::Straight => 600,
                ThreeCategory::Flush => 300,
                ThreeCategory::Pair => 100,
                ThreeCategory::HighCard => -100,
            };
            nets[4] += progressive(cards, rank);
            if six {
                let [a, b, c] = cards;
                let [d, e, f] = dealer;
                nets[5] += match best_five_of_six([a, b, c, d, e, f]).category() {
                    FiveCategory::RoyalFlush => 100_000,
                    FiveCategory::StraightFlush => 20_000,
                    FiveCategory::FourOfAKind => 5_000,
                    FiveCategory::FullHouse => 2_500,
                    FiveCategory::Flush => 2_000,
                    FiveCategory::Straight => 1_000,
                    FiveCategory::ThreeOfAKind => 500,
                    FiveCategory::TwoPair | FiveCategory::Pair | FiveCategory::HighCard => -100,
                };
            }
        }
    }
    black_box(nets)
}

/// The hand at a place of the deal.
fn hand(deck: &[Card; 52], place: usize) -> [Card; 3] {
    [deck[3 * place], deck[3 * place + 1], deck[3 * place + 2]]
}

/// The progressive wager with its meter at the start.
fn progressive(cards: [Card; 3], rank: ThreeRank) -> i64 {
    let royal = rank == ThreeRank::new(ThreeCategory::StraightFlush, [Rank::Ace, Rank::King, Rank::Queen]);
    match rank.category() {
        ThreeCategory::StraightFlush if royal && cards[0].suit() == Suit::Spades => 100_000 - 100,
        ThreeCategory::StraightFlush if royal => 50_000 - 100,
        ThreeCategory::StraightFlush => 7_000 - 100,
        ThreeCategory::ThreeOfAKind => 6_000 - 100,
        ThreeCategory::Straight => 600 - 100,
        ThreeCategory::Flush | ThreeCategory::Pair | ThreeCategory::HighCard => -100,
    }
}
