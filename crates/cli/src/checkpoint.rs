//! `tercet checkpoint`: what a journal is now, in a few signed lines to be kept elsewhere.

use crate::audit::read;
use crate::journal;
use crate::output::{self, file::reason};
use crate::settle::text::dollars;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tercet_ledger::{Account, Chain, Checkpoint, Name, NoteName, Record, SigningKey, Transaction, Tree};
use tercet_store::{Failure, Store};

/// Arguments of `tercet checkpoint`.
#[derive(clap::Args)]
#[command(after_help = "\
A checkpoint says how many records a journal has and, in one hash, which. Keep it where whoever can write to \
the store cannot: with the auditor, in print, at a public log. From then on nobody, the house included, can \
change or cut what it covers unseen (see tercet audit --help). Its form is that of transparency logs \
(C2SP tlog-checkpoint, a signed note with Ed25519). Keep the key away from the machine that runs the tables.

Examples:
  tercet checkpoint --new-key house.key --name tables.example.org
  tercet checkpoint tables.db --key house.key \\
      --origin tables.example.org/journal

A journal whose end was cut off is not signed where the store shows it: where its tables know of more than the \
journal has, or of other balances. An end that was cut off with all of these made to fit shows beside an earlier \
checkpoint alone (tercet audit), and what else is wrong in an audit.

The exit status is 0 if it was signed, 1 if the journal is broken or cut, 2 if the arguments cannot be used: also \
a key that is none.")]
pub(crate) struct Args {
    /// The store: the file that live tables write.
    #[arg(value_name = "DB", required_unless_present = "new_key", conflicts_with = "new_key", requires_all = ["key", "origin"])]
    store: Option<PathBuf>,
    /// The secret key of the house, as a file.
    #[arg(long, value_name = "FILE", conflicts_with = "new_key")]
    key: Option<PathBuf>,
    /// The journal, by a name that stays: one word, such as tables.example.org/journal.
    #[arg(long, value_name = "ORIGIN", conflicts_with = "new_key")]
    origin: Option<NoteName>,
    /// Write to this new file instead of standard output.
    #[arg(long, value_name = "FILE", conflicts_with = "new_key")]
    to: Option<PathBuf>,
    /// Make a key from the randomness of the operating system, in a new file that only its owner may read, and print the public one.
    #[arg(long, value_name = "FILE", requires = "name")]
    new_key: Option<PathBuf>,
    /// Whose the new key is: one word, such as tables.example.org.
    #[arg(long, value_name = "NAME", requires = "new_key")]
    name: Option<NoteName>,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> ExitCode {
    let done = match (&args.new_key, &args.name, &args.store, &args.key, &args.origin) {
        (Some(path), Some(name), ..) => new_key(path, name),
        (_, _, Some(store), Some(key), Some(origin)) => signed(store, key, origin, args.to.as_deref()),
        _ => Err("error: expected a store with --key and --origin, or --new-key with --name".into()),
    };
    done.unwrap_or_else(|message| output::unusable(&message))
}

/// Makes a key, and prints the public one.
fn new_key(path: &Path, name: &NoteName) -> Result<ExitCode, String> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret)
        .map_err(|error| format!("error: the system gives no randomness: {error}"))?;
    let key = SigningKey::from_bytes(&secret);
    write_new(path, &format!("{}\n", key.to_text(name)), true)?;
    Ok(output::print_data(&format!("{}\n", key.verifying_key().to_text(name)), ExitCode::SUCCESS))
}

