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
    println!("microseconds a round up to and with each step");
    println!("{:<24}{:>10}{:>10}{:>10}{:>10}{:>12}", "game", "read", "check", "settle", "write", "rounds/s");
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
        settle(&checked).spots.len() == 7
    };
    let mut reader = Reader::default();
    let mut out = Vec::new();
    let mut answered = |line: &String| {
        out.clear();
        let round = reader.read(line.as_bytes());
        let settlement = settle(&round.check(game, TableLimits::Apply).expect("a good round"));
        let answer =
            Answer { id: round.id(), game, rules: "sha256:", settlement: &settlement, readings: None };
        write_settlement(&mut out, &answer);
        out.len() > 1_000
    };
    let times = [best(&lines, read), best(&lines, check), best(&lines, settled), best(&lines, &mut answered)];
    let micros = times.map(|time| time.as_secs_f64() * 1e6 / ROUNDS as f64);
    let [read, check, settle, write] = micros;
    println!("{:<24}{read:>10.1}{check:>10.1}{settle:>10.1}{write:>10.1}{:>12.0}", game.id, 1e6 / write);
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
