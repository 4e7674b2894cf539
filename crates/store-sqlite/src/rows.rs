//! Many rows to a statement: most of what a small row costs SQLite is the statement round it.

use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{CachedStatement, Connection, params_from_iter};
use tercet_sqlite::failure;
use tercet_store::Failure;

/// How many rows one statement writes.
const AT_ONCE: usize = 16;

/// Rows on their way into a table.
pub(crate) struct Rows<'c> {
    one: CachedStatement<'c>,
    many: CachedStatement<'c>,
    /// What stands in the rows that wait, column by column, row by row.
    waiting: Vec<Value>,
    columns: usize,
    /// What stood in the rows that were written, if somebody else gives back its memory.
    spent: Option<Vec<Value>>,
    /// How many rows there were in all.
    count: usize,
}

impl<'c> Rows<'c> {
    /// Rows for `INSERT INTO table`, where `table` names the columns too; `and` is what follows the values.
    pub(crate) fn into(
        connection: &'c Connection,
        table: &str,
        columns: usize,
        and: &str,
    ) -> Result<Rows<'c>, Failure> {
        let row = format!("({})", vec!["?"; columns].join(", "));
        let statement = |rows: usize| {
            let sql = format!("INSERT INTO {table} VALUES {} {and}", vec![&*row; rows].join(", "));
            connection.prepare_cached(&sql).map_err(|error| failure(&error))
        };
        let waiting = Vec::with_capacity(columns * AT_ONCE);
        Ok(Rows { one: statement(1)?, many: statement(AT_ONCE)?, waiting, columns, spent: None, count: 0 })
    }

    /// Keeps what stands in the rows once they are written, to be given back by others.
    pub(crate) fn keeping(self) -> Rows<'c> {
        Rows { spent: Some(Vec::new()), ..self }
    }

    /// What was kept.
    pub(crate) fn spent(self) -> Vec<Value> {
        self.spent.unwrap_or_default()
    }

    /// Writes a row, now or with others; [`flush`](Rows::flush) writes what waits.
    pub(crate) fn add<const COLUMNS: usize>(&mut self, row: [Value; COLUMNS]) -> Result<(), Failure> {
        debug_assert_eq!(COLUMNS, self.columns);
        self.waiting.extend(row);
        self.count += 1;
        if self.waiting.len() == self.columns * AT_ONCE {
            written(&mut self.many, &mut self.waiting, &mut self.spent)
        } else {
            Ok(())
        }
    }

    /// Writes the rows that wait; gives how many there were in all.
    pub(crate) fn flush(&mut self) -> Result<usize, Failure> {
        let mut rest = std::mem::take(&mut self.waiting).into_iter();
        while rest.len() > 0 {
            let mut row = rest.by_ref().take(self.columns).collect();
            written(&mut self.one, &mut row, &mut self.spent)?;
        }
        Ok(self.count)
    }
}

fn written(
    statement: &mut CachedStatement<'_>,
    values: &mut Vec<Value>,
    spent: &mut Option<Vec<Value>>,
) -> Result<(), Failure> {
    let borrowed = values.iter().map(|value| ToSqlOutput::Borrowed(ValueRef::from(value)));
    statement.execute(params_from_iter(borrowed)).map_err(|error| failure(&error))?;
    match spent {
        Some(spent) => spent.append(values),
        None => values.clear(),
    }
    Ok(())
}
