//! The program as a whole: how soon it answers, how fast it goes through files, and what memory it takes.

use crate::rounds::{Chance, line};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tercet_rules::Game;

/// Rounds in the smaller file; the larger has ten times as many.
const ROUNDS: u64 = 20_000;

/// Builds the program and times it.
pub(crate) fn run() {
    let program = built();
    let starts: Vec<Duration> = (0..50).map(|_| start(&program)).collect();
    let middle = {
        let mut sorted = starts.clone();
        sorted.sort();
        sorted[sorted.len() / 2]
    };
    println!(
        "one disputed hand, from start to end: best {:.1?}, half within {middle:.1?}",
        starts.iter().min().expect("some")
    );

    let games: Vec<Game> =
        tercet_games::builtin().iter().filter_map(|builtin| tercet_games::builtin_game(builtin.id)).collect();
    println!(
        "\n{:<34}{:>12}{:>10}{:>14}{:>14}",
        "a log of all games, to JSON", "input MB", "s", "rounds/s", "peak MB"
    );
    for rounds in [ROUNDS, 10 * ROUNDS] {
        let file = std::env::temp_dir().join(format!("settle-bench-{}-{rounds}.jsonl", std::process::id()));
        let bytes = write_log(&file, &games, rounds);
        let (time, memory) = log(&program, &file);
        std::fs::remove_file(&file).expect("the file can be removed");
        println!(
            "{:<34}{:>12.1}{:>10.2}{:>14.0}{:>14.1}",
            format!("{rounds} rounds of seven spots"),
            bytes as f64 / 1e6,
            time.as_secs_f64(),
            rounds as f64 / time.as_secs_f64(),
            memory as f64 / 1e6
        );
    }
}

/// The path of the program, built as it is released.
fn built() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut build = Command::new("cargo");
    build.args(["build", "--release", "--package", "tercet"]).current_dir(&root);
    assert!(build.status().expect("cargo runs").success(), "the program is built");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    target.join("release").join("tercet")
}

/// The time from start to end of one disputed hand.
fn start(program: &Path) -> Duration {
    let mut command = Command::new(program);
    let words = ["settle", "--game", "three-card-poker", "--dealer", "Qs Td 4c", "--cards", "As Ks Qh"];
    command
        .args(words)
        .args(["--bet", "ante=10", "--bet", "pair-plus=5", "--decision", "play"])
        .stdout(Stdio::null());
    let start = Instant::now();
    assert!(command.status().expect("the program runs").success());
    start.elapsed()
}

fn write_log(file: &Path, games: &[Game], rounds: u64) -> u64 {
    let mut chance = Chance(2);
    let mut out = std::io::BufWriter::new(std::fs::File::create(file).expect("a file for the log"));
    for (number, game) in (0..rounds).zip(games.iter().cycle()) {
        writeln!(out, "{}", line(game, number, &mut chance)).expect("the log is written");
    }
    out.into_inner().expect("the log is written").metadata().expect("its length").len()
}

/// The time for a log, and the most memory in bytes (0 where the system does not say).
fn log(program: &Path, file: &Path) -> (Duration, u64) {
    let start = Instant::now();
    let mut command = Command::new(program);
    let mut child = command
        .arg("settle")
        .arg(file)
        .arg("--json")
        .stdout(Stdio::null())
        .spawn()
        .expect("the program runs");
    let mut memory = 0;
    let status = loop {
        memory = memory.max(peak(child.id()));
        if let Some(status) = child.try_wait().expect("the program can be waited for") {
            break status;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    assert!(status.success(), "every round is settled");
    (start.elapsed(), memory)
}

/// The most memory a process has had so far, as Linux tells it.
fn peak(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or(0) * 1024
}
