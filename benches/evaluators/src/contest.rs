//! Hands, rounds and the table of results.

use std::{collections::BTreeMap, fmt::Debug, hint::black_box, time::Instant};
use tercet_cards::{Card, Deck};

/// So many random hands stand in memory and are evaluated in turn.
const HANDS: usize = 1 << 16;

/// The same random hands on every run, the cards of each in random order.
pub fn hands<const K: usize>() -> Vec<[Card; K]> {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut word = || {
        // xorshift64*
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        (state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32) as u32
    };
    (0..HANDS).map(|_| *Deck::shuffled_by(&mut word).cards().first_chunk().expect("K cards")).collect()
}

/// Some evaluators of the same hands.
pub struct Contest<'a, const K: usize> {
    title: &'a str,
    hands: &'a [[Card; K]],
    entries: Vec<Entry<'a>>,
}

struct Entry<'a> {
    name: &'a str,
    /// The place of each hand in the order of strength, equal hands at equal places.
    places: Vec<usize>,
    round: Box<dyn Fn() + 'a>,
    best: f64,
}

impl<'a, const K: usize> Contest<'a, K> {
    pub fn new(title: &'a str, hands: &'a [[Card; K]]) -> Self {
        Contest { title, hands, entries: Vec::new() }
    }

    /// Enters an evaluator: how it takes a hand, which is not timed, and how it evaluates one.
    pub fn enter<H: 'a, S: Ord + Copy + Debug + 'a>(
        &mut self,
        name: &'a str,
        take: impl Fn(&[Card; K]) -> H,
        evaluate: impl Fn(&H) -> S + Copy + 'a,
    ) {
        let hands: Vec<H> = self.hands.iter().map(take).collect();
        let strengths: Vec<S> = hands.iter().map(evaluate).collect();
        let places: BTreeMap<S, usize> = strengths.iter().map(|&strength| (strength, 0)).collect();
        let places: BTreeMap<S, usize> = places.into_keys().zip(0..).collect();
        let places = strengths.iter().map(|strength| places[strength]).collect();
        let round = Box::new(move || {
            for hand in &hands {
                black_box(evaluate(hand));
            }
        });
        self.entries.push(Entry { name, places, round, best: f64::INFINITY });
    }

    /// Stops unless all evaluators order the hands alike; then times them in turn and prints the best of all rounds.
    pub fn run(mut self, rounds: usize) {
        let (first, others) = self.entries.split_first().expect("at least one evaluator");
        for other in others {
            assert!(first.places == other.places, "{} and {} disagree", first.name, other.name);
        }
        self.time(rounds);
    }

    /// Times the evaluators, which tell different things about the hands.
    pub fn run_without_comparison(mut self, rounds: usize) {
        self.time(rounds);
    }

    #[expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
    fn time(&mut self, rounds: usize) {
        for _ in 0..rounds {
            for entry in &mut self.entries {
                let start = Instant::now();
                (entry.round)();
                entry.best = entry.best.min(start.elapsed().as_nanos() as f64 / HANDS as f64);
            }
        }
        println!("\n{}, {HANDS} random hands, best of {rounds} rounds", self.title);
        let ours = self.entries[0].best;
        for entry in &self.entries {
            println!("{:<40} {:>8.2} ns {:>8.2}x", entry.name, entry.best, entry.best / ours);
        }
    }
}
