//! Whether two pay tables come to the same wherever a hand can stand.

use std::cmp::Ordering;
use tercet_cards::{Ace, Card, Rank, ThreeCategory, parse_cards, rank_three};
use tercet_rules::{Cites, Game, Hand, LineOf, Pay, Question, Reads};

/// One hand of each kind that a row of a built-in game can tell from another.
const THREE: [&str; 11] = [
    "As Ks Qs", "Ah Kh Qh", "Ad Kd Qd", "Ac Kc Qc", "9s 8s 7s", "7s 7d 7c", "9s 8d 7c", "3s 2d Ac",
    "Ks 9s 2s", "9s 9d 2c", "Ks 9d 2c",
];
const FOUR: [&str; 15] = [
    "As Ks Qs Js",
    "Ah Kh Qh Jh",
    "Ad Kd Qd Jd",
    "Ac Kc Qc Jc",
    "7s 7d 7c 7h",
    "Ts 9s 8s 7s",
    "9s 8s 7s 2d",
    "7s 7d 7c 2h",
    "Ts 9d 8c 7h",
    "4s 3d 2c Ah",
    "Ks 9s 4s 2s",
    "9s 8d 7c 2h",
    "9s 8d 7c 2s",
    "Ks 9s 4s 2d",
    "Ks 9d 4c 4h",
];
const SIX: [&str; 11] = [
    "As Ks Qs Js Ts 2d",
    "Ks Qs Js Ts 9s 2d",
    "7s 7d 7c 7h 2d 3c",
    "7s 7d 7c 2d 2h 4s",
    "As Js 9s 4s 2s 3d",
    "Ks Qd Js Tc 9s 2d",
    "As 2d 3c 4h 5s Jd",
    "7s 7d 7c 2d 3h Ks",
    "7s 7d 2c 2d Kh 9s",
    "7s 7d 2c 4d Kh 9s",
    "As Jd 9c 7h 4s 2d",
];

/// Whether the tables of a line pay alike, by the same rule and ruling, in every cell that can occur.
pub(super) fn same_cells(a: &Game, b: &Game, of: LineOf) -> bool {
    let (was, is) = (a.table(of), b.table(of));
    let (hands, size): (&[&str], usize) = match was.reads {
        Reads::Hand | Reads::Dealer => (&THREE, 3),
        Reads::AllFour => (&FOUR, 4),
        Reads::BothHands => (&SIX, 6),
    };
    hands.iter().all(|text| {
        let cards = parse_cards(text).expect("cards");
        let hand = match size {
            3 => Hand::playing(&cards, Ace::HighAndLow),
            4 => Hand::all_four(&cards, Ace::HighAndLow),
            _ => Hand::both(&cards[..3], &cards[3..]),
        };
        let hand = hand.expect("as many cards as are read");
        let cells = [Ordering::Greater, Ordering::Equal, Ordering::Less]
            .into_iter()
            .flat_map(|versus| [(versus, true), (versus, false)])
            .filter(|(versus, qualifies)| can_occur(&cards, *versus, *qualifies));
        cells.into_iter().all(|(versus, qualifies)| {
            let question = Question { hand: &hand, versus, qualifies };
            let decided = |table: &tercet_rules::Table| -> (Pay, Cites) {
                let otherwise = || table.otherwise.clone().unwrap_or((Pay::Lose, Cites::default()));
                table
                    .first_fit(&question)
                    .map_or_else(otherwise, |i| (table.rows[i].pays, table.rows[i].cites.clone()))
            };
            decided(was) == decided(is)
        })
    })
}

/// Whether three cards can stand so against the dealer; hands of more cards always can.
fn can_occur(cards: &[Card], versus: Ordering, qualifies: bool) -> bool {
    let Ok(three) = <[Card; 3]>::try_from(cards) else { return true };
    let rank = rank_three(three, Ace::HighAndLow);
    let category = rank.category();
    // A dealer who does not qualify has nothing made, which every made hand beats.
    if category != ThreeCategory::HighCard && !qualifies {
        return versus == Ordering::Greater;
    }
    // No two hands are trips of one rank; nothing beats a suited A-K-Q.
    let best = category == ThreeCategory::StraightFlush && three[0].rank() == Rank::Ace;
    match versus {
        Ordering::Greater => true,
        Ordering::Equal => category != ThreeCategory::ThreeOfAKind,
        Ordering::Less => !best,
    }
}
