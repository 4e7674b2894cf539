//! The rows of cases.

use super::failure::failure;
use super::{Sql, get, get_u64, limit, meant, name, signed};
use crate::case::{Case, CaseState, Claim, Entry, EntryKind, WhichCases};
use crate::error::Failure;
use rusqlite::{Row, named_params};
use tercet_ledger::Name;

impl Sql<'_> {
    pub(crate) fn add_case(&self, claim: &Claim, by: &Name, now_ms: u64) -> Result<u64, Failure> {
        let sql = "INSERT INTO dispute (patron, tbl, round, claim, deadline_ms, opened_by, opened_ms, state, state_ms) \
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'open', ?7)";
        self.execute(
            sql,
            &[
                &claim.patron.as_str(),
                &claim.table.as_str(),
                &signed(claim.round),
                &claim.claim,
                &signed(claim.deadline_ms),
                &by.as_str(),
                &signed(now_ms),
            ],
        )?;
        self.last()
    }

    pub(crate) fn set_case(&self, number: u64, state: CaseState, now_ms: u64) -> Result<(), Failure> {
        let sql = "UPDATE dispute SET state = ?2, state_ms = ?3 WHERE number = ?1";
        self.execute(sql, &[&signed(number), &state.word(), &signed(now_ms)])?;
        Ok(())
    }

    pub(crate) fn add_entry(&self, case: u64, entry: &Entry) -> Result<(), Failure> {
        let sql = "INSERT INTO entry (dispute, number, at_ms, by, kind, body, authority) \
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        self.execute(
            sql,
            &[
                &signed(case),
                &signed(entry.number),
                &signed(entry.at_ms),
                &entry.by.as_str(),
                &entry.kind.word(),
                &entry.text,
                &entry.authority,
            ],
        )?;
        Ok(())
    }

    pub(crate) fn case(&self, number: u64) -> Result<Option<Case>, Failure> {
        self.row("SELECT * FROM dispute WHERE number = ?1", &[&signed(number)], case)
    }

    pub(crate) fn entries(&self, case: u64) -> Result<Vec<Entry>, Failure> {
        self.rows("SELECT * FROM entry WHERE dispute = ?1 ORDER BY number", &[&signed(case)], entry)
    }

    pub(crate) fn cases(&self, which: &WhichCases, most: usize) -> Result<Vec<Case>, Failure> {
        let sql = "SELECT * FROM dispute WHERE (:state IS NULL OR state = :state) \
                   AND (:patron IS NULL OR patron = :patron) AND (:table IS NULL OR tbl = :table) \
                   AND (:deadline IS NULL OR deadline_ms < :deadline) AND (:before IS NULL OR number < :before) \
                   ORDER BY number DESC LIMIT :most";
        let mut statement = self.connection.prepare_cached(sql).map_err(|error| failure(&error))?;
        let params = named_params! {
            ":state": which.state.map(CaseState::word),
            ":patron": which.patron.as_ref().map(|name| name.as_str()),
            ":table": which.table.as_ref().map(|name| name.as_str()),
            ":deadline": which.deadline_before_ms.map(signed),
            ":before": which.before.map(signed),
            ":most": limit(most),
        };
        let mut rows = statement.query(params).map_err(|error| failure(&error))?;
        let mut cases = Vec::new();
        while let Some(row) = rows.next().map_err(|error| failure(&error))? {
            cases.push(case(row)?);
        }
        Ok(cases)
    }
}

fn case(row: &Row<'_>) -> Result<Case, Failure> {
    Ok(Case {
        number: get_u64(row, "number")?,
        claim: Claim {
            patron: meant(row, "patron", name)?,
            table: meant(row, "tbl", name)?,
            round: get_u64(row, "round")?,
            claim: get(row, "claim")?,
            deadline_ms: get_u64(row, "deadline_ms")?,
        },
        opened_by: meant(row, "opened_by", name)?,
        opened_ms: get_u64(row, "opened_ms")?,
        state: meant(row, "state", CaseState::of)?,
        state_ms: get_u64(row, "state_ms")?,
    })
}

fn entry(row: &Row<'_>) -> Result<Entry, Failure> {
    Ok(Entry {
        number: get_u64(row, "number")?,
        at_ms: get_u64(row, "at_ms")?,
        by: meant(row, "by", name)?,
        kind: meant(row, "kind", EntryKind::of)?,
        text: get(row, "body")?,
        authority: get(row, "authority")?,
    })
}
