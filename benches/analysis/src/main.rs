//! Times the exact odds beside brute force, and checks first that all agree. See README.md.

mod bets;
mod brute;
mod clock;
mod counts;
mod known;
mod program;
mod sessions;
mod settled;
mod sweeps;

use clock::say;
use std::process::ExitCode;

/// How often the short counts are timed, unless it is said; the best time counts.
const ROUNDS: usize = 101;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] => times(ROUNDS),
        ["sweeps"] => sweeps::run(),
        ["sessions"] => sessions::run(),
        ["settle"] => settled::everything(None),
        ["settle", game] if tercet_games::builtin_game(game).is_some() => settled::everything(Some(game)),
        [rounds] if rounds.parse().is_ok_and(|rounds: usize| rounds > 0) => {
            times(rounds.parse().unwrap_or(ROUNDS));
        }
        _ => {
            eprintln!("expected nothing, a number of rounds, `sweeps`, `sessions`, `settle`, or `settle` and a built-in game");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// Prints the table of times.
fn times(rounds: usize) {
    counts::ante_and_play(rounds);
    counts::bets(rounds);
    counts::six_cards(rounds);
    counts::game_files(rounds);
    known::run();
    sweeps::run();
    sessions::run();
    if let Some(peak) = clock::peak_memory() {
        say(&format!("\npeak memory of all this, the tables of the other crate included: {peak} KiB"));
    }
    program::run();
}
