//! `tercet backup` and `tercet restore`: copies of a house.

use crate::{journal, output};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tercet_ledger::Name;
use tercet_server::{BOOKS, Copied, NotOpen, PEOPLE};
use tercet_store::Failure;

/// Arguments of `tercet backup`.
#[derive(clap::Args)]
#[command(after_help = "\
The house may be open, and nobody at its tables waits for the copy. The folder is there once the copy is whole and was looked at; one that \
was cut short is in a folder beside it whose name ends in .part, which can be removed. A folder that is there and empty is filled from within; one in which that \
was cut short is no copy, and can be filled again. Nothing that was there is touched.

In it are the journal (tables.db), the people (people.db), the settings (tercet.toml) and the key of the seeds (seeds.key), all \
for their owner alone, and when it was made (copy.json). Who has the key and the journal can foretell the cards of rounds in play: keep the key elsewhere \
with --without-key, which needs to be copied once.

Examples:
  tercet backup --data /srv/tercet /backup/tercet-2026-11-29
  tercet backup /backup/tercet-1 --without-key

The exit status is 0 when the copy is there; 2 if there is none.")]
pub(crate) struct Backup {
    /// The folder to be made.
    #[arg(value_name = "TO")]
    to: PathBuf,
    /// The folder of the house.
    #[arg(long, value_name = "FOLDER", default_value = "tercet-data", env = "TERCET_DATA")]
    data: PathBuf,
    /// Leave the key of the seeds out.
    #[arg(long)]
    without_key: bool,
}

/// Arguments of `tercet restore`.
#[derive(clap::Args)]
#[command(after_help = "\
The folder of the house must not be there, or be empty (it may be a mount point): nothing is written over. One in which this was cut short is no house, and restoring into it begins anew. Both databases are looked at as a whole and \
opened as the house opens them; if something is wrong there is no house. What happened after the copy was made is not in it.

Examples:
  tercet restore /backup/tercet-1 --data /srv/tercet
  tercet restore /backup/tercet-1 --data /srv/tercet --key /safe/seeds.key

The exit status is 0 when the house is there, and it says if its key opens no round in play; 2 if there is none.")]
pub(crate) struct Restore {
    /// The folder of the copy.
    #[arg(value_name = "FROM")]
    from: PathBuf,
    /// The folder of the house, to be made.
    #[arg(long, value_name = "FOLDER", default_value = "tercet-data", env = "TERCET_DATA")]
    data: PathBuf,
    /// The key of the seeds, if it is not in the copy.
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
}

/// Runs `tercet backup`.
pub(crate) fn back_up(args: &Backup) -> ExitCode {
    if let Err(failure) = may_be_read(&args.data) {
        return output::unusable(&journal::cannot(&failure));
    }
    let copied = tercet_server::back_up(&args.data, &args.to, !args.without_key);
    told(copied, |copied| {
        let key = if copied.with_key {
            "with the key of the seeds: keep it secret"
        } else {
            "without the key of the seeds"
        };
        format!("Copied {} records to {}, {key}.\n", copied.records, args.to.display())
    })
}

/// Runs `tercet restore`.
pub(crate) fn restore(args: &Restore) -> ExitCode {
    let copied = tercet_server::restore(&args.from, &args.data, args.key.as_deref());
    if let Ok(Copied { ownerless, ahead, .. }) = &copied {
        if let Some(ownerless) = ownerless {
            output::say(&format!("warning: {ownerless}"));
        }
        if let Some(ahead) = ahead {
            output::say(&format!("warning: {ahead}"));
        }
    }
    told(copied, |copied| {
        let (data, records) = (args.data.display(), copied.records);
        let tables: Vec<&str> = copied.locked.iter().map(Name::as_str).collect();
        if tables.is_empty() {
            let how = if copied.ahead.is_some() { " with --open-ahead-of-clock true" } else { "" };
            return format!("The house in {data} has {records} records and can be opened{how}.\n");
        }
        format!(
            "The house in {data} has {records} records. It cannot be opened with this key, as the round in play is under another at {}: put that key \
             in its place or, if it is lost for good, see tercet void-lost --help.\n",
            tables.join(", ")
        )
    })
}

/// Whether the databases of a house, which somebody else may have open, may be read.
fn may_be_read(data: &Path) -> Result<(), Failure> {
    [BOOKS, PEOPLE].iter().try_for_each(|name| journal::may_be_read(&data.join(name)))
}

fn told(copied: Result<Copied, NotOpen>, text: impl FnOnce(Copied) -> String) -> ExitCode {
    match copied {
        Ok(copied) => output::print(&text(copied)),
        Err(not) => output::unusable(&format!("error: {not}")),
    }
}
