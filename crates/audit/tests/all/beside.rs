//! Every table of the database damaged in every way: rows that are gone, rows that are changed in any column, rows that were put
//! there. Nothing of it is what the journal makes, and all of it is found.

use crate::evening::Evening;
use rusqlite::Connection;
use rusqlite::types::Value;
use tercet_audit::{Kind, Options, audit};
use tercet_store_sqlite::Sqlite;

/// The tables and their columns.
const TABLES: [(&str, &[&str]); 8] = [
    ("record", &["seq", "bytes"]),
    ("posted", &["one", "records"]),
    ("key", &["hash", "seq"]),
    ("part", &["stream", "version", "list"]),
    ("stream", &["stream", "events"]),
    ("moved", &["player", "seq", "list"]),
    ("balance", &["account", "units"]),
    ("migration", &["number", "sha256"]),
];

/// Other values than this.
fn others(value: &Value) -> Vec<Value> {
    match value {
        Value::Integer(number) => {
            [number + 1, number - 1, -1 - number, 0, i64::MAX].into_iter().map(Value::Integer).collect()
        }
        Value::Text(text) => {
            ["x".to_owned(), format!("{text}x"), text.replace("ann", "zed"), text.replace("t1", "t2")]
                .into_iter()
                .map(Value::Text)
                .collect()
        }
        Value::Blob(bytes) => {
            let mut turned = bytes.clone();
            turned[bytes.len() / 2] ^= 1;
            vec![Value::Blob(turned), Value::Blob(Vec::new())]
        }
        Value::Null | Value::Real(_) => panic!("{value:?}"),
    }
}

/// The first row of a table, one in its midst, and the last.
fn rows(connection: &Connection, table: &str, columns: &[&str]) -> Vec<Vec<Value>> {
    let sql = format!("SELECT {} FROM {table}", columns.join(", "));
    let mut ask = connection.prepare(&sql).unwrap();
    let read = ask.query_map([], |row| (0..columns.len()).map(|at| row.get(at)).collect()).unwrap();
    let all: Vec<Vec<Value>> = read.map(Result::unwrap).collect();
    let mut some = vec![all[0].clone(), all[all.len() / 2].clone(), all[all.len() - 1].clone()];
    some.dedup();
    some
}

fn placed(columns: &[&str], between: &str) -> String {
    let each = columns.iter().enumerate().map(|(at, column)| format!("{column} = ?{}", at + 1));
    each.collect::<Vec<_>>().join(between)
}

/// Whether somebody sees that the store is not what it was.
fn is_found(evening: &Evening) -> bool {
    Sqlite::open_read_only(evening.path())
        .map_or(true, |store| !audit(&store, &[], Options::default(), &mut |_| ()).is_sound())
}

/// Does this to copies of the evening, as often as the rows of the tables allow, and looks whether it is found.
fn each(work: impl Fn(&Connection, &str, &[&str], &[Value]) -> Vec<(String, Vec<Value>)>) -> usize {
    let mut tried = 0;
    let evening = Evening::new();
    let mut todo = Vec::new();
    evening.damage(|connection| {
        for (table, columns) in TABLES {
            for row in rows(connection, table, columns) {
                todo.extend(work(connection, table, columns, &row));
            }
        }
    });
    for (sql, values) in todo {
        let evening = Evening::new();
        let mut done = 0;
        evening.damage(|connection| {
            // A row that is there already cannot be put there.
            done = connection.execute(&sql, rusqlite::params_from_iter(&values)).unwrap_or(0);
        });
        assert!(done == 0 || is_found(&evening), "{sql} {values:?}");
        tried += done;
    }
    tried
}

#[test]
fn a_row_that_is_gone_is_found() {
    let tried = each(|_, table, columns, row| {
        vec![(format!("DELETE FROM {table} WHERE {}", placed(columns, " AND ")), row.to_vec())]
    });
    assert!(tried >= 20, "{tried}");
}

#[test]
fn a_row_with_any_column_changed_is_found() {
    let tried = each(|_, table, columns, row| {
        let mut todo = Vec::new();
        for (at, column) in columns.iter().enumerate() {
            for other in others(&row[at]).into_iter().filter(|other| *other != row[at]) {
                let place = placed(columns, " AND ");
                let sql = format!("UPDATE {table} SET {column} = ?{} WHERE {place}", columns.len() + 1);
                todo.push((sql, [row, &[other]].concat()));
            }
        }
        todo
    });
    assert!(tried > 100, "{tried}");
}

#[test]
fn a_row_more_is_found() {
    let tried = each(|_, table, columns, row| {
        let mut todo = Vec::new();
        for at in 0..columns.len() {
            for other in others(&row[at]) {
                let mut new = row.to_vec();
                new[at] = other;
                let places: Vec<String> = (1..=columns.len()).map(|at| format!("?{at}")).collect();
                todo.push((format!("INSERT INTO {table} VALUES ({})", places.join(", ")), new));
            }
        }
        todo
    });
    assert!(tried > 60, "{tried}");
}

/// Rows more of which nobody asks, each named for what it is.
#[test]
fn a_row_that_follows_from_no_record_is_named() {
    for (sql, kind, said) in [
        (
            "INSERT INTO moved VALUES ('zed', 40, x'0000000000000028')",
            Kind::Moves,
            "record 40 for the wallet of zed",
        ),
        (
            "INSERT INTO moved VALUES ('ann', 99999, x'000000000001869f')",
            Kind::Moves,
            "record 99999 for the wallet of ann",
        ),
        ("INSERT INTO moved VALUES ('ann', -5, x'fffffffffffffffb')", Kind::Moves, "for the wallet of ann"),
        ("INSERT INTO stream VALUES ('table.zz', 4)", Kind::Stream, "a stream table.zz"),
        (
            "INSERT INTO part VALUES ('table.t1', 99999, x'000000000001869f0000000000000005')",
            Kind::Stream,
            "event 99999 of table.t1",
        ),
        (
            "INSERT INTO part VALUES ('table.zz', 0, x'00000000000000000000000000000005')",
            Kind::Stream,
            "event 0 of table.zz",
        ),
        ("INSERT INTO key VALUES (65, 5)", Kind::Receipt, "a key with record 5"),
        ("INSERT INTO balance VALUES ('wallet/zed', 0)", Kind::Balance, "wallet/zed"),
        ("UPDATE posted SET records = 999999", Kind::Store, "know of 999999 records"),
        ("INSERT INTO posted VALUES (2, 0)", Kind::Store, "stands there 2 times"),
        ("INSERT INTO record VALUES (-5, x'00')", Kind::MisplacedRecord, "under number -5"),
        ("CREATE TABLE more (one)", Kind::Store, "table more"),
        (
            "CREATE TRIGGER more AFTER INSERT ON record BEGIN DELETE FROM key; END",
            Kind::Store,
            "trigger more",
        ),
        ("CREATE INDEX more ON moved (seq)", Kind::Store, "index more"),
    ] {
        let evening = Evening::new();
        evening.damage(|connection| connection.execute_batch(sql).unwrap());
        let report = evening.audit();
        let found = report.findings.kept().iter().any(|one| one.kind == kind && one.message.contains(said));
        assert!(found, "{sql}: {}", crate::evening::said(&report));
    }
}
