//! A disk that is full, and one that fails: what is refused changes nothing, and what cannot be known ends the process.
//!
//! The small disk is a file system in memory, mounted in a namespace of the process's own, which needs no rights where the system
//! allows it. The disk that fails is a limit on how long a file may get: beyond it every write is an error, as of a broken disk.

use crate::books::Wrong;
use crate::rebuilt;
use crate::steps::step;
use std::fmt;
use std::path::Path;
use std::process::{Command, Stdio};
use tercet_ledger::{Chain, Record};
use tercet_store::{AppendError, Failure, State, Store as _};
use tercet_store_sqlite::Sqlite;

/// What came of a small disk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OfDisk {
    /// There was one: how often it was full, and how many steps were written.
    Small {
        /// How often steps were refused because it was full.
        full: u64,
        /// Steps that were written, in all.
        written: u64,
    },
    /// The system gives none: why.
    NotHere(String),
}

impl fmt::Display for OfDisk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OfDisk::Small { full, written } => {
                write!(f, "{full} times full, {written} steps written (0 lost, 0 doubled)")
            }
            OfDisk::NotHere(why) => write!(f, "not tried, as the system mounts no small disk: {why}"),
        }
    }
}

/// Fills a disk of so many KiB again and again, until it cannot be freed any more. `program` is `tercet-drill`.
///
/// # Errors
///
/// If a step is lost or doubled, or refused for another reason, or is not written once there is room.
pub fn small_disk(program: &Path, folder: &Path, kib: u64) -> Result<OfDisk, Wrong> {
    // The mount is gone with the last process that sees it.
    let mount =
        "mount -t tmpfs -o size=\"$1\"k none \"$2\" || exit 9; exec \"$3\" full-child --folder \"$2\"";
    let mut command = Command::new("unshare");
    command.args(["-rm", "sh", "-c", mount, "sh"]).arg(kib.to_string()).arg(folder).arg(program);
    let child = command.stdin(Stdio::null()).output();
    let ended = match child {
        Ok(ended) => ended,
        Err(error) => return Ok(OfDisk::NotHere(format!("unshare: {error}"))),
    };
    let (said, wrong) = (String::from_utf8_lossy(&ended.stdout), String::from_utf8_lossy(&ended.stderr));
    let numbers: Vec<u64> = said.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    match (ended.status.code(), &numbers[..]) {
        (Some(0), [full, written]) => Ok(OfDisk::Small { full: *full, written: *written }),
        // Before the program ran: by `unshare`, or by the shell.
        (Some(9), _) => Ok(OfDisk::NotHere(wrong.trim().into())),
        (Some(_), _) if wrong.starts_with("unshare") => Ok(OfDisk::NotHere(wrong.trim().into())),
        _ => Err(format!("{}: {}{}", ended.status, said, wrong)),
    }
}

/// How many steps are asked for once there is room again.
const AFTERWARDS: u64 = 5;

/// What runs on the small disk: says how often it was full, and how many steps were written.
///
/// # Errors
///
/// See [`small_disk`].
pub fn child(folder: &Path) -> Result<(), Wrong> {
    let path = folder.join("tercet.db");
    let mut full = 0;
    let mut number = 0;
    // Somebody else's files, which are removed one by one.
    let mut others: Vec<_> = (0..6).map(|other| folder.join(format!("other-{other}"))).collect();
    for other in &others {
        std::fs::write(other, vec![1; 64 * 1024]).map_err(|error| error.to_string())?;
    }
    let mut store = Sqlite::open(&path).map_err(|failure| failure.to_string())?;
    loop {
        match store.append(&step(number)) {
            Ok(receipt) if receipt.again => return Err(format!("step {number} was written before")),
            Ok(_) => number += 1,
            Err(AppendError::Failed(Failure::Full(_))) => {
                full += 1;
                // Asked again with as little room, it is refused again; and everything before can be read.
                match store.append(&step(number)) {
                    Err(AppendError::Failed(Failure::Full(_))) => holds(&store, number)?,
                    // What was in the log may have been brought into the file meanwhile.
                    Ok(_) => {
                        number += 1;
                        continue;
                    }
                    Err(other) => return Err(other.to_string()),
                }
                let Some(other) = others.pop() else { break };
                std::fs::remove_file(other).map_err(|error| error.to_string())?;
                for _ in 0..AFTERWARDS {
                    let written = store.append(&step(number));
                    written.map_err(|error| format!("there is room again, and step {number}: {error}"))?;
                    number += 1;
                }
                if full % 2 == 0 {
                    drop(store);
                    store = Sqlite::open(&path).map_err(|failure| format!("opened again: {failure}"))?;
                    store.check().map_err(|failure| failure.to_string())?;
                    holds(&store, number)?;
                }
            }
            Err(other) => return Err(format!("step {number}: {other}")),
        }
    }
    drop(store);
    // With the disk still full it can be read, and looked at.
    let store =
        Sqlite::open_read_only(&path).map_err(|failure| format!("read with a full disk: {failure}"))?;
    store.check().map_err(|failure| failure.to_string())?;
    holds(&store, number)?;
    println!("{full} {number}");
    Ok(())
}

