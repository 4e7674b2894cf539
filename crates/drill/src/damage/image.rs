//! A store on disk as a cut of the power leaves it, or as it is closed, with what was answered.

use crate::books::Wrong;
use crate::dice::Dice;
use crate::steps::step;
use std::path::{Path, PathBuf};
use tercet_store::Store as _;
use tercet_store_sqlite::{Options, Sqlite};

/// The files of a store, and what they hold.
#[derive(Debug)]
pub(super) struct Image {
    /// The file itself.
    pub(super) file: Vec<u8>,
    /// The write-ahead log.
    pub(super) log: Vec<u8>,
    /// The records, each of which was answered.
    pub(super) records: Vec<Vec<u8>>,
    /// Where the bytes of each record end in the log; 0 if the file has it by itself.
    ends: Vec<usize>,
}

impl Image {
    /// A store whose power was cut after some steps.
    pub(super) fn of_a_cut(folder: &Path, dice: &mut Dice) -> Result<Image, Wrong> {
        let path = folder.join("image.db");
        clear(&path)?;
        // Most logs were brought into the file once or more before.
        let most_behind = usize::from(2 + dice.byte(60));
        let store = Sqlite::open_with(&path, Options { most_behind, ..Options::default() });
        let store = store.map_err(|failure| failure.to_string())?;
        let steps = 5 + dice.below(90);
        let mut marks = Vec::new();
        for number in 0..steps {
            let append = step(number);
            // Asked twice: by the second answer everything that follows the first is done.
            for _ in 0..2 {
                store.append(&append).map_err(|error| error.to_string())?;
            }
            marks.push(mark(&read(&log_of(&path))?));
        }
        let (file, log) = (read(&path)?, read(&log_of(&path))?);
        let records = store.records(0, usize::MAX).map_err(|failure| failure.to_string())?;
        let now = mark(&log).0;
        let ends = marks.into_iter().map(|(salt, end)| if salt == now { end } else { 0 }).collect();
        drop(store);
        clear(&path)?;
        // Once in a while the log was just brought in and cut: then the next step is the first in it.
        if log.is_empty() { Image::of_a_cut(folder, dice) } else { Ok(Image { file, log, records, ends }) }
    }

    /// A store that was closed.
    pub(super) fn closed(folder: &Path, dice: &mut Dice) -> Result<Image, Wrong> {
        let path = folder.join("image.db");
        clear(&path)?;
        let store = Sqlite::open(&path).map_err(|failure| failure.to_string())?;
        for number in 0..5 + dice.below(90) {
            store.append(&step(number)).map_err(|error| error.to_string())?;
        }
        let records = store.records(0, usize::MAX).map_err(|failure| failure.to_string())?;
        drop(store);
        let file = read(&path)?;
        clear(&path)?;
        Ok(Image { file, log: Vec::new(), ends: vec![0; records.len()], records })
    }

    /// Writes files anew; gives the path of the store.
    pub(super) fn lay_out(&self, folder: &Path, file: &[u8], log: &[u8]) -> Result<PathBuf, Wrong> {
        let path = folder.join("damaged.db");
        clear(&path)?;
        let write = |path: &Path, bytes: &[u8]| {
            std::fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
        };
        write(&path, file)?;
        if !log.is_empty() {
            write(&log_of(&path), log)?;
        }
        Ok(path)
    }

    /// How many records must still be there if the log is another from this byte on.
    pub(super) fn still_there(&self, from: usize) -> usize {
        // Whoever cannot read its head cannot read a log.
        self.ends.iter().take_while(|end| **end == 0 || (from >= HEAD && **end <= from)).count()
    }
}

/// The bytes at the head of a log, and of a page in it (<https://www.sqlite.org/fileformat2.html#the_write_ahead_log>).
const HEAD: usize = 32;
const PAGE_HEAD: usize = 24;

/// Which log it is, and where its last commit ends.
fn mark(log: &[u8]) -> (Vec<u8>, usize) {
    let Some(salt) = log.get(16..24) else { return (Vec::new(), 0) };
    let number = |at: usize| {
        log.get(at..at + 4).map_or(0, |bytes| bytes.iter().fold(0, |n, byte| n << 8 | usize::from(*byte)))
    };
    let page = number(8);
    let (mut at, mut end) = (HEAD, HEAD);
    while log.get(at + 8..at + 16) == Some(salt) {
        let commits = number(at + 4) > 0;
        at += PAGE_HEAD + page;
        if commits {
            end = at;
        }
    }
    (salt.to_vec(), end)
}

fn log_of(path: &Path) -> PathBuf {
    beside(path, "-wal")
}

fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(end);
    name.into()
}

fn read(path: &Path) -> Result<Vec<u8>, Wrong> {
    if path.exists() {
        std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
    } else {
        Ok(Vec::new())
    }
}

/// Removes a store and all that lies beside it.
pub(crate) fn clear(path: &Path) -> Result<(), Wrong> {
    for path in ["", "-wal", "-shm", ".lock"].map(|end| beside(path, end)) {
        if path.exists() {
            std::fs::remove_file(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    Ok(())
}
