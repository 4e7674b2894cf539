//! Times the settlement of recorded rounds. See README.md.

mod program;
mod rounds;

use rounds::{Chance, line};
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use tercet_protocol::settle::{Answer, Reader, write_settlement};
use tercet_rules::{Game, TableLimits, settle};

/// How many rounds are timed at once, and how often; the fastest time counts.
const ROUNDS: usize = 20_000;
const REPEATS: usize = 15;

fn main() {
    println!(
        "seven spots a round, every wager placed; one thread; best of {REPEATS} runs over {ROUNDS} rounds\n"
    );
    println!(
        "{:<24}{:>12}{:>12}{:>12}{:>12}{:>14}",
        "game", "read us", "check us", "settle us", "write us", "rounds/s"
    );
    for builtin in tercet_games::builtin() {
        let game = tercet_games::builtin_game(builtin.id).expect("it is built in");
        in_process(&game);
    }
    println!();
    program::run();
}

fn in_process(game: &Game) {
    let mut chance = Chance(1);
    let lines: Vec<String> = (0..ROUNDS as u64).map(|n| line(game, n, &mut chance)).collect();
    let mut reader = Reader::default();
    let read = |line: &String| reader.read(line.as_bytes()).record().is_ok();
    let mut reader = Reader::default();
    let check = |line: &String| reader.read(line.as_bytes()).check(game, TableLimits::Apply).is_ok();
    let mut reader = Reader::default();
    let settled = |line: &String| {
        let checked = reader.read(line.as_bytes()).check(game, TableLimits::Apply).expect("a good round");
        settle(game, &checked).spots.len() == 7
    };
    let mut reader = Reader::default();
    let mut out = Vec::new();
    let mut answered = |line: &String| {
        out.clear();
        let round = reader.read(line.as_bytes());
        let settlement = settle(game, &round.check(game, TableLimits::Apply).expect("a good round"));
        let answer = Answer { id: round.id(), game, rules: "sha256:", settlement: &settlement };
        write_settlement(&mut out, &answer);
        out.len() > 1_000
    };
    let times = [best(&lines, read), best(&lines, check), best(&lines, settled), best(&lines, &mut answered)];
    let micros = |time: Duration| time.as_secs_f64() * 1e6 / ROUNDS as f64;
    let step = |i: usize| micros(times[i]) - if i > 0 { micros(times[i - 1]) } else { 0.0 };
    println!(
        "{:<24}{:>12.2}{:>12.2}{:>12.2}{:>12.2}{:>14.0}",
        game.id,
        step(0),
        step(1),
        step(2),
        step(3),
        1e6 / micros(times[3])
    );
}

/// The fastest of several runs over all lines; each line must come out well.
fn best(lines: &[String], mut work: impl FnMut(&String) -> bool) -> Duration {
    let run = || {
        let start = on_core();
        assert!(lines.iter().all(&mut work), "every round is settled");
        on_core().saturating_sub(start)
    };
    std::iter::repeat_with(run).take(REPEATS).min().expect("at least one run")
}

/// How long this thread has been on a core; elsewhere than on Linux, what the clock says.
fn on_core() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let clock = START.get_or_init(Instant::now).elapsed();
    let scheduler = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = scheduler.and_then(|text| text.split(' ').next()?.parse().ok());
    nanos.map_or(clock, Duration::from_nanos)
}
