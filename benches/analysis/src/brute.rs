//! Brute force: every pair of hands, the strength of each hand remembered.

use tercet_cards::{Ace, Card, CardSet, ThreeCategory, combinations, rank_three};

/// All 22,100 hands with their strengths by some evaluator.
pub(crate) struct Ranked {
    hands: Vec<Hand>,
}

struct Hand {
    cards: u64,
    /// The place of its strength among all strengths.
    strength: u16,
    qualifies: bool,
    /// What the Ante Bonus pays.
    bonus: i64,
}

impl Ranked {
    /// The strengths of `tercet-cards`.
    pub(crate) fn ours() -> Ranked {
        Ranked::by(|hand| rank_three(hand, Ace::HighAndLow).bits())
    }

    /// The strengths of crate `poker`.
    pub(crate) fn poker() -> Ranked {
        let poker = poker::Evaluator::new();
        let card = |card: Card| -> poker::Card { card.to_string().parse().expect("the same notation") };
        Ranked::by(|hand| poker.evaluate_three(hand.map(card)).expect("three different cards"))
    }

    fn by<S: Ord>(mut evaluate: impl FnMut([Card; 3]) -> S) -> Ranked {
        let cards =
            |set: CardSet| -> [Card; 3] { set.iter().collect::<Vec<_>>().try_into().expect("three cards") };
        let sets: Vec<CardSet> = combinations(CardSet::FULL, 3).collect();
        let strengths: Vec<S> = sets.iter().map(|set| evaluate(cards(*set))).collect();
        let mut order: Vec<&S> = strengths.iter().collect();
        order.sort_unstable();
        order.dedup();
        let hand = |(set, strength): (&CardSet, &S)| {
            let rank = rank_three(cards(*set), Ace::HighAndLow);
            Hand {
                cards: set.bits(),
                strength: u16::try_from(order.binary_search(&strength).expect("it is one of them"))
                    .expect("741"),
                qualifies: rank >= tercet_cards::ThreeRank::high_card_floor(&[tercet_cards::Rank::Queen]),
                bonus: match rank.category() {
                    ThreeCategory::StraightFlush => 5,
                    ThreeCategory::ThreeOfAKind => 4,
                    ThreeCategory::Straight => 1,
                    ThreeCategory::Flush | ThreeCategory::Pair | ThreeCategory::HighCard => 0,
                },
            }
        };
        Ranked { hands: sets.iter().zip(&strengths).map(hand).collect() }
    }
}

/// What the player is up or down in all deals together, under best play, in units of Ante.
pub(crate) fn ante_and_play(ranked: &Ranked) -> i64 {
    let mut total = 0;
    for player in &ranked.hands {
        let (mut deals, mut play) = (0, 0);
        for dealer in &ranked.hands {
            if player.cards & dealer.cards != 0 {
                continue;
            }
            deals += 1;
            play += if !dealer.qualifies {
                1
            } else {
                2 * (i64::from(player.strength > dealer.strength)
                    - i64::from(player.strength < dealer.strength))
            };
        }
        total += (play + player.bonus * deals).max(-deals);
    }
    total
}
