//! The rows of the log.

use super::failure::failure;
use super::{Sql, get, get_u64, limit, meant, name, signed};
use crate::error::Failure;
use crate::event::{By, Change, Event, Which, Who};
use rusqlite::named_params;

impl Sql<'_> {
    /// Writes one event.
    pub(crate) fn note(&self, by: &By, change: &Change, now_ms: u64) -> Result<(), Failure> {
        let sql = "INSERT INTO event (at_ms, component, who, authorised_by, what, subject, before, after, reason) \
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
        let authorised_by = by.allowed_by().map(|id| id.as_str());
        let Change { component, what, subject, before, after } = change;
        self.execute(
            sql,
            &[
                &signed(now_ms),
                component,
                &by.who().to_string(),
                &authorised_by,
                what,
                subject,
                before,
                after,
                &by.reason(),
            ],
        )?;
        Ok(())
    }

    /// The events that are asked for, the newest first.
    pub(crate) fn events(&self, which: &Which, most: usize) -> Result<Vec<Event>, Failure> {
        let sql = "SELECT * FROM event WHERE (:from IS NULL OR at_ms >= :from) AND (:until IS NULL OR at_ms < :until) \
                   AND (:who IS NULL OR who = :who) AND (:what IS NULL OR substr(what, 1, length(:what)) = :what) \
                   AND (:subject IS NULL OR subject = :subject) AND (:before IS NULL OR seq < :before) \
                   ORDER BY seq DESC LIMIT :most";
        let mut statement = self.connection.prepare_cached(sql).map_err(|error| failure(&error))?;
        let params = named_params! {
            ":from": which.from_ms.map(signed),
            ":until": which.until_ms.map(signed),
            ":who": which.who.as_ref().map(Who::to_string),
            ":what": which.what,
            ":subject": which.subject,
            ":before": which.before_seq.map(signed),
            ":most": limit(most),
        };
        let mut rows = statement.query(params).map_err(|error| failure(&error))?;
        let mut events = Vec::new();
        while let Some(row) = rows.next().map_err(|error| failure(&error))? {
            let authorised_by: Option<String> = get(row, "authorised_by")?;
            events.push(Event {
                seq: get_u64(row, "seq")?,
                at_ms: get_u64(row, "at_ms")?,
                component: get(row, "component")?,
                who: meant(row, "who", Who::of)?,
                authorised_by: authorised_by.and_then(|id| name(&id)),
                what: get(row, "what")?,
                subject: get(row, "subject")?,
                before: get(row, "before")?,
                after: get(row, "after")?,
                reason: get(row, "reason")?,
            });
        }
        Ok(events)
    }
}
