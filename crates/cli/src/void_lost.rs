//! `tercet void-lost`: the way out for a house whose key of the seeds is lost while rounds are in play.

use crate::output;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use tercet_rules::shown;
use tercet_server::{EndedWithoutSeed, EndedWithoutSeeds, end_without_seeds};

/// Arguments of `tercet void-lost`.
#[derive(clap::Args)]
#[command(after_help = "\
A round in play goes on with the key (seeds.key) that it was opened with, and with no other: without that key the house \
cannot open. Look for it first, also in copies (tercet backup): what this ends is ended for good.

Every round in play of the house ends: all bets go back, and meters keep what they were given, as of every round that is void. \
A round that had been paid, and whose seed alone was not told yet, stays paid. The journal says of each that the operator \
ended it without its seed, and why; so there is no proof of its shuffle, and every history, audit and page says so. A new key \
is made; what stood in its place is kept beside it, as seeds.key.1 or the like.

It is refused while the house is open, where no round is in play, where the key opens any of them, and where the journal \
does not verify. Whether a key was lost or thrown away nobody can see: keep a copy of it with somebody who is not the house, \
with which an audit can tell (tercet audit --lost-key).

Examples:
  tercet void-lost --data /srv/tercet --reason \"the disk is broken, no copy\"

The exit status is 0 when the rounds are ended and the house can be opened, 1 if it is refused, 2 if the arguments or files \
cannot be used.")]
pub(crate) struct Args {
    /// The folder of the house.
    #[arg(long, value_name = "FOLDER", default_value = "tercet-data", env = "TERCET_DATA")]
    data: PathBuf,
    /// Why the key is lost, for the journal and for everybody who looks at the rounds.
    #[arg(long, value_name = "TEXT")]
    reason: String,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    let ended = output::during("Audit", |progress| {
        end_without_seeds(&args.data, &args.reason, &mut |done, all| progress.at(done, all))
    });
    match ended {
        Ok(ended) => output::print(&text(&ended)),
        Err(not) => {
            output::say(&format!("error: {}", shown(&not.to_string(), usize::MAX)));
            ExitCode::from(if not.is_refused() { 1 } else { 2 })
        }
    }
}

fn text(ended: &EndedWithoutSeeds) -> String {
    let mut text = String::new();
    for round in &ended.rounds {
        let EndedWithoutSeed { table, round, record, back, paid } = round;
        let money: Vec<String> = back.iter().map(|(player, money)| format!("{money} to {player}")).collect();
        let came = if *paid {
            "had been paid, which stands; its seed is never told".into()
        } else if money.is_empty() {
            "is void; no bet was left to go back".into()
        } else {
            format!("is void; back went {}", money.join(", "))
        };
        let _cannot_fail = writeln!(text, "Round {round} at {table} {came} (record {record}).");
    }
    if let Some(aside) = &ended.set_aside {
        let aside = shown(&aside.display().to_string(), usize::MAX);
        let _cannot_fail = writeln!(text, "What stood in the place of the key is kept as {aside}.");
    }
    text.push_str("The house has a new key of the seeds and can be opened: tercet serve\n");
    text
}
