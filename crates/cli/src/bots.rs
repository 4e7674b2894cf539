//! `tercet bots`: players who play by themselves, for trying a server and for load.

use crate::{output, threads};
use serde_json::json;
use std::process::ExitCode;
use tercet_bots::{Order, Seen, crowd};

/// Arguments of `tercet bots`.
#[derive(clap::Args)]
#[command(after_help = "\
Each bot comes as a guest, sits down, makes every wager there is as low as it may be, tells its secret for the shuffle, plays a
queen high or better, and keeps its own books: what it is paid must be what it sees, and the seed must fit the
commitment. Bots leave with the program; their seats stay until the floor stands them up.

Examples:
  tercet bots 127.0.0.1:8080
  tercet bots http://127.0.0.1:8080 --tables 1 --seats 7 --rounds 20 --json

The exit status is 0 if everything was as it should be, 1 if something was not, 2 if the server cannot be used.")]
pub(crate) struct Args {
    /// The server: host and port, or its address from `tercet serve`.
    #[arg(value_name = "SERVER")]
    server: String,
    /// At how many tables of the lobby, from the first; all if left out.
    #[arg(long, value_name = "COUNT")]
    tables: Option<usize>,
    /// How many players at each table, from spot 1.
    #[arg(long, value_name = "COUNT", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=7))]
    seats: u8,
    /// How many rounds each plays.
    #[arg(long, value_name = "COUNT", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..))]
    rounds: u64,
    /// Answer with one JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    let at = args.server.strip_prefix("http://").unwrap_or(&args.server).trim_end_matches('/');
    let order = Order { at: at.into(), tables: args.tables, seats: args.seats, rounds: args.rounds };
    let seen = match threads::run(crowd(&order)) {
        Ok(Ok(seen)) => seen,
        Err(status) => return status,
        Ok(Err(failed)) => return output::unusable(&format!("error: {at}: {failed}")),
    };
    let status = if seen.is_well() { ExitCode::SUCCESS } else { ExitCode::from(1) };
    if args.json {
        output::print_json(&as_json(&seen), status)
    } else {
        output::print_paragraphs(&told(&seen), status)
    }
}

/// The kinds of what went wrong, each with its name.
fn wrong(seen: &Seen) -> [(&'static str, &[String]); 3] {
    [("refused", &seen.refused), ("mismatches", &seen.mismatches), ("failed", &seen.failed)]
}

fn as_json(seen: &Seen) -> String {
    let ms = |percent| seen.percentile(percent).as_secs_f64() * 1_000.0;
    let mut object = json!({
        "players": seen.players,
        "rounds": seen.rounds,
        "seconds": seen.took.as_secs_f64(),
        "answers": seen.latencies.len(),
        "ms": { "p50": ms(50), "p90": ms(90), "p99": ms(99), "most": ms(100) },
    });
    for (kind, all) in wrong(seen) {
        object[kind] = json!(all);
    }
    format!("{object}\n")
}

fn told(seen: &Seen) -> String {
    let ms = |percent| seen.percentile(percent).as_secs_f64() * 1_000.0;
    let (players, rounds, seconds) = (seen.players, seen.rounds, seen.took.as_secs_f64());
    let mut text = format!(
        "{players} players saw {rounds} rounds in {seconds:.1} s.\n{} answers: half within {:.1} ms, 99 of 100 within {:.1} ms, the slowest {:.1} ms.\n",
        seen.latencies.len(),
        ms(50),
        ms(99),
        ms(100),
    );
    for (kind, all) in wrong(seen) {
        text += &format!("{kind}: {}\n", all.len());
        all.iter().take(20).for_each(|one| text += &format!("  {one}\n"));
    }
    text
}
