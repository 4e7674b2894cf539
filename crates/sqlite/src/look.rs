//! Whether a file of SQLite can be used, before SQLite is asked: it would say no more than that it cannot be opened, or throw away what
//! is not what it expects.

use crate::lock::{beside, real};
use crate::place::{is_file, reason};
use std::fs::{File, metadata};
use std::io::{ErrorKind, Read as _};
use std::path::Path;
use tercet_store::Failure;

/// What can stand beside a file of SQLite.
const BESIDE: [(&str, &str); 3] = [
    ("-wal", "the write-ahead log of the database, or nothing"),
    ("-shm", "the index of the log, or nothing"),
    ("-journal", "the rollback journal of the database, or nothing"),
];

/// How many bytes stand at the head of a write-ahead log before the first page of it.
const LOG_HEAD: usize = 32;

/// How a rollback journal begins (<https://www.sqlite.org/fileformat2.html#the_rollback_journal>).
const JOURNAL: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];

/// Looks whether a file of SQLite is at this path, or can be made there: whether each of the files that belong together is one, and what
/// lies in the logs beside it is theirs. The file itself is not opened: as long as this process has it open, closing it once more would
/// take its locks. `expected` says what should be there, as in "the file of a store".
///
/// Whether there is one; an empty one is none, as for SQLite.
///
/// # Errors
///
/// Says what is in the way and where, and what was expected.
pub fn look(path: &Path, expected: &str) -> Result<bool, Failure> {
    let lock = beside(&real(path), ".lock");
    is_file(&lock, "a lock, or nothing").map_err(|said| Failure::Denied(said).of(lock.display()))?;
    look_to_read(path, expected)
}

/// The same for whoever only reads, and needs no lock.
pub(crate) fn look_to_read(path: &Path, expected: &str) -> Result<bool, Failure> {
    let denied = |path: &Path| {
        let named = path.display().to_string();
        move |said: String| Failure::Denied(said).of(named)
    };
    let mut there = is_file(path, expected).map_err(denied(path))?;
    let real = real(path);
    for (end, expected) in BESIDE {
        let path = beside(&real, end);
        is_file(&path, expected).map_err(denied(&path))?;
    }
    there = there && metadata(path).is_ok_and(|found| found.len() > 0);
    let (log, journal) = (beside(&real, "-wal"), beside(&real, "-journal"));
    if !there && metadata(&log).is_ok_and(|found| found.len() > 0) {
        // SQLite would remove it, with what was written last.
        let said = format!("a write-ahead log with nothing in {}; expected {expected} there", path.display());
        return Err(Failure::Corrupt(said).of(log.display()));
    }
    // Somebody may be about to write it anew: what is no head at one moment is one at the next, unless it is none.
    let is_none = || Ok(!begins_a_log(&head(&log)?));
    if is_none()? && is_none()? && is_none()? {
        let said = "its head is not that of a write-ahead log; expected that of the database, or nothing: what was written last may be in it";
        return Err(Failure::Corrupt(said.into()).of(log.display()));
    }
    let head = head(&journal)?;
    if head.first().is_some_and(|first| *first != 0) && !head.starts_with(&JOURNAL) {
        let said = "not a rollback journal; expected that of the database, or nothing";
        return Err(Failure::Corrupt(said.into()).of(journal.display()));
    }
    Ok(there)
}

/// The first bytes of a file, none if it is not there. SQLite has no locks on these.
fn head(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut head = Vec::with_capacity(LOG_HEAD);
    match File::open(path).and_then(|file| file.take(LOG_HEAD as u64).read_to_end(&mut head)) {
        Ok(_) => Ok(head),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => {
            let said = format!("{}; expected a file that can be read", reason(&error));
            Err(Failure::Denied(said).of(path.display()))
        }
    }
}

/// Whether these bytes stand at the head of a write-ahead log, or nothing was ever written there
/// (<https://www.sqlite.org/fileformat2.html#wal_file_format>). SQLite takes any other head for that of an empty log.
fn begins_a_log(head: &[u8]) -> bool {
    if head.iter().all(|byte| *byte == 0) {
        return true;
    }
    let words: Vec<[u8; 4]> = head.as_chunks::<4>().0.to_vec();
    let [magic, version, _, _, _, _, first, second] = words[..] else { return false };
    let word: fn([u8; 4]) -> u32 = match u32::from_be_bytes(magic) {
        0x377f_0682 => u32::from_le_bytes,
        0x377f_0683 => u32::from_be_bytes,
        _ => return false,
    };
    let (mut one, mut other) = (0_u32, 0_u32);
    for pair in words[..6].chunks_exact(2) {
        one = one.wrapping_add(word(pair[0])).wrapping_add(other);
        other = other.wrapping_add(word(pair[1])).wrapping_add(one);
    }
    u32::from_be_bytes(version) == 3_007_000 && [one, other] == [first, second].map(u32::from_be_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{for_writing, settings};

    /// The log of SQLite itself begins so, and with any bit of its head turned, or cut there, it does not.
    #[test]
    fn a_log_is_told_from_what_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file.db");
        let connection = for_writing(&path).unwrap();
        settings(&connection, &[]).unwrap();
        connection.execute_batch("CREATE TABLE letter (text)").unwrap();
        let head = head(&beside(&path, "-wal")).unwrap();
        assert!(head.len() == LOG_HEAD && begins_a_log(&head));
        for at in 0..LOG_HEAD * 8 {
            let mut turned = head.clone();
            turned[at / 8] ^= 1 << (at % 8);
            assert!(!begins_a_log(&turned), "bit {at}");
        }
        for cut in 1..LOG_HEAD {
            assert!(!begins_a_log(&head[..cut]), "{cut} bytes");
        }
        assert!(begins_a_log(&[]) && begins_a_log(&[0; LOG_HEAD]));
    }
}