/// Whether a store has exactly the first so many steps, and the books of them.
fn holds(store: &Sqlite, steps: u64) -> Result<(), Wrong> {
    let (mut chain, mut state) = (Chain::EMPTY, State::new());
    for bytes in store.records(0, usize::MAX).map_err(|failure| failure.to_string())? {
        let record = chain.follow(&bytes).map_err(|broken| broken.to_string())?;
        if record.key != step(record.seq).key {
            return Err(format!("record {} is not what was asked for", record.seq));
        }
        state.take(&record, Record::hash(&bytes)).map_err(|refused| refused.to_string())?;
    }
    if chain.size != steps {
        return Err(format!("{} records, and {steps} steps were answered", chain.size));
    }
    rebuilt::same(store, &state)
}

/// What a process was answered on a disk that failed, and how it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// How many steps were answered before.
    pub answered: u64,
    /// What the process said at its end.
    pub said: String,
}

/// Lets a process write until the disk fails, which is once a file has so many KiB; then opens what it left.
///
/// # Errors
///
/// If the process goes on, or what it was answered is not there.
pub fn broken_disk(program: &Path, folder: &Path, kib: u64) -> Result<Broken, Wrong> {
    let path = folder.join("broken.db");
    // Blocks of 512 bytes. The signal that comes with it is not heard, so that the write says what is wrong, as a disk does.
    let limit = "trap '' XFSZ; ulimit -f \"$1\"; exec \"$2\" broken-child --store \"$3\"";
    let mut command = Command::new("sh");
    command.args(["-c", limit, "sh"]).arg((kib * 2).to_string()).arg(program).arg(&path);
    let ended = command.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&ended.stdout);
    let said_of_it = String::from_utf8_lossy(&ended.stderr).into_owned();
    if ended.status.code().is_some() {
        return Err(format!("the process ended by itself, with {}: {said_of_it}", ended.status));
    }
    let answered = said.lines().count() as u64;
    let store = Sqlite::open(&path).map_err(|failure| failure.to_string())?;
    let size = store.chain().map_err(|failure| failure.to_string())?.size;
    // What was under way as the disk failed may be there, or not.
    if size != answered && size != answered + 1 {
        return Err(format!("{answered} steps were answered, and {size} are there"));
    }
    holds(&store, size)?;
    for number in size..size + AFTERWARDS {
        store.append(&step(number)).map_err(|error| error.to_string())?;
    }
    drop(store);
    crate::damage::clear(&path)?;
    Ok(Broken { answered, said: said_of_it })
}

/// What runs on the disk that fails: says a line for each step that was answered, and never comes to its end.
///
/// # Errors
///
/// What a step was answered in place of being written.
pub fn broken_child(store: &Path) -> Result<(), Wrong> {
    let store = Sqlite::open(store).map_err(|failure| failure.to_string())?;
    for number in 0.. {
        store.append(&step(number)).map_err(|error| format!("step {number} was refused: {error}"))?;
        println!("{number}");
    }
    Ok(())
}
