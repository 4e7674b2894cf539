//! The rows of limits and breaks.

use super::{Sql, get, get_u64, get_u64s, meant, signed};
use crate::error::Failure;
use crate::protect::{Away, Break, Limit, LimitRow, Pending, Protection, Setter, Until};
use rusqlite::Row;
use tercet_ledger::Name;

impl Sql<'_> {
    /// What is set for an account.
    pub(crate) fn protection(&self, id: &Name) -> Result<Protection, Failure> {
        let mut protection = Protection::default();
        let limits = self.rows("SELECT * FROM limited WHERE account = ?1", &[&id.as_str()], limit_row)?;
        limits.into_iter().for_each(|row| protection.keep_limit(row));
        let aways = self.rows("SELECT * FROM away WHERE account = ?1", &[&id.as_str()], away)?;
        aways.into_iter().for_each(|away| protection.keep_away(away));
        Ok(protection)
    }

    /// Writes what is set for an account, in the place of what was.
    pub(crate) fn set_protection(&self, id: &Name, protection: &Protection) -> Result<(), Failure> {
        self.execute("DELETE FROM limited WHERE account = ?1", &[&id.as_str()])?;
        self.execute("DELETE FROM away WHERE account = ?1", &[&id.as_str()])?;
        for LimitRow { limit, setter, value, pending } in protection.limit_rows() {
            let sql = "INSERT INTO limited (account, what, setter, value, pending, pending_value, asked_ms) \
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
            let pending_value = pending.and_then(|pending| pending.value).map(signed);
            let asked_ms = pending.map(|pending| signed(pending.asked_ms));
            let (what, setter, value) = (limit.word(), setter.word(), value.map(signed));
            self.execute(
                sql,
                &[&id.as_str(), &what, &setter, &value, &pending.is_some(), &pending_value, &asked_ms],
            )?;
        }
        for Away { kind, since_ms, until } in protection.aways() {
            let until = match until {
                Until::Time(time) => Some(signed(time)),
                Until::ForEver => None,
            };
            let sql = "INSERT INTO away (account, kind, since_ms, until_ms) VALUES (?1, ?2, ?3, ?4)";
            self.execute(sql, &[&id.as_str(), &kind.word(), &signed(since_ms), &until])?;
        }
        Ok(())
    }
}

fn limit_row(row: &Row<'_>) -> Result<LimitRow, Failure> {
    let pending = match (get(row, "pending")?, get_u64s(row, "asked_ms")?) {
        (true, Some(asked_ms)) => Some(Pending { value: get_u64s(row, "pending_value")?, asked_ms }),
        _ => None,
    };
    Ok(LimitRow {
        limit: meant(row, "what", Limit::of)?,
        setter: meant(row, "setter", Setter::of)?,
        value: get_u64s(row, "value")?,
        pending,
    })
}

fn away(row: &Row<'_>) -> Result<Away, Failure> {
    Ok(Away {
        kind: meant(row, "kind", Break::of)?,
        since_ms: get_u64(row, "since_ms")?,
        until: get_u64s(row, "until_ms")?.map_or(Until::ForEver, Until::Time),
    })
}
