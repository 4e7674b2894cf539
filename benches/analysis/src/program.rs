//! The program as a whole: all reports from start to end, and their memory.

use crate::clock::{peak_of, say};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tercet_analysis::grouped;

/// How often each report is made; the best time and the most memory count.
const REPEATS: usize = 25;

/// Builds the program and times its reports.
pub(crate) fn run() {
    let program = built();
    say("\nthe program from start to end, best of 25");
    say(&format!("  {:<72} {:>17} {:>15}", "", "ms", "peak KiB"));
    let games: Vec<&str> = tercet_games::builtin().iter().map(|game| game.id).collect();
    let mut sum = Duration::ZERO;
    for game in &games {
        sum += report(&program, &["odds", game]);
    }
    say(&format!("  {:<72} {:>17.2}", "all five together", millis(sum)));
    for game in &games {
        report(&program, &["odds", game, "--readings"]);
    }
    for game in &games {
        report(&program, &["odds", game, "--expose-dealer", "1"]);
    }
    report(&program, &["odds", "three-card-poker", "--known", "dealer: Kd; dead: 4c 5c"]);
    report(&program, &["odds", "three-card-poker", "--bet", "ante=10", "--bet", "six-card-bonus=5"]);
    report(&program, &["compare", "three-card-poker", "three-card-pairs-plus"]);
    report(&program, &["advise", "three-card-poker", "--cards", "Qd 6h 3c"]);
}

/// Prints the best time of a command, and the most memory.
fn report(program: &Path, words: &[&str]) -> Duration {
    let least = (0..REPEATS).map(|_| time(program, words)).min().expect("some");
    let most = (0..REPEATS).filter_map(|_| memory(program, words)).max();
    let most = most.map_or_else(|| "?".into(), |most| grouped(u128::from(most)));
    say(&format!("  {:<72} {:>17.2} {most:>15}", format!("tercet {}", words.join(" ")), millis(least)));
    least
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
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

fn command(program: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(words).stdout(Stdio::null());
    command
}

fn time(program: &Path, words: &[&str]) -> Duration {
    let start = Instant::now();
    assert!(command(program, words).status().expect("the program runs").success());
    start.elapsed()
}

/// The most memory in KiB, looked at without a pause until the program ends; none where the system does not say.
fn memory(program: &Path, words: &[&str]) -> Option<u64> {
    let mut child = command(program, words).spawn().expect("the program runs");
    let process = child.id().to_string();
    let mut most = None;
    loop {
        most = most.max(peak_of(&process));
        if let Some(status) = child.try_wait().expect("the program can be waited for") {
            assert!(status.success());
            return most;
        }
    }
}
