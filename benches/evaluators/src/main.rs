//! Times hand evaluators on the same random hands, and checks first that they agree. See README.md.

mod contest;
mod peers;

use contest::{Contest, hands};
use tercet_cards::{
    Ace, CardSet, best_five_of_six, best_five_of_six_set, best_three_of_four, four_features, naive,
};
use tercet_cards::{combinations, rank_three, rank_three_set};

fn main() {
    let poker = &poker::Evaluator::new();
    let rounds =
        std::env::args().nth(1).map_or(51, |n| n.parse().expect("the argument is a number of rounds"));

    let three = hands::<3>();
    let mut contest = Contest::new("three cards, order of three-card poker", &three);
    contest.enter("tercet rank_three", |hand| *hand, |&hand| rank_three(hand, Ace::HighAndLow).bits());
    contest.enter(
        "tercet rank_three_set",
        |&hand| CardSet::from(hand),
        |&hand| rank_three_set(hand, Ace::HighAndLow).map_or(0, |strength| strength.bits()),
    );
    contest.enter("tercet naive", |hand| *hand, |&hand| naive::rank_three(hand, Ace::HighAndLow).bits());
    contest.enter("poker 0.7 evaluate_three", peers::poker_hand, |hand| {
        poker.evaluate_three(hand).expect("three different cards")
    });
    contest.run(rounds);

    let four = hands::<4>();
    let mut contest = Contest::new("best three of four", &four);
    contest.enter(
        "tercet best_three_of_four",
        |hand| *hand,
        |&hand| best_three_of_four(hand, Ace::HighAndLow).bits(),
    );
    contest.enter(
        "tercet naive",
        |hand| *hand,
        |&hand| naive::best_three_of_four(hand, Ace::HighAndLow).bits(),
    );
    contest.enter("poker 0.7 evaluate_three, four times", peers::poker_hand, |hand: &[poker::Card; 4]| {
        let [a, b, c, d] = *hand;
        let strength = |three| poker.evaluate_three(three).expect("three different cards");
        strength([a, b, c]).max(strength([a, b, d])).max(strength([a, c, d])).max(strength([b, c, d]))
    });
    contest.run(rounds);

    let mut contest = Contest::new("features of four cards", &four);
    contest.enter("tercet four_features", |hand| *hand, |&hand| four_features(hand, Ace::HighAndLow).bits());
    contest.run_without_comparison(rounds);

    let six = hands::<6>();
    let mut contest = Contest::new("best five of six", &six);
    contest.enter("tercet best_five_of_six", |hand| *hand, |&hand| best_five_of_six(hand).bits());
    contest.enter(
        "tercet best_five_of_six_set",
        |&hand| CardSet::from(hand),
        |&hand| best_five_of_six_set(hand).map_or(0, |strength| strength.bits()),
    );
    contest.enter("tercet naive", |hand| *hand, |&hand| naive::best_five_of_six(hand).bits());
    contest.enter("aya_poker 0.1 poker_rank", peers::aya_cards, |cards| {
        let mut hand = aya_poker::base::Hand::new();
        cards.iter().for_each(|card| hand.insert_unchecked(card));
        aya_poker::poker_rank(&hand)
    });
    contest.enter("aya_poker 0.1 poker_rank, hand ready", peers::aya_hand, aya_poker::poker_rank);
    contest.enter("rs_poker 5.0.0 SevenCardAccum", peers::rs_poker_cards, |cards| {
        let mut tally = rs_poker::core::SevenCardAccum::new();
        cards.iter().for_each(|&card| tally.add(card));
        tally.rank()
    });
    contest.enter("poker 0.7 evaluate_five", peers::poker_hand, |hand: &[poker::Card; 6]| {
        poker.evaluate_five(hand).expect("six different cards")
    });
    contest.run(rounds);

    every_set_of_six();
}

/// Walks through all sets of six cards and evaluates each.
#[expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
fn every_set_of_six() {
    let evaluate = |set| u64::from(best_five_of_six_set(set).expect("six cards").bits());
    let start = std::time::Instant::now();
    let sum: u64 = combinations(CardSet::FULL, 6).map(evaluate).sum();
    println!("\nall 20,358,520 sets of six: {} ms (sum of strengths {sum})", start.elapsed().as_millis());
}