/// Signs what the journal is now.
fn signed(store: &Path, key: &Path, origin: &NoteName, to: Option<&Path>) -> Result<ExitCode, String> {
    let (name, key) = SigningKey::from_text(&read(key)?).map_err(|bad| journal::bad_file(key, bad))?;
    let opened = match journal::open(store) {
        Ok(opened) => opened,
        Err(failure) => return Ok(journal::unopened(&failure)),
    };
    let signable = match tree(&opened) {
        Ok(Ok(tree)) => more_than(&opened).map(|more| more.map_or(Ok(tree), Err)),
        other => other,
    };
    let tree = match signable {
        Ok(Ok(tree)) => tree,
        Ok(Err(broken)) => {
            output::say(&journal::bad_file(store, format_args!("{broken}; tercet audit says more")));
            return Ok(ExitCode::from(1));
        }
        Err(failure) if journal::is_damaged(&failure) => return Ok(journal::unopened(&failure)),
        Err(failure) => return Err(journal::cannot(&failure)),
    };
    let checkpoint = Checkpoint { origin: origin.clone(), size: tree.size(), root: tree.root() };
    let text = checkpoint.signed(&name, &key);
    match to {
        Some(path) => write_new(path, &text, false).map(|()| ExitCode::SUCCESS),
        None => Ok(output::print_data(&text, ExitCode::SUCCESS)),
    }
}

/// The tree over all records; or, where they are no chain or the store knows of more events than they have, what is wrong.
fn tree(store: &dyn Store) -> Result<Result<Tree, String>, Failure> {
    let (mut tree, mut chain) = (Tree::new(), Chain::EMPTY);
    let mut streams: BTreeMap<Name, u64> = BTreeMap::new();
    let mut balances: BTreeMap<Account, i128> = BTreeMap::new();
    loop {
        let records = store.records(chain.size, 1_024)?;
        if records.is_empty() {
            // Tables may go on meanwhile: the store is asked about a moment at which nothing more was written.
            let more =
                cut(store, &streams)?.map_or_else(|| other(store, &balances), |more| Ok(Some(more)))?;
            if store.records(chain.size, 1)?.is_empty() {
                return Ok(more.map_or(Ok(tree), Err));
            }
            continue;
        }
        for bytes in records {
            let record = match chain.follow(&bytes) {
                Ok(record) => record,
                Err(broken) => return Ok(Err(broken.to_string())),
            };
            for (account, change) in record.transactions.into_iter().flat_map(Transaction::into_changes) {
                *balances.entry(account).or_default() += change;
            }
            for part in record.parts {
                *streams.entry(part.stream).or_default() += part.events.len() as u64;
            }
            tree.push(Record::hash(&bytes));
        }
    }
}

/// A stream of which the store has more events than the journal.
fn cut(store: &dyn Store, streams: &BTreeMap<Name, u64>) -> Result<Option<String>, Failure> {
    for (stream, has) in streams {
        let knows = store.version(stream)?;
        if knows > *has {
            return Ok(Some(format!(
                "the store knows of {knows} events of {stream}, the journal has {has}: its end may have been cut off"
            )));
        }
    }
    Ok(None)
}

/// An account of which the store keeps another balance than the journal makes.
fn other(store: &dyn Store, balances: &BTreeMap<Account, i128>) -> Result<Option<String>, Failure> {
    let kept = store.balances()?;
    let accounts: BTreeSet<&Account> =
        balances.keys().chain(kept.all().map(|(account, _)| account)).collect();
    for account in accounts {
        let (knows, makes) = (kept.of(account), balances.get(account).copied().unwrap_or(0));
        if i128::from(knows.units()) != makes {
            let makes = dollars(makes);
            return Ok(Some(format!(
                "the store knows that {account} holds {knows}, the journal makes {makes}: its end may have been cut off"
            )));
        }
    }
    Ok(None)
}

/// What the store keeps beside the journal, and what follows from none of its records: the first of it.
fn more_than(store: &dyn Store) -> Result<Option<String>, Failure> {
    let mut first = None;
    store.strays(&mut |stray| first = first.take().or(Some(stray.what)))?;
    Ok(first)
}

/// Writes a new file, for its owner's eyes only if it is secret; one that is there is left alone.
fn write_new(path: &Path, text: &str, secret: bool) -> Result<(), String> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if secret {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    let written = options.open(path).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    written.map_err(|error| journal::bad_file(path, reason(&error)))
}
