//! `tercet`, the program: three-card table games from one rule file each.
//!
//! Each subcommand is a module with its arguments and a `run` that returns the exit status: 0 done,
//! 1 something in the input was refused, 2 the arguments or files cannot be used.
#![forbid(unsafe_code)]

mod admin;
mod arguments;
mod audit;
mod bots;
mod chart;
mod check;
mod checkpoint;
mod completions;
mod copies;
mod games;
mod history;
mod journal;
mod line;
mod links;
mod odds;
mod output;
mod play;
mod serve;
mod settle;
mod show;
mod source;
mod threads;
mod verify;
mod void_lost;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Messages of live tables are made and dropped by the thousand on every thread, which took the system's own a third of a server's time
/// (docs/PERFORMANCE.md).
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Three-card table games: play them, settle disputes, read their rule cards, check rule files.
#[derive(Parser)]
#[command(
    name = "tercet",
    version,
    max_term_width = 100,
    arg_required_else_help = true,
    after_help = show::FIRST_STEPS
)]
struct Tercet {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the built-in games.
    Games(games::Args),
    /// Show a game: rules, pay tables, rulings.
    Show(show::Args),
    /// Check a game file: every fault and everything suspicious, with line and column.
    Check(check::Args),
    /// Settle recorded rounds, or one disputed hand, with the rule behind every line.
    Settle(settle::Args),
    /// Check the proof of a round: commitment, deck, every hand and every cent.
    Verify(verify::Args),
    /// Audit a store of live tables: every record, every round, every cent.
    Audit(audit::Args),
    /// Recall rounds of live tables: of a player, a table, a time; as text, record or proof.
    History(history::Args),
    /// Sign what the journal of a store is now, to be kept elsewhere.
    Checkpoint(checkpoint::Args),
    /// Exact odds: every wager, best play, other readings, bets together.
    Odds(odds::Args),
    /// Say what each decision is worth to one hand.
    Advise(odds::advise::Args),
    /// Draw the figures: decisions, results, the meter.
    Chart(chart::Args),
    /// Compare two games: rules, pay tables, figures.
    Compare(odds::compare::Args),
    /// How a session may end: chances after many rounds, risk of ruin.
    Session(odds::session::Args),
    /// Play many rounds at whole tables, and put the exact figures beside them.
    Simulate(Box<odds::simulate::Args>),
    /// Test whether decks look shuffled: ours, or those of a file.
    ShuffleTest(odds::shuffle_test::Args),
    /// Figure every combination of given ranges of pays, and list those that are wanted.
    Sweep(Box<odds::sweep::Args>),
    /// Find the pays that come nearest a house edge.
    Solve(Box<odds::solve::Args>),
    /// Sit down at a table and play.
    Play(play::Args),
    /// Open a house: live tables for everybody who comes to an address.
    Serve(serve::Args),
    /// Administer a house over its own interface: tables, people, money, reports, cases.
    Admin(Box<admin::Args>),
    /// Copy a house, open or not, to a new folder.
    Backup(copies::Backup),
    /// Make a house of a copy.
    Restore(copies::Restore),
    /// End the rounds in play of a closed house whose key of the seeds is lost: all bets go back.
    VoidLost(void_lost::Args),
    /// Send players who play by themselves to a server, and report what they saw.
    Bots(bots::Args),
    /// Print a completion script for your shell.
    Completions(completions::Args),
}

fn main() -> ExitCode {
    output::begin();
    let command = match arguments::parse() {
        Ok(tercet) => tercet.command,
        Err(error) => return arguments::refused(&error),
    };
    match command {
        Command::Games(args) => games::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Settle(args) => settle::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Audit(args) => audit::run(&args),
        Command::History(args) => history::run(&args),
        Command::Checkpoint(args) => checkpoint::run(&args),
        Command::Odds(args) => odds::run(&args),
        Command::Advise(args) => odds::advise::run(&args),
        Command::Chart(args) => chart::run(&args),
        Command::Compare(args) => odds::compare::run(&args),
        Command::Session(args) => odds::session::run(&args),
        Command::Simulate(args) => odds::simulate::run(&args),
        Command::ShuffleTest(args) => odds::shuffle_test::run(&args),
        Command::Sweep(args) => odds::sweep::run(&args),
        Command::Solve(args) => odds::solve::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Admin(args) => admin::run(&args),
        Command::Backup(args) => copies::back_up(&args),
        Command::Restore(args) => copies::restore(&args),
        Command::VoidLost(args) => void_lost::run(&args),
        Command::Bots(args) => bots::run(&args),
        Command::Completions(args) => completions::run(&args),
    }
}
