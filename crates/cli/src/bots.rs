//! `tercet bots`: players who play by themselves, for trying a server and for load.

use crate::output::{self, Progress, during, file::reason};
use crate::threads;
use serde_json::json;
use std::fmt;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tercet_bots::{Crowd, Failed, Lobby, Order, Seen, Server, SoFar, Trust, Until, crowd, flood, lobby};
use tercet_report::words::milliseconds as ms;
use tokio::time::sleep;

/// Arguments of `tercet bots`.
#[derive(clap::Args)]
#[command(after_help = "\
Each bot comes as a guest, sits down, makes every wager there is as low as it may be, tells its secret for the shuffle, plays a \
queen high or better, and keeps its own books: what it is paid must be what it sees, the seed must fit the \
commitment, and with --proofs the deck the proof. Who has played its --rounds stands up; with --for, or if it is interrupted, seats stay as they are, until the \
floor or the house stands them up (seat-minutes).

With --idle, --deaf and --half-open others come beside them who only take up room: live lines that do nothing, live lines that watch and \
read nothing, and requests that never end. Those are no guests: who hangs up on them is right.

Examples:
  tercet bots 127.0.0.1:8080
  tercet bots http://127.0.0.1:8080 --tables 1 --seats 7 --ready --json
  tercet bots https://tables.example.org
  tercet bots 127.0.0.1:8080 --seats 7 --for 600 --proofs 10
  tercet bots 127.0.0.1:8080 --for 60 --deaf 500 --half-open 500

The exit status is 0 if everything was as it should be, 1 if something was not, 2 if the server cannot be used.")]
pub(crate) struct Args {
    /// The server: its address from `tercet serve`, http:// or https://, or host and port.
    #[arg(value_name = "SERVER")]
    server: String,
    /// Believe the certificates in this file (PEM), and no others.
    #[arg(long, value_name = "FILE")]
    certificates: Option<PathBuf>,
    /// At how many open tables of the lobby, from the first; all if left out.
    #[arg(long, value_name = "COUNT")]
    tables: Option<usize>,
    /// How many players at each table: at its free spots, from the first.
    #[arg(long, value_name = "COUNT", default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=7))]
    seats: u8,
    /// How many rounds each plays.
    #[arg(long, value_name = "COUNT", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..))]
    rounds: u64,
    /// How long they play, from when all have sat down, instead of a number of rounds.
    #[arg(long = "for", value_name = "SECONDS", conflicts_with = "rounds", value_parser = clap::value_parser!(u64).range(1..=604_800))]
    seconds: Option<u64>,
    /// Each looks at the proof of one round in so many.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    proofs: Option<u64>,
    /// Each says that it is done once it has bet: bets close when everybody at the table has said so, and no countdown is waited for.
    #[arg(long)]
    ready: bool,
    /// How long somebody whose line fails tries to come back, and plays on where they were; not at all if left out.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3_600))]
    come_back: Option<u64>,
    /// How many live lines do nothing.
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    idle: usize,
    /// How many live lines watch and read nothing.
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    deaf: usize,
    /// How many connections send half a request.
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    half_open: usize,
    /// Answer with one JSON object.
    #[arg(long)]
    json: bool,
}

/// What came of it.
struct Came {
    seen: Seen,
    /// The tables at which nobody sat down, as they were not open.
    passed_over: Vec<String>,
    /// How many of those who only take up room were there at the end, and how often one was hung up on.
    flood: Option<(usize, usize)>,
    /// How often somebody came back who had lost the line.
    came_back: u64,
}

/// Why nobody played.
enum NoPlay {
    /// The server cannot be used.
    Failed(Failed),
    /// None of its tables, so many, is open.
    NoTable(usize),
    /// Others sit at all spots.
    NoSpot,
}

impl From<Failed> for NoPlay {
    fn from(failed: Failed) -> NoPlay {
        NoPlay::Failed(failed)
    }
}

impl fmt::Display for NoPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoPlay::Failed(failed) => failed.fmt(f),
            NoPlay::NoTable(all) => write!(f, "none of its tables ({all}) is open; expected one at least"),
            NoPlay::NoSpot => {
                f.write_str("others sit at every spot of its tables; expected a free one at least")
            }
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    let pem = match args.certificates.as_deref().map(std::fs::read).transpose() {
        Ok(pem) => pem,
        Err(error) => return output::unusable(&format!("error: --certificates: {}", reason(&error))),
    };
    let at = match Server::read(&args.server, pem.as_deref().map_or(Trust::Machine, Trust::These)) {
        Ok(at) => at,
        Err(why) => return output::unusable(&format!("error: {why}")),
    };
    let came = during("Bots", |progress| threads::run(play(args, &at, progress)));
    let came = match came {
        Ok(Ok(came)) => came,
        Err(status) => return status,
        Ok(Err(failed)) => return output::unusable(&format!("error: {at}: {failed}")),
    };
    let status = if came.seen.is_well() { ExitCode::SUCCESS } else { ExitCode::from(1) };
    if args.json {
        output::print_json(&as_json(&came), status)
    } else {
        output::print_paragraphs(&told(&came), status)
    }
}

