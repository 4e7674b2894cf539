//! Why something was done that stands in the journal: a row in the log of significant events, once for each record.

use crate::house::House;
use crate::problem::Answered;
use tercet_people::{By, Change, Which};
use tercet_store::Receipt;

/// The row that a record is to have.
#[derive(Clone, Debug)]
pub(crate) struct Noted {
    /// By whom, and why.
    pub(crate) by: By,
    /// The part of the program, and the word for what happened.
    pub(crate) what: (&'static str, &'static str),
    /// To what.
    pub(crate) subject: String,
    /// What it came to; the number of the record follows.
    pub(crate) came_to: String,
}

/// What a row says of a record.
pub(crate) fn after(came_to: impl std::fmt::Display, record: u64) -> String {
    format!("{came_to} in record {record}")
}

impl Noted {
    /// Writes the row of a record, unless it is there: whoever was told that it could not be written asks again under the same key, and the record is there by then.
    ///
    /// # Errors
    ///
    /// If the log cannot be read or written.
    pub(crate) async fn once(self, house: &House, receipt: &Receipt) -> Result<(), Answered> {
        let Noted { by, what: (component, what), subject, came_to } = self;
        let (record, at_ms) = (after(came_to, receipt.seq), receipt.at_ms);
        // The same may be asked twice at the same time.
        let _one_at_a_time = house.noting.lock().await;
        let which = Which {
            from_ms: Some(at_ms),
            until_ms: Some(at_ms.saturating_add(1)),
            what: Some(what.into()),
            subject: Some(subject.clone()),
            ..Which::default()
        };
        let written = move |people: &tercet_people::People, _: &tercet_people::Chance| {
            if people.events(&which, usize::MAX)?.iter().any(|event| event.after == record) {
                return Ok(());
            }
            people.note(&by, &Change::new(component, what, &subject)?.from_to("", &record), at_ms)
        };
        house.people.ask(written).await
    }
}
