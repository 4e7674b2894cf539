//! `tercet audit`: whether a store is what was written, and every round in it paid by its rules.

mod report;

use crate::output::{self, file::reason};
use crate::{arguments::whole, journal};
use std::fs::File;
use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tercet_audit::{Options, Report, audit};
use tercet_ledger::{Checkpoint, NoteName, VerifyingKey};
use tercet_server::key_of_the_seeds;
use tercet_store::Store as _;
use tercet_table::HouseKey;

/// Arguments of `tercet audit`.
#[derive(clap::Args)]
#[command(after_help = "\
Every record must be one and name the one before it; every posting must balance and leave nobody below zero \
who may not be; every round is dealt from its told seed, decided as it was and settled again by the rules that \
its table was set to, and its money compared to the cent; every wallet, meter, bank and receipt is made from \
the journal and compared with what the store keeps. docs/AUDIT.md says what each finding means. Tables may go \
on meanwhile; nothing is changed, and no key of the house is needed.

A journal that somebody wrote anew, or whose end was cut off with everything beside it made to fit, shows only \
beside a checkpoint that was kept elsewhere (see tercet checkpoint --help). Without one the audit shows that \
the journal fits itself. Of a round in play everything is looked at that needs no seed.

Rounds that the operator ended without their seeds (see tercet void-lost --help) are listed: whether the key was lost \
shows only where the house went on with it, or beside a copy of the key that somebody else has kept (--lost-key).

Examples:
  tercet audit tables.db
  tercet audit tables.db --json
  tercet audit tables.db --origin tables.example.org/journal \\
      --checkpoint monday.txt --verify-key \"$(cat house.pub)\"

The exit status is 0 if nothing was found, 1 if something was, a damaged file too, 2 if the arguments cannot be \
used, or there is no such store. A key that is none, and a checkpoint that this key did not sign, or of another \
journal, or with a line of it changed, cannot be used: nothing was looked at then.")]
pub(crate) struct Args {
    /// The store: the file that live tables write.
    #[arg(value_name = "DB")]
    store: PathBuf,
    /// A checkpoint that was kept elsewhere, as a file (repeatable).
    #[arg(long, value_name = "FILE", requires_all = ["verify_key", "origin"])]
    checkpoint: Vec<PathBuf>,
    /// The public key of the house: NAME+ID+KEY.
    #[arg(long, value_name = "KEY", requires = "checkpoint")]
    verify_key: Option<String>,
    /// The journal that the checkpoints are of, by the name that stands in their first line.
    #[arg(long, value_name = "ORIGIN", requires = "checkpoint")]
    origin: Option<NoteName>,
    /// A key of the seeds that was said to be lost and turned up again: whether it opens the rounds that were ended for want of it.
    #[arg(long, value_name = "FILE")]
    lost_key: Option<PathBuf>,
    /// List so many findings at most; all are counted.
    #[arg(long, value_name = "N", default_value = "100", value_parser = |text: &str| whole(text, 1..=100_000_usize))]
    findings: usize,
    /// Answer in JSON.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    answered(args).unwrap_or_else(|message| output::unusable(&message))
}

fn answered(args: &Args) -> Result<ExitCode, String> {
    let checkpoints = checkpoints(args)?;
    let lost_key = args.lost_key.as_deref().map(read_key).transpose()?;
    let name = args.store.display().to_string();
    let store = match journal::open(&args.store) {
        Ok(store) => store,
        Err(failure) if journal::is_damaged(&failure) => {
            return Ok(answer(args, &name, &Report::unreadable(&failure), checkpoints.len()));
        }
        Err(failure) => return Ok(journal::unopened(&failure)),
    };
    let size = store.chain().map_or(0, |chain| chain.size);
    let report = output::during("Audit", |progress| {
        let options = Options { keep: args.findings, lost_key: lost_key.as_ref() };
        audit(&store, &checkpoints, options, &mut |done| progress.at(done, size.max(done)))
    });
    Ok(answer(args, &name, &report, checkpoints.len()))
}

/// Prints what was found.
fn answer(args: &Args, name: &str, report: &Report, checkpoints: usize) -> ExitCode {
    let status = if report.is_sound() { ExitCode::SUCCESS } else { ExitCode::from(1) };
    if args.json {
        output::print_json(&report::json(name, report), status)
    } else {
        output::print_paragraphs(&report::text(name, report, checkpoints), status)
    }
}

/// The key of the seeds in a file.
fn read_key(path: &Path) -> Result<HouseKey, String> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(LONGEST).read_to_end(&mut bytes));
    read.map_err(|error| journal::bad_file(path, reason(&error)))?;
    key_of_the_seeds(&bytes).map_err(|why| journal::bad_file(path, why))
}

/// The checkpoints, opened with the key of the house.
fn checkpoints(args: &Args) -> Result<Vec<Checkpoint>, String> {
    let (Some(key), Some(origin)) = (&args.verify_key, &args.origin) else { return Ok(Vec::new()) };
    let (name, key) = VerifyingKey::from_text(key).map_err(|bad| format!("error: --verify-key: {bad}"))?;
    let open = |path: &PathBuf| {
        let text = read(path)?;
        Checkpoint::open(&text, &name, &key, origin).map_err(|bad| journal::bad_file(path, bad))
    };
    args.checkpoint.iter().map(open).collect()
}

/// The longest checkpoint or key that is read, in bytes.
const LONGEST: u64 = 1 << 16;

/// A small text of a file.
///
/// # Errors
///
/// A message for the person at the terminal.
pub(crate) fn read(path: &Path) -> Result<String, String> {
    let mut text = String::new();
    let read = File::open(path).and_then(|file| file.take(LONGEST).read_to_string(&mut text));
    read.map(|_| text).map_err(|error| {
        if error.kind() == ErrorKind::InvalidData {
            journal::bad_file(path, "no text; expected a checkpoint or a key")
        } else {
            journal::bad_file(path, reason(&error))
        }
    })
}
