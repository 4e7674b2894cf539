//! The evening in a file that tests damage, and what an audit then says.

use crate::played::{write_evening, write_to};
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tempfile::TempDir;
use tercet_audit::{Options, Report, audit};
use tercet_ledger::{Checkpoint, Record, Tree};
use tercet_store::Store as _;
use tercet_store_sqlite::Sqlite;

/// The evening in a file, made once.
fn file() -> &'static (TempDir, PathBuf) {
    static FILE: OnceLock<(TempDir, PathBuf)> = OnceLock::new();
    FILE.get_or_init(|| {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("evening.db");
        write_evening(&path);
        (directory, path)
    })
}

/// A copy of the evening for one test.
pub(crate) struct Evening {
    _directory: TempDir,
    path: PathBuf,
}

impl Evening {
    pub(crate) fn new() -> Evening {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("copy.db");
        std::fs::copy(&file().1, &path).unwrap();
        Evening { _directory: directory, path }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// What somebody does who has the file and a program for databases.
    pub(crate) fn damage(&self, work: impl FnOnce(&Connection)) {
        let connection = Connection::open(&self.path).unwrap();
        connection.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON").unwrap();
        work(&connection);
        connection.close().unwrap();
    }

    pub(crate) fn records(&self) -> Vec<Record> {
        let store = Sqlite::open_read_only(&self.path).unwrap();
        let records = store.records(0, usize::MAX).unwrap();
        records.iter().map(|bytes| Record::decode(bytes).unwrap()).collect()
    }

    /// Writes a record anew in its place, and leaves everything else.
    pub(crate) fn write(&self, record: &Record) {
        self.put(record.seq, &record.encode());
    }

    pub(crate) fn put(&self, seq: u64, bytes: &[u8]) {
        self.damage(|connection| {
            let changed = connection
                .execute("UPDATE record SET bytes = ?2 WHERE seq = ?1", (i64::try_from(seq).unwrap(), bytes))
                .unwrap();
            assert_eq!(changed, 1);
        });
    }

    /// Writes the whole store anew from these records, every hash and balance as if nothing else had ever been.
    pub(crate) fn forge(&self, records: Vec<Record>) {
        for path in ["copy.db", "copy.db-wal", "copy.db-shm", "copy.db.lock"] {
            drop(std::fs::remove_file(self.path.with_file_name(path)));
        }
        write_to(&self.path, records);
    }

    pub(crate) fn audit(&self) -> Report {
        self.audit_beside(&[])
    }

    pub(crate) fn audit_beside(&self, checkpoints: &[Checkpoint]) -> Report {
        let store = Sqlite::open_read_only(&self.path).unwrap();
        audit(&store, checkpoints, Options::default(), &mut |_| ())
    }
}

/// A checkpoint of the first records.
pub(crate) fn checkpoint(records: &[Record], size: usize) -> Checkpoint {
    let tree: Tree = records[..size].iter().map(|record| Record::hash(&record.encode())).collect();
    Checkpoint { origin: "example.org/evening".parse().unwrap(), size: size as u64, root: tree.root() }
}

/// The findings in a few words, one a line.
pub(crate) fn said(report: &Report) -> String {
    let lines = report.findings.kept().iter().map(|finding| format!("{}: {finding}", finding.kind.as_str()));
    lines.collect::<Vec<_>>().join("\n")
}
