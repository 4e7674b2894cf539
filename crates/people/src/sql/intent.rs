//! What is about to be written in the books.

use super::{Sql, get, get_hash, get_u64, limit, meant, name, signed};
use crate::error::Failure;
use crate::event::{By, Who};
use crate::intent::{Intended, Intent};
use tercet_ledger::{Hash, Key};

impl Sql<'_> {
    /// Writes what is intended; gives its number.
    pub(crate) fn intend(&self, intent: &Intent, key: &Key, request: &Hash) -> Result<u64, Failure> {
        let sql = "INSERT INTO intent (key, request, component, who, authorised_by, what, subject, came_to, reason) \
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
        let Intent { by, component, what, subject, came_to } = intent;
        let authorised_by = by.allowed_by().map(|id| id.as_str());
        self.execute(
            sql,
            &[
                &key.as_bytes(),
                &request.0,
                component,
                &by.who().to_string(),
                &authorised_by,
                what,
                subject,
                came_to,
                &by.reason(),
            ],
        )?;
        self.last()
    }

    /// Forgets what was intended; if it is not there any more, that is well, too.
    pub(crate) fn forget_intent(&self, id: u64) -> Result<(), Failure> {
        self.execute("DELETE FROM intent WHERE id = ?1", &[&signed(id)])?;
        Ok(())
    }

    /// What was intended after this number, the oldest first.
    pub(crate) fn intents(&self, after: u64) -> Result<Vec<Intended>, Failure> {
        let sql = "SELECT * FROM intent WHERE id > ?1 ORDER BY id LIMIT ?2";
        self.rows(sql, &[&signed(after), &limit(usize::MAX)], |row| {
            let authorised_by: Option<String> = get(row, "authorised_by")?;
            let named =
                |id: String| name(&id).ok_or_else(|| Failure::Corrupt("authorised_by is no name".into()));
            let authorised_by = authorised_by.map(named).transpose()?;
            let by = By::kept(meant(row, "who", Who::of)?, authorised_by, get(row, "reason")?);
            let key = Key::new(&get::<Vec<u8>>(row, "key")?);
            Ok(Intended {
                id: get_u64(row, "id")?,
                key: key.ok_or_else(|| Failure::Corrupt("key is none".into()))?,
                request: Hash(get_hash(row, "request")?),
                intent: Intent {
                    by,
                    component: get(row, "component")?,
                    what: get(row, "what")?,
                    subject: get(row, "subject")?,
                    came_to: get(row, "came_to")?,
                },
            })
        })
    }
}
