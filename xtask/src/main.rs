//! `cargo xtask <command>`: everything a developer of Tercet runs. `cargo xtask help` lists it.

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    xtask::run(&words)
}
