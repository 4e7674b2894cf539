//! Simulated rounds a second beside a plain shuffle of 52 cards with direct settlement, in one run.

mod plain;

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
    let poker = game("three-card-poker");
    let all = ["ante", "pair-plus", "six-card-bonus", "progressive"];
    let four = prepared(&poker, &all, 7);
    let three = prepared(&poker, &["ante", "pair-plus", "progressive"], 7);
    let alone = prepared(&poker, &all, 1);
    let fury = game("three-card-fury");
    let fury = prepared(&fury, &["ante", "three-card-monster", "royal-family-bonus"], 7);
    let mut works: Vec<(&str, u64, Box<dyn Fn(u64)>)> = vec![
        (
            "plain shuffle and settlement, 7 spots, every wager",
            400_000,
            Box::new(|rounds| plain::play(rounds, true)),
        ),
        (
            "plain shuffle and settlement, 7 spots, no six cards",
            400_000,
            Box::new(|rounds| plain::play(rounds, false)),
        ),
        ("fast engine, 7 spots, every wager", 4_000_000, timed(&four, 1, Player::Fast)),
        ("fast engine, 7 spots, no six cards", 4_000_000, timed(&three, 1, Player::Fast)),
        ("fast engine, 1 spot, every wager", 8_000_000, timed(&alone, 1, Player::Fast)),
        ("fast engine, 3 Card Fury, 7 spots, every wager", 4_000_000, timed(&fury, 1, Player::Fast)),
        ("fast engine, 7 spots, every wager, 2 threads", 8_388_608, timed(&four, 2, Player::Fast)),
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
    println!(
        "every wager: {:.1} times the plain one; two threads: {:.2} times one",
        best[0] / best[2],
        best[2] / best[6]
    );
    println!("no six cards: {:.1} times the plain one", best[1] / best[3]);
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
    Prepared::new(Setup::new(Arc::clone(game), seats, 1, None, None).expect("a table"))
}
