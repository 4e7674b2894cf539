//! Simulated rounds a second beside a plain shuffle of 52 cards with direct settlement, in one run.

mod evaluators;
mod plain;

use chacha20::ChaCha20Rng;
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use tercet_analysis::Bet;
use tercet_analysis::report::Policy;
use tercet_rules::{Game, Money, WagerId};
use tercet_sim::{Plan, Player, Prepared, Seat, Seed, Setup, run};

/// Each thing is timed so often, in turn with the others; the fastest time counts.
const TURNS: usize = 7;

fn main() {
    let alike = |six| {
        let (mut one, mut other) = (StdRng::seed_from_u64(1), StdRng::seed_from_u64(1));
        assert_eq!(plain::play(&mut one, 20_000, six), evaluators::play(&mut other, 20_000, six));
    };
    [true, false].into_iter().for_each(alike);
    let poker = game("three-card-poker");
    let all = ["ante", "pair-plus", "six-card-bonus", "progressive"];
    let four = prepared(&poker, &all, 7);
    let three = prepared(&poker, &["ante", "pair-plus", "progressive"], 7);
    let alone = prepared(&poker, &all, 1);
    let fury = game("three-card-fury");
    let fury = prepared(&fury, &["ante", "three-card-monster", "royal-family-bonus"], 7);
    let mut works: Vec<(&str, u64, Box<dyn Fn(u64)>)> = vec![
        ("plain, 7 spots, every wager", 100_000, Box::new(|rounds| plainly(rounds, true))),
        ("plain, 7 spots, no six cards", 200_000, Box::new(|rounds| plainly(rounds, false))),
        ("our evaluators, 7 spots, every wager", 400_000, Box::new(|rounds| evaluated(rounds, true))),
        ("our evaluators, 7 spots, no six cards", 400_000, Box::new(|rounds| evaluated(rounds, false))),
        ("fast engine, 7 spots, every wager", 8_388_608, timed(&four, 1, Player::Fast)),
        ("fast engine, 7 spots, no six cards", 8_388_608, timed(&three, 1, Player::Fast)),
        ("fast engine, 1 spot, every wager", 8_388_608, timed(&alone, 1, Player::Fast)),
        ("fast engine, 3 Card Fury, 7 spots, every wager", 8_388_608, timed(&fury, 1, Player::Fast)),
        ("fast engine, 7 spots, every wager, 2 threads", 16_777_216, timed(&four, 2, Player::Fast)),
        ("reference engine, 7 spots, every wager", 20_000, timed(&four, 1, Player::Reference)),
    ];
    let mut best = vec![f64::INFINITY; works.len()];
    for _ in 0..TURNS {
        for ((_, rounds, work), best) in works.iter_mut().zip(&mut best) {
            let begun = Instant::now();
            work(*rounds);
            *best = best.min(begun.elapsed().as_secs_f64() / *rounds as f64);
        }
    }
    for ((name, _, _), best) in works.iter().zip(&best) {
        println!("{name:<52} {:>8.1} ns {:>12.0} rounds/s", best * 1e9, 1.0 / best);
    }
    let times = |a: usize, b: usize| best[a] / best[b];
    println!("every wager: {:.1} times plain, {:.1} times our evaluators", times(0, 4), times(2, 4));
    println!("no six cards: {:.1} times plain, {:.1} times our evaluators", times(1, 5), times(3, 5));
    println!("two threads: {:.2} times one", times(4, 8));
}

/// With the generator that `rand` calls its standard one.
fn plainly(rounds: u64, six: bool) {
    black_box(plain::play(&mut StdRng::seed_from_u64(7), rounds, six));
}

/// With the generator of our engines.
fn evaluated(rounds: u64, six: bool) {
    black_box(evaluators::play(&mut ChaCha20Rng::seed_from_u64(7), rounds, six));
}

fn timed<'a>(prepared: &'a Prepared<'static>, threads: usize, player: Player) -> Box<dyn Fn(u64) + 'a> {
    Box::new(move |rounds| {
        let plan = Plan { seed: Seed::from_number(1), first: 0, rounds, threads, player };
        let tally = run(prepared, plan, &AtomicBool::new(false), &mut |_| true);
        assert_eq!(black_box(&tally).rounds, rounds);
    })
}

fn game(id: &str) -> Arc<Game> {
    Arc::new(tercet_games::builtin_game(id).expect("a built-in game"))
}

fn prepared(game: &Arc<Game>, wagers: &[&str], spots: u8) -> Prepared<'static> {
    let wagers: Vec<(WagerId, Money)> =
        wagers.iter().map(|id| (WagerId::from(*id), Money::from_units(100))).collect();
    let bet = Bet::new(game, &wagers).expect("a lawful bet");
    let seat = |spot: u8| Seat {
        spot,
        player: spot.to_string(),
        bet: bet.clone(),
        policy: Policy::Best,
        errs: 0,
        bankroll: None,
        goal: None,
    };
    let seats = (1..=spots).map(seat).collect();
    Prepared::new(Setup::new(Arc::clone(game), seats, 1, None, None).expect("a table")).expect("no bankroll")
}