/// Sends everybody, and waits until those who play have played.
async fn play(args: &Args, at: &Server, progress: &Progress) -> Result<Came, NoPlay> {
    let Lobby { open: mut tables, idle: passed_over } = lobby(at).await?;
    if tables.is_empty() && args.seats > 0 {
        return Err(NoPlay::NoTable(passed_over.len()));
    }
    tables.truncate(args.tables.unwrap_or(usize::MAX));
    let room = Crowd { idle: args.idle, deaf: args.deaf, half_open: args.half_open };
    let flood = if room.size() == 0 { None } else { Some(flood(at, room, &tables).await) };
    let until =
        args.seconds.map_or(Until::Rounds(args.rounds), |seconds| Until::Time(Duration::from_secs(seconds)));
    let order = Order {
        at: at.into(),
        tables,
        seats: args.seats,
        until,
        proofs_each: args.proofs,
        wait_for_nobody: args.ready,
        comes_back: args.come_back.map(Duration::from_secs),
    };
    let so_far = Arc::new(SoFar::default());
    let playing = crowd(&order, &so_far);
    tokio::pin!(playing);
    let mut waited = 0;
    let seen = loop {
        tokio::select! {
            seen = &mut playing => break seen?,
            () = sleep(Duration::from_secs(1)) => {
                let [players, seated, rounds] =
                    [&so_far.come, &so_far.seated, &so_far.rounds].map(|count| count.load(Ordering::Relaxed));
                match until {
                    Until::Rounds(each) => progress.at(rounds, players * each),
                    Until::Time(_) if seated < players => progress.at(0, 1),
                    Until::Time(time) => {
                        waited += 1;
                        progress.at(waited, time.as_secs());
                    }
                }
            }
        }
    };
    if seen.players == 0 && seen.without_spot > 0 {
        return Err(NoPlay::NoSpot);
    }
    // Nobody plays: those who only take up room stay as long as was said.
    if seen.players == 0
        && let Until::Time(time) = until
    {
        sleep(time).await;
    }
    Ok(Came {
        seen,
        passed_over,
        flood: flood.map(|flood| (flood.there(), flood.hung_up_on())),
        came_back: so_far.came_back.load(Ordering::Relaxed),
    })
}

/// The kinds of what went wrong, each with its name.
fn wrong(seen: &Seen) -> [(&'static str, &[String]); 3] {
    [("refused", &seen.refused), ("mismatches", &seen.mismatches), ("failed", &seen.failed)]
}

/// How many of each kind of what went wrong are told.
const FIRST: usize = 20;

/// The percentiles that are told, each with its name.
const PERCENTILES: [(&str, f64); 4] = [("p50", 50.0), ("p90", 90.0), ("p99", 99.0), ("p99_9", 99.9)];

fn as_json(came: &Came) -> String {
    let seen = &came.seen;
    let mut object = json!({
        "players": seen.players,
        "without_spot": seen.without_spot,
        "rounds": seen.rounds,
        "proofs": seen.proofs,
        "came_back": came.came_back,
        "passed_over": came.passed_over,
        "seconds": seen.took.as_secs_f64(),
        "answers": seen.latencies.count(),
        "ms": { "most": ms(seen.latencies.most()) },
    });
    for (name, percent) in PERCENTILES {
        object["ms"][name] = json!(ms(seen.latencies.percentile(percent)));
    }
    if let Some((there, hung_up_on)) = came.flood {
        object["flood"] = json!({ "there": there, "hung_up_on": hung_up_on });
    }
    for (kind, all) in wrong(seen) {
        object[kind] = json!({ "count": all.len(), "first": all.iter().take(FIRST).collect::<Vec<_>>() });
    }
    format!("{object}\n")
}

fn told(came: &Came) -> String {
    let seen = &came.seen;
    let (players, rounds, seconds) = (seen.players, seen.rounds, seen.took.as_secs_f64());
    let mut text = format!(
        "{players} players saw {rounds} rounds in {seconds:.1} s, and {} proofs.\n{} answers: half within {:.1} ms, 99 of 100 within {:.1} ms, the slowest {:.1} ms.\n",
        seen.proofs,
        seen.latencies.count(),
        ms(seen.latencies.percentile(50.0)),
        ms(seen.latencies.percentile(99.0)),
        ms(seen.latencies.most()),
    );
    if !came.passed_over.is_empty() {
        text += &format!("Nobody sat down at {}: not open.\n", came.passed_over.join(", "));
    }
    if seen.without_spot > 0 {
        text += &format!("Others sit there: {} found no spot free.\n", seen.without_spot);
    }
    if came.came_back > 0 {
        text += &format!("{} times somebody came back who had lost the line.\n", came.came_back);
    }
    if let Some((there, hung_up_on)) = came.flood {
        text += &format!(
            "Of those who only take up room {there} were there at the end; {hung_up_on} times one was hung up on.\n"
        );
    }
    for (kind, all) in wrong(seen) {
        text += &format!("{kind}: {}\n", all.len());
        all.iter().take(FIRST).for_each(|one| text += &format!("  {one}\n"));
    }
    text
}
