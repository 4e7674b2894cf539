//! `tercet-drill`: long drills, whose seeds and results can be told.

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use tercet_drill::books::Wrong;
use tercet_drill::crowd::{self, Fails, Plan};
use tercet_drill::hidden;

/// Fire drills for live tables.
#[derive(Parser, Debug)]
struct Arguments {
    #[command(subcommand)]
    drill: Drill,
}

#[derive(Subcommand, Debug)]
enum Drill {
    /// Evenings with a crowd, over a store that fails, with second books beside the ledger.
    Crowd {
        /// The seed of the first evening; each further one has the next.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// How many evenings.
        #[arg(long, default_value_t = 1)]
        evenings: u64,
        /// Rounds in each evening, at all tables together.
        #[arg(long, default_value_t = 10_000)]
        rounds: u64,
        /// Tables.
        #[arg(long, default_value_t = 42)]
        tables: usize,
        /// Players.
        #[arg(long, default_value_t = 300)]
        players: usize,
        /// One call of the store in so many fails; 0: none.
        #[arg(long, default_value_t = 400)]
        failing: u64,
        /// The power is cut once in so many seconds; 0: never.
        #[arg(long, default_value_t = 600)]
        cuts: u64,
    },
    /// Pairs of decks that differ only in what a viewer may not see.
    Hidden {
        /// The seed.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// How many pairs.
        #[arg(long, default_value_t = 100_000)]
        pairs: u64,
    },
}

fn main() -> ExitCode {
    match run(&Arguments::parse().drill) {
        Ok(()) => ExitCode::SUCCESS,
        Err(wrong) => {
            eprintln!("tercet-drill: {wrong}");
            ExitCode::FAILURE
        }
    }
}

fn run(drill: &Drill) -> Result<(), Wrong> {
    match *drill {
        Drill::Crowd { seed, evenings, rounds, tables, players, failing, cuts } => {
            let failing = if failing == 0 { Fails::Never } else { Fails::OneIn(failing) };
            for seed in seed..seed.saturating_add(evenings) {
                let outcome =
                    crowd::play(&Plan { seed, tables, players, rounds, failing, cuts }, &mut |_| ())?;
                println!("seed {seed}: {outcome}");
            }
            Ok(())
        }
        Drill::Hidden { seed, pairs } => {
            let came = hidden::compare(pairs, seed, false)?;
            println!(
                "seed {seed}: {} pairs, {} views, {} told apart",
                came.compared, came.views, came.told_apart
            );
            if came.told_apart == 0 { Ok(()) } else { Err("somebody sees what is hidden".into()) }
        }
    }
}
