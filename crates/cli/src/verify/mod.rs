//! `tercet verify`: whether the proof of a round holds, from the seed to the last cent, with nobody asked.

mod checks;
mod known;
mod money;
mod report;
#[cfg(test)]
mod tests;

use crate::output;
use crate::source::{Variant, said};
use checks::Noted;
use known::Known;
use report::{Report, Verdict};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read as _};
use std::process::ExitCode;
use std::str::FromStr;
use tercet_fair::{Commitment, FrozenDigest, SeatSecret, parse_hex};
use tercet_rules::shown;

/// Arguments of `tercet verify`.
#[derive(clap::Args)]
#[command(after_help = "\
Each file is the proof of one round, as docs/FAIRNESS.md describes it. The seed and the secrets of the seats \
must fit what was committed to, the deck must follow from them, the hands from the deck, every line of the \
settlement from the hands and the rules, and every posting from all of it. Nothing is fetched and nobody is asked.

A proof shows that a round fits a commitment and a list of seats. That they are the commitment that you saw \
before you bet, the seats that you saw before you told your secret, and the secret that your software chose, \
only you can say: note them, and give them here. Without them the proof shows only that it fits itself.

Examples:
  tercet verify proof.json
  tercet verify proof.json --json
  tercet verify --game ./my-game.toml proof.json

A proof by other rules than those of its game here, built in or given with --game, does not hold. Of a game of \
which there is no file here the rules cannot be checked, and what rests on them.

The exit status is 0 if every proof holds, 1 if one does not or is none, 2 if the arguments cannot be used, a file \
cannot be read, or no file of the game that a round was dealt by is here and nothing else is wrong with its \
proof; the others are answered about all the same.")]
pub(crate) struct Args {
    /// Proofs of rounds, one in each file; - for standard input.
    #[arg(value_name = "FILE", required = true)]
    proofs: Vec<String>,
    /// A game that was dealt besides the built-in ones: a game file, or one of those with the changes below.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    #[command(flatten)]
    variant: Variant,
    /// The commitment that you noted before you bet.
    #[arg(long, value_name = "HEX", value_parser = digest::<Commitment>)]
    commitment: Option<Commitment>,
    /// What you noted of the frozen seats as bets closed, before you told your secret.
    #[arg(long, value_name = "HEX", value_parser = digest::<FrozenDigest>)]
    frozen: Option<FrozenDigest>,
    /// The secret that your software chose for a spot, such as 3=5f1c… (repeatable).
    #[arg(long, value_name = "SPOT=HEX", value_parser = secret)]
    secret: Vec<(u8, SeatSecret)>,
    /// Answer in JSON, one object a line for each file.
    #[arg(long)]
    json: bool,
}

/// Reads a spot and its secret.
fn secret(text: &str) -> Result<(u8, SeatSecret), String> {
    let expected = "expected a spot and 64 hexadecimal digits, such as 3=5f1c…";
    let (spot, digits) = text.split_once('=').ok_or(expected)?;
    let spot = spot.trim().parse().ok().filter(|spot| *spot > 0).ok_or(expected)?;
    let bytes = parse_hex(&digits.trim().to_ascii_lowercase()).map_err(|error| error.to_string())?;
    Ok((spot, SeatSecret::new(bytes)))
}

/// Reads what somebody noted, in small letters or capitals.
fn digest<T: FromStr>(text: &str) -> Result<T, T::Err> {
    text.trim().to_ascii_lowercase().parse()
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    match verified(args) {
        Ok((answer, status)) if args.json => output::print_json(&answer, status),
        Ok((answer, status)) => output::print_paragraphs(&answer, status),
        Err(message) => output::unusable(&message),
    }
}

/// The answer and the exit status; else, a message about what cannot be used.
fn verified(args: &Args) -> Result<(String, ExitCode), String> {
    let noted = Noted { commitment: args.commitment, frozen: args.frozen, secrets: &args.secret };
    if args.proofs.len() > 1 && !noted.is_nothing() {
        return Err(
            "error: --commitment, --frozen and --secret are about one round; expected one FILE with them"
                .into(),
        );
    }
    once_each(&args.secret)?;
    let known = Known::new(args.game.as_deref(), &args.variant)?;
    let mut reports = Vec::new();
    let mut unread = Vec::new();
    for name in &args.proofs {
        match read(name) {
            Ok(text) => reports.push(Report::on(name, &text, &known, &noted)),
            Err(message) => unread.push(message),
        }
    }
    if reports.is_empty() {
        return Err(unread.join("\n"));
    }
    // The others are answered about all the same.
    unread.iter().for_each(|message| output::say(message));
    if let Some(unused) = unused_game(&known, &reports) {
        output::say(&unused);
    }
    let [any_wrong, any_open] = [Verdict::Wrong, Verdict::Open]
        .map(|verdict| reports.iter().any(|report| report.verdict() == verdict));
    let status = match (unread.is_empty(), any_wrong, any_open) {
        (false, ..) | (true, false, true) => ExitCode::from(2),
        (true, true, _) => ExitCode::from(1),
        (true, false, false) => ExitCode::SUCCESS,
    };
    let answer = if args.json { report::json(&reports) } else { report::text(&reports) };
    Ok((answer, status))
}

/// A note for whoever gave a game that no proof was dealt by.
fn unused_game(known: &Known, reports: &[Report]) -> Option<String> {
    let given = known.given()?;
    let unused = !reports.iter().any(|report| report.is_by(&given.hash));
    unused.then(|| format!("note: no proof here was dealt by the game of --game ({})", given.hash))
}

/// A spot has one secret: of two, one would never be looked at.
fn once_each(secrets: &[(u8, SeatSecret)]) -> Result<(), String> {
    let mut spots = BTreeSet::new();
    match secrets.iter().find(|(spot, _)| !spots.insert(*spot)) {
        Some((spot, _)) => {
            Err(format!("error: --secret {spot}=… is there twice; expected one secret for a spot"))
        }
        None => Ok(()),
    }
}

/// The longest proof, in bytes. One of a full table has a hundredth of this.
const LONGEST: u64 = 1 << 20;

fn read(name: &str) -> Result<Vec<u8>, String> {
    let shown_name = shown(name, usize::MAX);
    let cannot = |error: io::Error| format!("error: {shown_name}: {}", said(&error));
    let mut text = Vec::new();
    if name == "-" {
        io::stdin().lock().take(LONGEST + 1).read_to_end(&mut text).map_err(cannot)?;
    } else {
        let file = File::open(name).map_err(cannot)?;
        if file.metadata().map_err(cannot)?.is_dir() {
            return Err(format!("error: {shown_name} is a directory; expected the proof of a round"));
        }
        file.take(LONGEST + 1).read_to_end(&mut text).map_err(cannot)?;
    }
    Ok(text)
}
