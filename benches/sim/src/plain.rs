//! What a simulation is as one would write it first, with nothing of ours: shuffle the deck, sort the ranks of each hand, compare the
//! suits, try every five of six cards, and pay by what it is.

use rand::Rng;
use rand::seq::SliceRandom as _;
use std::cmp::Ordering;
use std::hint::black_box;

#[derive(Clone, Copy, PartialEq, Eq)]
struct Card {
    /// 2 to 14, the ace.
    rank: u8,
    suit: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Three {
    High,
    Pair,
    Flush,
    Straight,
    ThreeOfAKind,
    StraightFlush,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Five {
    High,
    Pair,
    TwoPair,
    ThreeOfAKind,
    Straight,
    Flush,
    FullHouse,
    FourOfAKind,
    StraightFlush,
    RoyalFlush,
}

/// Plays so many rounds of seven spots, with or without the bet on six cards. Says what each line of all spots came to.
pub fn play(random: &mut impl Rng, rounds: u64, six: bool) -> [i64; 6] {
    let mut deck: Vec<Card> = (2..=14).flat_map(|rank| (0..4).map(move |suit| Card { rank, suit })).collect();
    let mut nets = [0; 6];
    for _ in 0..rounds {
        deck.shuffle(random);
        let dealer = [deck[21], deck[22], deck[23]];
        let dealers = three(dealer);
        let qualifies = dealers >= (Three::High, [12, 3, 2]);
        for spot in 0..7 {
            let cards = [deck[3 * spot], deck[3 * spot + 1], deck[3 * spot + 2]];
            let hand = three(cards);
            if hand >= (Three::High, [12, 6, 4]) {
                let (ante, play) = match (qualifies, hand.cmp(&dealers)) {
                    (false, _) => (100, 0),
                    (true, Ordering::Greater) => (100, 100),
                    (true, Ordering::Equal) => (0, 0),
                    (true, Ordering::Less) => (-100, -100),
                };
                nets[0] += ante;
                nets[1] += play;
                nets[2] += match hand.0 {
                    Three::StraightFlush => 500,
                    Three::ThreeOfAKind => 400,
                    Three::Straight => 100,
                    Three::Flush | Three::Pair | Three::High => 0,
                };
            } else {
                nets[0] -= 100;
            }
            nets[3] += match hand.0 {
                Three::StraightFlush => 4_000,
                Three::ThreeOfAKind => 3_000,
                Three::Straight => 600,
                Three::Flush => 300,
                Three::Pair => 100,
                Three::High => -100,
            };
            // The Progressive with its meter at the start.
            nets[4] += match hand {
                (Three::StraightFlush, [14, 13, 12]) if cards[0].suit == 3 => 100_000 - 100,
                (Three::StraightFlush, [14, 13, 12]) => 50_000 - 100,
                (Three::StraightFlush, _) => 7_000 - 100,
                (Three::ThreeOfAKind, _) => 6_000 - 100,
                (Three::Straight, _) => 600 - 100,
                (Three::Flush | Three::Pair | Three::High, _) => -100,
            };
            if six {
                nets[5] += match best_of_six(cards, dealer) {
                    Five::RoyalFlush => 100_000,
                    Five::StraightFlush => 20_000,
                    Five::FourOfAKind => 5_000,
                    Five::FullHouse => 2_500,
                    Five::Flush => 2_000,
                    Five::Straight => 1_000,
                    Five::ThreeOfAKind => 500,
                    Five::TwoPair | Five::Pair | Five::High => -100,
                };
            }
        }
    }
    black_box(nets)
}

/// What three cards make, and the ranks that decide between two of a kind.
fn three(cards: [Card; 3]) -> (Three, [u8; 3]) {
    let mut ranks = cards.map(|card| card.rank);
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    let [high, middle, low] = ranks;
    let flush = cards[0].suit == cards[1].suit && cards[1].suit == cards[2].suit;
    let wheel = ranks == [14, 3, 2];
    let straight = wheel || (high == middle + 1 && middle == low + 1);
    let ranks = if wheel { [3, 2, 1] } else { ranks };
    if straight && flush {
        (Three::StraightFlush, ranks)
    } else if high == low {
        (Three::ThreeOfAKind, ranks)
    } else if straight {
        (Three::Straight, ranks)
    } else if flush {
        (Three::Flush, ranks)
    } else if high == middle {
        (Three::Pair, ranks)
    } else if middle == low {
        (Three::Pair, [middle, low, high])
    } else {
        (Three::High, ranks)
    }
}

/// The best that five of six cards make.
fn best_of_six([a, b, c]: [Card; 3], [d, e, f]: [Card; 3]) -> Five {
    [[b, c, d, e, f], [a, c, d, e, f], [a, b, d, e, f], [a, b, c, e, f], [a, b, c, d, f], [a, b, c, d, e]]
        .into_iter()
        .map(five)
        .fold(Five::High, Five::max)
}

/// What five cards make.
fn five(cards: [Card; 5]) -> Five {
    let mut ranks = cards.map(|card| card.rank);
    ranks.sort_unstable();
    let flush = cards.iter().all(|card| card.suit == cards[0].suit);
    let pairs = ranks.windows(2).filter(|pair| pair[0] == pair[1]).count();
    let straight = ranks == [2, 3, 4, 5, 14] || (pairs == 0 && ranks[4] - ranks[0] == 4);
    let same = |count: usize| ranks.windows(count).any(|some| some[0] == some[count - 1]);
    match (straight, flush) {
        (true, true) if ranks[0] == 10 => Five::RoyalFlush,
        (true, true) => Five::StraightFlush,
        (false, true) => Five::Flush,
        (true, false) => Five::Straight,
        (false, false) if same(4) => Five::FourOfAKind,
        (false, false) if pairs == 3 => Five::FullHouse,
        (false, false) if same(3) => Five::ThreeOfAKind,
        (false, false) if pairs == 2 => Five::TwoPair,
        (false, false) if pairs == 1 => Five::Pair,
        (false, false) => Five::High,
    }
}
