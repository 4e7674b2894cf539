//! `tercet-drill`: long drills, whose seeds and results can be told.

use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;
use tercet_drill::books::Wrong;
use tercet_drill::crowd::{self, Fails, Plan};
use tercet_drill::damage;
use tercet_drill::flaky::When;
use tercet_drill::full;
use tercet_drill::hidden;
use tercet_drill::kill::{self, Driver, Orders};
use tercet_drill::load;

/// Fire drills for live tables.
#[derive(Parser, Debug)]
struct Arguments {
    #[command(subcommand)]
    drill: Drill,
}

#[derive(Subcommand, Clone, Debug)]
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
    /// A process that is killed without a warning, over the store on disk, and started again.
    Kill {
        /// The seed.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// How many kills at random moments, of each kind of child.
        #[arg(long, default_value_t = 500)]
        times: u64,
        /// Before and after each step of so many rounds besides.
        #[arg(long, default_value_t = 2)]
        rounds: u64,
        /// Of these steps, one in so many.
        #[arg(long, default_value_t = 1)]
        one_in: u64,
    },
    /// Files that were cut, garbled, or have a bit turned.
    Damage {
        /// The seed.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// How many write-ahead logs are damaged, and how many files.
        #[arg(long, default_value_t = 2_000)]
        cases: u64,
    },
    /// A disk that is full, and one that fails.
    Full {
        /// How small the disk is.
        #[arg(long, default_value_t = 1_024)]
        kib: u64,
    },
    /// A server under the load of bots, each a process of its own.
    Load {
        /// The program `tercet`, as `cargo build --release` makes it.
        #[arg(long, default_value = "target/release/tercet")]
        tercet: PathBuf,
        /// Tables of each of the five games.
        #[arg(long, default_value_t = 200)]
        tables_each: u16,
        /// Players at each table.
        #[arg(long, default_value_t = 7)]
        seats: u8,
        /// How long they play once all have sat down, in seconds.
        #[arg(long = "for", default_value_t = 600)]
        seconds: u64,
        /// Each looks at the proof of one round in so many.
        #[arg(long, default_value_t = 10)]
        proofs: u64,
        /// Live lines that do nothing.
        #[arg(long, default_value_t = 0)]
        idle: usize,
        /// Live lines that nobody reads.
        #[arg(long, default_value_t = 0)]
        deaf: usize,
        /// Connections with half a request.
        #[arg(long, default_value_t = 0)]
        half_open: usize,
        /// How many times the server is killed and started again.
        #[arg(long, default_value_t = 0)]
        kills: u64,
    },
    /// The process whose disk is full.
    #[command(hide = true)]
    FullChild {
        #[arg(long)]
        folder: PathBuf,
    },
    /// The process whose disk fails.
    #[command(hide = true)]
    BrokenChild {
        #[arg(long)]
        store: PathBuf,
    },
    /// The process that is killed.
    #[command(hide = true)]
    KillChild {
        #[arg(long)]
        driver: Driver,
        #[arg(long)]
        store: PathBuf,
        #[arg(long)]
        seed: u64,
        #[arg(long)]
        rounds: u64,
        #[arg(long)]
        from: u64,
        #[arg(long)]
        most_behind: usize,
        #[arg(long)]
        on_the_spot: usize,
        #[arg(long)]
        cash: Vec<u64>,
        #[arg(long)]
        again: Vec<String>,
        #[arg(long)]
        stop: Option<u64>,
        #[arg(long)]
        after: bool,
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
    match drill.clone() {
        Drill::Crowd { seed, evenings, rounds, tables, players, failing, cuts } => {
            let failing = if failing == 0 { Fails::Never } else { Fails::OneIn(failing) };
            for seed in seed..seed.saturating_add(evenings) {
                let outcome =
                    crowd::play(&Plan { seed, tables, players, rounds, failing, cuts }, &mut |_| ())?;
                println!("seed {seed}: {outcome}");
            }
            Ok(())
        }
        Drill::Kill { seed, times, rounds, one_in } => {
            let program = std::env::current_exe().map_err(|error| error.to_string())?;
            let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
            for driver in Driver::ALL {
                let random = kill::at_random(&program, folder.path(), driver, seed, times)?;
                println!("seed {seed}, by {driver}, random: {random}");
                let steps = kill::at_each_step(&program, folder.path(), driver, seed, rounds, one_in)?;
                println!("seed {seed}, by {driver}, before and after each step: {steps}");
            }
            Ok(())
        }
        Drill::Damage { seed, cases } => {
            let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
            println!("seed {seed}: {}", damage::of_log(folder.path(), seed, cases)?);
            println!("seed {seed}: {}", damage::of_file(folder.path(), seed, cases)?);
            Ok(())
        }
        Drill::Full { kib } => {
            let program = std::env::current_exe().map_err(|error| error.to_string())?;
            let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
            println!("a disk of {kib} KiB: {}", full::small_disk(&program, folder.path(), kib)?);
            let mut answered = 0;
            let limits: Vec<u64> = (80..=kib).step_by(20).collect();
            for kib in &limits {
                answered += full::broken_disk(&program, folder.path(), *kib)?.answered;
            }
            println!("{} disks that fail, from 80 KiB on: {answered} steps answered, 0 lost", limits.len());
            Ok(())
        }
        Drill::Load { tercet, tables_each, seats, seconds, proofs, idle, deaf, half_open, kills } => {
            let plan =
                load::Plan { tercet, tables_each, seats, seconds, proofs, idle, deaf, half_open, kills };
            let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
            let came = load::carry_out(&plan, folder.path())?;
            println!("{came}");
            if came.well { Ok(()) } else { Err("something was not as it should be".into()) }
        }
        Drill::FullChild { folder } => full::child(&folder),
        Drill::BrokenChild { store } => full::broken_child(&store),
        Drill::KillChild {
            driver,
            store,
            seed,
            rounds,
            from,
            most_behind,
            on_the_spot,
            cash,
            again,
            stop,
            after,
        } => {
            let when = if after { When::After } else { When::Before };
            let stop = stop.map(|step| (step, when));
            kill::run(&Orders {
                driver,
                store,
                seed,
                rounds,
                from,
                again,
                cash,
                stop,
                most_behind,
                on_the_spot,
            })
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
