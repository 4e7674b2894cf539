//! What a copy says of itself: when it was made, and of which house.

use crate::files::{at, is_file, write_secret};
use crate::house::NotOpen;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;
use tercet_ledger::{Chain, Record, hex};
use tercet_store::{Failure, Store};

/// The file in a copy that says it; it is there before anything else is.
pub(crate) const MARK: &str = "copy.json";

/// The most bytes that it has.
const LONGEST: u64 = 4_096;

/// When a copy was made, and how far its journal goes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Mark {
    /// When, in milliseconds since 1970-01-01 UTC, by the clock of the machine.
    pub(crate) made_ms: u64,
    /// How many records its journal has: the later copy of a house has more, whatever its clock says.
    pub(crate) records: u64,
    /// The hash of the last of them.
    head: String,
}

impl Mark {
    pub(crate) fn new(made_ms: u64, Chain { size, head }: Chain) -> Mark {
        Mark { made_ms, records: size, head: hex(&head.0) }
    }

    pub(crate) fn write(&self, copy: &Path) -> Result<(), NotOpen> {
        let path = copy.join(MARK);
        let text = serde_json::to_vec(self).expect("numbers and a text can be written");
        write_secret(&path, &text).map_err(|error| at(&path, &error))
    }

    /// What a folder says of itself; nothing if it is no copy, or one of an older program, or somebody else's who does not let us read it.
    pub(crate) fn read(copy: &Path) -> Option<Mark> {
        let path = copy.join(MARK);
        // A pipe would never answer, and what has no end would fill the memory.
        if !is_file(&path, "what a copy says of itself").ok()? || fs::metadata(&path).ok()?.len() > LONGEST {
            return None;
        }
        serde_json::from_slice(&fs::read(path).ok()?).ok()
    }

    /// Whether it is a copy of the house with these books: whether they begin with the journal that was copied. No two houses write the same record.
    ///
    /// # Errors
    ///
    /// If the books cannot be read.
    pub(crate) fn is_of(&self, books: &dyn Store) -> Result<bool, Failure> {
        let Some(last) = self.records.checked_sub(1) else { return Ok(false) };
        let found = books.records(last, 1)?;
        Ok(found.first().is_some_and(|bytes| hex(&Record::hash(bytes).0) == self.head))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    /// What somebody has put where a mark would be is none, and holds nobody up: a pipe, a device, a folder, a file without end, nothing.
    #[test]
    fn what_is_no_mark_is_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(MARK);
        let is_none = || assert_eq!(Mark::read(folder.path()), None);
        is_none();
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        is_none();
        fs::remove_file(&path).unwrap();
        std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
        is_none();
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        is_none();
        fs::remove_dir(&path).unwrap();
        fs::File::create(&path).unwrap().set_len(1 << 40).unwrap();
        is_none();
        fs::remove_file(&path).unwrap();
        let mark = Mark { made_ms: 1, records: 2, head: "ab".into() };
        mark.write(folder.path()).unwrap();
        assert_eq!(Mark::read(folder.path()), Some(mark));
    }
}
